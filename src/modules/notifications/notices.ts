/** What members read on our own pages: the words of the letter, kept in both languages, unless it opens something. */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import { derivedId, readEither } from "#platform/ids";
import { noticeId } from "./ids.ts";
import { leadTo } from "./letter.ts";
import { countUnread, dropNotices, insertNotice, markRead, type NoticeRow, readNotices } from "./notice-store.ts";
import { isChosen } from "./preference-store.ts";
import type { Topic } from "./rules.ts";
import type { Told } from "./tell.ts";

/** Kept as long as anybody looks back for one; the passbook and the account's log keep what matters. */
export const NOTICE_DAYS = 180;
const PAGE = 30;
/** The bell says "9+" from ten. */
const MAX_UNREAD = 10;
const DAY_MS = 86_400_000;
/** Pages that open nothing by their address: a signed link is in the letter alone. */
const OPEN_PAGES = /^\/(account\/|offers?(\/|$)|surveys(\/|$)|gift\/|(terms|privacy-policy)(\?|$)|[a-z0-9-]+-product$)/;

export type Notice = {
  id: string;
  list: Topic;
  title: { en: string; es: string };
  body: { en: string; es: string };
  href: string | null;
  at: string;
  is_new: boolean;
};
export type NoticePage = { notices: Notice[]; older: string | null };

/** A path of our own pages, for what a letter leads to; null for what leads elsewhere or opens something. */
export function openPathOf(publicUrl: string, href: string | undefined): string | null {
  if (!href?.startsWith(`${publicUrl}/`)) return null;
  const path = href.slice(publicUrl.length);
  return OPEN_PAGES.test(path) ? path : null;
}

const viewOf = (row: NoticeRow): Notice => ({
  id: noticeId.show(row.notice_id),
  list: row.list,
  title: row.title,
  body: row.body,
  href: row.href,
  at: row.at.toISOString(),
  is_new: row.read_at === null,
});

export function createNotices(deps: { database: DatabaseHandle; clock: Clock; publicUrl: string }) {
  const { db } = deps.database;
  return {
    async tell(
      tx: Tx,
      { cause, user_id, letter: draft }: Pick<Told, "cause" | "letter"> & { user_id: string },
    ): Promise<void> {
      if (draft.secret || !(await isChosen(tx, user_id, draft.list, "page"))) return;
      const inLanguage = (language: "en" | "es") =>
        leadTo(deps.publicUrl, deps.publicUrl, draft.write(language, deps.publicUrl));
      const [en, es] = [inLanguage("en"), inLanguage("es")];
      await insertNotice(tx, {
        notice_id: derivedId("notice", `notice:${cause}`),
        cause,
        user_id,
        list: draft.list,
        title: { en: en.headline, es: es.headline },
        body: { en: en.lead, es: es.lead },
        href: openPathOf(deps.publicUrl, en.button?.href),
        at: deps.clock.now(),
      });
    },
    /** Newest first, thirty a page; `before`: the id after whose notice the page begins. */
    async list(userId: string, before: string | null): Promise<NoticePage> {
      const rows = await readNotices(db, {
        user_id: userId,
        before: before && readEither(noticeId, before),
        most: PAGE + 1,
      });
      const shown = rows.slice(0, PAGE);
      const notices = shown.map(viewOf);
      return { notices, older: rows.length > PAGE ? (notices.at(-1)?.id ?? null) : null };
    },
    /** At most ten, which stands for more. */
    unread: (userId: string): Promise<number> => countUnread(db, userId, MAX_UNREAD),
    markRead: (userId: string, until: Date): Promise<void> => markRead(db, userId, until, deps.clock.now()),
    dropOld: (): Promise<number> => dropNotices(db, new Date(deps.clock.now().getTime() - NOTICE_DAYS * DAY_MS)),
  };
}
