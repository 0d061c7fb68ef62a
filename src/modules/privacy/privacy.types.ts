/** What people may ask of what we keep about them, and how a request stands. Screens may import this file. */
import type { CivilDate } from "#platform/clock";
import type { InWords } from "#platform/describer";

/** Rights of the California Consumer Privacy Act, which everybody has here. */
export const RIGHTS = ["know", "delete", "correct", "opt_out"] as const;
export type Right = (typeof RIGHTS)[number];

export type RequestState = "unverified" | "open" | "extended" | "answered" | "refused" | "withdrawn" | "expired";

/** Why we say no; whoever asked reads the words that `messages.ts` has for them. */
export const REFUSAL_REASONS = [
  "not_yours",
  "no_permission",
  "nothing_kept",
  "law_keeps_it",
  "asked_often",
  "withdrawn",
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** By what somebody asks for somebody else: a permission that the person signed, or a power of attorney. */
export const PERMISSIONS = ["signed", "attorney"] as const;
export type Permission = (typeof PERMISSIONS)[number];

export type RequestRow = {
  request_id: string;
  number: string;
  /** Whose account it is about, once that is known; null for everybody else, and for who has left. */
  user_id: string | null;
  /** Where it is answered. Empty for an opt-out that is about one browser alone, and once its account is gone. */
  email: string;
  language: "en" | "es";
  partner: string;
  right_asked: Right;
  words: string;
  state: RequestState;
  asked_at: Date;
  /** When it became certain who asks: by their session, or by a press in a mail. */
  verified_at: Date | null;
  /** Until when the link of the newest mail works; null where none was sent. */
  link_until: Date | null;
  /** The last day for an answer, as the law counts it. */
  due_on: CivilDate;
  ended_at: Date | null;
  reason: RefusalReason | null;
  sequence: number;
  /** Null where people ask for themselves. */
  permission: Permission | null;
  /** Of the agent; empty where there is none, and once its person is forgotten. */
  agent_name: string;
  agent_email: string;
  /** What the agent has instead of the number: with that and the person's address the state could be read. */
  agent_number: string;
};

export type RequestEvent = { state: RequestState; at: Date; by_whom: string; note: string };

/** As its writer sees it. Instants are ISO 8601. */
export type RequestPage = {
  number: string;
  right: Right;
  state: RequestState;
  asked_at: string;
  due_on: CivilDate;
  ended_at: string | null;
  reason: InWords | null;
  /** Who asks it in its reader's name; null for who asks themselves. */
  agent: { name: string; email: string } | null;
  /** Whether it can be let go: nothing of it is carried out yet. */
  may_withdraw: boolean;
};
