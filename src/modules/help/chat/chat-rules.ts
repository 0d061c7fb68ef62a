/** How a chat stands and what moves it: pure. What the conversation owes is in `thread-rules.ts`. */

/**
 * `waiting`: nobody has answered, for three minutes at most · `open`: both are there · `ticket`: nobody was there, and an answer is promised
 * by a day · `idle`: nobody wrote for ten minutes; it goes on by mail, or here · `ended`: somebody said so.
 */
export const CHAT_TRANSITIONS = {
  waiting: ["open", "ticket", "ended"],
  open: ["ticket", "idle", "ended"],
  ticket: ["waiting", "open", "ended"],
  idle: ["waiting", "open", "ticket", "ended"],
  ended: ["waiting", "open", "ticket"],
} as const;
export type ChatState = keyof typeof CHAT_TRANSITIONS;

export const mayChatBecome = (from: ChatState, to: ChatState): boolean =>
  (CHAT_TRANSITIONS[from] as readonly string[]).includes(to);

/** In a chat somebody answers within so many minutes, or says by when. */
export const ANSWER_MINUTES = 3;
/** An answer that was not seen for so long goes by mail. */
export const UNSEEN_MINUTES = 2;
export const QUIET_MINUTES = 10;
export const MAX_CHAT_CHARACTERS = 2_000;
export const MAX_PROOF_ROUNDS = 3;
export const MAX_PROOF_TRIES = 5;

/** Over which processes hear of chats. */
export const CHATS_CHANNEL = "tuppence_chats";

export const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000);

/** After words of the writer. `there`: it is a time at which somebody answers, and somebody is at the desk. */
export function afterWriter(state: ChatState, there: boolean): ChatState {
  if (state === "waiting" || state === "open") return state;
  return there ? "waiting" : "ticket";
}

/** What time makes of it; null for nothing. `due`: by when the writer's words are to be answered, null when they were. */
export function afterTime(
  chat: { state: ChatState; state_at: Date; said_at: Date },
  due: Date | null,
  now: Date,
): ChatState | null {
  if (chat.state === "waiting") return now >= minutesAfter(chat.state_at, ANSWER_MINUTES) ? "ticket" : null;
  if (chat.state !== "open") return null;
  if (due) return now >= due ? "ticket" : null;
  return now >= minutesAfter(chat.said_at, QUIET_MINUTES) ? "idle" : null;
}
