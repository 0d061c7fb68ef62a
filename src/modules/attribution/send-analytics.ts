/** What members did, told to Google Analytics: only what was kept with their permission, in the order it happened. */
import type { Tx } from "#platform/database";
import { OutgoingError } from "#platform/outgoing";
import { dropOutbox, type OutboxRow, takeOutbox } from "./event-store.ts";
import { type AnalyticsAccess, BACKDATE_HOURS, EVENTS_A_REQUEST, sendToAnalytics } from "./google/measurement.ts";
import type { AttributionRoom } from "./room.ts";

const TAKEN_MOST = 200;

/** The credentials, or null when analytics is not configured. */
export function analyticsAccess(room: AttributionRoom): AnalyticsAccess | null {
  const { GA4_MEASUREMENT_ID, GA4_API_SECRET, GA4_API_URL } = room.settings;
  if (!GA4_MEASUREMENT_ID || !GA4_API_SECRET) return null;
  return { url: GA4_API_URL, measurement_id: GA4_MEASUREMENT_ID, api_secret: GA4_API_SECRET };
}

/** A request that fails keeps its rows for the next time; what grew too old to be taken is let go. */
export async function sendAnalytics(room: AttributionRoom, access: AnalyticsAccess): Promise<{ sent: number }> {
  let sent = 0;
  try {
    for (let more = true; more; ) {
      const portion = await room.database.transaction((tx) => sendPortion(tx, room, access));
      sent += portion.sent;
      more = portion.taken === TAKEN_MOST;
    }
  } catch (error) {
    // Told after the transaction, which keeps its one connection.
    if (error instanceof OutgoingError) await room.health.note("google_analytics", { fault: error.message });
    throw error;
  }
  if (sent > 0) await room.health.note("google_analytics", { ok: true });
  return { sent };
}

async function sendPortion(tx: Tx, room: AttributionRoom, access: AnalyticsAccess) {
  let sent = 0;
  const rows = await takeOutbox(tx, TAKEN_MOST);
  const oldest = room.clock.now().getTime() - BACKDATE_HOURS * 3_600_000;
  for (const group of groups(rows.filter((row) => row.at.getTime() > oldest))) {
    const [first] = group;
    if (!first) continue;
    await sendToAnalytics(access, {
      client_id: first.client_id,
      user_id: first.user_id,
      marketing: group.every((row) => row.marketing),
      events: group,
    });
    sent += group.length;
  }
  await dropOutbox(
    tx,
    rows.map((row) => row.event_id),
  );
  return { sent, taken: rows.length };
}

/** By member and client, at most 25 each. */
function groups(rows: readonly OutboxRow[]): OutboxRow[][] {
  const found = new Map<string, OutboxRow[][]>();
  for (const row of rows) {
    const key = `${row.user_id} ${row.client_id}`;
    const lists = found.get(key) ?? [[]];
    if ((lists.at(-1)?.length ?? 0) >= EVENTS_A_REQUEST) lists.push([]);
    lists.at(-1)?.push(row);
    found.set(key, lists);
  }
  return [...found.values()].flat();
}
