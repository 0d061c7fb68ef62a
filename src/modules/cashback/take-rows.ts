/**
 * Foreign input, first half: rows are written to the inbox with their unique key, together with the job that acts on
 * them, and only then is anybody answered. Telling the same again changes nothing.
 */
import type { Network } from "#catalog";
import { newId, sha256 } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import type { ReportRow } from "./cashback.types.ts";
import { APPLY_ROWS, REFETCH } from "./job-kinds.ts";
import { findForgotten, insertInbox } from "./order-store.ts";
import type { CashbackRoom } from "./room.ts";

/** A postback that names no order. */
const NAMELESS = "nameless";
/** Rows of one report that are stored together. */
const PART_MOST = 1_000;

/** Rows of a report, as the network's API answered at `fetchedAt`. Returns how many were new. */
export async function takeReport(
  room: CashbackRoom,
  network: Network,
  rows: readonly ReportRow[],
  fetchedAt: Date,
): Promise<number> {
  const received_at = room.clock.now();
  const parts = Array.from({ length: Math.ceil(rows.length / PART_MOST) }, (_, n) =>
    rows.slice(n * PART_MOST, (n + 1) * PART_MOST),
  );
  let fresh = 0;
  for (const part of parts)
    fresh += await room.inbox.write(
      part.map((row) => ({
        inbox_id: newId("inbox"),
        network,
        source: "report" as const,
        row_key: row.row_key,
        content_hash: sha256(JSON.stringify(row.raw)).toString("hex"),
        payload: row.raw,
        fetched_at: fetchedAt,
        received_at,
      })),
    );
  return fresh;
}

/**
 * A postback is unsigned: it is a hint that something happened. It is kept, and the truth is then read from the network
 * by id. `keys` are the native ids that the hint names.
 */
export async function takePostback(
  room: CashbackRoom,
  network: Network,
  payload: unknown,
  keys: readonly string[],
): Promise<void> {
  const now = room.clock.now();
  const text = JSON.stringify(payload);
  await room.database.transaction(async (tx) => {
    const ids = await insertInbox(tx, [
      // Time is part of the key by the minute: a hint that is repeated later may be about a later change.
      {
        inbox_id: newId("inbox"),
        network,
        source: "postback",
        row_key: keys.join(",").slice(0, 200) || NAMELESS,
        content_hash: sha256(`${now.toISOString().slice(0, 16)}|${text}`).toString("hex"),
        payload,
        fetched_at: now,
        received_at: now,
      },
    ]);
    await addJobs(
      tx,
      ids.map(({ inbox_id }) => REFETCH.with({ network, keys: [...keys], inbox_id })),
    );
  });
}

const SWEEP_MOST = 5_000;

/**
 * Gives rows whose job was lost a new one, each of its own kind: a report's row is acted on, a postback is asked about.
 * A key keeps one job for each row, however often it is swept while the network does not answer or the row cannot be applied.
 */
export async function sweepInbox(room: CashbackRoom, before: Date): Promise<number> {
  const rows = await findForgotten(room.database.db, before, SWEEP_MOST);
  const reports = rows.filter((row) => row.source === "report").map((row) => row.inbox_id);
  await addJobs(room.database.db, [
    ...reports.map((id) => APPLY_ROWS.with({ inbox_ids: [id] }, { key: `apply-row:${id}`, if_there: "keep" })),
    ...rows
      .filter((row) => row.source === "postback")
      .map(({ inbox_id, network, row_key }) =>
        REFETCH.with(
          { network, keys: row_key === NAMELESS ? [] : row_key.split(","), inbox_id },
          { key: `refetch:${inbox_id}` },
        ),
      ),
  ]);
  return rows.length;
}
