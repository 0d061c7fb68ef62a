/**
 * Rows of reports by group commit, rows and jobs together. Rows that come one by one, as after postbacks, then share their
 * transaction and their job, which would be most of the work.
 */
import type { DatabaseHandle } from "#platform/database";
import { GroupWriter } from "#platform/group-writer";
import { addJobs } from "#platform/jobs";
import { APPLY_MOST } from "./batch-sizes.ts";
import { APPLY_ROWS } from "./job-kinds.ts";
import { type InboxInsert, insertInbox } from "./order-store.ts";

const ROWS_FIRST = -1;

/** Answers each report with how many of its rows were new. */
export type InboxWriter = GroupWriter<InboxInsert, number>;

/** Jobs of rows that wait, in the portions that one transaction acts on. */
export const applyJobs = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / APPLY_MOST) }, (_, n) =>
    // Before the mails and rewards that follow from rows: a large report must not make the next row wait for those.
    APPLY_ROWS.with({ inbox_ids: ids.slice(n * APPLY_MOST, (n + 1) * APPLY_MOST) }, { priority: ROWS_FIRST }),
  );

const keyOf = (row: { network: string; row_key: string }) => `${row.network}|${row.row_key}`;

export const createInboxWriter = (database: DatabaseHandle): InboxWriter =>
  new GroupWriter<InboxInsert, number>({
    what: "reports",
    // What a telling means depends on what was stored of the row before.
    keyOf,
    async store(rows) {
      const fresh = await database.transaction(async (tx) => {
        const found = await insertInbox(tx, rows);
        await addJobs(tx, applyJobs(found.map((row) => row.inbox_id)));
        return found;
      });
      const counts = new Map<string, number>();
      for (const row of fresh) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
      return (own) => [...new Set(own.map(keyOf))].reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
    },
  });
