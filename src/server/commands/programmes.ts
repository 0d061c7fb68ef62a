/**
 * `npm run programmes`: what no network says in its data and a person decides. Lists programmes with what their terms propose,
 * shows one, and writes down who allows or denies cash back and how long orders stay open.
 */
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import type { Decision, Network, ProgrammeDecision } from "#catalog";
import { withServices } from "./with-services.ts";

export const HELP = `What no network says in its data is decided here, programme by programme. Until then a programme pays nothing.

  npm run programmes -- list [--state undecided|allowed|denied] [--network impact|cj|awin] [--search TEXT] [--limit 50]
  npm run programmes -- show  NETWORK ID
  npm run programmes -- allow NETWORK ID [--locking DAYS] [--by NAME]
  npm run programmes -- deny  NETWORK ID [--by NAME]
  npm run programmes -- undecide NETWORK ID [--by NAME]
  npm run programmes -- set   NETWORK ID --locking DAYS|auto [--by NAME]

Examples: npm run programmes -- list --state undecided
          npm run programmes -- allow impact 9001 --locking 45

--locking  days until an order is final, 0 to 730; "auto" goes back to what the network or its terms say
--by       who decides, for the record; else the name of the account that runs this`;

const VERBS = ["list", "show", "allow", "deny", "undecide", "set"] as const;
const NETWORKS: readonly Network[] = ["impact", "cj", "awin"];
const STATES: readonly Decision[] = ["undecided", "allowed", "denied"];
const DECISIONS: Partial<Record<(typeof VERBS)[number], Decision>> = {
  allow: "allowed",
  deny: "denied",
  undecide: "undecided",
};

export type Asked =
  | { help: true }
  | { fault: string }
  | { list: { network?: Network; decision?: Decision; text?: string; limit: number } }
  | { show: { network: Network; network_programme_id: string } }
  | {
      decide: {
        network: Network;
        network_programme_id: string;
        decision?: Decision;
        locking_days?: number | null;
        by: string;
      };
    };

/** Reads the line that a person typed. Pure. `account` is who runs the command. */
export function readProgrammesLine(args: readonly string[], account: string): Asked {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h" },
      state: { type: "string" },
      network: { type: "string" },
      search: { type: "string" },
      limit: { type: "string" },
      locking: { type: "string" },
      by: { type: "string" },
    },
  });
  if (values.help || positionals.length === 0) return { help: true };
  const known = ["help", "state", "network", "search", "limit", "locking", "by"];
  const unknown = Object.keys(values).find((name) => !known.includes(name));
  if (unknown) return { fault: `There is no --${unknown}.` };
  const empty = Object.keys(values).find((name) => values[name] === true);
  if (empty) return { fault: `--${empty} needs a value.` };
  const verb = VERBS.find((one) => one === positionals[0]);
  if (!verb) return { fault: `There is no "${positionals[0]}". There are: ${VERBS.join(", ")}.` };
  const text = (name: string) => (typeof values[name] === "string" ? (values[name] as string) : undefined);
  if (verb === "list") return readList(text);
  const network = NETWORKS.find((one) => one === positionals[1]);
  if (!network) return { fault: `Name the network first, one of: ${NETWORKS.join(", ")}.` };
  const network_programme_id = positionals[2] ?? "";
  if (!/^\S{1,64}$/.test(network_programme_id))
    return { fault: "Name the programme by the network's own id, as the list shows it." };
  if (verb === "show") return { show: { network, network_programme_id } };
  const locking = text("locking");
  if (verb === "set" && locking === undefined) return { fault: "--locking is what can be set." };
  const days = locking === "auto" ? null : Number(locking);
  if (locking !== undefined && days !== null && !(/^\d{1,3}$/.test(locking) && days <= 730))
    return { fault: "--locking is a number of days from 0 to 730, or auto." };
  const decision = DECISIONS[verb];
  return {
    decide: {
      network,
      network_programme_id,
      ...(decision ? { decision } : {}),
      ...(locking === undefined ? {} : { locking_days: days }),
      by: (text("by") ?? account).slice(0, 100) || "unknown",
    },
  };
}

function readList(text: (name: string) => string | undefined): Asked {
  const state = text("state");
  const network = text("network");
  const search = text("search");
  const limit = Number(text("limit") ?? 50);
  if (state !== undefined && !STATES.includes(state as Decision))
    return { fault: `--state is one of: ${STATES.join(", ")}.` };
  if (network !== undefined && !NETWORKS.includes(network as Network))
    return { fault: `--network is one of: ${NETWORKS.join(", ")}.` };
  if (!(Number.isInteger(limit) && limit > 0 && limit <= 10_000))
    return { fault: "--limit is a whole number from 1 to 10000." };
  return {
    list: {
      ...(network ? { network: network as Network } : {}),
      ...(state ? { decision: state as Decision } : {}),
      ...(search ? { text: search } : {}),
      limit,
    },
  };
}

export async function run(args: string[]) {
  const asked = readProgrammesLine(args, userInfo().username);
  if ("help" in asked) return console.log(HELP);
  if ("fault" in asked) {
    console.error(`${asked.fault} \`npm run programmes -- --help\` shows how it is used.`);
    process.exitCode = 2;
    return;
  }
  await withServices(async ({ catalog }) => {
    if ("list" in asked) {
      const counts = await catalog.decisionCounts();
      console.log(`${counts.allowed} allowed, ${counts.denied} denied, ${counts.undecided} undecided`);
      for (const row of await catalog.decisions(asked.list)) console.log(lineOf(row));
      return;
    }
    if ("show" in asked) {
      const found = await catalog.decision(asked.show);
      if (!found) return refuse(`${asked.show.network} has no programme ${asked.show.network_programme_id}.`);
      console.log(describe(found.programme));
      for (const entry of found.history)
        console.log(
          `  ${entry.at.toISOString()}  ${entry.decision}, locking ${entry.locking_days ?? "auto"}, by ${entry.by}`,
        );
      return;
    }
    const outcome = await catalog.decideProgramme(asked.decide);
    if (outcome.ok) console.log(describe(outcome.value));
    else refuse(`${asked.decide.network} has no programme ${asked.decide.network_programme_id}.`);
  });
}

function refuse(text: string) {
  console.error(text);
  process.exitCode = 2;
}

const lineOf = (row: ProgrammeDecision): string =>
  [
    row.decision.padEnd(10),
    row.network.padEnd(7),
    row.network_programme_id.padEnd(10),
    row.name.slice(0, 32).padEnd(33),
    row.decision === "undecided" || row.decision !== row.proposed
      ? `terms propose ${row.proposed}${row.proposed_words ? `: "${row.proposed_words.slice(0, 80)}"` : ""}`
      : "",
  ].join(" ");

function describe(row: ProgrammeDecision): string {
  const days = row.locking_days ?? row.proposed_locking_days;
  return [
    `${row.name} (${row.network} ${row.network_programme_id}, /${row.internal_name}-coupons)`,
    `  cash back   ${row.decision}${row.decided_by ? `, by ${row.decided_by} at ${row.decided_at?.toISOString()}` : ""}`,
    `  locking     ${days === null ? "unknown" : `${days} days`}${row.locking_days === null ? " as the network says" : " as decided"}`,
    `  rates       ${row.rates}`,
    `  proposed    ${row.proposed}${row.proposed_words ? `: "${row.proposed_words}"` : ", the terms say nothing of it"}`,
  ].join("\n");
}
