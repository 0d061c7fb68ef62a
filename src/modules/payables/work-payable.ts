/**
 * Works on one payable: sends it, or looks what became of it. What is about to happen is stored before each call, and a
 * lease keeps a second worker away, because two calls at once are what providers answer most strangely.
 */
import { addJobs } from "#platform/jobs";
import { assert } from "#platform/outcome";
import type { PayablesContext } from "./context.ts";
import type { Answer, Order, Provider } from "./provider.types.ts";
import { settlePayable, workJob } from "./settle-payable.ts";
import { insertEvent, lockPayable, type PayableRow, savePayable } from "./store.ts";

/** Longer than any call may take (see `platform/outgoing.ts`), with two calls for one look. */
const LEASE_SECONDS = 90;

export async function workPayable(context: PayablesContext, payableId: string): Promise<void> {
  const claimed = await claim(context, payableId, false);
  if (!claimed) return;
  const provider = context.providers.get(claimed.row.provider);
  assert(provider, `the provider ${claimed.row.provider} is registered`);
  const { send } = await call(context, provider, claimed.row, claimed.by);
  if (!send) return;
  const again = await claim(context, payableId, true);
  if (again) await call(context, provider, again.row, again.by);
}

async function call(context: PayablesContext, provider: Provider, row: PayableRow, by: "send" | "look") {
  const answer = await (by === "send" ? provider.send(orderOf(row)) : provider.look(orderOf(row))).catch(
    (error: unknown): Answer => ({ state: "unclear", code: error instanceof Error ? error.message : String(error) }),
  );
  return settlePayable(context, row.payable_id, answer, by);
}

const orderOf = (row: PayableRow): Order => {
  const { payable_id, unit, amount_minor, request, reference, item, first_sent_at } = row;
  // Of what was given back nothing is handed on either.
  const known = { paid: row.state === "done" || row.state === "refused", stopped: row.stopped_at !== null };
  return { payable_id, unit, amount_minor, request, reference, item, first_sent_at, ...known };
};

/**
 * Takes the payable for one call. `absent`: the provider has just said that it has nothing under our id, so that it may be
 * sent as if for the first time.
 */
async function claim(
  context: PayablesContext,
  payableId: string,
  absent: boolean,
): Promise<{ row: PayableRow; by: "send" | "look" } | null> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const row = await lockPayable(tx, payableId);
    if (!row || row.state === "returned" || (row.state === "refused" && row.reference === null)) return null;
    // Kept from being sent, and nothing is there that could be looked for.
    if (row.state === "intent" && row.stopped_at) return null;
    if (row.leased_until && row.leased_until > now) {
      await addJobs(tx, [workJob(payableId, row.leased_until)]);
      return null;
    }
    const send = row.state === "intent" || (absent && row.state === "unknown" && row.stopped_at === null);
    // Found as being sent, without a lease: whoever sent it was killed, and nobody knows how far the call came.
    const killed = row.state === "sending";
    if (send || killed) {
      const from = row.state;
      row.state = send ? "sending" : "unknown";
      row.unclear = killed;
      row.state_at = now;
      row.first_sent_at ??= now;
      row.sequence += 1;
      await insertEvent(tx, {
        payable_id: payableId,
        sequence: row.sequence,
        from_state: from,
        to_state: row.state,
        by: killed ? "killed" : "send",
        detail: null,
        at: now,
      });
    }
    row.leased_until = new Date(now.getTime() + LEASE_SECONDS * 1_000);
    // Should this process end during the call, the sweep finds it here.
    row.next_look_at = row.leased_until;
    await savePayable(tx, row);
    return { row, by: send ? "send" : "look" };
  });
}
