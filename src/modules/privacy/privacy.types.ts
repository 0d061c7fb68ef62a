/** What people may ask of what we keep about them, and how a request stands. Screens may import this file. */
import type { CivilDate } from "#platform/clock";

/** Rights of the California Consumer Privacy Act, which everybody has here. */
export const RIGHTS = ["know", "delete", "correct", "opt_out"] as const;
export type Right = (typeof RIGHTS)[number];

export const REQUEST_STATES = ["unverified", "open", "extended", "answered", "refused", "expired"] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** Why we say no; members read the words that letters have for them. */
export const REFUSAL_REASONS = ["not_yours", "nothing_kept", "law_keeps_it", "asked_often"] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

export type RequestRow = {
  request_id: string;
  number: string;
  user_id: string | null;
  /** Empty once it is not needed any more. */
  email: string;
  language: "en" | "es";
  partner: string;
  right_asked: Right;
  words: string;
  state: RequestState;
  asked_at: Date;
  verified_at: Date | null;
  /** The last day for an answer, as the law counts it. */
  due_on: CivilDate;
  ended_at: Date | null;
  reason: RefusalReason | null;
  sequence: number;
};

export type RequestEvent = { state: RequestState; at: Date; by_whom: string; note: string };

/** As its writer sees it. */
export type RequestPage = {
  number: string;
  right: Right;
  state: RequestState;
  asked_on: CivilDate;
  due_on: CivilDate;
  reason: RefusalReason | null;
};
