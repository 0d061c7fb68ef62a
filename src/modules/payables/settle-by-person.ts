/** What people do of a payable, having asked its provider: under its lock, by the same rules and the same money as an answer. */
import { type Database, momentOf, type Tx } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import type { PayablesContext } from "./context.ts";
import type { Answer } from "./provider.types.ts";
import { type PersonRefusal, type TellsEnd, whyNotEnded, whyNotStopped } from "./rules.ts";
import { settleLocked } from "./settle-payable.ts";
import {
  findOther,
  insertEvent,
  lockPayable,
  lockReference,
  type PayableRow,
  readPayable,
  savePayable,
} from "./store.ts";

export type PayableRefusal = "unknown_payable" | PersonRefusal;
/** `decided_at`: when they said so, where it is carried out later. */
export type PersonsEnd = TellsEnd & { by: string; reason: string; decided_at?: Date };

/** Before it is decided: what would be refused. */
export async function checkEnd(
  context: PayablesContext,
  payableId: string,
  told: TellsEnd,
): Promise<PayableRefusal | null> {
  const { db } = context.database;
  const row = await readPayable(db, payableId);
  const now = context.clock.now();
  return row ? whyNot(db, row, told, { now, decided_at: now }) : "unknown_payable";
}

/** The id of another payment proves nothing of this one. */
async function whyNot(
  runner: Database | Tx,
  row: PayableRow,
  told: TellsEnd,
  at: { now: Date; decided_at: Date },
): Promise<PersonRefusal | null> {
  const why = whyNotEnded(row, told, at);
  if (why || told.reference === null || told.reference === row.reference) return why;
  return (await findOther(runner, row, told.reference)) ? "other_payment" : null;
}

export async function settleByPerson(
  context: PayablesContext,
  payableId: string,
  { decided_at, ...told }: PersonsEnd,
): Promise<Outcome<{ state: string }, PayableRefusal>> {
  return locked(context, payableId, async (tx, row) => {
    const now = momentOf(tx, context.clock);
    // Two people may type the same id for two payments: the second sees what the first said.
    if (told.reference !== null) await lockReference(tx, row.provider, told.reference);
    const why = await whyNot(tx, row, told, { now, decided_at: decided_at ?? now });
    if (why) return refused(why);
    const place = { reference: told.reference ?? row.reference ?? "", item: row.item };
    const answer: Answer =
      told.to === "done" ? { state: "done", ...place } : { state: told.to, code: told.reason, ...place };
    const { state } = await settleLocked(tx, context, row, answer, `person: ${told.by}`);
    return state === told.to ? done({ state }) : refused("not_possible");
  });
}

/** From now on it is looked for and never sent, so that what somebody finds at the provider after this stays so. */
export async function stopSending(
  context: PayablesContext,
  payableId: string,
  by: string,
): Promise<Outcome<null, PayableRefusal>> {
  return locked(context, payableId, async (tx, row) => {
    const now = momentOf(tx, context.clock);
    const why = whyNotStopped(row, now);
    if (why) return refused(why);
    if (row.stopped_at) return done(null);
    const stopped: PayableRow = {
      ...row,
      stopped_at: now,
      person_since: row.person_since ?? now,
      person_reason: row.person_reason ?? "stopped",
      sequence: row.sequence + 1,
    };
    const { payable_id, sequence, state } = stopped;
    await insertEvent(tx, {
      payable_id,
      sequence,
      from_state: state,
      to_state: state,
      by: `person: ${by}`,
      detail: "stopped",
      at: now,
    });
    await savePayable(tx, stopped);
    return done(null);
  });
}

const locked = <T>(
  context: PayablesContext,
  payableId: string,
  work: (tx: Tx, row: PayableRow) => Promise<Outcome<T, PayableRefusal>>,
): Promise<Outcome<T, PayableRefusal>> =>
  context.database.transaction(async (tx) => {
    const row = await lockPayable(tx, payableId);
    return row ? work(tx, row) : refused("unknown_payable");
  });
