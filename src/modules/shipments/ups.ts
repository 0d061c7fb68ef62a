/**
 * UPS itself, asked about its own parcels by their number where we are its client. Source: the documents of its Tracking API and of its
 * client credentials (github.com/UPS-API/api-documentation), the fields that stand there and no others.
 */
import { randomUUID } from "node:crypto";
import type { Clock } from "#platform/clock";
import { OutgoingError } from "#platform/outgoing";
import { type ProviderCalls, SOON } from "#platform/provider-calls";
import type { KeptScan, Refused, Tracker } from "./parcel-store.ts";
import { countryOf, listOf, MAX_SCANS, rowOf, textOf } from "./read-answer.ts";
import type { ScanStatus } from "./rules.ts";
import type { ShipmentsSettings } from "./settings.ts";

/** Types of an activity, as the appendix of the Tracking API lists them. */
const STATUSES: Readonly<Record<string, ScanStatus>> = {
  M: "label",
  MV: "cancelled",
  P: "moving",
  I: "moving",
  DO: "moving",
  DD: "moving",
  W: "moving",
  O: "out_for_delivery",
  X: "exception",
  RS: "returning",
  D: "delivered",
};
const RENEW_BEFORE_MS = 60_000;

const inDays = (date: string): string | null => {
  const day = /^(\d{4})(\d{2})(\d{2})$/.exec(date)?.slice(1).join("-") ?? "";
  return day !== "" && !Number.isNaN(Date.parse(day)) ? day : null;
};

/** Universal time where it is told, else the place's own with its distance. Hours come without their leading zero too. */
function momentOf(row: ReturnType<typeof rowOf>): Date | null {
  const read = (date: unknown, time: unknown, zone: string) => {
    const day = inDays(textOf(date, 8));
    const digits = /^\d{1,6}$/.exec(textOf(time, 8).replaceAll(":", ""))?.[0].padStart(6, "0");
    const clock = digits && [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].join(":");
    const at = new Date(`${day}T${clock}${zone}`);
    return day === null || clock === undefined || Number.isNaN(at.getTime()) ? null : at;
  };
  const offset = /^[+-]\d{2}:\d{2}$/.exec(textOf(row.gmtOffset, 6))?.[0];
  return read(row.gmtDate, row.gmtTime, "Z") ?? (offset ? read(row.date, row.time, offset) : null);
}

function readActivity(value: unknown): KeptScan | null {
  const row = rowOf(value);
  const status = rowOf(row.status);
  const occurred_at = momentOf(row);
  const told = STATUSES[textOf(status.type, 4)];
  if (!told || !occurred_at) return null;
  const place = rowOf(rowOf(row.location).address);
  return {
    ...{ occurred_at, status: told, detail: textOf(status.code, 60), message: textOf(status.description) },
    ...{ city: textOf(place.city, 80), region: textOf(place.stateProvince, 40), country: countryOf(place.countryCode) },
  };
}

/** Of several dates the one that was set last: a parcel that was put off has both. */
function estimateOf(dates: readonly unknown[]): string | null {
  const dayOf = (type: string) => {
    const found = dates.map(rowOf).find((one) => textOf(one.type, 4) === type);
    return found ? inDays(textOf(found.date, 8)) : null;
  };
  return dayOf("RDD") ?? dayOf("SDD");
}

/** Null for what names no such parcel. */
export function readUps(answer: unknown, number: string): Tracker | null {
  const shipments = listOf(rowOf(rowOf(answer).trackResponse).shipment).map(rowOf);
  const parcel = shipments
    .flatMap((shipment) => listOf(shipment.package).map(rowOf))
    .find((one) => textOf(one.trackingNumber, 40).toUpperCase() === number);
  if (!parcel) return null;
  return {
    ...{ tracker_id: null, carrier: "ups", estimate: estimateOf(listOf(parcel.deliveryDate)) },
    // The newest stands first.
    scans: listOf(parcel.activity)
      .slice(0, MAX_SCANS)
      .flatMap((one) => readActivity(one) ?? []),
  };
}

export type Ups = ReturnType<typeof createUps>;

type Deps = { settings: ShipmentsSettings; calls: ProviderCalls; clock: Clock };

export function createUps({ settings, calls, clock }: Deps) {
  let token: { value: string; until: number } | null = null;

  async function bearer(): Promise<string> {
    const now = clock.now().getTime();
    if (token && token.until > now) return token.value;
    const basic = Buffer.from(`${settings.UPS_CLIENT_ID}:${settings.UPS_CLIENT_SECRET}`).toString("base64");
    const request = {
      ...{ url: `${settings.UPS_URL}/security/v1/oauth/token`, body: "grant_type=client_credentials" },
      method: "POST" as const,
      headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
    };
    const answer = rowOf(await calls.json("ups", request, SOON));
    const value = textOf(answer.access_token, 10_000);
    // A text of seconds.
    const seconds = Number(answer.expires_in);
    if (value === "" || !(seconds > 0)) throw new Error("UPS answered with something that is no token");
    token = { value, until: now + seconds * 1_000 - RENEW_BEFORE_MS };
    return value;
  }

  return {
    enabled: settings.UPS_CLIENT_ID !== "off",
    /** 404 is an answer: a number of which they have heard nothing, or nothing for 120 days. */
    async ask(number: string): Promise<Tracker | Refused> {
      const url = `${settings.UPS_URL}/api/track/v1/details/${encodeURIComponent(number)}?locale=en_US`;
      const authorization = `Bearer ${await bearer()}`;
      try {
        const answer = await calls.json(
          "ups",
          { url, headers: { authorization, transId: randomUUID(), transactionSrc: "tuppence" } },
          SOON,
        );
        const tracker = readUps(answer, number);
        if (!tracker) throw new Error("UPS answered with something that is not this parcel");
        return tracker;
      } catch (error) {
        // A token that ended early is thrown away; the next call comes with a new one.
        if (error instanceof OutgoingError && error.status === 401) token = null;
        if (!(error instanceof OutgoingError) || (error.status !== 404 && error.status !== 400)) throw error;
        const code = /"code"\s*:\s*"([\w.]{1,80})"/.exec(error.body)?.[1];
        return { refused: code ?? `status ${error.status}` };
      }
    },
  };
}
