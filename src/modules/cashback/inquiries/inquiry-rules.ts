/** How a question to a network stands, when it is asked and looked at again, and which visit it is about: pure. */
import { addDays } from "#platform/clock";

/**
 * `waiting`: not at the network yet · `filed`: there, undecided · `incomplete`: the network says that it lacks something · `approved`:
 * the order is to come by the network's reports · `failed`: a person has to do something · `arrived`: the order is in the passbook.
 */
export const INQUIRY_TRANSITIONS = {
  waiting: ["filed", "incomplete", "approved", "declined", "failed", "arrived", "withdrawn"],
  filed: ["incomplete", "approved", "declined", "failed", "arrived"],
  incomplete: ["filed", "approved", "declined", "failed", "arrived"],
  approved: ["arrived"],
  declined: ["arrived"],
  failed: ["waiting", "arrived", "withdrawn"],
  arrived: [],
  withdrawn: [],
} as const;
export type InquiryState = keyof typeof INQUIRY_TRANSITIONS;
/** How it stands at a network. */
export type ToldState = "filed" | "incomplete" | "approved" | "declined";

export const mayMove = (from: InquiryState, to: InquiryState): boolean =>
  (INQUIRY_TRANSITIONS[from] as readonly string[]).includes(to);

/** Why a network declines, or why it could not be asked. */
export const INQUIRY_REASONS = [
  "tracked",
  "other_channel",
  "other_code",
  "terms",
  "not_completed",
  "untraceable",
  "not_online",
  "facts_missing",
  "other",
  "refused",
  "tried_out",
  "unanswered",
  "switched_off",
  "of_another",
] as const;
export type InquiryReason = (typeof INQUIRY_REASONS)[number];

/** Minutes until it is tried again after each failure; after the last it is a person's. */
const TRY_MINUTES = [5, 15, 60, 240, 720, 1_440, 1_440] as const;
/** From so many failures on it is worth an alarm. */
export const ALARM_TRIES = 3;
/** A try with all its waiting is over or dead after so long (look, pause, look, file): no second one begins before. */
export const LEASE_SECONDS = 300;

/** Null when it was tried often enough. */
export function nextTry(tries: number, now: Date): Date | null {
  const minutes = TRY_MINUTES[tries - 1];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
}

/** Brands take weeks: it is looked at after an hour, after six, and then once a day. */
const LOOK_HOURS = [1, 6] as const;
/** Nobody decides any more after so long. */
export const UNANSWERED_DAYS = 120;

export const nextLook = (looks: number, now: Date): Date =>
  new Date(now.getTime() + (LOOK_HOURS[looks] ?? 24) * 3_600_000);

/** Answers of ours that nothing but a person changes: everything else passes, or is a matter of keys and limits. */
export const isRefusal = (status: number | null): boolean =>
  status !== null && [400, 404, 405, 409, 410, 413, 415, 422].includes(status);

/** Days before an order on which a visit may have led to it. */
const VISIT_DAYS = 30;
/** A day ends last in Hawaii. */
const DAY_ENDS_HOURS = 34;

/** Visits to look among for an order of this civil day. */
export function visitSpan(orderedOn: string): { from: Date; to: Date } {
  const day = new Date(`${orderedOn}T00:00:00Z`);
  return { from: addDays(day, -VISIT_DAYS), to: new Date(day.getTime() + DAY_ENDS_HOURS * 3_600_000) };
}

/** Of the day alone we know: noon, never before the visit that led to it, and never after now, which networks refuse. */
export function orderedAt(orderedOn: string, clickedAt: Date, now: Date): Date {
  const noon = new Date(`${orderedOn}T12:00:00Z`);
  if (clickedAt > noon) return clickedAt;
  return noon > now ? now : noon;
}

/**
 * An order's number in the one way in which it is kept, filed and compared: what looks the same is the same. Null for signs that no
 * store prints in a number, such as letters of other alphabets that look like ours: a person reads those.
 */
export function plainNumber(typed: string): string | null {
  const number = typed
    .normalize("NFKC")
    .replaceAll(/\p{Pd}|\u2212/gu, "-")
    .replaceAll(/[\p{Cf}\p{Cc}\s]/gu, "")
    .replace(/^#+/, "");
  return /^[\x21-\x7e]+$/.test(number) ? number : null;
}

const plain = (text: string): string =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?/, "")
    .replace(/\.(com|net|org|us|shop|store|example)\b.*$/, "")
    .replaceAll(/[^a-z0-9]/g, "");

/** Whether somebody who typed this means this store: nothing is guessed from a part of a name. */
export function isStore(typed: string, store: { merchant_name: string; internal_name: string }): boolean {
  const asked = plain(typed);
  return asked !== "" && [store.merchant_name, store.internal_name].some((name) => plain(name) === asked);
}
