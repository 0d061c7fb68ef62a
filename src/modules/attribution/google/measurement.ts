/**
 * Google Analytics 4 by the Measurement Protocol. It answers 204 also for what it cannot use, so what is sent is kept
 * inside its limits here: 25 events a request, names of at most 40 characters, nothing older than 72 hours.
 */
import { send } from "#platform/outgoing";

export type AnalyticsEvent = { event_id: string; name: string; at: Date };
export type AnalyticsAccess = { url: string; measurement_id: string; api_secret: string };

export const EVENTS_A_REQUEST = 25;
export const BACKDATE_HOURS = 72;

export async function sendToAnalytics(
  access: AnalyticsAccess,
  input: { client_id: string; user_id: string; marketing: boolean; events: readonly AnalyticsEvent[] },
): Promise<void> {
  const query = new URLSearchParams({ measurement_id: access.measurement_id, api_secret: access.api_secret });
  const body = JSON.stringify({
    client_id: input.client_id,
    user_id: input.user_id,
    non_personalized_ads: !input.marketing,
    events: input.events.slice(0, EVENTS_A_REQUEST).map(({ event_id, name, at }) => ({
      name: name.slice(0, 40),
      timestamp_micros: `${at.getTime()}000`,
      params: { event_id, engagement_time_msec: 1 },
    })),
  });
  await send({
    url: `${access.url}/mp/collect?${query}`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
}
