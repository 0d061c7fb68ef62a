/**
 * A tracking event (SPEC §3) as it is kept: what its sender says, cleaned, and what the server itself knows. Pure.
 *
 * Who sent it comes from the session, never from the event; how they came from our cookie, and where that does not reach us from
 * the event. Without permission for statistics, or under Global Privacy Control, an event is kept bare: what happened, when, and on
 * which page. No account, sid, address or browser.
 */
import { civilDate } from "#platform/clock";
import type { Action } from "./actions.ts";
import { cleanSid } from "./record.ts";

export type EventMember = { user_id: string; partner: string; subscribed: boolean; created_at: Date };
export type EventContext = {
  now: Date;
  permitted: boolean;
  member: EventMember | null;
  record: { sid: string | null; cid: string | null; partner: string | null } | null;
  /** The brand's name for a partner. */
  nameOf(partner: string): string | null;
  address: string;
  user_agent: string;
  language: "en" | "es";
};
export type EventRow = {
  day: string;
  event_id: string;
  at: Date;
  action: Action;
  user_id: string | null;
  sid: string | null;
  webpartner_id: string | null;
  document: string;
  marketing: boolean;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const isEventId = (value: unknown): value is string => typeof value === "string" && UUID.test(value);

/** SPEC §4 by its letter: the two days as numbers YYYYMMDD, one taken from the other. */
export const membershipDay = (today: string, signup: string): number =>
  Number(today.replaceAll("-", "")) - Number(signup.replaceAll("-", ""));

export const membershipDays = (today: string, signup: string): number =>
  Math.round((Date.parse(today) - Date.parse(signup)) / 86_400_000);

const EMAIL = /[^\s/@?&=]+(?:@|%40)[^\s/@?&=]+/gi;
/** Words of a path behind which stands something secret. */
const SECRET_AFTER = /\/(reset|set|verify|pverify|confirm|callback|unsub|redeem)\/.*$/;
/** Long and mixed of letters and figures: no slug of ours looks like this. */
const OPAQUE = /\/(?=[^/]*\d)(?=[^/]*[A-Za-z])[\w.~-]{24,}(?=\/|$)/g;
const HARMLESS = ["lang", "page", "sort", "category", "filter", "product"];

/** The page an event came from, without what could open a door or name a person. */
export function cleanUrl(value: unknown, bare = false): string | null {
  if (typeof value !== "string") return null;
  const url = URL.parse(value.slice(0, 2_000), "https://relative.invalid");
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const path = url.pathname.replace(SECRET_AFTER, "/$1/-").replace(OPAQUE, "/-").replace(EMAIL, "-");
  const kept = new URLSearchParams();
  if (!bare)
    for (const name of HARMLESS) {
      const found = url.searchParams.get(name);
      if (found && /^[\w-]{1,40}$/.test(found)) kept.set(name, found);
    }
  const origin = url.hostname === "relative.invalid" ? "" : url.origin;
  return `${origin}${path}${kept.size ? `?${kept}` : ""}`.slice(0, 500);
}

/** The network of an address: a /24, or a /48 of the newer kind. */
export function truncateAddress(address: string): string | null {
  const four = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address);
  if (four) return `${four[1]}.0`;
  if (!/^[0-9a-f:]+$/i.test(address) || !address.includes(":")) return null;
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail === undefined ? [] : tail.split(":").filter(Boolean);
  const middle = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return `${[...left, ...middle, ...right].slice(0, 3).join(":")}::`;
}

function cleanInstant(value: unknown): string | null {
  const given = typeof value === "string" && /^\d{10,13}$/.test(value) ? Number(value) : value;
  if (typeof given !== "string" && typeof given !== "number") return null;
  const instant = new Date(typeof given === "number" && given < 1e11 ? given * 1_000 : given);
  const year = instant.getUTCFullYear();
  return year >= 2010 && year < 2200 ? instant.toISOString() : null;
}

const word = (value: unknown): string | null =>
  typeof value === "string" && value
    ? value
        .slice(0, 200)
        .replace(EMAIL, "-")
        .replace(/[^\w .:/+-]/g, "")
        .slice(0, 80) || null
    : null;

/** `event_id` is the sender's own when it is a uuid, so that a repeated sending is known as one. */
export function makeEvent(
  sent: Record<string, unknown>,
  action: Action,
  event_id: string,
  marketing: boolean,
  context: EventContext,
): EventRow {
  const { now, member, record, permitted } = context;
  const day = civilDate(now);
  const timestamp = now.toISOString();
  const base = {
    "@timestamp": timestamp,
    schema_version: 1,
    event: { action, id: event_id, dataset: "tuppence.events" },
    action,
  };
  if (!permitted) {
    const document = JSON.stringify({ ...base, currenturl: cleanUrl(sent.currenturl, true) });
    return {
      day,
      event_id,
      at: now,
      action,
      user_id: null,
      sid: null,
      webpartner_id: null,
      document,
      marketing: false,
    };
  }
  const signup = member ? civilDate(member.created_at) : null;
  const partner = member?.partner ?? record?.partner ?? null;
  // A page on a partner's own host sends its sid along, where the browser keeps our cookie from us (SPEC §3).
  const sid = record?.sid ?? cleanSid(sent.sid);
  const document = JSON.stringify({
    ...base,
    sid,
    reengagement: signup !== null && signup < day ? 1 : 0,
    membership_day: signup === null ? null : membershipDay(day, signup),
    membership_days: signup === null ? null : membershipDays(day, signup),
    install_time: cleanInstant(sent.install_time),
    signup_date: signup,
    user_id: member?.user_id ?? null,
    subscriber: member?.subscribed ? 1 : 0,
    webpartner_id: partner,
    web_partner_name: partner === null ? null : context.nameOf(partner),
    currenturl: cleanUrl(sent.currenturl),
    client_ts: cleanInstant(sent.client_ts),
    merchant: word(sent.merchant),
    offer_id: word(sent.offer_id),
    label: word(sent.label),
    language: context.language,
    user_agent: context.user_agent.slice(0, 300),
    ip: truncateAddress(context.address),
    attribution: record,
  });
  return {
    day,
    event_id,
    at: now,
    action,
    user_id: member?.user_id ?? null,
    sid,
    webpartner_id: partner,
    document,
    marketing,
  };
}
