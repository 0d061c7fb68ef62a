/** Reads the line that a person typed after `npm run desk --`. */
import { parseArgs } from "node:util";

export const HELP = `What waits for a person, what may be done about it, and the day's figures.

  npm run desk                            how much waits in each queue, and since when
  npm run desk -- QUEUE                   what waits there, longest first, and what may be done
  npm run desk -- QUEUE ID ACT            does it   [--reason WHY] [--by NAME] [--ask NAME=VALUE ...]
  npm run desk -- show ID                 one thing: facts, and all that happened to it
  npm run desk -- figures [--from 2026-11-01] [--to 2026-11-30]

Examples: npm run desk -- payments
          npm run desk -- payments pay_0198… done --ask reference=5O1… --reason "PayPal's support, case 4711"

--by       who does it, for the record; else the name of the account that runs this
--reason   what the books or a member will be told; some acts ask for it
--from/to  days in UTC, both included; without them the last 30`;

export type Asked =
  | { help: true }
  | { fault: string }
  | { overview: true }
  | { queue: string }
  | { show: string }
  | { figures: { from: Date; to: Date } }
  | { act: { queue: string; id: string; name: string; by: string; reason: string; values: Record<string, string> } };

const OPTIONS = {
  help: { type: "boolean", short: "h" },
  by: { type: "string" },
  reason: { type: "string" },
  ask: { type: "string", multiple: true },
  from: { type: "string" },
  to: { type: "string" },
} as const;
const DAY_MS = 86_400_000;

/** Pure. `account` is who runs the command. `queues`: their names, of which some are two words that nobody puts into quotes. */
export function readDeskLine(
  args: readonly string[],
  account: string,
  now: Date,
  queues: readonly string[] = [],
): Asked {
  let line: ReturnType<typeof parse>;
  try {
    line = parse(args);
  } catch (error) {
    return { fault: error instanceof Error ? error.message : "This cannot be read." };
  }
  const { values, positionals } = line;
  const [one, two] = positionals;
  const [first, second, third] = queues.includes(`${one} ${two}`)
    ? [`${one} ${two}`, ...positionals.slice(2)]
    : positionals;
  if (values.help) return { help: true };
  if (!first) return { overview: true };
  if (first === "show") return second ? { show: second } : { fault: "Name what is to be shown by its id." };
  if (first === "figures") return readSpan(values.from, values.to, now);
  if (!second) return { queue: first };
  if (!third) return { fault: "Name what is to be done with it." };
  const told: Record<string, string> = {};
  for (const text of values.ask ?? []) {
    const at = text.indexOf("=");
    if (at < 1 || at === text.length - 1) return { fault: `--ask is NAME=VALUE, not "${text}".` };
    told[text.slice(0, at)] = text.slice(at + 1);
  }
  const by = (values.by ?? account).trim().slice(0, 100) || "unknown";
  return { act: { queue: first, id: second, name: third, by, reason: values.reason?.trim() ?? "", values: told } };
}

const parse = (args: readonly string[]) => parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });

/** Both days included: the span ends before the day after the last. */
function readSpan(from: string | undefined, to: string | undefined, now: Date): Asked {
  const last = dayOf(to ?? now.toISOString().slice(0, 10));
  const first = from === undefined ? last && new Date(last.getTime() - 29 * DAY_MS) : dayOf(from);
  if (!first || !last) return { fault: "--from and --to are days such as 2026-11-01." };
  if (first > last) return { fault: "--from is not after --to." };
  return { figures: { from: first, to: new Date(last.getTime() + DAY_MS) } };
}

function dayOf(text: string): Date | null {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? day : null;
}
