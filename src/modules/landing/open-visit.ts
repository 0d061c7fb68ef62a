/**
 * A visit lives in the database and the browser holds its secret in an HttpOnly cookie, so that reload, back, a second tab
 * and a lost connection lose nothing. Each browser has one visit; somebody else signing in there begins their own.
 */
import type { Member } from "#identity";
import { civilDate } from "#platform/clock";
import type { Database, Tx } from "#platform/database";
import { cookieLine, readCookie } from "#platform/http";
import { newId, newSecret, sha256 } from "#platform/ids";
import { assert } from "#platform/outcome";
import { findBonusByDraw } from "./bonus-store.ts";
import type { Caller, LandingContext } from "./context.ts";
import { takeDraw } from "./draw-keys.ts";
import {
  type Answers,
  type Check,
  checkAll,
  type Entry,
  firstUndone,
  isEligible,
  type Prize,
  type StepNumber,
} from "./rules.ts";
import { findDraw, findVisit, insertVisit, insertVisitEvent, lockVisit, saveVisit, type VisitRow } from "./store.ts";

export const FLOW_COOKIE = "tp_flow";
const KEEP_DAYS = 30;
const SECRET_CHARACTERS = 40;

export type FlowView = {
  /** The first step that is not done. */
  step: StepNumber;
  entered_by: Entry;
  prizes: readonly Prize[];
  /** What the wheel gave; `earlier` when this person had spun before, and that result stands. */
  prize: { amount_minor: string; place: number; earlier: boolean; had: boolean } | null;
  answers: Answers;
  checks: Check[];
  under_age: boolean;
  joined: boolean;
  open_until: string | null;
};
export type Opened = { flow: FlowView; visit_id: string; set_cookie: string | null };

/** The visit of a request; null when its browser has none, or one of somebody else. */
export async function visitOf(context: LandingContext, caller: Caller): Promise<VisitRow | null> {
  const secret = readCookie(caller.header("cookie") ?? undefined, FLOW_COOKIE);
  if (!secret || !/^[A-Za-z0-9]{40}$/.test(secret)) return null;
  const visit = await findVisit(context.database.db, sha256(secret));
  if (!visit || (visit.user_id && caller.member && visit.user_id !== caller.member.user_id)) return null;
  return visit;
}

export async function openVisit(
  context: LandingContext,
  caller: Caller,
  entry: { entered_by: Entry; ref: string | null } | null = null,
  ends: (context: LandingContext, visit: VisitRow, member: Member) => Promise<boolean> = async () => false,
): Promise<Opened> {
  const known = await visitOf(context, caller);
  const { visit, set_cookie } = known
    ? { visit: await keepEntry(context, known, entry), set_cookie: null }
    : await beginVisit(context, caller, entry ?? { entered_by: "spt", ref: null });
  const own =
    caller.member && !visit.user_id && visit.age !== "under" ? await attach(context, visit, caller.member) : visit;
  // A membership began, but its answer was lost on the way: the visit ends well all the same.
  const { member } = caller;
  const late = own.user_id !== null && own.joined_at === null && member?.subscribed ? member : null;
  const ended = late && (await ends(context, own, late)) ? await change(context, own.visit_id, (row) => row) : own;
  return { flow: await viewOf(context, ended, caller), visit_id: own.visit_id, set_cookie };
}

/** Another landing page met later changes where this visit ends, as long as it has not. */
async function keepEntry(
  context: LandingContext,
  visit: VisitRow,
  entry: { entered_by: Entry; ref: string | null } | null,
) {
  if (!entry || visit.joined_at || visit.age === "under") return visit;
  if (visit.entered_by === entry.entered_by && visit.ref === (entry.ref ?? visit.ref)) return visit;
  return change(context, visit.visit_id, (row) => ({
    ...row,
    entered_by: entry.entered_by,
    ref: entry.ref ?? row.ref,
  }));
}

async function beginVisit(context: LandingContext, caller: Caller, entry: { entered_by: Entry; ref: string | null }) {
  const arrival = context.attribution.arrivalOf(caller.header, caller.brand.partner_name);
  const secret = newSecret(SECRET_CHARACTERS);
  const visit: VisitRow = {
    visit_id: newId("visit"),
    brand: caller.brand.partner_name,
    ...entry,
    ...arrival,
    country_code: arrival.country_code ?? caller.member?.country_code ?? null,
    draw_id: null,
    answers: {},
    age: null,
    user_id: null,
    joined_at: null,
    created_at: context.clock.now(),
  };
  await context.database.transaction(async (tx) => {
    await insertVisit(tx, visit, sha256(secret));
    await insertVisitEvent(tx, visit.visit_id, "entered", visit.created_at);
  });
  const set_cookie = cookieLine(FLOW_COOKIE, secret, {
    max_age_seconds: KEEP_DAYS * 86_400,
    secure: context.settings.PUBLIC_URL.startsWith("https:"),
    http_only: true,
  });
  return { visit, set_cookie };
}

/** Changes a visit under its lock. What `to` returns unchanged is not written. */
export async function change(
  context: LandingContext,
  visitId: string,
  to: (row: VisitRow) => VisitRow,
): Promise<VisitRow> {
  return context.database.transaction(async (tx) => {
    const row = await lockVisit(tx, visitId);
    assert(row, "a visit that is changed exists");
    const next = to(row);
    if (next !== row) await saveVisit(tx, next, context.clock.now());
    return next;
  });
}

/** From now on this visit is the member's, and so is its draw; one that they had before stands in its place. */
export async function attach(
  context: LandingContext,
  visit: VisitRow,
  member: { user_id: string; email: string | null },
): Promise<VisitRow> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const row = await lockVisit(tx, visit.visit_id);
    assert(row, "a visit that is attached exists");
    if (row.user_id || row.age === "under") return row;
    const next = { ...row, user_id: member.user_id };
    if (row.draw_id) next.draw_id = await takeDraw(tx, row.draw_id, member, now);
    await saveVisit(tx, next, now);
    await insertVisitEvent(tx, row.visit_id, "registered", now);
    return next;
  });
}

export async function viewOf(
  context: LandingContext,
  visit: VisitRow,
  caller: Caller,
  runner: Database | Tx = context.database.db,
): Promise<FlowView> {
  const { offer } = caller.brand;
  const draw = visit.draw_id ? await findDraw(runner, visit.draw_id) : null;
  const bonus = draw ? await findBonusByDraw(runner, draw.draw_id) : null;
  const checks = checkAll({
    country: visit.country_code,
    countries: offer.countries,
    subscribed: caller.member?.subscribed ?? false,
    open_until: offer.open_until,
    today: civilDate(context.clock.now()),
    adult: visit.age === "adult",
  });
  const prizes = draw?.prizes ?? offer.prizes;
  return {
    step: firstUndone({
      spun: draw !== null,
      answers: visit.answers,
      adult: visit.age === "adult",
      eligible: isEligible(checks),
      registered: caller.member !== null && caller.member.user_id === visit.user_id,
    }),
    entered_by: visit.entered_by,
    prizes,
    prize: draw && {
      amount_minor: draw.amount_minor.toString(),
      place: prizes.findIndex((prize) => BigInt(prize.amount_minor) === draw.amount_minor),
      earlier: draw.drawn_at < visit.created_at,
      had: bonus !== null && visit.joined_at === null,
    },
    answers: visit.answers,
    checks,
    under_age: visit.age === "under",
    joined: visit.joined_at !== null,
    open_until: offer.open_until,
  };
}
