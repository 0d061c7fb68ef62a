/** The steps that a visit takes, each under the visit's lock: a doubled click does one thing, and none can be skipped. */
import { civilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { readPhone } from "#platform/phone";
import type { Caller, LandingContext } from "./context.ts";
import { memberKeys, visitKey } from "./draw-keys.ts";
import { type LandingRefusal, TEXT_CONSENT } from "./messages.ts";
import { attach, type FlowView, viewOf, visitOf } from "./open-visit.ts";
import { drawPrize, firstOpenQuestion, isAdult, QUESTIONS, readBirth } from "./rules.ts";
import {
  findDrawByKeys,
  insertDraw,
  insertDrawKeys,
  insertVisitEvent,
  lockDrawKeys,
  lockVisit,
  savePhone,
  saveVisit,
  type VisitEvent,
  type VisitRow,
} from "./store.ts";

type Step = Outcome<FlowView, LandingRefusal>;
type Change = { row: VisitRow; event: VisitEvent | null } | { refusal: LandingRefusal };

/** Runs one step under the visit's lock. */
async function take(
  context: LandingContext,
  caller: Caller,
  act: (tx: Tx, row: VisitRow, view: FlowView) => Promise<Change>,
): Promise<Step> {
  const found = await visitOf(context, caller);
  if (!found) return refused("flow_not_found");
  const now = context.clock.now();
  const outcome = await context.database.transaction(async (tx): Promise<Change> => {
    const row = await lockVisit(tx, found.visit_id);
    if (!row) return { refusal: "flow_not_found" };
    if (row.age === "under" || row.joined_at) return { refusal: "flow_ended" };
    const changed = await act(tx, row, await viewOf(context, row, caller, tx));
    if ("refusal" in changed || changed.row === row) return changed;
    await saveVisit(tx, changed.row, now);
    if (changed.event) await insertVisitEvent(tx, row.visit_id, changed.event, now);
    return changed;
  });
  if ("refusal" in outcome) return refused(outcome.refusal);
  return done(await viewOf(context, outcome.row, caller));
}

/** The draw comes before the wheel turns; asked again it answers what it gave. */
export const spin = (context: LandingContext, caller: Caller): Promise<Step> =>
  take(context, caller, async (tx, row) => {
    if (row.draw_id) return { row, event: null };
    const { offer } = caller.brand;
    const now = context.clock.now();
    if (offer.open_until !== null && civilDate(now) > offer.open_until) return { refusal: "offer_closed" };
    const own = row.user_id && caller.member ? memberKeys(caller.member) : [];
    await lockDrawKeys(tx, own);
    const before = own.length ? await findDrawByKeys(tx, own) : null;
    if (before) return { row: { ...row, draw_id: before.draw_id }, event: "spun" };
    const prize = offer.prizes[drawPrize(offer.prizes, context.random)];
    if (!prize) throw new Error("A wheel without prizes cannot be spun.");
    const draw_id = newId("draw");
    const draw = { draw_id, amount_minor: BigInt(prize.amount_minor), prizes: [...offer.prizes], drawn_at: now };
    await insertDraw(tx, draw, row.brand);
    await insertDrawKeys(tx, draw_id, [visitKey(row.visit_id), ...own], now);
    return { row: { ...row, draw_id }, event: "spun" };
  });

/** An answer may be changed as long as the flow lasts; `null` skips the question. */
export const answer = (
  context: LandingContext,
  caller: Caller,
  input: { question: number; answer: string | null },
): Promise<Step> =>
  take(context, caller, async (_tx, row, view) => {
    if (view.step < 2) return { refusal: "step_out_of_order" };
    const question = QUESTIONS[input.question - 1];
    const open = firstOpenQuestion(row.answers);
    if (!question || (open !== null && input.question > open)) return { refusal: "step_out_of_order" };
    if (input.answer === "") return { refusal: "answer_missing" };
    if (input.answer !== null && !(question.answers as readonly string[]).includes(input.answer))
      return { refusal: "answer_unknown" };
    if (row.answers[question.name] === input.answer) return { row, event: null };
    return { row: { ...row, answers: { ...row.answers, [question.name]: input.answer } }, event: "answered" };
  });

/**
 * Month and year of birth, and the country when it is not known. The date is looked at and forgotten. Of somebody under
 * age nothing stays but that answer.
 */
export const check = (
  context: LandingContext,
  caller: Caller,
  input: { month: string; year: string; country: string },
): Promise<Step> =>
  take(context, caller, async (_tx, row, view) => {
    if (view.step < 3) return { refusal: "step_out_of_order" };
    if (row.country_code === null && !/^[A-Z]{2}$/.test(input.country)) return { refusal: "country_missing" };
    const country_code = row.country_code ?? input.country;
    if (row.age === "adult") return { row: { ...row, country_code }, event: null };
    const today = context.clock.now();
    const birth = readBirth(input.month, input.year, today);
    if (!birth) return { refusal: "birth_date_missing" };
    if (isAdult(birth, today)) return { row: { ...row, country_code, age: "adult" }, event: "checked" };
    const nothing = { ref: null, sid: null, cid: null, country_code: null, draw_id: null, user_id: null, answers: {} };
    return { row: { ...row, ...nothing, age: "under" }, event: "under_age" };
  });

/** The phone number as typed: its form is looked at before anybody is registered. */
export const phoneFault = (phone: string): LandingRefusal | null =>
  readPhone(phone) === null ? "phone_invalid" : null;

/** The question of age as answered, beside a country that is missing: both are told at once. */
export const birthFault = (context: LandingContext, month: string, year: string): LandingRefusal | null =>
  readBirth(month, year, context.clock.now()) === null ? "birth_date_missing" : null;

/** After registering or signing in inside of the flow. */
export async function register(
  context: LandingContext,
  caller: Caller & { member: NonNullable<Caller["member"]> },
  input: { phone: string; texts: boolean; language: "en" | "es" },
): Promise<Step> {
  const visit = await visitOf(context, caller);
  if (!visit) return refused("flow_not_found");
  if (visit.age !== "adult") return refused("step_out_of_order");
  const own = await attach(context, visit, caller.member);
  const phone = readPhone(input.phone);
  if (phone)
    await context.database.transaction((tx) =>
      savePhone(tx, {
        user_id: caller.member.user_id,
        phone,
        text_consent_words: input.texts ? TEXT_CONSENT[input.language] : null,
        at: context.clock.now(),
      }),
    );
  return done(await viewOf(context, own, caller));
}
