/**
 * Foreign input, first half: rows are written to the inbox with their unique key, together with the job that acts on
 * them, and only then is anybody answered. Telling the same again changes nothing.
 */
import type { Network } from "#catalog";
import type { Inbox } from "#platform/inbox";
import { storableJson } from "#platform/storable-json";
import { MAX_APPLY_BATCH } from "./batch-sizes.ts";
import type { ReportRow } from "./cashback.types.ts";
import { type CashbackContext, NETWORKS, networkOf } from "./context.ts";
import { APPLY_ROWS, REFETCH } from "./job-kinds.ts";

/** A postback that names no order. */
const NAMELESS = "nameless";
/** Rows of one report that are stored together. */
const MAX_PART = 1_000;
/** Before the mails and rewards that follow from rows: a large report must not make the next row wait for those. */
const ROWS_FIRST = -1;
const FIRST_LOOK_MINUTES = 2;

/** What becomes of rows of the inbox: a report's row is acted on, a postback is asked about. */
export function readInbox(inbox: Inbox): void {
  const ours = { providers: NETWORKS, first_look_minutes: FIRST_LOOK_MINUTES };
  inbox.register({
    ...ours,
    source: "report",
    // In the portions that one transaction acts on.
    jobs: (rows) =>
      Array.from({ length: Math.ceil(rows.length / MAX_APPLY_BATCH) }, (_, n) => {
        const part = rows.slice(n * MAX_APPLY_BATCH, (n + 1) * MAX_APPLY_BATCH);
        return APPLY_ROWS.with({ inbox_ids: part.map((row) => row.inbox_id) }, { priority: ROWS_FIRST });
      }),
    again: ({ inbox_id }) =>
      APPLY_ROWS.with({ inbox_ids: [inbox_id] }, { key: `apply-row:${inbox_id}`, if_there: "keep" }),
  });
  const refetch = (row: Parameters<typeof networkOf>[0] & { row_key: string; inbox_id: string }) =>
    REFETCH.with({
      network: networkOf(row),
      keys: row.row_key === NAMELESS ? [] : row.row_key.split(","),
      inbox_id: row.inbox_id,
    });
  inbox.register({ ...ours, source: "postback", jobs: (rows) => rows.map(refetch), again: refetch });
}

/** Rows of a report, as the network's API answered at `fetchedAt`. Returns how many were new. */
export async function takeReport(
  context: CashbackContext,
  network: Network,
  rows: readonly ReportRow[],
  fetchedAt: Date,
): Promise<number> {
  const parts = Array.from({ length: Math.ceil(rows.length / MAX_PART) }, (_, n) =>
    rows.slice(n * MAX_PART, (n + 1) * MAX_PART),
  );
  let fresh = 0;
  for (const part of parts)
    fresh += await context.reports.write(
      part.map((row) => ({
        provider: network,
        source: "report",
        row_key: row.row_key,
        content: storableJson(row.raw),
        payload: row.raw,
        said_at: fetchedAt,
      })),
    );
  return fresh;
}

/**
 * A postback is unsigned: it is a hint that something happened. It is kept, and the truth is then read from the network
 * by id. `keys` are the native ids that the hint names.
 */
export async function takePostback(
  context: CashbackContext,
  network: Network,
  payload: unknown,
  keys: readonly string[],
): Promise<void> {
  const said_at = context.clock.now();
  await context.database.transaction((tx) =>
    context.inbox.put(tx, [
      {
        provider: network,
        source: "postback",
        row_key: keys.join(",").slice(0, 200) || NAMELESS,
        // Time is part of it by the minute: a hint that is repeated later may be about a later change.
        content: `${said_at.toISOString().slice(0, 16)}|${storableJson(payload)}`,
        payload,
        said_at,
      },
    ]),
  );
}
