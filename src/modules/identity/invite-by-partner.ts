/**
 * An address that a partner registered. It is written to once, and nothing else is made of it: the account is opened by whoever has
 * the letter's link, on a page that says who told us of them and what they agree to. Without that press the address is gone in a week.
 */
import { createHmac } from "node:crypto";
import { newId, newSecret, sha256 } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { agreeToLegal } from "./agree-to-legal.ts";
import type { IdentityContext } from "./context.ts";
import { findInvitation, insertInvitation, lockInvitation, spendInvitation } from "./invitation-store.ts";
import { partnerInvitation } from "./letters-of-partners.ts";
import { LIMITS } from "./limits.ts";
import { insertSafetyEvent } from "./link-store.ts";
import type { IdentityRefusal } from "./messages.ts";
import { cutName } from "./names.ts";
import { makeLink } from "./one-time-links.ts";
import { findFaults, normaliseEmail } from "./rules.ts";
import { findUserByEmail, insertUser, markVerified } from "./store.ts";

export const INVITATION_DAYS = 7;

export type InvitedByPartner = {
  /** Whose key it was, and which. */
  partner: string;
  key: string;
  email: string;
  name: string;
  language: "en" | "es";
  sid: string | null;
  cid: string | null;
};

/** A password that has no faults, so that those of the address and the name alone are found. */
const ANY_PASSWORD = "copper penny passbook";

/**
 * Says the same whether the address has an account, was told of before, or is new: partners learn nothing of whom they do not have.
 */
export async function inviteByPartner(
  context: IdentityContext,
  input: InvitedByPartner,
): Promise<Outcome<null, IdentityRefusal>> {
  const { partner, language, sid, cid } = input;
  const fault = findFaults({ ...input, password: ANY_PASSWORD, password_confirmation: ANY_PASSWORD })[0];
  if (fault) return refused(fault);
  const over = await context.limits.take(LIMITS.partner_invitations, input.key);
  if (over) return refused("too_many_attempts", over);
  const email = normaliseEmail(input.email);
  if (await findUserByEmail(context.database.db, email)) return done(null);
  const secret = newSecret(48);
  const now = context.clock.now();
  const name = cutName(input.name);
  const row = {
    ...{ invitation_id: newId("invitation"), hash: sha256(secret), email, name, language, partner, sid, cid },
    address_hash: createHmac("sha256", `invitation:${context.secret}`).update(email).digest(),
    ...{ told_by: input.key, created_at: now, expires_at: new Date(now.getTime() + INVITATION_DAYS * 86_400_000) },
  };
  await context.database.transaction(async (tx) => {
    if (!(await insertInvitation(tx, row))) return;
    await context.notifications.queue(tx, {
      cause: `partner_invitation:${row.invitation_id}`,
      recipient: { user_id: null, email, name, language, partner },
      letter: partnerInvitation({
        ...{ name, partner, secret, days: INVITATION_DAYS },
        partner_name: context.partners.named(partner).name,
      }),
    });
  });
  return done(null);
}

const isSecret = (secret: string): boolean => secret.length >= 20 && secret.length <= 200;

export type ShownInvitation =
  | { state: "open"; email: string; partner: string; partner_name: string }
  | { state: "used" | "expired" };

/** What the page of such a link shows; null for a link of another kind. */
export async function peekInvitation(context: IdentityContext, secret: string): Promise<ShownInvitation | null> {
  const row = isSecret(secret) ? await findInvitation(context.database.db, sha256(secret)) : null;
  if (!row) return null;
  if (row.used_at) return { state: "used" };
  if (row.expires_at <= context.clock.now()) return { state: "expired" };
  return {
    ...{ state: "open", email: row.email, partner: row.partner },
    partner_name: context.partners.named(row.partner).name,
  };
}

/** Opens the account; its address is proven by the link. Returns the path on which its owner chooses a password. */
export async function openInvited(
  context: IdentityContext,
  secret: string,
  visit: {
    address: string;
    user_agent: string;
    country_code: string | null;
    /** Whose legal texts they read (ISO 3166), in which language; null when nobody knows. */
    reads_in: string | null;
    /** Under which brand they read them. */
    reads_under: string;
    language: "en" | "es";
  },
): Promise<Outcome<{ set_password_path: string }, IdentityRefusal>> {
  const { address, user_agent, language } = visit;
  const over = await context.limits.take(LIMITS.link_network, address);
  if (over) return refused("too_many_attempts", over);
  if (!isSecret(secret)) return refused("link_unknown");
  const now = context.clock.now();
  return context.database.transaction(async (tx): Promise<Outcome<{ set_password_path: string }, IdentityRefusal>> => {
    const row = await lockInvitation(tx, sha256(secret));
    if (!row) return refused("link_unknown");
    if (row.used_at) return refused("link_used");
    if (row.expires_at <= now) return refused("link_expired");
    const user_id = newId("user");
    const { email, name, partner, sid, cid } = row;
    const isNew = await insertUser(tx, {
      ...{ user_id, email, name, password_hash: null, language, partner, sid, cid },
      ...{ country_code: visit.country_code, created_at: now },
    });
    await spendInvitation(tx, row.invitation_id, now);
    // They opened one themselves meanwhile.
    if (!isNew) return refused("email_taken");
    await agreeToLegal(tx, context, {
      ...{ user_id, partner: visit.reads_under, language, country: visit.reads_in, way: "invitation" },
    });
    await markVerified(tx, user_id, now);
    for (const kind of ["registered", "email_verified"] as const)
      await insertSafetyEvent(tx, { user_id, kind, detail: `invited by ${partner}`, user_agent, address, at: now });
    const choose = await makeLink(tx, { kind: "set_password", user_id, email }, now);
    return done({ set_password_path: `/password/set/${choose.secret}/${encodeURIComponent(email)}` });
  });
}
