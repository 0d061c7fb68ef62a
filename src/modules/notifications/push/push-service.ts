/**
 * Web Push: a message encrypted for one browser (RFC 8291), signed by our key (VAPID, RFC 8292), posted to that browser's push
 * service (RFC 8030). The library encrypts and signs; the call is our own, because its own would go to any address.
 */
import { Buffer } from "node:buffer";
import { ECDH } from "node:crypto";
import webPush, { type Urgency } from "web-push";
import { OutgoingError, send, waitTold } from "#platform/outgoing";
import type { ProviderHealth } from "#platform/provider-health";
import type { NotificationsSettings } from "../settings.ts";
import { isPushService } from "./push-hosts.ts";

/** As a browser tells of itself: both keys in base64url. */
export type PushKeys = { endpoint: string; p256dh: string; auth: string };
/** `sent_at`: when its service last took something for it. */
export type ToldBrowser = PushKeys & { user_id: string; sent_at: Date | null };
export type PushMessage = {
  payload: string;
  ttl_seconds: number;
  urgency: Urgency;
  /** At most 32 letters of base64url: the same again replaces what was not delivered yet. */
  topic: string;
};
/**
 * `gone`: this browser is not there any more. `too_large`: shorter, please. `wait`: it is busy for so long. `key`: it does not take
 * our key. `again`: it is away. `refused`: it takes no such message.
 */
export type PushAnswer =
  | { state: "taken" | "gone" | "too_large" }
  | { state: "wait"; seconds: number }
  | { state: "key" | "again" | "refused"; reason: string };

/** Of a service that says "too many" and not until when. */
const BUSY_SECONDS = 60;
const AUTH_BYTES = 16;
const TIMEOUT_MS = 10_000;

/** Whether a browser could read what is encrypted by these: a point of the curve, and a secret of the right length. */
export function areKeys({ p256dh, auth }: Pick<PushKeys, "p256dh" | "auth">): boolean {
  if (Buffer.from(auth, "base64url").length !== AUTH_BYTES) return false;
  const point = Buffer.from(p256dh, "base64url");
  if (point.length !== 65 || point[0] !== 4) return false;
  try {
    ECDH.convertKey(point, "prime256v1", undefined, undefined, "compressed");
    return true;
  } catch {
    return false;
  }
}

export function createPushService(deps: {
  settings: Pick<NotificationsSettings, "VAPID_PUBLIC_KEY" | "VAPID_PRIVATE_KEY" | "VAPID_SUBJECT" | "SANDBOX">;
  health: Pick<ProviderHealth, "note">;
  /** Whether a push service took anything for any browser that we know. */
  anyTold(): Promise<boolean>;
}) {
  const { settings } = deps;
  const vapidDetails = {
    subject: settings.VAPID_SUBJECT,
    publicKey: settings.VAPID_PUBLIC_KEY,
    privateKey: settings.VAPID_PRIVATE_KEY,
  };
  const takes = (endpoint: string) => isPushService(endpoint, settings.SANDBOX === "on");
  const failing = new Set<string>();
  /**
   * Whether what fails for this browser says something of the push services. Anybody can hand in an address at which nobody answers, so
   * that only those which were told before do; where none was yet, as behind a wall that lets nothing out, several members' do.
   */
  async function isServiceFault({ user_id, sent_at }: ToldBrowser): Promise<boolean> {
    if (sent_at !== null) return true;
    if (await deps.anyTold()) return false;
    failing.add(user_id);
    return failing.size > 1;
  }
  return {
    /** What browsers subscribe by; null where an operator has turned pushes off. */
    key: settings.VAPID_PUBLIC_KEY === "off" ? null : settings.VAPID_PUBLIC_KEY,
    takes,
    async post(to: ToldBrowser, message: PushMessage): Promise<PushAnswer> {
      // Once more at the last moment: what lies in the database was checked by an older list.
      if (!takes(to.endpoint)) return { state: "gone" };
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
        message.payload,
        { vapidDetails, TTL: message.ttl_seconds, urgency: message.urgency, topic: message.topic },
      );
      // The length is counted by whoever sends.
      const { "Content-Length": _length, ...rest } = headers as Record<string, string | number>;
      try {
        const answer = await send({
          url: to.endpoint,
          method: "POST",
          headers: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
          body: new Uint8Array(body ?? []),
          timeout_ms: TIMEOUT_MS,
        });
        await answer.body?.cancel();
        await deps.health.note("push", { ok: true });
        return { state: "taken" };
      } catch (error) {
        if (!(error instanceof OutgoingError)) throw error;
        const read = readRefusal(error);
        const faulty = read.state === "key" || read.state === "again";
        if (faulty && (await isServiceFault(to))) await deps.health.note("push", { fault: read.reason });
        // Nor does it take an alarm back that such an address is unknown.
        if (!faulty && to.sent_at !== null) await deps.health.note("push", { ok: true });
        return read;
      }
    },
  };
}
export type PushService = ReturnType<typeof createPushService>;

function readRefusal(error: OutgoingError): Exclude<PushAnswer, { state: "taken" }> {
  const { status } = error;
  const said = error.body.replaceAll(/\p{Cc}/gu, " ").slice(0, 200);
  const reason = said ? `${error.message}: ${said}` : error.message;
  if (status === 404 || status === 410) return { state: "gone" };
  if (status === 413) return { state: "too_large" };
  if (status === 429) return { state: "wait", seconds: waitTold(error.headers) ?? BUSY_SECONDS };
  if (status === 401 || status === 403) return { state: "key", reason };
  if (status === null || status >= 500) return { state: "again", reason };
  return { state: "refused", reason };
}
