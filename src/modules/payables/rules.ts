/** Rules of payables: pure. What an answer makes of a payable, and when to look again. */
import { addDays } from "#platform/clock";
import type { Answer } from "./provider.types.ts";

export const PAYABLE_TRANSITIONS = {
  intent: ["sending", "refused"],
  sending: ["intent", "accepted", "unknown", "done", "refused", "returned"],
  unknown: ["sending", "accepted", "done", "refused", "returned"],
  accepted: ["done", "refused", "returned"],
  done: ["returned"],
  refused: [],
  returned: [],
} as const satisfies Record<string, readonly string[]>;
export type PayableState = keyof typeof PAYABLE_TRANSITIONS;
export const mayBecome = (from: PayableState, to: PayableState): boolean =>
  (PAYABLE_TRANSITIONS[from] as readonly string[]).includes(to);

export type Standing = {
  state: PayableState;
  reference: string | null;
  unclear: boolean;
  /** Since when a person keeps it from being sent. */
  stopped_at: Date | null;
};
export type Verdict =
  | { act: "move"; to: PayableState }
  /** The same state, perhaps with more known of it. */
  | { act: "keep" }
  | { act: "send" }
  | { act: "alarm"; reason: string };

/**
 * What to make of an answer. The one rule above all: after a try without a certain answer, what a provider says to a repeat
 * tells of the repeat. Only an order that it shows us, or that it certainly does not have, tells of the first; or a person
 * who has asked it otherwise.
 */
export function judge(at: Standing, answer: Answer, by: "send" | "look" | "person"): Verdict {
  const shown = "reference" in answer && Boolean(answer.reference);
  if (answer.state === "unclear") return at.state === "sending" ? { act: "move", to: "unknown" } : { act: "keep" };
  if (answer.state === "not_now") {
    // One that a person stopped during the call is looked for from then on: as an intent it would be sent.
    const isNew = by === "send" && at.state === "sending" && !at.unclear && at.stopped_at === null;
    if (isNew) return { act: "move", to: "intent" };
    return at.state === "sending" ? { act: "move", to: "unknown" } : { act: "keep" };
  }
  // What was given back is not there, or came back there: nobody has it twice.
  if (at.state === "refused" && (answer.state === "absent" || answer.state === "returned")) return { act: "keep" };
  if (answer.state === "absent") {
    if (at.reference !== null) return { act: "alarm", reason: "gone_at_provider" };
    if (at.state !== "unknown") return { act: "move", to: "unknown" };
    return at.stopped_at ? { act: "keep" } : { act: "send" };
  }
  if (at.reference !== null && shown && answer.reference !== at.reference)
    return { act: "alarm", reason: "other_reference" };
  if (by !== "person" && answer.state === "refused" && !shown && (at.unclear || at.state === "unknown"))
    return at.state === "sending" ? { act: "move", to: "unknown" } : { act: "keep" };
  if (answer.state === at.state) return { act: "keep" };
  if (!mayBecome(at.state, answer.state)) return { act: "alarm", reason: `${at.state}_then_${answer.state}` };
  return { act: "move", to: answer.state };
}

/** How somebody says that it ended. `reference`: the provider's own id, as they typed it and saw it there. */
export type TellsEnd = { to: "done" | "refused" | "returned"; reference: string | null };
export type PersonRefusal =
  | "not_possible"
  | "call_under_way"
  | "not_stopped"
  | "stopped_just_now"
  | "already_known"
  | "reference_needed"
  | "other_reference"
  | "other_payment"
  | "already_stopped";
type Leased = Standing & { leased_until: Date | null };

const isCalled = (at: Leased, now: Date): boolean => at.leased_until !== null && at.leased_until > now;
/** Nobody knows whether the provider has it, and it may be sent once more. */
export const mayBeSent = (at: Standing): boolean =>
  at.reference === null && (at.state === "sending" || at.state === "unknown");

/** A call whose answer we gave up waiting for may still be carried out there: what is seen sooner after the stop tells nothing. */
const LATE_MINUTES = 5;

/**
 * Why a person may not end it so. What they saw at the provider may be old by the time they say it, so money goes back only
 * when nothing can have been sent since they decided, or for an order whose id they saw there: our own row is no witness.
 */
export function whyNotEnded(
  at: Leased,
  told: TellsEnd,
  { now, decided_at }: { now: Date; decided_at: Date },
): PersonRefusal | null {
  if (!mayBecome(at.state, told.to)) return "not_possible";
  if (isCalled(at, now)) return "call_under_way";
  if (at.reference !== null && told.reference !== null && told.reference !== at.reference) return "other_reference";
  if (told.to === "done") return (told.reference ?? at.reference) === null ? "reference_needed" : null;
  if (mayBeSent(at) && (at.stopped_at === null || at.stopped_at > decided_at)) return "not_stopped";
  if (mayBeSent(at) && at.stopped_at && addDays(at.stopped_at, LATE_MINUTES / 1_440) > decided_at)
    return "stopped_just_now";
  const seen = told.to === "returned" || at.reference !== null;
  return seen && told.reference === null ? "reference_needed" : null;
}

/** Why a person may not keep it from being sent: not during a call, which would go on, and not once there is nothing to stop. */
export function whyNotStopped(at: Leased, now: Date): PersonRefusal | null {
  if (at.reference !== null) return "already_known";
  if (!mayBeSent(at)) return "not_possible";
  return isCalled(at, now) ? "call_under_way" : null;
}

const OPEN_SECONDS = [3, 5, 10, 30, 120, 600, 3_600];
/** Paid is followed for some time, because it can still come back. */
const DONE_DAYS = [1, 7, 30, 90, 180];
const UNCLAIMED_SECONDS = 6 * 3_600;

/**
 * That a provider's message names an order of its own for what was given back as never made: the money may have gone out as well.
 * What was refused by an order's own id is told of once more by that id, which is no news.
 */
export const isNamedTooLate = (at: Standing, reference: string | null): boolean =>
  at.state === "refused" && reference !== null && reference !== at.reference;

/** What was given back is asked about when a message names it: an answer that was lost or put off is asked for a few times more. */
export const looksLike = (state: PayableState, answer: Answer, looks: number): PayableState =>
  state === "refused" && (answer.state === "unclear" || answer.state === "not_now") && looks < OPEN_SECONDS.length
    ? "unknown"
    : state;

/** When to look next; null when there is nothing left to learn. `looks` counts those since the state began. */
export function nextLook(
  state: PayableState,
  note: string | null,
  looks: number,
  stateAt: Date,
  now: Date,
): Date | null {
  if (state === "refused" || state === "returned") return null;
  if (state === "done") {
    const day = DONE_DAYS.find((days) => addDays(stateAt, days) > now);
    return day === undefined ? null : addDays(stateAt, day);
  }
  const seconds =
    note === "unclaimed" ? UNCLAIMED_SECONDS : (OPEN_SECONDS[Math.min(looks, OPEN_SECONDS.length - 1)] ?? 3_600);
  return addDays(now, seconds / 86_400);
}

/** Nothing certain for so long is a person's: what a machine can ask has been asked. */
const UNKNOWN_HOURS = 24;
/** An accepted one that nobody claims ends at the provider after 30 days; one that does not is a person's. */
const ACCEPTED_DAYS = { waiting: 3, unclaimed: 35 };

export function needsPerson(
  at: { state: PayableState; note: string | null; first_sent_at: Date | null; state_at: Date },
  now: Date,
): string | null {
  if (at.state === "unknown" && at.first_sent_at && addDays(at.first_sent_at, UNKNOWN_HOURS / 24) <= now)
    return "unknown_too_long";
  const days = at.note === "unclaimed" ? ACCEPTED_DAYS.unclaimed : ACCEPTED_DAYS.waiting;
  return at.state === "accepted" && addDays(at.state_at, days) <= now ? "accepted_too_long" : null;
}
