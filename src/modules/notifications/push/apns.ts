/**
 * Apple's push service (APNs): alerts of our app on iPhones, by "Sending notification requests to APNs", "Generating a remote notification"
 * and "Handling notification responses from APNs" (https://developer.apple.com/documentation/usernotifications). An address is a device
 * token, which the phone hands to the app; the message is read by Apple, who delivers it.
 */
import { z } from "zod";
import type { Clock } from "#platform/clock";
import { newId } from "#platform/ids";
import type { ProviderHealth } from "#platform/provider-health";
import type { NotificationsSettings } from "../settings.ts";
import { readApnsKey } from "./apns-key.ts";
import { createLine, type LineAnswer, LineError } from "./apns-line.ts";
import { createApnsPass } from "./apns-pass.ts";
import type { PhoneMessage } from "./fcm.ts";
import { fitWords } from "./push-payload.ts";
import type { PushAnswer } from "./push-service.ts";

/** Apple takes 4,096. */
export const MAX_NOTIFICATION_BYTES = 4_000;
/** Of too many to one phone Apple says "with a delay" and not which. */
const BUSY_SECONDS = 60;
/** Apple asks for so long before what failed on its side is sent again. */
const FAILED_SECONDS = 15 * 60;
/** No pass may be changed more often. */
const PASS_SECONDS = 20 * 60;
/** The key is known, the pass is not of the right time. */
const OF_PASSES: ReadonlySet<string> = new Set(["ExpiredProviderToken", "TooManyProviderTokenUpdates"]);
/** Bytes in hexadecimal; how many Apple does not promise. */
const ADDRESS = /^([0-9a-f]{2}){16,500}$/;

/** As it is kept and asked for: phones write the same address in either case. Null for what is no device token. */
export function readIphoneAddress(address: string): string | null {
  const lower = address.toLowerCase();
  return ADDRESS.test(lower) ? lower : null;
}

const refusal = z.object({ reason: z.string().max(100), timestamp: z.number().optional().catch(undefined) });
type Refusal = { reason: string | null; timestamp: number | null };

type Settings = Pick<NotificationsSettings, "APNS_URL" | "APNS_KEY" | "APNS_KEY_ID" | "APNS_TEAM_ID" | "APNS_TOPIC">;

export function createApns(deps: { settings: Settings; clock: Clock; health: Pick<ProviderHealth, "note"> }) {
  const { settings, clock, health } = deps;
  const key = readApnsKey(settings.APNS_KEY);
  if (key === null || key === "off") return null;
  const passes = createApnsPass({ key, keyId: settings.APNS_KEY_ID, teamId: settings.APNS_TEAM_ID, clock });
  const { origin, pathname } = new URL(settings.APNS_URL);
  const line = createLine(origin);
  const base = pathname.replace(/\/$/, "");

  async function ask(address: string, message: PhoneMessage, again: boolean): Promise<LineAnswer> {
    const pass = await passes.pass();
    const headers = { authorization: `bearer ${pass}`, ...writeHeaders(message, settings.APNS_TOPIC, clock.now()) };
    const answer = await line.post(`${base}/3/device/${address}`, headers, writeNotification(message));
    if (!again || answer.status !== 403 || readRefusal(answer.body).reason !== "ExpiredProviderToken") return answer;
    return (await passes.forget(pass)) ? ask(address, message, false) : answer;
  }

  return {
    /** `bound_at`: since when we have this address; what Apple knew before says nothing of it. */
    async post(device: { endpoint: string; bound_at: Date }, message: PhoneMessage): Promise<PushAnswer> {
      let answer: PushAnswer;
      let fault: string | null = null;
      try {
        const told = await ask(device.endpoint, message, true);
        const { reason } = readRefusal(told.body);
        answer = judge(told, device.bound_at);
        if (answer.state === "key" || told.status >= 500 || (reason !== null && OF_PASSES.has(reason)))
          fault = sayOf(told);
        // Apple wants the connection closed when its words are about our key, and one that fails is left for another.
        if (fault !== null) line.renew();
      } catch (error) {
        if (!(error instanceof LineError)) throw error;
        fault = `APNs: ${error.message}`;
        answer = { state: "again", reason: fault };
      }
      await health.note("apns", fault === null ? { ok: true } : { fault });
      return answer;
    },
    close: (): void => line.close(),
  };
}
export type Apns = NonNullable<ReturnType<typeof createApns>>;

/** News may wait until the phone is awake anyway, and makes no sound. */
const isQuiet = ({ urgency }: PhoneMessage): boolean => urgency === "low";

/** `topic`: the app's bundle id. */
export function writeHeaders(message: PhoneMessage, topic: string, now: Date): Record<string, string> {
  return {
    "apns-id": newId("apns"),
    "apns-topic": topic,
    "apns-push-type": "alert",
    "apns-priority": isQuiet(message) ? "5" : "10",
    "apns-expiration": String(Math.floor(now.getTime() / 1_000) + message.ttl_seconds),
    // On the screen only the same event takes the place of itself.
    "apns-collapse-id": message.shown.tag,
  };
}

/** The JSON of one notification. What stands beside `aps` is handed to the app as it is: the plugin calls it `data`. */
export function writeNotification(message: PhoneMessage): string {
  const { shown, list } = message;
  const write = (alert: { title: string; body: string }) =>
    JSON.stringify({
      aps: { alert, "thread-id": list, ...(isQuiet(message) ? {} : { sound: "default" }) },
      navigate: shown.navigate,
    });
  return write(fitWords(shown, MAX_NOTIFICATION_BYTES, write));
}

function judge(answer: LineAnswer, boundAt: Date): PushAnswer {
  const { status } = answer;
  const { reason: code, timestamp } = readRefusal(answer.body);
  const reason = sayOf(answer);
  if (status === 200) return { state: "taken" };
  // Only Apple's own word forgets a phone: whatever else answers 400 or 410 may be a setting of ours.
  if (code === "BadDeviceToken" || code === "DeviceTokenNotForTopic") return { state: "gone" };
  if (status === 410 && (code === "Unregistered" || code === "ExpiredToken")) {
    const isOlder = timestamp !== null && timestamp < boundAt.getTime();
    return isOlder ? { state: "refused", reason: `${reason}, before the app told us of itself` } : { state: "gone" };
  }
  if (code !== null && OF_PASSES.has(code)) return { state: "wait", seconds: PASS_SECONDS };
  if (status === 429) return { state: "wait", seconds: BUSY_SECONDS };
  if (code === "IdleTimeout") return { state: "again", reason };
  if (status === 403 || status === 404 || code === "BadTopic" || code === "MissingTopic" || code === "TopicDisallowed")
    return { state: "key", reason };
  if (status >= 500) return { state: "wait", seconds: FAILED_SECONDS };
  return { state: "refused", reason };
}

/** With the number by which Apple finds the request in its own log. */
function sayOf({ status, headers, body }: LineAnswer): string {
  const id = headers.get("apns-id");
  const said = `APNs: ${status} ${readRefusal(body).reason ?? body}`.trim() + (id ? ` (apns-id ${id})` : "");
  return said.replaceAll(/\p{Cc}/gu, " ").slice(0, 250);
}

function readRefusal(body: string): Refusal {
  try {
    const { reason, timestamp } = refusal.parse(JSON.parse(body));
    return { reason, timestamp: timestamp ?? null };
  } catch {
    return { reason: null, timestamp: null };
  }
}
