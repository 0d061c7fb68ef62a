/** All SQL of what members read on our own pages. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { Topic } from "./rules.ts";

type Runner = Database | Tx;
export type NoticeRow = {
  notice_id: string;
  list: Topic;
  title: { en: string; es: string };
  body: { en: string; es: string };
  href: string | null;
  at: Date;
  read_at: Date | null;
};

/** The same cause again is nothing new. */
export async function insertNotice(
  tx: Tx,
  notice: Omit<NoticeRow, "read_at"> & { cause: string; user_id: string },
): Promise<void> {
  const { title, body } = notice;
  await sql`
    insert into notifications.notices (notice_id, cause, user_id, list, title_en, title_es, body_en, body_es, href, at)
    values (${notice.notice_id}, ${notice.cause}, ${notice.user_id}, ${notice.list}, ${title.en}, ${title.es}, ${body.en}, ${body.es}, ${notice.href}, ${notice.at})
    on conflict (cause) do nothing`.execute(tx);
}

/** Newest first, `most` of those before the one named. */
export async function readNotices(
  runner: Runner,
  asked: { user_id: string; before: string | null; most: number },
): Promise<NoticeRow[]> {
  const older = asked.before
    ? sql`and (at, notice_id) < (select at, notice_id from notifications.notices where notice_id = ${asked.before} and user_id = ${asked.user_id})`
    : sql``;
  const result = await sql<NoticeRow>`
    select notice_id, list, jsonb_build_object('en', title_en, 'es', title_es) as title,
      jsonb_build_object('en', body_en, 'es', body_es) as body, href, at, read_at
    from notifications.notices where user_id = ${asked.user_id} ${older}
    order by at desc, notice_id desc limit ${asked.most}`.execute(runner);
  return result.rows;
}

/** Up to `most`: nobody reads a larger figure. */
export async function countUnread(runner: Runner, userId: string, most: number): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from
      (select 1 from notifications.notices where user_id = ${userId} and read_at is null limit ${most}) as unread`.execute(
    runner,
  );
  return result.rows[0]?.n ?? 0;
}

/** All that came up to a moment: what comes while its reader looks stays unread. */
export async function markRead(runner: Runner, userId: string, until: Date, at: Date): Promise<void> {
  await sql`
    update notifications.notices set read_at = ${at}
    where user_id = ${userId} and read_at is null and at <= ${until}`.execute(runner);
}

export async function dropNotices(runner: Runner, before: Date): Promise<number> {
  const result = await sql`delete from notifications.notices where at < ${before}`.execute(runner);
  return result.rowCount;
}
