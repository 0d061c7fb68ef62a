/** How a conversation stands and what moves it: pure. */
import { addDays } from "#platform/clock";

/**
 * `open`: nobody has answered · `pending_member`: answered, and they may write back · `pending_house`: we owe them an answer ·
 * `resolved`: settled, opened again by a reply in time · `closed`: for good.
 */
export const MESSAGE_TRANSITIONS = {
  open: ["pending_member", "pending_house", "resolved", "erased"],
  pending_member: ["pending_house", "resolved", "erased"],
  pending_house: ["pending_member", "resolved", "erased"],
  resolved: ["pending_house", "closed", "erased"],
  closed: ["erased"],
  erased: [],
} as const;
export type MessageState = keyof typeof MESSAGE_TRANSITIONS;

/** An answer that nobody writes back to settles it. */
export const QUIET_DAYS = 7;
/** So long a reply opens it again. */
export const REOPEN_DAYS = 7;

export const mayBecome = (from: MessageState, to: MessageState): boolean =>
  (MESSAGE_TRANSITIONS[from] as readonly string[]).includes(to);

/** Until when a reply opens it again; null where time does not matter. */
export const reopenUntil = (state: MessageState, stateAt: Date): Date | null =>
  state === "resolved" ? addDays(stateAt, REOPEN_DAYS) : null;

export function mayReply({ state, state_at }: { state: MessageState; state_at: Date }, now: Date): boolean {
  const until = reopenUntil(state, state_at);
  return until ? now < until : state !== "closed" && state !== "erased";
}

/** What a reply makes of it: what was answered or settled waits for us again, and what waits for us goes on waiting. */
export const afterReply = (state: MessageState): MessageState =>
  state === "pending_member" || state === "resolved" ? "pending_house" : state;
