/** Somebody asks for a right: who is signed in is known, everybody else proves their address by a press in a mail. */
import { randomBytes } from "node:crypto";
import { isEmail, mailboxOf, normaliseEmail } from "#identity";
import type { Brand } from "#partners";
import { addDays, civilDate } from "#platform/clock";
import { newId, newSecret, sha256 } from "#platform/ids";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import type { PrivacyContext } from "./context.ts";
import { requestConfirm } from "./letters.ts";
import { LIMITS } from "./limits.ts";
import { MAX_WORDS, type PrivacyRefusal } from "./messages.ts";
import { moveRequest } from "./move-request.ts";
import { type RequestRow, RIGHTS } from "./privacy.types.ts";
import { dueOn, numberOf, VERIFY_DAYS } from "./rules.ts";
import { findByToken, insertRequest, lockRequest, type RequestInsert } from "./store.ts";
import { tellReceived } from "./tell-request.ts";

const SECRET_CHARACTERS = 40;

export type AskedFor = {
  /** Who is signed in with a confirmed address; null for everybody else. */
  member: { user_id: string; email: string } | null;
  brand: Brand;
  language: "en" | "es";
  address: string;
  typed: { right: string; email: string; words: string };
};
/** `verified`: it counts already; else a mail waits to be pressed. */
export type AskedAnswer = { number: string; verified: boolean };

function read({ member, typed }: AskedFor): Outcome<Pick<RequestRow, "right_asked" | "email" | "words">, PrivacyRefusal> {
  const right_asked = RIGHTS.find((right) => right === typed.right);
  if (!right_asked) return refused("right_missing");
  // A member asks about their own address and no other.
  const email = normaliseEmail(member?.email ?? typed.email);
  if (!isEmail(email)) return refused("email_invalid");
  const words = typed.words.trim();
  if (words.length > MAX_WORDS) return refused("words_long");
  if (right_asked === "correct" && words === "") return refused("words_missing");
  return done({ right_asked, email, words });
}

/** The answer is the same whether we know the address or not. */
export async function askRequest(
  context: PrivacyContext,
  asked: AskedFor,
): Promise<Outcome<AskedAnswer, PrivacyRefusal>> {
  const told = read(asked);
  if (!told.ok) return told;
  const wait = await context.limits.takeAll([
    [LIMITS.request_network, networkOf(asked.address)],
    [LIMITS.request_mailbox, mailboxOf(told.value.email)],
  ]);
  if (wait) return refused("too_many", wait);
  const now = context.clock.now();
  const secret = asked.member ? null : newSecret(SECRET_CHARACTERS);
  const row: RequestInsert = {
    ...{ request_id: newId("privacy_request"), number: numberOf(randomBytes(8)), ...told.value },
    ...{ user_id: asked.member?.user_id ?? null, language: asked.language, partner: asked.brand.partner_name },
    ...{ state: secret ? "unverified" : "open", asked_at: now, verified_at: secret ? null : now },
    ...{ due_on: dueOn(told.value.right_asked, now), token_hash: secret && sha256(secret) },
  };
  await context.database.transaction(async (tx) => {
    await insertRequest(tx, row);
    if (!secret) return tellReceived(tx, context, row);
    await context.notifications.queue(tx, {
      cause: `privacy:${row.request_id}:confirm`,
      recipient: { user_id: null, email: row.email, name: "", language: row.language, partner: row.partner },
      letter: requestConfirm({
        ...{ number: row.number, right: row.right_asked, due_on: row.due_on },
        link: `${context.publicUrl}/ccpa-privacy-rights/verify?t=${secret}${row.language === "es" ? "&lang=es" : ""}`,
        until: civilDate(addDays(now, VERIFY_DAYS)),
      }),
    });
  });
  return done({ number: row.number, verified: !secret });
}

export type LinkState = { state: "waiting" | "verified"; number: string; due_on: string };
const hashOf = (token: string): Buffer | null => (/^[0-9A-Za-z]{40}$/.test(token) ? sha256(token) : null);

/** What a mail's link is about, without pressing: programs that only look at links confirm nothing. */
export async function readLink(context: PrivacyContext, token: string): Promise<LinkState | null> {
  const hash = hashOf(token);
  const row = hash && (await findByToken(context.database.db, hash));
  return row ? { state: "waiting", number: row.number, due_on: row.due_on } : null;
}

export async function verifyRequest(context: PrivacyContext, token: string): Promise<LinkState | null> {
  const hash = hashOf(token);
  const found = hash && (await findByToken(context.database.db, hash));
  if (!found) return null;
  return context.database.transaction(async (tx) => {
    const row = await lockRequest(tx, found.request_id);
    if (!row) return null;
    if (row.state === "unverified") {
      const at = context.clock.now();
      await moveRequest(tx, row, { state: "open", by: "writer", at, set: { verified_at: at } });
      await tellReceived(tx, context, row);
    }
    return { state: "verified", number: row.number, due_on: row.due_on };
  });
}
