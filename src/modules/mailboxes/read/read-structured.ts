/** schema.org markup in a mail, as JSON-LD or microdata. It is as trustworthy as the mail around it and no more. */
import type { HTMLElement } from "node-html-parser";
import type { FactContent, OrderedItem, ShipmentFact } from "../mailboxes.types.ts";
import { isCurrency, minorOf } from "./amounts.ts";
import type { MailTexts } from "./mail-texts.ts";
import { countryIn } from "./read-booking.ts";
import { tidy } from "./text-lines.ts";

type Thing = { readonly [name: string]: unknown };
const MAX_SCRIPT = 200_000;
const MAX_THINGS = 50;
const DEEPEST = 12;

const isThing = (value: unknown): value is Thing =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
const thingOf = (value: unknown): Thing => {
  const first = listOf(value)[0];
  return isThing(first) ? first : {};
};
const textOf = (value: unknown): string | null => {
  const first = listOf(value)[0];
  if (typeof first === "number") return String(first);
  if (isThing(first)) return textOf(first.name);
  return typeof first === "string" && tidy(first) ? tidy(first).slice(0, 300) : null;
};
const typeOf = (thing: Thing): string => (textOf(thing["@type"]) ?? "").replace(/^https?:\/\/schema\.org\//, "");

/** Prices are written with a point in schema.org, whatever the language; more than two decimals are no money. */
function priceOf(value: unknown): bigint | null {
  const text =
    textOf(value)
      ?.replace(/^[A-Z]{3}\s?|[$€£]/g, "")
      .trim() ?? "";
  if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(text.replaceAll(",", ""))) return null;
  const plain = text.replaceAll(",", "");
  return minorOf(/\.\d$/.test(plain) ? `${plain}0` : plain);
}
const dayOf = (value: unknown): string | null => /^(20\d{2}-\d{2}-\d{2})/.exec(textOf(value) ?? "")?.[1] ?? null;
const momentOf = (value: unknown): string | null =>
  /^(20\d{2}-\d{2}-\d{2}T\d{2}:\d{2})/.exec(textOf(value) ?? "")?.[1] ?? null;
const hrefOf = (value: unknown): string | null => {
  const text = textOf(value);
  return text && /^https?:\/\/\S{4,1000}$/.test(text) ? text : null;
};

function flatten(value: unknown, into: Thing[], depth = 0): void {
  if (depth > DEEPEST || into.length >= MAX_THINGS) return;
  if (Array.isArray(value)) {
    for (const each of value) flatten(each, into, depth + 1);
    return;
  }
  if (!isThing(value)) return;
  into.push(value);
  if (value["@graph"] !== undefined) flatten(value["@graph"], into, depth + 1);
}

function fromScripts(root: HTMLElement): Thing[] {
  const things: Thing[] = [];
  for (const script of root.querySelectorAll('script[type="application/ld+json"]')) {
    const text = script.textContent;
    if (text.length > MAX_SCRIPT) continue;
    try {
      flatten(JSON.parse(text), things);
    } catch {
      // Broken markup is read as if there were none: the labels of the mail say the same.
    }
  }
  return things;
}

const contentOf = (element: HTMLElement): string =>
  element.getAttribute("content") ??
  element.getAttribute("datetime") ??
  element.getAttribute("href") ??
  element.getAttribute("src") ??
  tidy(element.textContent);

function scopeOf(element: HTMLElement, depth = 0): Thing {
  const thing: Record<string, unknown> = { "@type": element.getAttribute("itemtype") ?? "" };
  const visit = (node: HTMLElement, level: number): void => {
    for (const child of node.children) {
      const name = child.getAttribute("itemprop");
      const nested = child.hasAttribute("itemscope");
      if (name && level < DEEPEST) {
        const value = nested && depth < DEEPEST ? scopeOf(child, depth + 1) : contentOf(child);
        thing[name] = thing[name] === undefined ? value : [...listOf(thing[name]), value];
      }
      if (!nested && level < 40) visit(child, level + 1);
    }
  };
  visit(element, 0);
  return thing;
}

const fromMicrodata = (root: HTMLElement): Thing[] =>
  root
    .querySelectorAll("[itemscope]")
    .filter((element) => !element.hasAttribute("itemprop"))
    .slice(0, MAX_THINGS)
    .map((element) => scopeOf(element));

function itemOf(offer: Thing): OrderedItem | null {
  const product = thingOf(offer.itemOffered ?? offer.orderedItem ?? offer);
  const name = textOf(product.name) ?? textOf(offer.name);
  if (!name) return null;
  const quantity = Number(textOf(thingOf(offer.eligibleQuantity).value) ?? textOf(offer.orderQuantity) ?? "1");
  return {
    name,
    quantity: Number.isInteger(quantity) && quantity > 0 && quantity < 1_000 ? quantity : 1,
    unit_minor: priceOf(offer.price),
    url: hrefOf(product.url),
  };
}
const itemsOf = (value: unknown): OrderedItem[] =>
  listOf(value).flatMap((each) => (isThing(each) ? (itemOf(each) ?? []) : []));

function orderOf(thing: Thing, mail: MailTexts): FactContent | null {
  const order_number = textOf(thing.orderNumber ?? thing.confirmationNumber);
  const offers = listOf(thing.acceptedOffer);
  const total_minor = priceOf(thing.price) ?? priceOf(thing.total) ?? priceOf(thingOf(thing.totalPaymentDue).price);
  const currency = textOf(thing.priceCurrency) ?? textOf(thingOf(offers[0]).priceCurrency);
  if (!order_number || !isCurrency(currency) || /cancel/i.test(textOf(thing.orderStatus) ?? "")) return null;
  const items = itemsOf(offers.length > 0 ? offers : thing.orderedItem);
  if (total_minor === null && items.length === 0) return null;
  return {
    ...{ kind: "order", order_number, currency, total_minor, items },
    ordered_on: dayOf(thing.orderDate) ?? mail.sent_at.toISOString().slice(0, 10),
    shipping_minor: priceOf(thingOf(thing.orderDelivery).price) ?? priceOf(thing.shippingCost),
    promised_by: dayOf(thingOf(thing.orderDelivery).expectedArrivalUntil),
  };
}

const STEPS: Readonly<Record<string, ShipmentFact["step"]>> = {
  OrderDelivered: "delivered",
  OrderInTransit: "shipped",
  OrderPickupAvailable: "delivered",
};

function parcelOf(thing: Thing, topicStep: ShipmentFact["step"]): FactContent | null {
  const tracking_number = textOf(thing.trackingNumber)?.replace(/[\s-]/g, "") ?? null;
  const order = thingOf(thing.partOfOrder);
  const order_number = textOf(order.orderNumber);
  if (!tracking_number && !order_number) return null;
  const status = (textOf(order.orderStatus) ?? "").replace(/^https?:\/\/schema\.org\//, "");
  const step = STEPS[status] ?? topicStep;
  return {
    ...{ kind: "shipment", order_number, tracking_number, step },
    carrier_name: textOf(thing.carrier) ?? textOf(thing.provider),
    tracking_url: hrefOf(thing.trackingUrl),
    shipped_on: dayOf(thing.shippedDate ?? thing.hasDeliveryMethod),
    expected_from: step === "delivered" ? null : dayOf(thing.expectedArrivalFrom),
    expected_by: step === "delivered" ? null : dayOf(thing.expectedArrivalUntil),
    items: itemsOf(thing.itemShipped),
  };
}

const placeOf = (value: unknown): { place: string; country: string | null } => {
  const address = thingOf(value).address ?? value;
  if (typeof address === "string") return { place: tidy(address).slice(0, 300), country: countryIn(address) };
  const parts = thingOf(address);
  const country = textOf(parts.addressCountry);
  return {
    place: [parts.streetAddress, parts.addressLocality, parts.addressRegion, country]
      .flatMap((part) => textOf(part) ?? [])
      .join(", "),
    country: country && /^[A-Z]{2}$/.test(country) ? country : country ? countryIn(country) : null,
  };
};

function frameOf(thing: Thing) {
  const reservation_number = textOf(thing.reservationNumber) ?? textOf(thing.reservationId);
  const spec = thingOf(thing.totalPrice);
  const total_minor = priceOf(thing.totalPrice) ?? priceOf(thing.price) ?? priceOf(spec.price);
  const currency = textOf(thing.priceCurrency) ?? textOf(spec.priceCurrency);
  if (!reservation_number || total_minor === null || !isCurrency(currency)) return null;
  if (/cancel/i.test(textOf(thing.reservationStatus) ?? "")) return null;
  return { reservation_number, total_minor, currency };
}

function stayOf(thing: Thing): FactContent | null {
  const frame = frameOf(thing);
  const check_in = dayOf(thing.checkinTime ?? thing.checkinDate);
  const check_out = dayOf(thing.checkoutTime ?? thing.checkoutDate);
  const hotel = thingOf(thing.reservationFor);
  const name = textOf(hotel.name);
  if (!frame || !check_in || !check_out || check_in >= check_out || !name) return null;
  const adults = Number(textOf(thing.numAdults) ?? "1");
  return {
    ...{ kind: "stay", ...frame, check_in, check_out, name, ...placeOf(hotel) },
    room: textOf(thing.lodgingUnitType) ?? textOf(thing.lodgingUnitDescription) ?? "",
    board: null,
    adults: Number.isInteger(adults) && adults > 0 ? adults : 1,
    cancel_free_until: null,
  };
}

function carOf(thing: Thing): FactContent | null {
  const frame = frameOf(thing);
  const pick_up_at = momentOf(thing.pickupTime);
  const drop_off_at = momentOf(thing.dropoffTime);
  const car = thingOf(thing.reservationFor);
  const name = textOf(car.rentalCompany) ?? textOf(thing.provider);
  if (!frame || !pick_up_at || !drop_off_at || pick_up_at >= drop_off_at || !name) return null;
  const pick = thingOf(thing.pickupLocation);
  return {
    ...{ kind: "car", ...frame, pick_up_at, drop_off_at, name, ...placeOf(pick) },
    drop_off_place: placeOf(thing.dropoffLocation).place,
    car_class: textOf(car.name) ?? "",
    cancel_free_until: null,
  };
}

function invoiceOf(thing: Thing, mail: MailTexts): FactContent | null {
  const due = thingOf(thing.totalPaymentDue);
  const total_minor = priceOf(due.price) ?? priceOf(due.value) ?? priceOf(thing.totalPaymentDue);
  const currency = textOf(due.priceCurrency) ?? textOf(due.currency) ?? textOf(thing.priceCurrency);
  if (total_minor === null || !isCurrency(currency)) return null;
  return {
    ...{ kind: "receipt", total_minor, currency },
    paid_on: dayOf(thing.paymentDate ?? thing.paymentDueDate) ?? mail.sent_at.toISOString().slice(0, 10),
  };
}

/** What the markup says of purchases; `step` where it does not say how far a parcel is. */
export function readStructured(mail: MailTexts, step: ShipmentFact["step"]): FactContent[] {
  if (!mail.markup) return [];
  const read = (thing: Thing): FactContent | null => {
    switch (typeOf(thing)) {
      case "Order":
        return orderOf(thing, mail);
      case "ParcelDelivery":
        return parcelOf(thing, step);
      case "LodgingReservation":
        return stayOf(thing);
      case "RentalCarReservation":
        return carOf(thing);
      case "Invoice":
        return invoiceOf(thing, mail);
      default:
        return null;
    }
  };
  return [...fromScripts(mail.markup), ...fromMicrodata(mail.markup)]
    .flatMap((thing) => read(thing) ?? [])
    .slice(0, 20);
}
