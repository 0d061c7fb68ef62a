/** What the scans of a parcel and the clock make of it. The same scans give the same state in whatever order they come. Pure. */
import type { CivilDate } from "#platform/clock";
import { addDays } from "#platform/clock";
import { carrierDay, dayIn, endOfDay, plusDays } from "./zone-days.ts";

/** What a carrier can say of a parcel. */
export const SCAN_STATUSES = [
  "label",
  "moving",
  "out_for_delivery",
  "pickup",
  "failed_attempt",
  "exception",
  "returning",
  "delivered",
  "cancelled",
] as const;
export type ScanStatus = (typeof SCAN_STATUSES)[number];

const ON_THE_WAY = [
  "waiting",
  "label",
  "moving",
  "out_for_delivery",
  "pickup",
  "failed_attempt",
  "exception",
  "stalled",
  "late",
  "not_shipped",
  "cancelled",
] as const;
const ENDS = ["delivered", "received", "returning", "returned"] as const;
export const PARCEL_STATES = [...ON_THE_WAY, ...ENDS] as const;
export type ParcelState = (typeof PARCEL_STATES)[number];

/** Scans come late and out of order, so that whatever is on its way may turn out to be anything; what was brought only goes back. */
const others = (state: ParcelState): readonly ParcelState[] => PARCEL_STATES.filter((other) => other !== state);
export const PARCEL_TRANSITIONS = {
  waiting: others("waiting"),
  label: others("label"),
  moving: others("moving"),
  out_for_delivery: others("out_for_delivery"),
  pickup: others("pickup"),
  failed_attempt: others("failed_attempt"),
  exception: others("exception"),
  stalled: others("stalled"),
  late: others("late"),
  not_shipped: others("not_shipped"),
  cancelled: others("cancelled"),
  delivered: ["received", "returning", "returned"],
  received: ["returning", "returned"],
  returning: ["returned"],
  returned: [],
} satisfies Readonly<Record<ParcelState, readonly ParcelState[]>>;

export type Scan = { occurred_at: Date; status: ScanStatus; country: string | null };

export type ParcelFacts = {
  /** Whether there is a number that a carrier can be asked about. */
  numbered: boolean;
  /** Where the member lives, and the zone of their days. */
  country: string | null;
  zone: string;
  /** The first day that was promised, by the store or else by the carrier. */
  expected_by: string | null;
  ordered_on: string | null;
  received_at: Date | null;
  /** The number says that it was posted in another country. */
  posted_abroad: boolean;
};

export const STALLED_DAYS = { home: 5, abroad: 14 } as const;
/** 16 CFR 435.2: without a promised day a store has so long. */
export const SHIP_DAYS = 30;

const rankOf = (status: ScanStatus): number => SCAN_STATUSES.indexOf(status);
/** By time; of two in one moment the one that stands later on the way. */
export const inOrder = <One extends Pick<Scan, "occurred_at" | "status">>(scans: readonly One[]): One[] =>
  scans.toSorted((a, b) => a.occurred_at.getTime() - b.occurred_at.getTime() || rankOf(a.status) - rankOf(b.status));

export function isAbroad(facts: ParcelFacts, scans: readonly Scan[]): boolean {
  const places = new Set(scans.flatMap(({ country }) => country ?? []));
  if (facts.country) places.add(facts.country);
  return facts.posted_abroad || places.size > 1;
}

/** The end of the day after the one that was promised, where that is a day on which parcels are brought. */
export const lateFrom = (facts: ParcelFacts): Date | null =>
  facts.expected_by === null ? null : endOfDay(carrierDay(plusDays(facts.expected_by, 1), facts.country), facts.zone);

/** So many days after the last scan; should that day be a Sunday or a holiday, the end of the next on which parcels are brought. */
export function stalledFrom(facts: ParcelFacts, scans: readonly Scan[]): Date | null {
  const newest = inOrder(scans).at(-1);
  if (!newest) return null;
  const at = addDays(newest.occurred_at, isAbroad(facts, scans) ? STALLED_DAYS.abroad : STALLED_DAYS.home);
  const day = dayIn(at, facts.zone);
  const next = carrierDay(day, facts.country);
  return next === day ? at : endOfDay(next, facts.zone);
}

/** The end of the day by which it had to be on its way: the promised one, or thirty after the order. */
export function shipBy(facts: ParcelFacts): Date | null {
  const day: CivilDate | string | null =
    facts.expected_by ?? (facts.ordered_on === null ? null : plusDays(facts.ordered_on, SHIP_DAYS));
  return day === null ? null : endOfDay(day, facts.zone);
}

const ended = (scans: readonly Scan[], facts: ParcelFacts): ParcelState | null => {
  const back = scans.findIndex(({ status }) => status === "returning");
  if (back >= 0) return scans.slice(back).some(({ status }) => status === "delivered") ? "returned" : "returning";
  if (facts.received_at) return "received";
  return scans.some(({ status }) => status === "delivered") ? "delivered" : null;
};

export function stateOf(facts: ParcelFacts, heard: readonly Scan[], now: Date): ParcelState {
  const scans = inOrder(heard);
  const end = ended(scans, facts);
  if (end) return end;
  const newest = scans.at(-1)?.status;
  const past = (at: Date | null) => at !== null && at.getTime() <= now.getTime();
  if (newest === undefined || newest === "label")
    return past(shipBy(facts)) ? "not_shipped" : newest === "label" ? "label" : "waiting";
  if (newest === "pickup" || newest === "cancelled") return newest;
  if (past(stalledFrom(facts, scans))) return "stalled";
  if (newest === "moving" && past(lateFrom(facts))) return "late";
  // `returning` and `delivered` are ends.
  return newest as ParcelState;
}

/** When time alone may change the state next; null when it cannot. */
export function nextClock(facts: ParcelFacts, scans: readonly Scan[], now: Date): Date | null {
  const instants = [lateFrom(facts), stalledFrom(facts, scans), shipBy(facts)]
    .flatMap((at) => at?.getTime() ?? [])
    .filter((at) => at > now.getTime());
  return ended(inOrder(scans), facts) || instants.length === 0 ? null : new Date(Math.min(...instants));
}

export const isOver = (state: ParcelState): boolean => ["received", "returned"].includes(state);

/** Waits between two looks at a parcel that nothing is heard of, in hours. */
const POLL_HOURS = [2, 6, 12, 24, 48] as const;
/** What is silent for so long is asked for no more; a message of its carrier still brings it back. */
export const FORGOTTEN_DAYS = 60;

/** When to look by ourselves next: `silent` looks brought nothing new. Delivered ones are looked at a while, in case they go back. */
export const nextPoll = (silent: number, now: Date): Date =>
  addDays(now, (POLL_HOURS[Math.min(silent, POLL_HOURS.length - 1)] ?? 48) / 24);
