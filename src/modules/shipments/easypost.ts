/**
 * EasyPost, who asks carriers for us: trackers are made once for each number and read by their id; `tracker.updated` only says that one
 * changed. Source: docs.easypost.com (Trackers, Webhooks), the fields that stand there and no others.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { OutgoingError } from "#platform/outgoing";
import { PATIENT, type ProviderCalls, SOON } from "#platform/provider-calls";
import type { KeptScan, Refused, Tracker } from "./parcel-store.ts";
import { countryOf, listOf, MAX_SCANS, rowOf, textOf } from "./read-answer.ts";
import type { ScanStatus } from "./rules.ts";
import type { ShipmentsSettings } from "./settings.ts";

/** Their names of carriers that we know for sure; others they find out themselves. */
const NAMES: Readonly<Record<string, string>> = {
  usps: "USPS",
  ups: "UPS",
  fedex: "FedEx",
  dhl: "DHLExpress",
  canada_post: "CanadaPost",
  ontrac: "OnTrac",
  purolator: "Purolator",
};
const CODES = new Map(Object.entries(NAMES).map(([code, name]) => [name.toLowerCase(), code]));

const STATUSES: Readonly<Record<string, ScanStatus>> = {
  pre_transit: "label",
  in_transit: "moving",
  out_for_delivery: "out_for_delivery",
  available_for_pickup: "pickup",
  return_to_sender: "returning",
  delivered: "delivered",
  failure: "exception",
  error: "exception",
  cancelled: "cancelled",
};
/** A failure whose detail is that nobody was there is another than a parcel that is damaged. */
const ATTEMPTS = new Set(["delivery_exception", "delivery_attempted"]);
function readScan(value: unknown): KeptScan | null {
  const row = rowOf(value);
  const occurred_at = new Date(textOf(row.datetime, 40));
  const detail = textOf(row.status_detail, 60);
  const told = STATUSES[textOf(row.status, 40)];
  if (!told || Number.isNaN(occurred_at.getTime())) return null;
  const place = rowOf(row.tracking_location);
  return {
    occurred_at,
    status: told === "exception" && ATTEMPTS.has(detail) ? "failed_attempt" : told,
    detail,
    message: textOf(row.message),
    city: textOf(place.city, 80),
    region: textOf(place.state, 40),
    country: countryOf(place.country),
  };
}

export function readTracker(answer: unknown): Tracker | null {
  const row = rowOf(answer);
  const tracker_id = textOf(row.id, 100);
  if (!/^trk_\w{8,90}$/.test(tracker_id)) return null;
  const estimate = textOf(row.est_delivery_date, 40).slice(0, 10);
  const scans = listOf(row.tracking_details)
    .slice(-MAX_SCANS)
    .flatMap((one) => readScan(one) ?? []);
  return {
    tracker_id,
    carrier: CODES.get(textOf(row.carrier, 40).toLowerCase()) ?? null,
    estimate: /^\d{4}-\d{2}-\d{2}$/.test(estimate) && !Number.isNaN(Date.parse(estimate)) ? estimate : null,
    scans,
  };
}

/** The tracker that a signed message says has changed, with the message's own id; null for other messages. */
export function readHint(body: Buffer): { event_id: unknown; tracker_id: string } | null {
  let told: unknown;
  try {
    told = JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
  const { id, description, result } = rowOf(told);
  const tracker_id = textOf(rowOf(result).id, 100);
  if (!["tracker.updated", "tracker.created"].includes(textOf(description, 40)) || !/^trk_\w{8,90}$/.test(tracker_id))
    return null;
  return { event_id: id, tracker_id };
}

export type Easypost = ReturnType<typeof createEasypost>;

export function createEasypost({ settings, calls }: { settings: ShipmentsSettings; calls: ProviderCalls }) {
  const headers = { authorization: `Basic ${Buffer.from(`${settings.EASYPOST_API_KEY}:`).toString("base64")}` };
  const base = `${settings.EASYPOST_URL}/trackers`;
  const read = (answer: unknown): Tracker => {
    const tracker = readTracker(answer);
    if (!tracker) throw new Error("EasyPost answered with something that is no tracker");
    return tracker;
  };
  return {
    enabled: settings.EASYPOST_API_KEY !== "off",
    /** The same number again gives the same tracker. */
    async create(number: string, carrier: string | null): Promise<Tracker | Refused> {
      const name = carrier === null ? undefined : NAMES[carrier];
      const tracker = { tracking_code: number, ...(name && { carrier: name }) };
      try {
        return read(await calls.json("easypost", { url: base, method: "POST", headers, json: { tracker } }, SOON));
      } catch (error) {
        if (!(error instanceof OutgoingError) || (error.status !== 422 && error.status !== 400)) throw error;
        const code = /"code"\s*:\s*"([\w.]{1,80})"/.exec(error.body)?.[1];
        return { refused: code ?? `status ${error.status}` };
      }
    },
    async get(trackerId: string): Promise<Tracker> {
      return read(await calls.json("easypost", { url: `${base}/${encodeURIComponent(trackerId)}`, headers }, PATIENT));
    },
    /** `X-Hmac-Signature` over exactly what was sent; the secret in the normal form in which they use it. */
    isSigned(signature: string | undefined, body: Buffer): boolean {
      const secret = settings.EASYPOST_WEBHOOK_SECRET.normalize("NFKD");
      const right = Buffer.from(`hmac-sha256-hex=${createHmac("sha256", secret).update(body).digest("hex")}`);
      const given = Buffer.from(signature ?? "");
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
