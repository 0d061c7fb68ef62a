import { createPublicKey } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http2";
import { decodeJwt, jwtVerify } from "jose";
import type { World } from "../world.ts";
import { ACCOUNT, PUBLIC_KEY } from "./credentials.ts";

/**
 * What Apple's push service says to a request, by "Sending notification requests to APNs" and "Handling notification responses from APNs"
 * (https://developer.apple.com/documentation/usernotifications): the status and the `reason` of each, in the order in which they are found.
 */
export const MOODS = ["takes", "unregistered", "expired", "elsewhere", "busy", "away", "broken"] as const;
export type Mood = (typeof MOODS)[number];
export interface Phone {
  token: string;
  mood: Mood;
  /** Since when it is so. */
  since: number;
}
export type Refusal = { status: number; reason: string; timestamp?: number };
/** What one connection remembers: when the token that it last took was made. */
export interface Connection {
  issuedAt: number | null;
}

const HOUR_MS = 3_600_000;
const UPDATE_MS = 20 * 60_000;
const MAX_BYTES = 4_096;
const MAX_COLLAPSE_BYTES = 64;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TYPES = new Set(
  "alert background location voip complication fileprovider mdm liveactivity pushtotalk widgets".split(" "),
);

export const findPhone = (world: World, token: string): Phone | undefined =>
  world.db.get<Phone>("select token, mood, since from apns_phones where token = ?", token);

const one = (headers: IncomingHttpHeaders, name: string): string => String(headers[name] ?? "");

export function judgeHeaders(headers: IncomingHttpHeaders, body: Buffer): Refusal | null {
  const no = (status: number, reason: string): Refusal => ({ status, reason });
  if (headers[":method"] !== "POST") return no(405, "MethodNotAllowed");
  if (!/^\/3\/device(\/|$)/.test(String(headers[":path"]))) return no(404, "BadPath");
  if (!tokenOf(headers)) return no(400, "MissingDeviceToken");
  if (headers["apns-id"] !== undefined && !UUID.test(one(headers, "apns-id"))) return no(400, "BadMessageId");
  if (!/^\d*$/.test(one(headers, "apns-expiration"))) return no(400, "BadExpirationDate");
  if (!["", "1", "5", "10"].includes(one(headers, "apns-priority"))) return no(400, "BadPriority");
  if (Buffer.byteLength(one(headers, "apns-collapse-id")) > MAX_COLLAPSE_BYTES) return no(400, "BadCollapseId");
  if (headers["apns-push-type"] !== undefined && !TYPES.has(one(headers, "apns-push-type")))
    return no(400, "InvalidPushType");
  const topic = one(headers, "apns-topic");
  if (!topic) return no(400, "MissingTopic");
  if (topic !== ACCOUNT.topic) return no(400, "TopicDisallowed");
  if (body.length === 0) return no(400, "PayloadEmpty");
  return body.length > MAX_BYTES ? no(413, "PayloadTooLarge") : null;
}

export const tokenOf = (headers: IncomingHttpHeaders): string =>
  String(headers[":path"]).replace(/^\/3\/device\/?/, "");

/** By "Establishing a token-based connection to APNs": ES256, `kid`, `iss`, and an `iat` of the last hour. */
export async function judgePass(
  world: World,
  headers: IncomingHttpHeaders,
  there: boolean,
  connection: Connection,
): Promise<Refusal | null> {
  const no = (status: number, reason: string): Refusal => ({ status, reason });
  const pass = /^bearer (\S+)$/i.exec(one(headers, "authorization"))?.[1];
  if (!pass) return no(403, "MissingProviderToken");
  try {
    const key = createPublicKey({ key: Buffer.from(PUBLIC_KEY, "base64"), format: "der", type: "spki" });
    const { protectedHeader } = await jwtVerify(pass, key, { algorithms: ["ES256"], issuer: ACCOUNT.team });
    if (!there || protectedHeader.kid !== ACCOUNT.key) return no(403, "InvalidProviderToken");
  } catch {
    return no(403, "InvalidProviderToken");
  }
  const issuedAt = (decodeJwt(pass).iat ?? 0) * 1_000;
  const age = world.clock.now() - issuedAt;
  if (age > HOUR_MS || age < -HOUR_MS) return no(403, "ExpiredProviderToken");
  const before = connection.issuedAt;
  if (before !== null && issuedAt !== before && issuedAt - before < UPDATE_MS)
    return no(429, "TooManyProviderTokenUpdates");
  connection.issuedAt = issuedAt;
  return null;
}

export function judgePhone(phone: Phone | undefined): Refusal | null {
  if (!phone) return { status: 400, reason: "BadDeviceToken" };
  const said: Record<Mood, Refusal | null> = {
    takes: null,
    unregistered: { status: 410, reason: "Unregistered", timestamp: phone.since },
    expired: { status: 410, reason: "ExpiredToken", timestamp: phone.since },
    elsewhere: { status: 400, reason: "DeviceTokenNotForTopic" },
    busy: { status: 429, reason: "TooManyRequests" },
    away: { status: 503, reason: "ServiceUnavailable" },
    broken: { status: 500, reason: "InternalServerError" },
  };
  return said[phone.mood];
}
