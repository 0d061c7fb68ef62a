/**
 * `npm run payables`: payouts and refunds that need a person, what happened to one, and ending it as the provider said. Also
 * `share` for a receiver that two members really share.
 */

import type { PayableRow } from "#payables";
import { withdrawalId } from "#payouts";
import { showUsd } from "#platform/money";
import type { Wired } from "../wiring.ts";
import { withServices } from "./with-services.ts";

const USAGE = `npm run payables -- list
npm run payables -- show <id>
npm run payables -- retry <id>
npm run payables -- settle <id> done|refused|returned --by <your name> --reason <why> [--reference <the provider's id>]
npm run payables -- share <member's address> paypal|venmo <receiver> --by <your name>`;

const option = (args: readonly string[], name: string): string | null => {
  const at = args.indexOf(`--${name}`);
  return at < 0 ? null : (args[at + 1] ?? null);
};
const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

export async function run([what = "list", ...args]: string[]) {
  const id = withdrawalId.read(args[0] ?? "") ?? (isUuid(args[0] ?? "") ? (args[0] ?? "") : null);
  await withServices(async (wired) => {
    if (what === "list") return list(wired);
    if (what === "share") return share(wired, args);
    if (!id) return usage();
    if (what === "show") return show(wired, id);
    if (what === "retry") return tell((await wired.payables.retry(id)).ok, "It is tried as soon as a worker is free.");
    const [, to] = args;
    const by = option(args, "by");
    const reason = option(args, "reason");
    if (what !== "settle" || !by || !reason || (to !== "done" && to !== "refused" && to !== "returned")) return usage();
    const outcome = await wired.payables.settle(id, { to, by, reason, reference: option(args, "reference") });
    tell(outcome.ok, outcome.ok ? `It is ${to} now.` : "It cannot have ended so. `show` tells what is known of it.");
  });
}

function usage(): void {
  console.error(USAGE);
  process.exitCode = 2;
}

function tell(ok: boolean, text: string): void {
  console.log(text);
  if (!ok) process.exitCode = 1;
}

const idOf = ({ kind, payable_id }: PayableRow): string =>
  kind === "withdrawal" ? withdrawalId.show(payable_id) : payable_id;

async function list({ payables }: Wired): Promise<void> {
  const rows = await payables.forPerson();
  for (const row of rows)
    console.log(
      `${idOf(row)}  ${row.kind}  ${showUsd(row.amount_minor)} by ${row.provider}  ${row.state} since ${row.state_at.toISOString()}  ${row.person_reason}`,
    );
  console.log(rows.length === 0 ? "Nothing waits for a person." : `${rows.length} wait for a person.`);
}

async function show({ payables }: Wired, id: string): Promise<void> {
  const row = await payables.read(id);
  if (!row) return tell(false, "There is no such payment.");
  const { provider, state, reference, item, code, note, first_sent_at, next_look_at, person_reason } = row;
  console.table({
    amount: showUsd(row.amount_minor),
    ...{ provider, state, reference, item, code, note, person_reason },
    first_sent_at: first_sent_at?.toISOString(),
    next_look_at: next_look_at?.toISOString(),
  });
  for (const event of await payables.events(id))
    console.log(`${event.at.toISOString()}  ${event.to_state}  ${event.by}  ${event.detail ?? ""}`);
}

async function share({ payouts, identity }: Wired, args: readonly string[]): Promise<void> {
  const [email = "", method, destination = ""] = args;
  const by = option(args, "by");
  if (!by || !destination || (method !== "paypal" && method !== "venmo")) return usage();
  const member = await identity.confirmedMember(email);
  if (!member) return tell(false, "No member has confirmed this address.");
  const shared = await payouts.shareReceiver({ user_id: member.user_id, method, destination, label: destination, by });
  tell(shared.ok, shared.ok ? "They may be paid there too." : "Nobody else is paid there: nothing is needed.");
}
