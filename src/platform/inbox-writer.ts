/**
 * Rows of the inbox by group commit, rows and jobs together. Rows that come one by one, as after postbacks, then share their
 * transaction and their job, which would be most of the work.
 */
import type { DatabaseHandle } from "#platform/database";
import { GroupWriter } from "#platform/group-writer";
import type { Foreign, Inbox } from "#platform/inbox";

/** Answers each caller with how many of its rows were new. */
export type InboxWriter = GroupWriter<Foreign, number>;

const keyOf = (row: { provider: string; row_key: string }) => `${row.provider}|${row.row_key}`;

/** `what` the rows are, for the words of an error. */
export const createInboxWriter = (database: DatabaseHandle, inbox: Inbox, what: string): InboxWriter =>
  new GroupWriter<Foreign, number>({
    what,
    // What a telling means depends on what was stored of the row before.
    keyOf,
    async store(rows) {
      const fresh = await database.transaction((tx) => inbox.put(tx, rows));
      const counts = new Map<string, number>();
      for (const row of fresh) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
      return (own) => [...new Set(own.map(keyOf))].reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
    },
  });
