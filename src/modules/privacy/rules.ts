/** The clock of the law, and what a request may become: pure. */
import { addDays, type CivilDate, civilDate } from "#platform/clock";
import type { RequestState, Right } from "./privacy.types.ts";
import { workingDaysAfter } from "#platform/working-days";

export const REQUEST_TRANSITIONS: Readonly<Record<RequestState, readonly RequestState[]>> = {
  unverified: ["open", "expired"],
  open: ["extended", "answered", "refused"],
  extended: ["answered", "refused"],
  answered: [],
  refused: [],
  expired: [],
};
export const mayBecome = (from: RequestState, to: RequestState): boolean => REQUEST_TRANSITIONS[from].includes(to);
export const isOpen = (state: RequestState): boolean => state === "open" || state === "extended";

/** Days from the day on which it came, verified or not (11 CCR § 7021), and once as many more, with a reason. */
export const ANSWER_DAYS = 45;
export const EXTENDED_DAYS = 90;
/** A no to selling and sharing is done within so many working days (11 CCR § 7026). */
export const OPT_OUT_WORKING_DAYS = 15;
/** A link that nobody presses is of no use to anybody but a thief. */
export const VERIFY_DAYS = 14;
/** Records of requests are kept so long (11 CCR § 7101). */
export const KEEP_DAYS = 731;
/** From then on an open request is told of as one that comes to its end. */
export const WARN_DAYS = 7;

export const dueOn = (right: Right, asked: Date): CivilDate =>
  civilDate(right === "opt_out" ? workingDaysAfter(asked, OPT_OUT_WORKING_DAYS) : addDays(asked, ANSWER_DAYS));
export const extendedTo = (asked: Date): CivilDate => civilDate(addDays(asked, EXTENDED_DAYS));
/** Opting out has one time alone. */
export const mayExtend = (right: Right, state: RequestState): boolean => right !== "opt_out" && state === "open";

/** Without signs that are taken for others. `bytes`: eight random ones. */
export function numberOf(bytes: Uint8Array): string {
  const signs = [...bytes.subarray(0, 8)].map((byte) => LETTERS[byte % LETTERS.length]);
  return `${signs.slice(0, 4).join("")}-${signs.slice(4).join("")}`;
}
const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
