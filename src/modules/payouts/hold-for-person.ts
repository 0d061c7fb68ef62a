/**
 * A withdrawal to a place where another member is paid waits for a person: they say that the two share it, or refuse with a reason,
 * and whoever was refused may ask once for a second look, by somebody else.
 */
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { assert, done, type Outcome, type Refusal, refused } from "#platform/outcome";
import { workingDaysAfter } from "#platform/working-days";
import type { PayoutContext } from "./context.ts";
import {
  HELD_DAYS,
  HELD_REASONS,
  type HeldReason,
  type HeldState,
  heldMayBecome,
  isHeldReason,
  MAX_WAITING,
  MAX_WORDS,
} from "./held-rules.ts";
import {
  countWaiting,
  type HeldRow,
  insertHeld,
  listHeld,
  lockHeld,
  lockWaiting,
  readHeld,
  readHeldEvents,
  readHeldFor,
  readHeldOf,
  saveHeld,
} from "./held-store.ts";
import { heldId } from "./ids.ts";
import { heldDecided } from "./letters-of-held.ts";
import { findReceivers } from "./receiver-store.ts";
import { receiverHash, shareHash } from "./receivers.ts";
import { METHODS, type Method } from "./rules.ts";

export type HeldRefusal = "unknown_held" | "decided" | "same_person" | "not_said" | "unknown_member";

/** In the transaction that refuses it: whether somebody looks at it now, has decided before, or has enough of theirs to look at. */
export async function holdForPerson(
  tx: Tx,
  context: PayoutContext,
  asked: { user_id: string; method: Method; destination: string; label: string; amount: bigint },
): Promise<Refusal<"receiver_taken" | "receiver_refused" | "held_enough">> {
  const { user_id, method, destination, label, amount } = asked;
  assert(method !== "gift_card", "a gift card stays in the member's account");
  const now = context.clock.now();
  const row: HeldRow = {
    held_id: newId("held"),
    ...{ user_id, method, label, amount_minor: amount, receiver_hash: receiverHash(method, destination) },
    ...{ state: "waiting", reason_code: null, words: "", decided_by: null, sequence: 1 },
    ...{ asked_at: now, due_at: workingDaysAfter(now, HELD_DAYS) },
  };
  await insertHeld(tx, row, MAX_WAITING);
  const enough = () => refused("held_enough" as const, { count: String(MAX_WAITING) });
  const known = await readHeldFor(tx, user_id, row.receiver_hash);
  if (known === null) return enough();
  const { state } = known;
  if (state === "released") {
    if ((await countWaiting(tx, user_id)) >= MAX_WAITING) return enough();
    await waitAnew(tx, row, known.held_id);
    return refused("receiver_taken");
  }
  return refused(state === "waiting" || state === "appealed" ? "receiver_taken" : "receiver_refused");
}

const next = (row: HeldRow, change: Partial<HeldRow> & { state: HeldState }): HeldRow => {
  assert(heldMayBecome(row.state, change.state), "a held withdrawal does not go that way");
  return { ...row, due_at: null, ...change, sequence: row.sequence + 1 };
};

/** Whoever was let through once and has somebody else in the way by now is nobody's decision yet. */
async function waitAnew(tx: Tx, asked: HeldRow, id: string): Promise<void> {
  const before = await lockHeld(tx, id);
  assert(before, "what was found under the receiver's lock is there");
  if (before.state !== "released") return;
  const { label, amount_minor, asked_at, due_at } = asked;
  const anew = { label, amount_minor, asked_at, due_at, reason_code: null, words: "", decided_by: null };
  const event = { from: before.state, by: "member", note: "somebody else is paid there by now" };
  await saveHeld(tx, next(before, { ...anew, state: "waiting" }), event, asked_at);
}

/** In the transaction that serves them there after all, since nobody else is in the way any more: nothing is left to decide. */
export async function endWaiting(
  tx: Tx,
  context: PayoutContext,
  asked: { user_id: string; method: Method; destination: string },
): Promise<void> {
  const row = await lockWaiting(tx, asked.user_id, receiverHash(asked.method, asked.destination));
  const event = { from: "waiting" as const, by: "member", note: "nobody else is paid there any more" };
  if (row) await saveHeld(tx, next(row, { state: "released" }), event, context.clock.now());
}

type Decision = { id: string; by: string; note: string } & ({ to: "released" } | { to: "refused"; code: string });

/** To a second look, `refused` is the last word. */
export async function decideHeld(
  context: PayoutContext,
  decision: Decision,
): Promise<Outcome<{ state: HeldState }, HeldRefusal>> {
  const { by, note } = decision;
  const known = await readHeld(context.database.db, decision.id);
  if (!known) return refused("unknown_held");
  if (by.trim() === "" || note.trim() === "") return refused("not_said");
  const code = decision.to === "refused" && isHeldReason(decision.code) ? decision.code : null;
  if (decision.to === "refused" && !code) return refused("not_said");
  return context.database.transaction(async (tx): Promise<Outcome<{ state: HeldState }, HeldRefusal>> => {
    // The member first, as merging and the end of an account take them.
    const member = await context.identity.lockLiving(tx, known.user_id);
    if (!member) return refused("unknown_member");
    const row = await lockHeld(tx, decision.id);
    if (row?.user_id !== known.user_id) return refused("unknown_held");
    if (row.state !== "waiting" && row.state !== "appealed") return refused("decided");
    if (row.state === "appealed" && row.decided_by === by) return refused("same_person");
    const at = context.clock.now();
    const state = decision.to === "released" ? "released" : row.state === "appealed" ? "upheld" : "refused";
    const decided = next(row, { state, reason_code: code, decided_by: by });
    const { user_id, method, label, receiver_hash: hash } = row;
    if (state === "released") await shareHash(tx, { hash, user_id, method, label, by, at });
    await saveHeld(tx, decided, { from: row.state, by, note: note.trim().slice(0, 500) }, at);
    await context.notifications.queue(tx, {
      cause: `held:${row.held_id}:${decided.sequence}`,
      recipient: { ...member, user_id: row.user_id },
      letter: heldDecided({ method, label, state, reason: code }),
    });
    return done({ state });
  });
}

/** Once, by whoever was refused. */
export async function appealHeld(
  context: PayoutContext,
  asked: { user_id: string; id: string; words: string },
): Promise<Outcome<{ due: Date }, "unknown_held" | "decided">> {
  const id = heldId.read(asked.id);
  return context.database.transaction(async (tx): Promise<Outcome<{ due: Date }, "unknown_held" | "decided">> => {
    const row = id && (await lockHeld(tx, id));
    if (row?.user_id !== asked.user_id) return refused("unknown_held");
    if (row.state === "appealed" && row.due_at) return done({ due: row.due_at });
    if (!heldMayBecome(row.state, "appealed")) return refused("decided");
    const at = context.clock.now();
    const due = workingDaysAfter(at, HELD_DAYS);
    const words = asked.words.trim().slice(0, MAX_WORDS).toWellFormed();
    await saveHeld(
      tx,
      next(row, { state: "appealed", words, due_at: due }),
      { from: row.state, by: "member", note: "" },
      at,
    );
    return done({ due });
  });
}

export type HeldEntry = {
  id: string;
  method_name: { en: string; es: string };
  to: string;
  amount_minor: string;
  state: HeldState;
  reason: { en: string; es: string } | null;
  /** By when a person looks, while one has to. */
  due: string | null;
};
const MAX_SHOWN = 10;

/** As the member sees them, the newest first. */
export async function heldEntries(context: PayoutContext, userId: string): Promise<HeldEntry[]> {
  const rows = await readHeldOf(context.database.db, userId, MAX_SHOWN);
  const words = (code: HeldReason | null) => code && { en: HELD_REASONS[code].en, es: HELD_REASONS[code].es };
  return rows.map((row) => ({
    id: heldId.show(row.held_id),
    method_name: METHODS[row.method],
    to: row.label,
    amount_minor: row.amount_minor.toString(),
    state: row.state,
    reason: words(row.reason_code),
    due: row.due_at?.toISOString() ?? null,
  }));
}

/** What operators see. */
export const createHeldDesk = (context: PayoutContext) => ({
  list: (most: number) => listHeld(context.database.db, most),
  decide: (decision: Decision) => decideHeld(context, decision),
  async show(id: string) {
    const row = await readHeld(context.database.db, id);
    if (!row) return null;
    const events = await readHeldEvents(context.database.db, id);
    return { row, events, others: await findReceivers(context.database.db, row.receiver_hash) };
  },
});
export type HeldDesk = ReturnType<typeof createHeldDesk>;
