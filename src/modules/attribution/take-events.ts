/** Events from a beacon: read, refused or cleaned, and stored before the answer. */
import { v7 as newUuid } from "uuid";
import { readCookie } from "#platform/http";
import { done, type Outcome, refused } from "#platform/outcome";
import { type Action, isAction } from "./actions.ts";
import type { AttributionContext, HeaderOf } from "./context.ts";
import type { EventWriter } from "./event-writer.ts";
import { type EventContext, type EventMember, isEventId, makeEvent } from "./events.ts";
import { ATTRIBUTION_COOKIE, type AttributionRefusal, MAX_EVENT_BYTES, MAX_EVENTS } from "./messages.ts";
import { privacyOf } from "./privacy.ts";
import { readRecord } from "./record.ts";

export type Beacon = {
  header: HeaderOf;
  member: EventMember | null;
  address: string;
  language: "en" | "es";
  /** `?action=` of the address; a list names its own. */
  action: string;
  body: unknown;
  /** Of the whole body: when that is small, no event in it has to be measured. */
  bytes: number;
};
type Sent = Record<string, unknown>;

const isObject = (value: unknown): value is Sent =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A single event is refused with its reason. Of a list the good ones are kept, because a browser with an older page may
 * send some that are gone; a list without a good one is refused as its first was.
 */
export async function takeEvents(
  context: AttributionContext,
  writer: EventWriter,
  beacon: Beacon,
): Promise<Outcome<{ kept: number }, AttributionRefusal>> {
  const list = Array.isArray(beacon.body) ? beacon.body : [beacon.body ?? {}];
  if (list.length === 0 || list.length > MAX_EVENTS) return refused(list.length ? "too_many_events" : "event_invalid");
  const alone = !Array.isArray(beacon.body);
  const good: { sent: Sent; action: Action }[] = [];
  let fault: AttributionRefusal | null = null;
  for (const sent of list) {
    const action = isObject(sent) && (!alone || !beacon.action) ? sent.action : beacon.action;
    if (!isObject(sent)) fault ??= "event_invalid";
    else if (!isAction(action)) fault ??= "event_unknown";
    else if (beacon.bytes > MAX_EVENT_BYTES && Buffer.byteLength(JSON.stringify(sent)) > MAX_EVENT_BYTES)
      fault ??= "event_too_large";
    else good.push({ sent, action });
  }
  if (good.length === 0) return refused(fault ?? "event_invalid");
  const privacy = privacyOf(context, beacon.header);
  const described = contextOf(context, beacon, privacy.permitted.statistics);
  const rows = good.map(({ sent, action }) =>
    makeEvent(
      sent,
      action,
      isEventId(sent.event_id) ? sent.event_id : newUuid(),
      privacy.permitted.marketing,
      described,
    ),
  );
  await writer.write(rows);
  return done({ kept: rows.length });
}

function contextOf(context: AttributionContext, beacon: Beacon, allowed: boolean): EventContext {
  const now = context.clock.now();
  const record = readRecord(readCookie(beacon.header("cookie") ?? undefined, ATTRIBUTION_COOKIE), now);
  return {
    now,
    permitted: allowed,
    member: beacon.member,
    record: record && { sid: record.sid, cid: record.cid, partner: record.partner },
    nameOf: (partner) => context.partners.all().find((brand) => brand.partner_name === partner)?.name ?? null,
    address: beacon.address,
    user_agent: beacon.header("user-agent") ?? "",
    language: beacon.language,
  };
}

/** What the server itself saw happen, about nobody: bare, as without permission. */
export async function trackBare(
  context: AttributionContext,
  writer: EventWriter,
  event: { action: Action; currenturl: string },
): Promise<void> {
  const described = contextOf(
    context,
    { header: () => null, member: null, address: "", language: "en", action: "", body: null, bytes: 0 },
    false,
  );
  await writer.write([makeEvent({ currenturl: event.currenturl }, event.action, newUuid(), false, described)]);
}
