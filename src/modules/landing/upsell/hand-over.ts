/**
 * The upsell on another page or domain: leading there with every key signed, taking somebody who was led here, and leading
 * back. Same seller on both ends (decision 0012): both know the secret, the account and the card are the same.
 */
import type { SignedIn, Visit } from "#identity";
import type { MembershipRefusal } from "#membership";
import { done, type Outcome, refused } from "#platform/outcome";
import { type Answer, accept, decline, type Place } from "./answer-upsell.ts";
import { showUpsell, type UpsellView } from "./show-upsell.ts";
import { hashOfEmail, hashState } from "./signed-state.ts";
import { brandCallback, callbackOf } from "./tell-purchases.ts";
import type { Said, Signed, UpsellContext } from "./upsell-context.ts";
import type { HandOverRefusal } from "./upsell-messages.ts";
import {
  type Allowed,
  CONFIRM_MINUTES,
  type Fault,
  type HandOver,
  pathAfter,
  readHandOver,
  readReturn,
  type Upsell,
  withKeys,
} from "./upsell-rules.ts";
import { findByState, type UpsellRow } from "./upsell-store.ts";

type Brand = Signed["brand"];
type Caller = Omit<Signed, "member"> & { member: Signed["member"] | null };

const allowedOf = (context: UpsellContext, brand: Brand): Allowed => ({
  publicUrl: context.settings.PUBLIC_URL,
  hosts: brand.upsell.hosts,
});
const faulty = (fault: Fault) =>
  fault.code === "host_not_allowed"
    ? refused<HandOverRefusal>(fault.code, { host: fault.host })
    : refused<HandOverRefusal>(fault.code, { key: fault.key });

/** Where this brand sells the extra: an address with every key, or null for our own page. */
export async function leadTo(context: UpsellContext, caller: Signed, upsell: Upsell): Promise<string | null> {
  const place = caller.brand.upsell[upsell];
  if (place === "own" || !caller.member.email) return null;
  const own = context.settings.PUBLIC_URL;
  const pxcb = brandCallback(context, caller.brand);
  const keys: Omit<HandOver, "upst"> = {
    autht: await context.identity.oneTimeToken(caller.member.user_id, caller.member.session_id),
    ups: upsell,
    scb: `${own}/splthanq`,
    fcb: `${own}/splnothanq`,
    upsssnurl: own + pathAfter(upsell),
    porig: new URL(own).origin,
    pxorig: new URL(pxcb ?? own).origin,
    pxcb,
    tpsha1: hashOfEmail(caller.member.email),
  };
  return withKeys(new URL(place, own).href, { ...keys, upst: context.states.make("offer", keys) });
}

/** After yes or no on our own page: the same two pages thank or let go, by a state of the same kind. */
export function ownReturn(
  context: UpsellContext,
  caller: Signed,
  upsell: Upsell,
  answer: "accepted" | "declined",
): string {
  const next = pathAfter(upsell);
  const { email } = caller.member;
  // The state is made out to an address: who has none goes on at once.
  if (!email) return next;
  const own = context.settings.PUBLIC_URL;
  const back = { ups: upsell, upsssnurl: own + next, tpsha1: hashOfEmail(email) };
  const page = answer === "accepted" ? "/splthanq" : "/splnothanq";
  const { pathname, search } = new URL(withKeys(own + page, { ...back, upst: context.states.make(answer, back) }));
  return pathname + search;
}

export type Taken = { keys: HandOver; row: UpsellRow | null };
export type HandOverView =
  | { state: "sign_in"; to: string }
  | { state: "lead"; to: string }
  | { state: "offer"; view: Extract<UpsellView, { state: "offer" | "confirm" | "processing" }> };
type Refused = { code: HandOverRefusal; detail?: Record<string, string>; back?: string };

/** The keys of a request, checked in this order: whole, allowed places, signature, time. */
export async function takeHandOver(
  context: UpsellContext,
  brand: Brand,
  query: URLSearchParams,
  only: Upsell | null,
): Promise<Outcome<Taken | null, HandOverRefusal> & { back?: string }> {
  const read = readHandOver(query, allowedOf(context, brand));
  if (!read) return done(null);
  if ("fault" in read) return faulty(read.fault);
  const { value: keys } = read;
  if (only && keys.ups !== only) return refused("handover_invalid", { key: "ups" });
  const fault = context.states.fault("offer", keys.upst, keys);
  if (fault === "state_invalid") return refused(fault);
  const row = await findByState(context.database.db, hashState(keys.upst));
  const open = row && (row.state === "asked" || row.state === "refused");
  const late = context.clock.now().getTime() - CONFIRM_MINUTES * 60_000;
  if (fault && !(open && row.created_at.getTime() > late)) return { ...refused(fault), back: keys.upsssnurl };
  return done({ keys, row });
}

const isOwner = (keys: { tpsha1: string }, email: string | null): boolean =>
  email !== null && hashOfEmail(email) === keys.tpsha1;

export async function showHandOver(
  context: UpsellContext,
  caller: Caller,
  { keys, row }: Taken,
): Promise<{ ok: true; value: HandOverView } | ({ ok: false } & Refused)> {
  const { member } = caller;
  const back = keys.upsssnurl;
  if (!member) {
    if (row) return { ok: false, code: "state_used" };
    const token = await context.identity.peekLink(keys.autht, ["sign_in"]);
    return token === "open" ? done({ state: "sign_in", to: new URL(keys.porig).host }) : refused("token_used");
  }
  if (!isOwner(keys, member.email)) return refused("other_account");
  if (row?.state === "accepted" || row?.state === "declined") return { ok: false, code: "state_used", back };
  const view = await showUpsell(context, { ...caller, member }, keys.ups, row);
  if (view.state === "settled") return done({ state: "lead", to: leadBack(context, keys, "accepted") });
  // Had already, or no membership: the page that sent them here knows where to go on.
  if (view.state === "on" || view.state === "early") return done({ state: "lead", to: back });
  return done({ state: "offer", view });
}

/** The token is used up with this; it opens a session for the account that the hand-over was made for, and for no other. */
export async function signInByHandOver(
  context: UpsellContext,
  { keys }: Taken,
  visit: Visit,
): Promise<Outcome<SignedIn, HandOverRefusal>> {
  const signedIn = await context.identity.signInWithToken(keys.autht, visit, (email) => isOwner(keys, email));
  return signedIn.ok ? signedIn : refused("token_used");
}

export async function answerHandOver(
  context: UpsellContext,
  caller: Signed,
  { keys, row }: Taken,
  said: Said | null,
): Promise<Outcome<{ answer: Answer; to: string | null }, HandOverRefusal | MembershipRefusal>> {
  if (!isOwner(keys, caller.member.email)) return refused("other_account");
  if (row?.state === "accepted" || row?.state === "declined") return refused("state_used");
  const main = await context.membership.findMain(caller.member.user_id);
  if (!main) return done({ answer: "declined", to: keys.upsssnurl });
  const place: Place = {
    upsell: keys.ups,
    beside: main.membership_id,
    state_hash: hashState(keys.upst),
    callback_url: said ? await callbackOf(context, caller, keys.pxcb) : null,
  };
  const outcome = said ? await accept(context, caller, place, said) : await decline(context, caller, place);
  if (!outcome.ok) return outcome;
  const answer = outcome.value;
  return done({ answer, to: answer === "asked" ? null : leadBack(context, keys, answer) });
}

/** After yes or no: the callback of that answer, with the state signed anew. */
function leadBack(context: UpsellContext, keys: HandOver, answer: "accepted" | "declined"): string {
  const { ups, upsssnurl, tpsha1 } = keys;
  const back = { ups, upsssnurl, tpsha1 };
  return withKeys(answer === "accepted" ? keys.scb : keys.fcb, { ...back, upst: context.states.make(answer, back) });
}

export type Returned = { upsell: Upsell; next: string; own: boolean };

/** `/splthanq` and `/splnothanq`: null for a page that was opened by hand. */
export function takeReturn(
  context: UpsellContext,
  caller: Caller,
  query: URLSearchParams,
  answer: "accepted" | "declined",
): Outcome<Returned | null, HandOverRefusal> {
  const read = readReturn(query, allowedOf(context, caller.brand));
  if (!read) return done(null);
  if ("fault" in read) return faulty(read.fault);
  const { upst, ...keys } = read.value;
  const fault = context.states.fault(answer, upst, keys);
  if (fault) return refused(fault);
  if (caller.member && !isOwner(keys, caller.member.email)) return refused("other_account");
  return done({ upsell: keys.ups, next: keys.upsssnurl, own: caller.member !== null });
}
