/** What members did, told to Google Analytics: only what was kept with their permission, in the order it happened. */
import type { Tx } from "#platform/database";
import { userId } from "#platform/ids";
import { OutgoingError } from "#platform/outgoing";
import type { AttributionContext } from "./context.ts";
import { dropOutbox, type OutboxRow, takeOutbox } from "./event-store.ts";
import { type AnalyticsAccess, BACKDATE_HOURS, EVENTS_A_REQUEST, sendToAnalytics } from "./google/measurement.ts";

const MAX_TAKEN = 200;

/** The credentials, or null when analytics is not configured. */
export function analyticsAccess(context: AttributionContext): AnalyticsAccess | null {
  const { GA4_MEASUREMENT_ID, GA4_API_SECRET, GA4_API_URL } = context.settings;
  if (!GA4_MEASUREMENT_ID || !GA4_API_SECRET) return null;
  return { url: GA4_API_URL, measurement_id: GA4_MEASUREMENT_ID, api_secret: GA4_API_SECRET };
}

/** A request that fails keeps its rows for the next time; what grew too old to be taken is let go. */
export async function sendAnalytics(context: AttributionContext, access: AnalyticsAccess): Promise<{ sent: number }> {
  let sent = 0;
  try {
    for (let more = true; more; ) {
      const portion = await context.database.transaction((tx) => sendPortion(tx, context, access));
      sent += portion.sent;
      more = portion.taken === MAX_TAKEN;
    }
  } catch (error) {
    // Told after the transaction, which keeps its one connection.
    if (error instanceof OutgoingError) await context.health.note("google_analytics", { fault: error.message });
    throw error;
  }
  if (sent > 0) await context.health.note("google_analytics", { ok: true });
  return { sent };
}

async function sendPortion(tx: Tx, context: AttributionContext, access: AnalyticsAccess) {
  let sent = 0;
  const rows = await takeOutbox(tx, MAX_TAKEN);
  const oldest = context.clock.now().getTime() - BACKDATE_HOURS * 3_600_000;
  for (const group of groups(rows.filter((row) => row.at.getTime() > oldest))) {
    const [first] = group;
    if (!first) continue;
    await sendToAnalytics(access, {
      client_id: first.client_id,
      user_id: userId.show(first.user_id),
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
