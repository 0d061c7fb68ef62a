/**
 * The attribution record (SPEC §3): what it may hold, how odd input is cleaned, and which touch counts. Pure.
 *
 * Last touch: a touch that names another sid, cid or partner replaces the record whole; the same touch again changes
 * nothing and does not start the 25 days anew. `origin` is when the touch came, so the record says itself when it ends.
 */
import { addDays } from "#platform/clock";
import { ATTRIBUTION_COOKIE_DAYS } from "./messages.ts";

export type AttributionRecord = {
  sid: string | null;
  cid: string | null;
  partner: string | null;
  /** The host that sent the visitor, and the page they came to, without query. */
  website: string | null;
  url: string | null;
  origin: string;
};
export type Touch = { sid?: unknown; cid?: unknown; partner?: unknown; website?: unknown; url?: unknown };

const MAX_ID = 64;
const MAX_PARTNER = 40;
const MAX_HOST = 100;
const MAX_URL = 300;
/** A record of ours is far below this; whatever is longer was not written here. */
const MAX_RECORD = 2_000;
const CLOCK_SKEW_MS = 300_000;

/** Letters, figures and the marks that ids are written with; line ends, quotes, brackets and all else fall away. */
function cleanId(value: unknown, most: number): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const text = String(value)
    .slice(0, 1_000)
    .replace(/[^\w.~:|@-]/g, "")
    .slice(0, most);
  return text || null;
}

/** SPEC §3: anything after a semicolon is dropped, also when the semicolon came encoded once too often. */
export function cleanSid(value: unknown): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const [before = ""] = String(value).slice(0, 1_000).split(/;|%3b/i);
  return cleanId(before, MAX_ID);
}

/** SPEC §3: the sid may start with the day of its campaign, MMDDYYYY. Null when these are no digits of a day. */
export function sidDay(sid: string | null): string | null {
  const [, month, day, year] = /^(\d{2})(\d{2})(\d{4})/.exec(sid ?? "") ?? [];
  if (!month || !day || !year) return null;
  const instant = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const text = `${year}-${month}-${day}`;
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text) ? text : null;
}

const cleanPartner = (value: unknown): string | null =>
  typeof value === "string" && /^[a-z][a-z0-9_-]*$/.test(value) && value.length <= MAX_PARTNER ? value : null;

function cleanHost(value: unknown): string | null {
  if (typeof value !== "string" || !value) return null;
  const text = value.slice(0, 1_000);
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  const host = url?.hostname.slice(0, MAX_HOST) ?? "";
  return /^[a-z0-9.-]+$/.test(host) && host.includes(".") ? host : host === "localhost" ? host : null;
}

/** Origin and path only: a query may hold tokens and addresses of people. */
function cleanUrl(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const url = URL.parse(value.slice(0, 2_000));
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return (url.origin + url.pathname).slice(0, MAX_URL);
}

function clean(touch: Touch): Omit<AttributionRecord, "origin"> {
  return {
    sid: cleanSid(touch.sid),
    cid: cleanId(touch.cid, MAX_ID),
    partner: cleanPartner(touch.partner),
    website: cleanHost(touch.website),
    url: cleanUrl(touch.url),
  };
}

const isTouch = (record: Pick<AttributionRecord, "sid" | "cid" | "partner">) =>
  record.sid !== null || record.cid !== null || record.partner !== null;

/** When the record's 25 days are over. */
export const recordEnds = (record: AttributionRecord): Date =>
  addDays(new Date(record.origin), ATTRIBUTION_COOKIE_DAYS);

/** What stands in the cookie, cleaned again, because a cookie comes from the reader; null when it is no record or has ended. */
export function readRecord(text: string | null, now: Date): AttributionRecord | null {
  if (!text || text.length > MAX_RECORD) return null;
  let parsed: (Touch & { origin?: unknown }) | null;
  try {
    parsed = JSON.parse(text) as typeof parsed;
  } catch {
    return null;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return null;
  if (typeof parsed.origin !== "string" || !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(parsed.origin)) return null;
  const origin = Date.parse(parsed.origin);
  if (Number.isNaN(origin) || origin > now.getTime() + CLOCK_SKEW_MS) return null;
  const record = { ...clean(parsed), origin: new Date(origin).toISOString() };
  return isTouch(record) && now < recordEnds(record) ? record : null;
}

/** The record after a touch; `changed` says whether a cookie is to be set. */
export function nextRecord(
  current: AttributionRecord | null,
  touch: Touch,
  now: Date,
): { record: AttributionRecord | null; changed: boolean } {
  const cleaned = clean(touch);
  if (!isTouch(cleaned)) return { record: current, changed: false };
  const same =
    current !== null &&
    current.sid === cleaned.sid &&
    current.cid === cleaned.cid &&
    current.partner === cleaned.partner;
  if (same) return { record: current, changed: false };
  return { record: { ...cleaned, origin: now.toISOString() }, changed: true };
}
