/**
 * The extension's own sign-in, as RFC 7636 binds codes (decision 0072). The member agrees on our page, which hands a code to the
 * extension; the code opens a session only together with the verifier that never left the extension, from the origin that asked, once,
 * within minutes. Whatever comes of it, a code that was presented is used up: who has it without its verifier has it from elsewhere.
 */
import { timingSafeEqual } from "node:crypto";
import { newId, newSecret, sha256 } from "#platform/ids";
import { networkOf } from "#platform/network";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import type { IdentityContext } from "./context.ts";
import { isChallenge } from "./extension-challenge.ts";
import {
  endExtensionSessions,
  findExtensionCode,
  insertExtensionCode,
  lockExtensionCode,
  lockSession,
  markExtensionCodeUsed,
} from "./extension-store.ts";
import type { Member, Visit } from "./identity.types.ts";
import { LIMITS } from "./limits.ts";
import { insertSafetyEvent } from "./link-store.ts";
import type { IdentityRefusal } from "./messages.ts";
import { tellOfNewDevice } from "./open-session.ts";
import { sameOrigin } from "./return-target.ts";
import { extensionIn } from "./rules-devices.ts";
import { findLiveSession, holdUser, insertSession } from "./store.ts";

export const CODE_MINUTES = 5;
/** As RFC 7636 §4.1 has it. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

export type ExtensionSession = { login_token: string; bind_secret: string; expires_at: Date };

/** `origin` was checked by the page that asked the member; `session_id` is the site's session in which they agreed. */
export async function makeExtensionCode(
  context: IdentityContext,
  member: Pick<Member, "session_id">,
  asked: { origin: string; challenge: string },
): Promise<string> {
  assert(isChallenge(asked.challenge), "a code is bound to a challenge");
  const code = newSecret(43);
  const created_at = context.clock.now();
  await insertExtensionCode(context.database.db, {
    code_hash: sha256(code),
    challenge: Buffer.from(asked.challenge, "base64url"),
    origin: asked.origin,
    session_id: member.session_id,
    created_at,
    expires_at: new Date(created_at.getTime() + CODE_MINUTES * 60_000),
  });
  return code;
}

export async function takeExtensionCode(
  context: IdentityContext,
  input: { code: string; verifier: string | null; origin: string | null },
  visit: Visit,
): Promise<Outcome<ExtensionSession, IdentityRefusal>> {
  const over = await context.limits.take(LIMITS.link_network, networkOf(visit.address));
  if (over) return refused("too_many_attempts", over);
  const now = context.clock.now();
  const session_id = newId("session");
  const bind_secret = newSecret(43);
  const bind_hash = sha256(bind_secret);
  type Opened = { user_id: string; expires_at: Date };
  const opened = await context.database.transaction(async (tx): Promise<Outcome<Opened, IdentityRefusal>> => {
    const code_hash = sha256(input.code);
    const made = await findExtensionCode(tx, code_hash);
    if (!made) return refused("extension_code_unknown");
    // Held as whoever ends sessions holds them, and before anything is read: two codes of one browser leave one session, and a new
    // password leaves none.
    await holdUser(tx, made.user_id);
    await lockSession(tx, made.session_id);
    const row = await lockExtensionCode(tx, code_hash);
    if (!row) return refused("extension_code_unknown");
    if (row.used_at) return refused("extension_code_used");
    await markExtensionCodeUsed(tx, row.code_hash, now);
    if (row.expires_at <= now) return refused("extension_code_expired");
    if (input.origin === null || row.origin !== sameOrigin(input.origin)) return refused("extension_code_elsewhere");
    if (!input.verifier || !VERIFIER.test(input.verifier)) return refused("extension_code_unproven");
    if (!timingSafeEqual(sha256(input.verifier), row.challenge)) return refused("extension_code_unproven");
    const site = await findLiveSession(tx, row.session_id, now);
    // What a phone has by a code hands nothing on: it would not end with the session that the code came from.
    if (!site || site.parent_id !== null) return refused("extension_signed_out");
    const { user_id, expires_at } = site;
    await endExtensionSessions(tx, row.session_id, now);
    const { user_agent, address, country = null } = visit;
    const session = { session_id, user_id, bind_hash, user_agent, address, country, issued_at: now, expires_at };
    const origin = { confirmed_at: now, parent_id: row.session_id, opened_by: "extension" as const };
    await insertSession(tx, { ...session, ...origin });
    await insertSafetyEvent(tx, { user_id, kind: "signed_in", detail: "extension", user_agent, address, at: now });
    await tellOfNewDevice(tx, context, site, session_id, visit, extensionIn);
    return done({ user_id, expires_at });
  });
  if (!opened.ok) return opened;
  const { user_id, expires_at } = opened.value;
  const bind = bind_hash.toString("base64url");
  const login_token = await context.tokens.sign({ user_id, session_id, bind, issued_at: now, expires_at });
  return done({ login_token, bind_secret, expires_at });
}
