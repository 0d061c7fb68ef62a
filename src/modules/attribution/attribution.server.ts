/**
 * The door of attribution: where a visitor came from, what they allow, tracking events and pixels. This module stands
 * below accounts: whoever asks for a member hands the member in.
 */

import { addDays, civilDate } from "#platform/clock";
import { cookieDomain } from "#platform/cookie-domain";
import type { Tx } from "#platform/database";
import { cookieLine, readCookie } from "#platform/http";
import { ACTIONS } from "./actions.ts";
import type { Arrival } from "./attribution.types.ts";
import type { AttributionContext, HeaderOf } from "./context.ts";
import { dropDaysBefore, makeDay, readEvents } from "./event-store.ts";
import { createEventWriter } from "./event-writer.ts";
import { checkPixels, loadPixels } from "./load-pixels.ts";
import { ATTRIBUTION_COOKIE } from "./messages.ts";
import { readConsentsOf } from "./operator-store.ts";
import {
  choosePrivacy,
  countryOf,
  permittedFor,
  privacyHistory,
  privacyOf,
  refuseSharing,
  showPrivacy,
} from "./privacy.ts";
import { type AttributionRecord, nextRecord, readRecord, recordEnds, type Touch } from "./record.ts";
import { analyticsAccess, sendAnalytics } from "./send-analytics.ts";
import { insertWordings, setAnalyticsClient } from "./store.ts";
import { type Beacon, takeEvents, trackBare } from "./take-events.ts";
import { WORDINGS } from "./words.ts";

export type { Action } from "./actions.ts";
export type * from "./attribution.types.ts";
export type { Choices, Purpose } from "./choices.ts";
export type { HeaderOf } from "./context.ts";
export { ATTRIBUTION_REFUSALS, type AttributionRefusal } from "./messages.ts";
export type { HistoryEntry, Privacy, ShownChoices } from "./privacy.ts";
export type { AttributionRecord } from "./record.ts";

const DAYS_AHEAD = 3;
const EXPORT_PAGE = 1_000;

export async function createAttribution(context: AttributionContext) {
  context.partners.registerCheck(checkPixels);
  await insertWordings(context.database.db, Object.values(WORDINGS), context.clock.now());
  const secure = context.settings.PUBLIC_URL.startsWith("https:");
  const domain = cookieDomain(context.settings.PUBLIC_URL);
  const analytics = analyticsAccess(context);
  const named = Object.entries(ACTIONS).flatMap(([action, name]) => (name === null ? [] : [[action, name] as const]));
  const writer = createEventWriter(context.database, analytics ? named : null);

  /** The living record of a cookie header; null when there is none, it has ended, or it was not written by us. */
  function attributionOf(cookieHeader: string | null | undefined): AttributionRecord | null {
    return readRecord(readCookie(cookieHeader ?? undefined, ATTRIBUTION_COOKIE), context.clock.now());
  }

  return {
    attributionOf,
    /** For operators, the newest first. */
    consentsOf: (userId: string, most: number) => readConsentsOf(context.database.db, userId, most),
    /**
     * The same as an account keeps it: the country when the proxy tells it, and the partner of the record when it is one
     * of ours and the page itself stood under no partner (`brand`).
     */
    arrivalOf(header: HeaderOf, brand: string = context.partners.home.partner_name): Arrival {
      const record = attributionOf(header("cookie"));
      const country_code = countryOf(context, header);
      const known = context.partners.all().find((one) => one.partner_name === record?.partner);
      return {
        sid: record?.sid ?? null,
        cid: record?.cid ?? null,
        partner: brand === context.partners.home.partner_name && known ? known.partner_name : brand,
        country_code,
        reads_in: country_code ?? (/^[a-z]{2}-GB\b/i.test(header("accept-language") ?? "") ? "GB" : null),
      };
    },
    /**
     * Stores a touch where it may be stored. `cookie` is null when nothing is to be set: no touch, the same touch again,
     * or a place whose law asks first and nobody has allowed it.
     */
    takeTouch(
      header: HeaderOf,
      touch: Touch,
      time_zone: string | null = null,
    ): { record: AttributionRecord | null; cookie: string | null } {
      const now = context.clock.now();
      const current = attributionOf(header("cookie"));
      if (!privacyOf(context, header, time_zone).permitted.attribution) return { record: current, cookie: null };
      const { record, changed } = nextRecord(current, touch, now);
      if (!record || !changed) return { record, cookie: null };
      const cookie = cookieLine(ATTRIBUTION_COOKIE, JSON.stringify(record), {
        max_age_seconds: Math.round((recordEnds(record).getTime() - now.getTime()) / 1_000),
        secure,
        // Landing pages may stand on other hosts of the same owner; without https a cross-site cookie is refused anyway.
        same_site: secure ? "None" : "Lax",
        domain,
        http_only: true,
      });
      return { record, cookie };
    },
    /** The cookie that ends the record, for whoever takes the permission back. */
    clearRecord: (): string =>
      cookieLine(ATTRIBUTION_COOKIE, "", {
        max_age_seconds: 0,
        secure,
        same_site: secure ? "None" : "Lax",
        domain,
        http_only: true,
      }),
    privacyOf: (header: HeaderOf, time_zone: string | null = null) => privacyOf(context, header, time_zone),
    permittedFor: (header: HeaderOf, userId: string) => permittedFor(context, header, userId),
    showPrivacy: (input: Parameters<typeof showPrivacy>[1]) => showPrivacy(context, input),
    choosePrivacy: (input: Parameters<typeof choosePrivacy>[1]) => choosePrivacy(context, input),
    /** A no to selling and sharing, in the transaction that keeps the request; the cookies that carry it. */
    refuseSharing: (tx: Tx, input: Parameters<typeof refuseSharing>[2]) => refuseSharing(tx, context, input),
    privacyHistory: (userId: string) => privacyHistory(context, userId),

    /** Tracking events by beacon; settles when they are stored. */
    takeEvents: (beacon: Beacon) => takeEvents(context, writer, beacon),
    /** What the server itself saw, about nobody. */
    trackBare: (event: Parameters<typeof trackBare>[2]) => trackBare(context, writer, event),
    /** Makes the partitions of today and the days to come, and drops those past their retention. */
    async keepDays(): Promise<{ dropped: number }> {
      const now = context.clock.now();
      for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1)
        await makeDay(context.database, civilDate(addDays(now, ahead)), civilDate(addDays(now, ahead + 1)));
      return {
        dropped: await dropDaysBefore(context.database, civilDate(addDays(now, -context.settings.EVENTS_KEEP_DAYS))),
      };
    },
    /** A day's events as Elasticsearch takes them in bulk: `create` with the event's id, so that a repeat adds nothing. */
    async *exportEvents(day: string): AsyncGenerator<string> {
      let after: string | null = null;
      for (;;) {
        const rows: Awaited<ReturnType<typeof readEvents>> = await readEvents(
          context.database.db,
          day,
          after,
          EXPORT_PAGE,
        );
        for (const { event_id, document } of rows) {
          const create = { _index: `events-${day.slice(0, 7).replace("-", ".")}`, _id: event_id };
          yield `${JSON.stringify({ create })}\n${JSON.stringify(document)}\n`;
        }
        if (rows.length < EXPORT_PAGE) return;
        after = rows.at(-1)?.event_id ?? null;
      }
    },

    /** The pixels that may run now, filled for this member. */
    loadPixels: (input: Parameters<typeof loadPixels>[1]) => loadPixels(context, input),
    pixelHosts: (partner: string) => context.partners.pixels(partner).hosts,

    /** True when Google Analytics is configured. */
    analytics: analytics !== null,
    saveAnalyticsClient: (userId: string, clientId: string) =>
      setAnalyticsClient(context.database.db, userId, clientId, context.clock.now()),
    sendAnalytics: async () => (analytics ? sendAnalytics(context, analytics) : { sent: 0 }),
    /** Waits for events in flight; for a graceful stop. */
    close: () => writer.close(),
  };
}

export type Attribution = Awaited<ReturnType<typeof createAttribution>>;
/** What screens may ask of attribution. */
export type AttributionService = Pick<
  Attribution,
  "attributionOf" | "arrivalOf" | "takeTouch" | "showPrivacy" | "privacyHistory"
>;
