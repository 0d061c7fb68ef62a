/**
 * What providers tell on their own: Apple that a consent ended, Facebook that somebody wants their data deleted. It is verified,
 * stored in the inbox with its job, answered, and only then acted on.
 */

import { z } from "zod";
import type { Tx } from "#platform/database";
import { sha256 } from "#platform/ids";
import { type Inbox, type InboxName, nameOf } from "#platform/inbox";
import { done, type Outcome, refused } from "#platform/outcome";
import { TAKE_NOTICE } from "../job-kinds.ts";
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

const FIRST_LOOK_MINUTES = 10;
const DELETION = "data-deletion";
type Notice = { type: string; code: string | null; subject: string; at: number | null };
const keptSchema = z.object({
  type: z.string(),
  code: z.string().nullable(),
  raw: z.object({ subject: z.string(), at: z.number().nullable() }),
});
type Kept = z.infer<typeof keptSchema>;
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

export function readNotices(inbox: Inbox): void {
  inbox.register({
    providers: ["apple", "facebook"],
    source: "webhook",
    first_look_minutes: FIRST_LOOK_MINUTES,
    jobs: (rows) => rows.map(({ inbox_id }) => TAKE_NOTICE.with({ inbox_id })),
    again: ({ inbox_id }: InboxName) => TAKE_NOTICE.with({ inbox_id }, { if_there: "keep" }),
  });
}

/** Stores what its provider has signed; told again, it is the same row. Whom it is about goes when it was acted on. */
async function keepNotice(context: SocialContext, provider: "apple" | "facebook", text: string, notice: Notice) {
  const { type, code, ...raw } = notice;
  await context.database.transaction((tx) =>
    context.inbox.put(tx, [
      {
        provider,
        source: "webhook",
        row_key: nameOf(null, Buffer.from(text)),
        payload: { type, code, raw },
        said_at: context.clock.now(),
      },
    ]),
  );
}

/** Apple's server-to-server note: a signed token whose `events` is JSON as text. */
export async function keepAppleNotice(context: SocialContext, payload: string): Promise<Outcome<null, SocialRefusal>> {
  const claims = await readNotice(context, "apple", payload);
  if (!claims) return refused("social_unverified", { provider: "Apple" });
  const event = readEvent(claims.events);
  const subject = textOf(event.sub);
  if (!subject) return refused("social_unverified", { provider: "Apple" });
  const type = textOf(event.type) ?? "";
  await keepNotice(context, "apple", payload, { type, code: null, subject, at: instantOf(event.event_time) });
  return done(null);
}

/** Facebook's data deletion callback: what Facebook told us goes, and the code names where its owner can look that up. */
export async function keepFacebookDeletion(
  context: SocialContext,
  signedRequest: string,
): Promise<Outcome<{ url: string; confirmation_code: string }, SocialRefusal>> {
  const claims = await readNotice(context, "facebook", signedRequest);
  const subject = claims && textOf(claims.user_id);
  if (!subject) return refused("social_unverified", { provider: "Facebook" });
  // Told again, it has the same code.
  const code = sha256(signedRequest).toString("base64url").replace(/-/g, "_").slice(0, 16);
  await keepNotice(context, "facebook", signedRequest, {
    type: DELETION,
    code,
    subject,
    at: instantOf(claims.issued_at),
  });
  return done({
    url: `${context.settings.PUBLIC_URL}/auth/facebook/callback?deletion=${code}`,
    confirmation_code: code,
  });
}

/** Acts on a notice that was kept. */
export async function takeNotice(context: SocialContext, inboxId: string): Promise<void> {
  const userId = await context.database.transaction(async (tx) => {
    const [row] = await context.inbox.lock(tx, "webhook", [inboxId]);
    if (!row) return null;
    const settle = (state: "applied" | "parked" | "refused", reason: string | null) =>
      context.inbox.settle(tx, [{ inbox_id: inboxId, state, reason }]);
    const notice = keptSchema.safeParse(row.payload).data;
    if (!notice) {
      await settle("parked", "unreadable");
      return null;
    }
    const linked = await applyNotice(tx, context, row.provider, notice);
    await settle(linked ? "applied" : "refused", linked ? null : "names no account of ours, or an older consent");
    return linked?.user_id ?? null;
  });
  if (userId) context.forgetUser(userId);
}

/** The account that it was about; null when nothing of ours follows from it. */
async function applyNotice(tx: Tx, context: SocialContext, provider: string, { type, code, raw }: Kept) {
  const found = await findLinked(tx, provider === "apple" ? "apple" : "facebook", raw.subject);
  // What was said before the link was made (again) speaks of an older one: a request that is played back undoes nothing.
  const row = found && raw.at !== null && raw.at < found.linked_at.getTime() - 60_000 ? null : found;
  if (type === DELETION) {
    if (row) await endLink(tx, context, row, "data deletion");
    await insertDeletion(tx, { code: code ?? "", provider: "facebook", links: row ? 1 : 0, at: context.clock.now() });
    return row;
  }
  if (!row) return null;
  if (type === "email-disabled" || type === "email-enabled")
    await setEmailWorks(tx, row.link_id, type === "email-enabled");
  else if (type === "consent-revoked" || type === "account-delete" || type === "account-deleted")
    await endLink(tx, context, row, type);
  return row;
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

export const whenDeleted = async (context: SocialContext, code: string): Promise<Date | null> =>
  /^\w{16}$/.test(code) ? ((await findDeletion(context.database.db, code))?.at ?? null) : null;
