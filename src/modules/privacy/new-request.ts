/** What is asked, once it was read, and how it is written down first. */
import { randomBytes } from "node:crypto";
import type { HeaderOf } from "#attribution";
import type { Member } from "#identity";
import type { Brand } from "#partners";
import { newId } from "#platform/ids";
import type { RequestRow } from "./privacy.types.ts";
import { dueOn, numberOf } from "./rules.ts";
import type { RequestInsert } from "./store.ts";

export type AskingMember = Pick<Member, "user_id" | "email" | "session_id" | "confirmed_at" | "is_verified">;

/** `member` only where a confirmed address is signed in: everybody else proves theirs. */
export type Asked = {
  brand: Brand;
  language: "en" | "es";
  /** Of the request that brought it, for what its browser allows. */
  header: HeaderOf;
  member: (AskingMember & { email: string }) | null;
  /** Whoever is signed in, whether or not their address is confirmed. */
  user_id: string | null;
} & Pick<RequestRow, "right_asked" | "email" | "words" | "permission" | "agent_name" | "agent_email" | "agent_number">;

/** Of whoever asks for themselves. */
export const NO_AGENT = { permission: null, agent_name: "", agent_email: "", agent_number: "" } as const;

/**
 * `mail`: one waits to be pressed, and the answer says no more, whoever has that address; `agent`: the same for who asks for somebody else.
 * `number` is told to who may know it: of the request, and to an agent of their own.
 * `cookies`: of the browser that wants nothing shared.
 */
export type AskedAnswer = {
  step: "mail" | "agent" | "taken" | "done";
  number: string | null;
  cookies: readonly string[];
};

export const newRequest = (
  { right_asked, email, words, language, brand, permission, agent_name, agent_email, agent_number }: Asked,
  { at, user_id, state }: { at: Date; user_id: string | null; state: "unverified" | "open" },
): RequestInsert => ({
  ...{ request_id: newId("privacy_request"), number: numberOf(randomBytes(8)) },
  ...{ right_asked, email, words, language, partner: brand.partner_name, user_id, state },
  ...{ asked_at: at, verified_at: state === "open" ? at : null, due_on: dueOn(right_asked, at) },
  ...{ token_hash: null, link_until: null, permission, agent_name, agent_email, agent_number },
});
