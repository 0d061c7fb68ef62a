/** What providers tell on their own: Apple that a consent ended, Facebook that somebody wants their data deleted. */

import type { Tx } from "#platform/database";
import { newSecret } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { insertSafetyEvent } from "../link-store.ts";
import { endSessionsOf, findUser } from "../store.ts";
import { textOf } from "./openid.ts";
import { SocialError } from "./provider.types.ts";
import type { SocialContext } from "./social-context.ts";
import type { SocialRefusal } from "./social-messages.ts";
import {
  deleteLinked,
  findDeletion,
  findLinked,
  insertDeletion,
  type LinkedRow,
  listLinked,
  lockUser,
  setEmailWorks,
} from "./social-store.ts";

type AppleEvent = { type?: unknown; sub?: unknown; event_time?: unknown };

async function readNotice(context: SocialContext, provider: "apple" | "facebook", text: string) {
  try {
    return (await context.providers.get(provider)?.readNotice?.(text)) ?? null;
  } catch (error) {
    if (error instanceof SocialError && error.kind === "down") throw error;
    context.log.warn({ err: error, provider }, "a notice that is not the provider's was refused");
    return null;
  }
}

/** The link goes because its provider says so. Without another way in nobody of that browser stays signed in. */
async function endLink(tx: Tx, context: SocialContext, row: LinkedRow, why: string): Promise<void> {
  const now = context.clock.now();
  await lockUser(tx, row.user_id);
  await deleteLinked(tx, [row.link_id]);
  const user = await findUser(tx, row.user_id);
  if (!user?.password_hash && (await listLinked(tx, row.user_id)).length === 0)
    await endSessionsOf(tx, row.user_id, null, "replaced", now);
  await insertSafetyEvent(tx, { user_id: row.user_id, kind: "unlinked", detail: `${row.provider}: ${why}`, at: now });
}

/** Apple's server-to-server note: a signed token whose `events` is JSON as text. Told again, it changes nothing. */
export async function takeAppleNotice(context: SocialContext, payload: string): Promise<Outcome<null, SocialRefusal>> {
  const claims = await readNotice(context, "apple", payload);
  if (!claims) return refused("social_unverified", { provider: "Apple" });
  const event = readEvent(claims.events);
  const subject = textOf(event.sub);
  if (!subject) return refused("social_unverified", { provider: "Apple" });
  const userId = await context.database.transaction(async (tx) => {
    const row = await findLinked(tx, "apple", subject);
    // A note from before the link was made (again) speaks of an older consent.
    const at = instantOf(event.event_time);
    if (!row || (at !== null && at < row.linked_at.getTime() - 60_000)) return null;
    if (event.type === "email-disabled" || event.type === "email-enabled")
      await setEmailWorks(tx, row.link_id, event.type === "email-enabled");
    else if (event.type === "consent-revoked" || event.type === "account-delete" || event.type === "account-deleted")
      await endLink(tx, context, row, event.type);
    return row.user_id;
  });
  if (userId) context.forgetUser(userId);
  return done(null);
}

function readEvent(events: unknown): AppleEvent {
  try {
    return ((typeof events === "string" ? JSON.parse(events) : events) ?? {}) as AppleEvent;
  } catch {
    return {};
  }
}

/** Seconds and milliseconds are both seen; as seconds, none of ours reaches the year 5138. */
const FIRST_MILLISECONDS = 100_000_000_000;

/** When something happened, in milliseconds; null for nothing that can be read. */
export function instantOf(time: unknown): number | null {
  const value = typeof time === "string" && /^\d+$/.test(time) ? Number(time) : time;
  if (typeof value !== "number" || !Number.isFinite(value) || value <= 0) return null;
  return value < FIRST_MILLISECONDS ? value * 1_000 : value;
}

/** Facebook's data deletion callback: what Facebook told us goes, and the code names where its owner can look that up. */
export async function takeFacebookDeletion(
  context: SocialContext,
  signedRequest: string,
): Promise<Outcome<{ url: string; confirmation_code: string }, SocialRefusal>> {
  const claims = await readNotice(context, "facebook", signedRequest);
  const subject = claims && textOf(claims.user_id);
  if (!subject) return refused("social_unverified", { provider: "Facebook" });
  const code = newSecret(16);
  const userId = await context.database.transaction(async (tx) => {
    const row = await findLinked(tx, "facebook", subject);
    if (row) await endLink(tx, context, row, "data deletion");
    await insertDeletion(tx, { code, provider: "facebook", links: row ? 1 : 0, at: context.clock.now() });
    return row?.user_id ?? null;
  });
  if (userId) context.forgetUser(userId);
  return done({
    url: `${context.settings.PUBLIC_URL}/auth/facebook/callback?deletion=${code}`,
    confirmation_code: code,
  });
}

export const whenDeleted = async (context: SocialContext, code: string): Promise<Date | null> =>
  /^\w{16}$/.test(code) ? ((await findDeletion(context.database.db, code))?.at ?? null) : null;
