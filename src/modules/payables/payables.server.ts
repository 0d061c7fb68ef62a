/** The door of payables: the only way out for money. Amounts are whole minor units of the payable's unit. */
import { addDays } from "#platform/clock";
import { momentOf, type Tx } from "#platform/database";
import { addJobs } from "#platform/jobs";
import type { Metrics } from "#platform/metrics";
import { done, type Outcome, refused } from "#platform/outcome";
import { readOpenAt, readPaidBetween, readUnderWay } from "./cash-store.ts";
import type { Listener, PayablesContext } from "./context.ts";
import { OPEN, PERSON } from "./metrics.ts";
import { findPayables, listPayables, readPayablesOf, sumAskedSince, sumUnsent } from "./operator-store.ts";
import type { Adopted, PayableIntent } from "./payables.types.ts";
import type { Provider } from "./provider.types.ts";
import { type PayableState, type TellsEnd, whyNotStopped } from "./rules.ts";
import { checkEnd, type PayableRefusal, type PersonsEnd, settleByPerson, stopSending } from "./settle-by-person.ts";
import { hearHint, workJob } from "./settle-payable.ts";
import {
  countOpen,
  findPayable,
  insertEvent,
  insertPayable,
  lockPayable,
  moveOwner,
  type PayableRow,
  readEvents,
  readForPerson,
  readPayable,
  savePayable,
  takeDue,
} from "./store.ts";
import { workPayable } from "./work-payable.ts";

export * from "./accounts.ts";
export { payableId } from "./ids.ts";
export type * from "./payables.types.ts";
export type { Answer, Order, Provider } from "./provider.types.ts";
export type { PayableState } from "./rules.ts";
export type { PayableRefusal } from "./settle-by-person.ts";
export type { PayableRow } from "./store.ts";

const MAX_SWEEP = 500;
/** A look that was taken by a sweep is due again after this, should its job be lost. */
const AGAIN_MINUTES = 15;

export function createPayables(deps: Omit<PayablesContext, "providers" | "listeners"> & { metrics: Metrics }) {
  const context: PayablesContext = { ...deps, providers: new Map(), listeners: new Map() };
  const [open, person] = [deps.metrics.of(OPEN), deps.metrics.of(PERSON)];
  const { db } = deps.database;

  const rowOf = (intent: PayableIntent, now: Date): PayableRow => ({
    ...intent,
    held_in: intent.held_in ?? "USD",
    state: "intent",
    note: null,
    unclear: false,
    reference: null,
    item: null,
    code: null,
    fee_minor: null,
    looks: 0,
    created_at: now,
    first_sent_at: null,
    state_at: now,
    next_look_at: now,
    leased_until: null,
    person_since: null,
    person_reason: null,
    sequence: 0,
    stopped_at: null,
  });

  async function insert(tx: Tx, row: PayableRow, by: string): Promise<void> {
    if (!(await insertPayable(tx, row))) return;
    const { payable_id, sequence, state, created_at } = row;
    await insertEvent(tx, {
      payable_id,
      sequence,
      from_state: null,
      to_state: state,
      by,
      detail: null,
      at: created_at,
    });
    await addJobs(tx, [workJob(payable_id)]);
  }

  return {
    registerProvider(provider: Provider): void {
      context.providers.set(provider.name, provider);
    },
    /** Who asks for payables of a kind hears of every change, in its transaction. */
    follow(kind: string, listener: Listener): void {
      context.listeners.set(kind, listener);
    },
    /** Asks for a payment, in the transaction that decided on it. Told again it is the same one. */
    request: (tx: Tx, intent: PayableIntent) => insert(tx, rowOf(intent, momentOf(tx, deps.clock)), "asked"),
    /** Takes over what was sent by other means: it is only looked for, never sent as if for the first time. */
    async adopt(tx: Tx, old: Adopted): Promise<void> {
      const { reference, item, note, at, ...intent } = old;
      const known = reference !== null;
      const row = {
        ...rowOf(intent, momentOf(tx, deps.clock)),
        reference,
        item,
        note,
        first_sent_at: at,
        unclear: !known,
      };
      await insert(tx, { ...row, state: known ? "accepted" : "unknown" }, "adopted");
    },
    work: (payableId: string) => workPayable(context, payableId),
    /** A webhook is a hint: the one that it names is looked at soon. False for one that is not ours. */
    async hint(tx: Tx, provider: string, names: Parameters<typeof findPayable>[2]): Promise<boolean> {
      const payableId = await findPayable(tx, provider, names);
      if (payableId) await hearHint(tx, context, payableId, names.reference ?? null);
      return payableId !== null;
    },
    read: (payableId: string) => readPayable(db, payableId),
    events: (payableId: string) => readEvents(db, payableId),
    /** What operators look for. */
    desk: {
      list: (asked: Parameters<typeof listPayables>[1]) => listPayables(db, asked),
      find: (text: string, amount: bigint | null, most: number) =>
        findPayables(db, { text, amount, providers: [...context.providers.keys()] }, most),
      of: (owner: string, most: number) => readPayablesOf(db, owner, most),
    },
    /** What waits to be sent, and what was asked for since an instant, by provider in cents. */
    unsent: () => sumUnsent(db),
    askedSince: (since: Date) => sumAskedSince(db, since),
    /** What a person has, longest first. */
    forPerson: (most = 200) => readForPerson(db, most),
    /** How many of each provider a person has. */
    async parked(): Promise<Map<string, number>> {
      const sums = new Map<string, number>();
      for (const { provider, person } of await countOpen(db))
        sums.set(provider, (sums.get(provider) ?? 0) + Number(person));
      return sums;
    },
    /** Looks that are due and whose job was lost; and what stands open, for the metrics. */
    async sweep(): Promise<void> {
      const now = deps.clock.now();
      const due = await takeDue(db, now, addDays(now, AGAIN_MINUTES / 1_440), MAX_SWEEP);
      await addJobs(
        db,
        due.map((payableId) => workJob(payableId)),
      );
      open.reset();
      person.reset();
      for (const row of await countOpen(db)) {
        const { provider, state } = row;
        open.set({ provider, state }, Number(row.count));
        person.inc({ provider }, Number(row.person));
      }
    },
    /** A person says how it ended, having asked the provider: with their name, and the provider's id of it as they saw it. */
    settle: (payableId: string, told: PersonsEnd) => settleByPerson(context, payableId, told),
    whyNot: (payableId: string, told: TellsEnd) => checkEnd(context, payableId, told),
    /** Why nobody need or may stop it now, if so. */
    async whyNotStopped(payableId: string): Promise<PayableRefusal | null> {
      const row = await readPayable(db, payableId);
      if (!row) return "unknown_payable";
      return row.stopped_at ? "already_stopped" : whyNotStopped(row, deps.clock.now());
    },
    /** A person keeps it from being sent, to see at the provider what became of it. */
    stop: (payableId: string, by: string) => stopSending(context, payableId, by),
    /** A person has mended what was in the way: it is tried now, and leaves their list. Tells where it stands. */
    async retry(payableId: string): Promise<Outcome<{ state: PayableState }, PayableRefusal>> {
      return deps.database.transaction(async (tx) => {
        const row = await lockPayable(tx, payableId);
        if (!row) return refused("unknown_payable");
        // Of what was given back there is nothing to try: it only leaves their list.
        const ended = row.state === "refused" || row.state === "returned";
        const next_look_at = ended ? row.next_look_at : deps.clock.now();
        await savePayable(tx, { ...row, person_since: null, person_reason: null, next_look_at, stopped_at: null });
        if (!ended) await addJobs(tx, [workJob(payableId)]);
        return done({ state: row.state });
      });
    },
    /** For the statement of the books: what stood open at an instant, and what was paid and came back between two. */
    openAt: readOpenAt,
    paidBetween: readPaidBetween,
    paidIn: ({ from, to }: { from: Date; to: Date }) =>
      deps.database.transaction((tx) => readPaidBetween(tx, from, to)),
    /** What a provider may or may not have taken from our account yet. */
    underWay: readUnderWay,
    moveMember: (tx: Tx, { from, to }: { from: string; to: string }) => moveOwner(tx, from, to),
  };
}
export type Payables = ReturnType<typeof createPayables>;
