/** The clock of the law, and what a request may become: pure. */
import { type CivilDate, civilDate } from "#platform/clock";
import { workingDaysAfter } from "#platform/working-days";
import type { RequestRow, RequestState, Right } from "./privacy.types.ts";

export const REQUEST_TRANSITIONS = {
  unverified: ["open", "refused", "withdrawn", "expired"],
  open: ["extended", "answered", "refused", "withdrawn"],
  extended: ["answered", "refused", "withdrawn"],
  answered: [],
  refused: [],
  withdrawn: [],
  expired: [],
} as const satisfies Record<RequestState, readonly RequestState[]>;
export const mayBecome = (from: RequestState, to: RequestState): boolean =>
  (REQUEST_TRANSITIONS[from] as readonly RequestState[]).includes(to);
/** Whether we owe an answer. */
export const isOpen = (state: RequestState): boolean => state === "open" || state === "extended";

/** Whether a person has to look at it: also whether somebody has the power of attorney that they name (11 CCR § 7063). */
export const isOwed = ({ state, permission }: Pick<RequestRow, "state" | "permission">): boolean =>
  isOpen(state) || (state === "unverified" && permission === "attorney");
/** Whether its agent acts as the person does. */
export const isAttorney = ({ permission, verified_at }: Pick<RequestRow, "permission" | "verified_at">): boolean =>
  permission === "attorney" && verified_at !== null;

/** That a request came is told within so many working days (11 CCR § 7021). */
const CONFIRM_WORKING_DAYS = 10;
/** Days from the day on which it came, verified or not (11 CCR § 7021), and once as many more, with a reason. */
const ANSWER_DAYS = 45;
const EXTENDED_DAYS = 90;
/** A no to selling and sharing is done within so many working days (11 CCR § 7026). */
const OPT_OUT_WORKING_DAYS = 15;
/** A link that nobody presses is of no use to anybody but a thief. */
export const LINK_DAYS = 14;
/** Records of requests are kept for 24 months (11 CCR § 7101), from their end. */
export const KEEP_DAYS = 731;
/** From then on an open request is told of as one that comes to its end. */
export const WARN_DAYS = 7;
/** What was done at once and is asked for again within so many hours is the same request. */
const SAME_HOURS = 24;
export const sameSince = (now: Date): Date => new Date(now.getTime() - SAME_HOURS * 3_600_000);

/** The days of this law are California's: counted by a later calendar, who asks in the evening there would wait a day longer. */
const CALIFORNIA = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Los_Angeles" });
/** Which day it is there: in this language a date is written as `CivilDate` is. */
export const lawDay = (at: Date): CivilDate => CALIFORNIA.format(at) as CivilDate;

const midnight = (day: CivilDate): Date => new Date(`${day}T00:00:00Z`);
const plusDays = (day: CivilDate, days: number): CivilDate =>
  civilDate(new Date(midnight(day).getTime() + days * 86_400_000));
/** Holidays count as working days, which makes no day later than the law's. */
const plusWorkingDays = (day: CivilDate, days: number): CivilDate => civilDate(workingDaysAfter(midnight(day), days));

export const confirmBy = (asked: Date): CivilDate => plusWorkingDays(lawDay(asked), CONFIRM_WORKING_DAYS);
export const dueOn = (right: Right, asked: Date): CivilDate =>
  right === "opt_out" ? plusWorkingDays(lawDay(asked), OPT_OUT_WORKING_DAYS) : plusDays(lawDay(asked), ANSWER_DAYS);
export const extendedTo = (asked: Date): CivilDate => plusDays(lawDay(asked), EXTENDED_DAYS);
export const isLate = (due: CivilDate, now: Date): boolean => lawDay(now) > due;
export const warnsOn = (now: Date): CivilDate => plusDays(lawDay(now), WARN_DAYS);
/** The last instant of the day, by the earlier of its two ends: in summer time California's day ends an hour sooner. */
export const endOf = (due: CivilDate): Date => new Date(`${due}T23:59:59-07:00`);

/** Once, before the first time is over, and never for an opt-out, which has one time alone. */
export const mayExtend = (row: { right_asked: Right; state: RequestState; due_on: CivilDate }, now: Date): boolean =>
  row.right_asked !== "opt_out" && row.state === "open" && !isLate(row.due_on, now);

/** Without signs that are taken for others. `bytes`: eight random ones. */
export function numberOf(bytes: Uint8Array): string {
  const signs = [...bytes.subarray(0, 8)].map((byte) => LETTERS[byte % LETTERS.length]);
  return `${signs.slice(0, 4).join("")}-${signs.slice(4).join("")}`;
}
const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** As somebody types it: in small letters, without its hyphen, with blanks around it. */
export function readNumber(text: string): string | null {
  const signs = text.toUpperCase().replace(/[\s-]/g, "");
  return /^[2-9A-HJ-NP-Z]{8}$/.test(signs) ? `${signs.slice(0, 4)}-${signs.slice(4)}` : null;
}
