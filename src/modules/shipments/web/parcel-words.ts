/** How parcels and cases stand, in the words of stamps, stops and choices. */
import type { IconName, ServiceName } from "#ui/icon.tsx";
import type { CaseKind, CaseState, PaidWith } from "../case-rules.ts";
import type { ParcelState, ScanStatus } from "../rules.ts";

type Tone = "wait" | "good" | "bad" | "info";
type Stamp = { tone: Tone; icon: IconName; text: string };

export const PARCEL_STAMPS: Readonly<Record<ParcelState, Stamp>> = {
  waiting: { tone: "wait", icon: "hourglass", text: "No scan yet" },
  label: { tone: "info", icon: "package", text: "Label made" },
  moving: { tone: "info", icon: "truck", text: "In transit" },
  out_for_delivery: { tone: "info", icon: "truck", text: "Out for delivery" },
  pickup: { tone: "wait", icon: "hand", text: "Ready for pickup" },
  failed_attempt: { tone: "wait", icon: "circle-alert", text: "Nobody was there" },
  exception: { tone: "bad", icon: "triangle-alert", text: "Problem on the way" },
  stalled: { tone: "bad", icon: "circle-pause", text: "No news" },
  late: { tone: "bad", icon: "clock", text: "Late" },
  not_shipped: { tone: "bad", icon: "clock", text: "Not shipped" },
  cancelled: { tone: "bad", icon: "x", text: "Canceled by the sender" },
  delivered: { tone: "good", icon: "package-check", text: "Delivered" },
  received: { tone: "good", icon: "check-check", text: "Received" },
  returning: { tone: "wait", icon: "undo-2", text: "Going back" },
  returned: { tone: "good", icon: "undo-2", text: "Returned" },
};

export const STOPS: Readonly<Record<ScanStatus, { icon: IconName; text: string }>> = {
  label: { icon: "package", text: "Label made" },
  moving: { icon: "truck", text: "On its way" },
  out_for_delivery: { icon: "truck", text: "On the van" },
  pickup: { icon: "hand", text: "Ready for pickup" },
  failed_attempt: { icon: "circle-alert", text: "Nobody was there" },
  exception: { icon: "triangle-alert", text: "Problem on the way" },
  returning: { icon: "undo-2", text: "Going back" },
  delivered: { icon: "house", text: "Delivered" },
  cancelled: { icon: "x", text: "Canceled by the sender" },
};

export const CASE_STAMPS: Readonly<Record<CaseState, Stamp>> = {
  open: { tone: "wait", icon: "send", text: "Letter ready" },
  store_asked: { tone: "info", icon: "hourglass", text: "Store asked" },
  carrier_filed: { tone: "info", icon: "truck", text: "Carrier asked" },
  card_advised: { tone: "info", icon: "credit-card", text: "Bank asked" },
  reshipped: { tone: "good", icon: "package", text: "Sent again" },
  refunded: { tone: "good", icon: "check", text: "Refunded" },
  arrived: { tone: "good", icon: "package-check", text: "It came" },
  expired: { tone: "bad", icon: "clock", text: "Time's up" },
  withdrawn: { tone: "info", icon: "undo-2", text: "Closed" },
};

export const KINDS: Readonly<Record<CaseKind, { text: string; hint: string }>> = {
  late: { text: "It's late", hint: "The promised day has passed." },
  stalled: { text: "It stopped moving", hint: "Its carrier has stopped reporting." },
  damaged: { text: "It's damaged", hint: "Keep the box, and take photos of it and of what is inside." },
  not_received: {
    text: "I don't have it",
    hint: "It says delivered. Look at the door and ask neighbors for a day or two.",
  },
  not_shipped: { text: "It was never shipped", hint: "The store has not handed it to a carrier." },
  wrong: { text: "It's not what I ordered", hint: "Another item, or a part is missing." },
};

export const PAID: Readonly<Record<PaidWith, { text: string }>> = {
  credit: { text: "Credit card" },
  debit: { text: "Debit card" },
  other: { text: "Another way" },
};

const MARKS: Readonly<Record<string, ServiceName>> = { usps: "usps", ups: "ups", fedex: "fedex", dhl: "dhl" };
export const markOf = (carrier: string | null): ServiceName | null => MARKS[carrier ?? ""] ?? null;

/** "1Z 999 AA1 01 2345 6784" is easier to compare than eighteen signs in a row. */
export function inGroups(number: string): string {
  const ups = /^1Z(.{3})(.{3})(.{2})(.{4})(.{4})$/.exec(number);
  if (ups) return ["1Z", ...ups.slice(1)].join(" ");
  return /^\d+$/.test(number) ? (number.match(/.{1,4}/g) ?? []).join(" ") : number;
}
