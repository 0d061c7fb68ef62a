/** SQL of browsers and phones that may be told. Schema `notifications` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;
/** `phone`: our app on Android, told by Firebase. `iphone`: told by Apple. Neither service takes the other's addresses. */
export const KINDS = ["browser", "phone", "iphone"] as const;
export type DeviceKind = (typeof KINDS)[number];
/** `endpoint`: the address that a browser's push service gave it, or the one that a phone's app was given. */
export type SubscriptionRow = DeviceKeys & {
  subscription_id: string;
  endpoint: string;
  user_id: string;
  session_id: string;
  user_agent: string;
  bound_at: Date;
  sent_at: Date | null;
};

export type DeviceKeys =
  | { kind: "browser"; p256dh: string; auth: string }
  | { kind: "phone"; p256dh: null; auth: null }
  | { kind: "iphone"; p256dh: null; auth: null };

/** A device is one row: whoever signs in there takes it over, with the keys that it has now. */
export async function bindSubscription(
  tx: Tx,
  row: DeviceKeys & Omit<SubscriptionRow, "sent_at" | keyof DeviceKeys>,
): Promise<void> {
  await sql`
    insert into notifications.subscriptions (subscription_id, kind, endpoint, p256dh, auth, user_id, session_id, user_agent, bound_at)
    values (${row.subscription_id}, ${row.kind}, ${row.endpoint}, ${row.p256dh}, ${row.auth}, ${row.user_id}, ${row.session_id}, ${row.user_agent}, ${row.bound_at})
    on conflict (endpoint) do update set
      -- Another member's device is another one: what waits for the member before is not told to this one.
      subscription_id = case when subscriptions.user_id = excluded.user_id then subscriptions.subscription_id else excluded.subscription_id end,
      kind = excluded.kind, p256dh = excluded.p256dh, auth = excluded.auth, user_id = excluded.user_id, session_id = excluded.session_id,
      user_agent = excluded.user_agent, bound_at = excluded.bound_at`.execute(tx);
}

/** Keeps the newest of a member's devices. */
export async function dropOldest(tx: Tx, userId: string, most: number): Promise<void> {
  await sql`
    delete from notifications.subscriptions where subscription_id in
      (select subscription_id from notifications.subscriptions where user_id = ${userId} order by bound_at desc, subscription_id offset ${most})`.execute(
    tx,
  );
}

export async function readSubscriptions(
  runner: Runner,
  userId: string,
  kinds: readonly DeviceKind[],
): Promise<SubscriptionRow[]> {
  const result = await sql<SubscriptionRow>`
    select * from notifications.subscriptions where user_id = ${userId} and kind = any(${kinds as string[]}::text[]) order by bound_at desc, subscription_id`.execute(
    runner,
  );
  return result.rows;
}

/** As it is now; null when it is gone or another member's. */
export async function readSubscription(runner: Runner, id: string): Promise<SubscriptionRow | null> {
  const result = await sql<SubscriptionRow>`
    select * from notifications.subscriptions where subscription_id = ${id}`.execute(runner);
  return result.rows[0] ?? null;
}

/** Some of all that there are, in the order of their ids. */
export async function readBoundAfter(
  runner: Runner,
  id: string | null,
  most: number,
): Promise<Pick<SubscriptionRow, "subscription_id" | "session_id" | "bound_at">[]> {
  const result = await sql<Pick<SubscriptionRow, "subscription_id" | "session_id" | "bound_at">>`
    select subscription_id, session_id, bound_at from notifications.subscriptions
    where ${id}::uuid is null or subscription_id > ${id} order by subscription_id limit ${most}`.execute(runner);
  return result.rows;
}

export async function hasSubscription(runner: Runner, userId: string, kinds: readonly DeviceKind[]): Promise<boolean> {
  const result = await sql`
    select 1 from notifications.subscriptions where user_id = ${userId} and kind = any(${kinds as string[]}::text[]) limit 1`.execute(
    runner,
  );
  return result.rows.length > 0;
}

/** As they were bound when they were looked at: one that was bound again since stays. */
export async function dropSubscriptions(
  runner: Runner,
  rows: readonly Pick<SubscriptionRow, "subscription_id" | "session_id" | "bound_at">[],
): Promise<number> {
  const result = await sql`
    delete from notifications.subscriptions s
    using unnest(${rows.map((row) => row.subscription_id)}::uuid[], ${rows.map((row) => row.session_id)}::uuid[],
      ${rows.map((row) => row.bound_at.toISOString())}::timestamptz[]) as seen(subscription_id, session_id, bound_at)
    where s.subscription_id = seen.subscription_id and s.session_id = seen.session_id and s.bound_at = seen.bound_at`.execute(
    runner,
  );
  return result.rowCount;
}

/** Of this member alone: an endpoint that somebody else holds stays theirs. */
export async function dropEndpoint(runner: Runner, userId: string, endpoint: string): Promise<void> {
  await sql`delete from notifications.subscriptions where user_id = ${userId} and endpoint = ${endpoint}`.execute(
    runner,
  );
}

export async function dropSessions(runner: Runner, sessionId: string): Promise<void> {
  await sql`delete from notifications.subscriptions where session_id = ${sessionId}`.execute(runner);
}

export async function markSent(runner: Runner, id: string, at: Date): Promise<void> {
  await sql`update notifications.subscriptions set sent_at = ${at} where subscription_id = ${id}`.execute(runner);
}

export async function wasAnyBrowserTold(runner: Runner): Promise<boolean> {
  const result = await sql`
    select 1 from notifications.subscriptions where kind = 'browser' and sent_at is not null limit 1`.execute(runner);
  return result.rows.length > 0;
}
