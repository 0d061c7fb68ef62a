/**
 * `npm run doctor`: one line for each outside party, how it was last heard of, and for each thing that modules look at; 1 as
 * exit code when one is ill. `--backed-up [note]` notes that a backup was made.
 */
import type { ParkedRows } from "#platform/inbox";
import type { HealthLine } from "#platform/provider-health";
import { heldText } from "./statement-text.ts";
import { withServices } from "./with-services.ts";

export async function run(args: string[]) {
  const [option, ...note] = args;
  if (option === "--backed-up")
    return withServices(async ({ health }) => {
      await health.noteBackup(note.join(" "));
      console.log("Noted: a backup was made now.");
    });
  if (option !== undefined) {
    console.error("npm run doctor [-- --backed-up [note]]");
    process.exitCode = 2;
    return;
  }
  await withServices(async ({ providerHealth, inbox, treasury, health, staff, clock }) => {
    // Looked at first: looking asks some of those whose lines these are.
    const seen = await health.look();
    const lines = await providerHealth.read();
    for (const line of lines) console.log(healthText(line, clock.now()));
    for (const one of await inbox.parked()) console.log(parkedText(one));
    const held = await treasury.balances();
    for (const row of held) console.log(heldText(row));
    if (held.some((row) => row.unexplained_minor !== 0n)) process.exitCode = 1;
    for (const one of seen)
      console.log(`${(one.unproven ? "–" : one.state).padEnd(5)} ${one.name.padEnd(16)}  ${one.line}`);
    if (!(await staff.hasOwner()))
      console.log("The operators' console has no owner yet: npm run operator -- add --email … --name … --role owner");
    const ill = [...lines.filter((line) => line.ill), ...seen.filter((one) => one.state === "bad")].map((one) =>
      "provider" in one ? one.provider : one.name,
    );
    const unknown = seen.filter(({ unproven }) => unproven).length + lines.filter(wasNotAsked).length;
    const rest = unknown === 0 ? "" : ` Not known yet (–): ${unknown}.`;
    console.log((ill.length === 0 ? "Nobody is ill." : `Ill: ${ill.join(", ")}.`) + rest);
    if (ill.length > 0) process.exitCode = 1;
  });
}

/** Why what others told waits; the rows themselves: `npm run desk -- inbox`. */
const parkedText = ({ provider, source, reason, rows }: ParkedRows): string =>
  `      ${provider.padEnd(16)}  ${rows} ${source}s wait: ${reason}`;

const wasNotAsked = ({ good_at, fault_at }: HealthLine): boolean => good_at === null && fault_at === null;

/** Pure. */
export function healthText(line: HealthLine, now: Date): string {
  const parts = [
    line.ill ? "ILL " : line.good_at ? "ok  " : line.fault_at ? "?   " : "–   ",
    line.provider.padEnd(16),
    line.good_at
      ? `last good answer ${ago(line.good_at, now)} ago`
      : wasNotAsked(line)
        ? "not asked yet"
        : "never answered",
  ];
  if (line.budget)
    parts.push(
      `${line.budget.calls} of ${line.budget.of} calls left${line.budget.blocked_seconds > 0 ? `, told to wait ${line.budget.blocked_seconds} s` : ""}`,
    );
  if (line.parked) parts.push(`${line.parked} wait for a person`);
  if (line.fault && line.fault_at && line.faults > 0)
    parts.push(`${line.faults} faults since, the last ${ago(line.fault_at, now)} ago: ${line.fault}`);
  return parts.join("  ");
}

function ago(at: Date, now: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - at.getTime()) / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 2_880 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1_440)} days`;
}
