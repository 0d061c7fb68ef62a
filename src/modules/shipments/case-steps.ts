/** Cases: opened by a member or a rule, taken from step to step, and closed by what arrives or is paid back. */
import { addDays } from "#platform/clock";
import type { Tx } from "#platform/database";
import { newId, newSecret } from "#platform/ids";
import { emit } from "#platform/jobs";
import { done, type Outcome, refused } from "#platform/outcome";
import {
  ANSWER_DAYS,
  type CaseKind,
  type CaseState,
  EXPIRE_DAYS,
  endsByArrival,
  isOpenCase,
  kindsFor,
  LOOK_HOURS,
  OPENED_BY_RULE,
  type PaidWith,
  stepsFrom,
} from "./case-rules.ts";
import { hadCase, insertCase, lockCase, openCaseOf, type ParcelCase, saveCase } from "./case-store.ts";
import type { ShipmentsContext } from "./context.ts";
import { parcelCaseId, parcelId } from "./ids.ts";
import { CASE_NEWS } from "./job-kinds.ts";
import type { ShipmentRefusal } from "./messages.ts";
import { lockMember, lockParcel, type Parcel } from "./parcel-store.ts";
import type { ParcelState } from "./rules.ts";

const MAX_DRAWS = 60;
/** Without letters and figures that look alike. */
const newReference = (): string =>
  newSecret(MAX_DRAWS)
    .toUpperCase()
    .replace(/[^2-9A-HJ-NP-Z]/g, "")
    .slice(0, 8);

type Opening = {
  kind: CaseKind;
  demand: "reship" | "refund";
  paid_with: PaidWith | null;
  words: string;
  by_rule: boolean;
};

async function openCase(tx: Tx, context: ShipmentsContext, parcel: Parcel, opening: Opening): Promise<string> {
  const now = context.clock.now();
  const row: ParcelCase = {
    ...opening,
    case_id: newId("parcel_case"),
    reference: newReference(),
    user_id: parcel.user_id,
    parcel_id: parcel.parcel_id,
    state: "open",
    look_until: opening.kind === "not_received" ? addDays(now, LOOK_HOURS / 24) : null,
    ...{ store_asked_at: null, refunded_minor: null, refunded_currency: null },
    // From the next day on the days of the case are looked at once a day.
    remind_at: addDays(now, 1),
    ...{ sequence: 1, opened_at: now, changed_at: now },
  };
  await insertCase(tx, row);
  await tell(tx, context, row.case_id, opening.by_rule ? `rule_${opening.kind}` : "opened");
  return row.case_id;
}

const tell = (tx: Tx, context: ShipmentsContext, case_id: string, news: string) =>
  emit(tx, context.registry, CASE_NEWS, { case_id, news });

/** A member says what is wrong. Said again while the case is open it is the same case. */
export async function reportParcel(
  context: ShipmentsContext,
  asked: { user_id: string; parcel_id: string } & Omit<Opening, "by_rule">,
): Promise<Outcome<string, ShipmentRefusal>> {
  const { user_id, parcel_id, ...opening } = asked;
  const id = parcelId.read(parcel_id);
  if (!id) return refused("unknown_parcel");
  return context.database.transaction(async (tx) => {
    await lockMember(tx, user_id);
    const parcel = await lockParcel(tx, id);
    if (!parcel || parcel.user_id !== user_id || parcel.removed_at) return refused("unknown_parcel");
    const open = await openCaseOf(tx, id);
    if (open?.kind === opening.kind) return done(parcelCaseId.show(open.case_id));
    if (open) return refused("case_open");
    if (!kindsFor(parcel.state).includes(opening.kind)) return refused("not_now");
    return done(parcelCaseId.show(await openCase(tx, context, parcel, { ...opening, by_rule: false })));
  });
}

type Move = { state: CaseState; by: string; paid_with?: PaidWith; refund?: { minor: bigint; currency: string } };

/** False where the case may not become so. */
export async function moveCase(tx: Tx, context: ShipmentsContext, row: ParcelCase, move: Move): Promise<boolean> {
  if (!stepsFrom(row.state).includes(move.state)) return false;
  const now = context.clock.now();
  const after: ParcelCase = {
    ...row,
    state: move.state,
    paid_with: move.paid_with ?? row.paid_with,
    store_asked_at: move.state === "store_asked" ? now : row.store_asked_at,
    refunded_minor: move.refund?.minor ?? row.refunded_minor,
    refunded_currency: move.refund?.currency ?? row.refunded_currency,
    remind_at: isOpenCase(move.state) ? addDays(now, 1) : null,
    ...{ sequence: row.sequence + 1, changed_at: now },
  };
  await saveCase(tx, after, row, move.by);
  return true;
}

export async function stepCase(
  context: ShipmentsContext,
  asked: { user_id: string; case_id: string; state: CaseState; paid_with?: PaidWith | undefined },
): Promise<Outcome<string, ShipmentRefusal>> {
  const id = parcelCaseId.read(asked.case_id);
  if (!id) return refused("unknown_case");
  return context.database.transaction(async (tx) => {
    await lockMember(tx, asked.user_id);
    const row = await lockCase(tx, id);
    if (!row || row.user_id !== asked.user_id) return refused("unknown_case");
    if (row.state === asked.state) return done(asked.case_id);
    // What runs out does so by the clock alone.
    if (asked.state === "expired" || asked.state === "open") return refused("not_now");
    const paid = asked.paid_with ?? row.paid_with;
    if (asked.state === "card_advised" && paid === null) return refused("paid_with_missing");
    const move: Move = { state: asked.state, by: "member", ...(asked.paid_with && { paid_with: asked.paid_with }) };
    return (await moveCase(tx, context, row, move)) ? done(asked.case_id) : refused("not_now");
  });
}

const NOT_LEFT: readonly ParcelState[] = ["waiting", "label", "not_shipped", "cancelled", "late"];

/** What a parcel's new state means for cases: one is opened, or one that waited for it ends. */
export async function followCase(tx: Tx, context: ShipmentsContext, parcel: Parcel): Promise<void> {
  const open = await openCaseOf(tx, parcel.parcel_id);
  if (open) {
    const came = parcel.state === "delivered" || parcel.state === "received";
    // What left the store after all may still be late, which is another case.
    const left = open.kind === "not_shipped" && !NOT_LEFT.includes(parcel.state) && !came;
    if (left) await moveCase(tx, context, open, { state: "withdrawn", by: "rules" });
    if (!came) return;
    // Who says that it did not come says so by saying that it did.
    if (!endsByArrival(open.kind) && !(open.kind === "not_received" && parcel.state === "received")) return;
    if (await moveCase(tx, context, open, { state: "arrived", by: "rules" }))
      await tell(tx, context, open.case_id, "arrived");
    return;
  }
  const kind = OPENED_BY_RULE[parcel.state];
  if (!kind || parcel.is_return || (await hadCase(tx, parcel.parcel_id, kind))) return;
  await openCase(tx, context, parcel, { kind, demand: "refund", paid_with: null, words: "", by_rule: true });
}

/** The days of a case: each letter once, by its cause; at the end it closes. */
export async function remindCase(context: ShipmentsContext, caseId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const row = await lockCase(tx, caseId);
    if (!row || !isOpenCase(row.state)) return;
    const now = context.clock.now();
    if (now >= addDays(row.opened_at, EXPIRE_DAYS)) {
      await moveCase(tx, context, row, { state: "expired", by: "rules" });
      return;
    }
    await saveCase(tx, { ...row, remind_at: addDays(now, 1) }, row, "rules");
    if (row.state === "store_asked" && row.store_asked_at && now >= addDays(row.store_asked_at, ANSWER_DAYS + 1))
      await tell(tx, context, caseId, "answer_passed");
    else await tell(tx, context, caseId, "deadline");
  });
}
