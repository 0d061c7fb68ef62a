/**
 * Expedia Group's XAP API: what a rental car costs now. Source: its OpenAPI document (github.com/ExpediaGroup/xap-java-sdk,
 * `specs/xap-car.specs.yaml`: Car Listings, Car Details) and the pages of both at developers.expediagroup.com/xap, the fields that
 * stand there and no others. Nothing is booked by it: a member goes on to the page of theirs that an answer names.
 */
import { randomUUID } from "node:crypto";
import { OutgoingError } from "#platform/outgoing";
import { type ProviderCalls, SOON } from "#platform/provider-calls";
import { type CarClass, type CarOffer, classOf, type Place } from "./car-rules.ts";
import type { OfferedCar } from "./protection.types.ts";
import type { ProtectionSettings } from "./settings.ts";

export type CarAsked = {
  pick_up: Place;
  drop_off: Place;
  /** YYYY-MM-DDTHH:MM, local to the places. */
  begins: string;
  ends: string;
  driver_age: number;
  /** In which it is picked up, two letters; null: the booking does not say. */
  country: string | null;
  /** Letters of the bodies that serve. */
  bodies: readonly string[];
};
export type FoundCar = CarOffer & {
  words: Omit<OfferedCar, "driver_age">;
  location_id: string;
  /** The counter where it is given back, and both times, as they are told. */
  given_back: string;
  times: string;
  /** By which its details are asked; null where the answer names none. */
  token: string | null;
  price: string;
  url: string | null;
};
/** `unclear`: they know several places of that name. */
export type CarsTold =
  | { kind: "cars"; cars: FoundCar[]; currencies: string[]; companies: string[] }
  | { kind: "unclear" };

/** More than any airport has of one body. */
const MAX_CARS = 2_000;
/** A counter that is so near to an address is the one at it. */
const NEAR_KM = 1;
/** A time without its zone is that of a place we do not know: it is over when it is over where days begin first. */
const EARLIEST_ZONE_HOURS = 14;

type Row = Readonly<Record<string, unknown>>;
const rowOf = (value: unknown): Row =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Row) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown, most = 200): string =>
  typeof value === "string"
    ? value
        // Signs that turn what stands around them make a text say what it does not.
        .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, " ")
        .trim()
        .slice(0, most)
    : "";
/** What may be left out, but is a list where it is there. */
const isList = (value: unknown): boolean => value === undefined || value === null || Array.isArray(value);
const codeOf = (value: unknown) => ({ code: textOf(rowOf(value).Code, 10), value: textOf(rowOf(value).Value) });

type Money = { minor: bigint; currency: string };
/** Sums are texts of whole units, "21.9"; only of money with two places do we know what they say. */
export function readMoney(value: unknown): Money | null {
  const currency = textOf(rowOf(value).Currency, 4);
  const told = /^(\d{1,7})(?:\.(\d{1,2})0*)?$/.exec(textOf(rowOf(value).Value, 20));
  if (!told || !/^[A-Z]{3}$/.test(currency)) return null;
  const digits = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits;
  return digits === 2
    ? { minor: BigInt(told[1] ?? 0) * 100n + BigInt((told[2] ?? "").padEnd(2, "0")), currency }
    : null;
}

/**
 * Everything that must be paid. Whether the total holds the fees that are required is written nowhere: they are added, so that what
 * we call a saving is one in any case. Null where taxes, or one of those fees, are not told.
 */
export function readTotal(car: Row): Money | null {
  const price = rowOf(car.Price);
  const total = readMoney(price.TotalPrice);
  const taxes = readMoney(price.TaxesAndFees);
  if (!total || taxes?.currency !== total.currency) return null;
  const base = price.BasePrice === undefined ? null : readMoney(price.BasePrice);
  if (price.BasePrice !== undefined && base?.currency !== total.currency) return null;
  const parts = (base?.minor ?? 0n) + taxes.minor;
  let minor = parts > total.minor ? parts : total.minor;
  if (!isList(car.AdditionalFees)) return null;
  for (const fee of listOf(car.AdditionalFees).map(rowOf)) {
    if (fee.IsRequired === false) continue;
    const amount = readMoney(fee.Amount);
    if (fee.IsRequired !== true || amount?.currency !== total.currency) return null;
    minor += amount.minor;
  }
  return { minor, currency: total.currency };
}

function readMoment(value: unknown): Date | null {
  const text = textOf(value, 40);
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)) return null;
  const at = new Date(zoned ? text.replace(/([+-]\d{2})(\d{2})$/, "$1:$2") : `${text}Z`);
  if (Number.isNaN(at.getTime())) return null;
  return zoned ? at : new Date(at.getTime() - EARLIEST_ZONE_HOURS * 3_600_000);
}

/** The first moment from which canceling costs something, or is not possible; null where it is not said to be free, or until when. */
export function readFreeUntil(value: unknown): Date | null {
  const policy = rowOf(value);
  if (policy.FreeCancellation !== true || policy.Cancellable === false || !isList(policy.PenaltyRules)) return null;
  const range = policy.NonCancellableDateTimeRange;
  const ends = [
    policy.FreeCancellationEndDateTime,
    ...listOf(policy.PenaltyRules).map((rule) => rowOf(rule).StartDateTime),
    ...(range === undefined || range === null ? [] : [rowOf(range).StartDateTime]),
  ].map(readMoment);
  // One that cannot be read may be the earliest.
  if (ends.some((end) => end === null)) return null;
  return ends.reduce((first, end) => (first && end && end < first ? end : first));
}

const readClass = (vehicle: Row): CarClass | null =>
  classOf({
    ...{ category: codeOf(vehicle.CarCategory), type: codeOf(vehicle.CarType) },
    ...{ gears: codeOf(vehicle.TransmissionDrive), fuel: codeOf(vehicle.FuelAC) },
  });

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

/** Kilometers that end, or cost more beyond some. */
const isLimited = (rates: Row): boolean =>
  !isList(rates.Mileages) ||
  listOf(rates.Mileages)
    .map(rowOf)
    .some(
      // "1,000" is no number and no 0 either: only what is surely nothing limits nothing.
      ({ FreeDistance, ExtraCostPerDistance }) =>
        (isThere(FreeDistance) && Number(rowOf(FreeDistance).Value) !== 0) || isThere(ExtraCostPerDistance),
    );

function isAt(told: Row, place: Place, local: string): boolean {
  if (textOf(told.DateTime, 40).slice(0, 16) !== local) return false;
  if ("airport" in place) return textOf(rowOf(told.Location).Code, 10) === place.airport;
  const { Value, Unit } = rowOf(told.Distance);
  const distance = textOf(Value, 20);
  return Unit === "KM" && /^\d+(\.\d+)?$/.test(distance) && Number(distance) <= NEAR_KM;
}

/** A street of the same name may stand in another country. */
function isIn({ Location }: Row, country: string | null): boolean {
  const told = textOf(rowOf(rowOf(Location).Country).IsoCode2, 2);
  return country === null || told === "" || told === country;
}

function counterOf(told: Row): string {
  const location = rowOf(told.Location);
  const address = rowOf(location.Address);
  const parts = [location.Name, address.Address1, address.City].map((part) => textOf(part, 100));
  return [...new Set(parts.filter(Boolean))].join(", ");
}

/** Null where something is missing that an offer is compared by. */
export function readCar(value: unknown): Omit<FoundCar, "token" | "url"> | null {
  const car = rowOf(value);
  const total = readTotal(car);
  const company = textOf(rowOf(car.Supplier).Name, 100);
  const vehicle = rowOf(car.VehicleDetails);
  const told = readClass(vehicle);
  const pick_up = rowOf(car.PickupDetails);
  const location_id = textOf(rowOf(pick_up.Location).LocationId, 60);
  if (!total || !told || company === "" || location_id === "") return null;
  const rates = rowOf(car.RateDetails);
  const drop_off = rowOf(car.DropOffDetails);
  return {
    given_back: textOf(rowOf(drop_off.Location).LocationId, 60),
    times: [pick_up, drop_off].map(({ DateTime }) => textOf(DateTime, 40).slice(0, 16)).join(" "),
    ...{ company, class: told, location_id, currency: total.currency, total_minor: total.minor },
    ...{ free_until: readFreeUntil(car.CancellationPolicy), limited: isLimited(rates) },
    price: textOf(rowOf(rowOf(car.Price).TotalPrice).Value, 20),
    words: {
      ...{ company, car: [textOf(vehicle.CarClass, 100), textOf(vehicle.Make, 100)].filter(Boolean).join(", ") },
      ...{ at: counterOf(pick_up), prepaid: typeof rates.PrePay === "boolean" ? rates.PrePay : null },
    },
  };
}

/** Where Expedia sells cars under its own name. */
const THEIRS = /^(?:[a-z0-9-]+\.)*expedia\.(?:com|ca|com\.mx|com\.br|com\.ar|co\.uk|es|fr|de|it|ie|com\.au|co\.jp)$/;
const parsed = (href: unknown): URL | null =>
  typeof href === "string" && href.length <= 2_000 && URL.canParse(href) ? new URL(href) : null;

/** The page on which it is booked: of theirs, by https and of no user. */
export function readPage(href: unknown, base: string): string | null {
  const url = parsed(href);
  if (url?.username !== "" || url.password !== "") return null;
  const isTheirs = url.protocol === "https:" && url.port === "" && THEIRS.test(url.hostname);
  return isTheirs || url.origin === new URL(base).origin ? url.href : null;
}

/** Of the address of its details only the token counts: we ask where we always ask. */
export function readToken(href: unknown, base: string): string | null {
  const url = parsed(href);
  if (url?.origin !== new URL(base).origin) return null;
  return /\/cars\/details\/(\w[\w.~%=+-]{0,1999})$/.exec(url.pathname)?.[1] ?? null;
}

/** Of a whole answer: the cars at the places and times, and which companies and money all of its cars have. */
export function readListing(answer: unknown, asked: CarAsked, base: string): Extract<CarsTold, { kind: "cars" }> {
  const { CarCount, Cars, TransactionId } = rowOf(answer);
  const rows = listOf(Cars).map(rowOf);
  // A part of a list would make us say that a price is gone.
  if (typeof TransactionId !== "string" || CarCount !== rows.length)
    throw new Error("Expedia answered with something that is no list of cars");
  const here = rows.filter(
    (car) =>
      isIn(rowOf(car.PickupDetails), asked.country) &&
      isAt(rowOf(car.PickupDetails), asked.pick_up, asked.begins) &&
      isAt(rowOf(car.DropOffDetails), asked.drop_off, asked.ends),
  );
  const cars = here.slice(0, MAX_CARS).flatMap((car) => {
    const read = readCar(car);
    const links = rowOf(car.Links);
    return read
      ? [
          {
            ...{ ...read, token: readToken(rowOf(links.ApiDetails).Href, base) },
            url: readPage(rowOf(links.WebDetails).Href, base),
          },
        ]
      : [];
  });
  return {
    ...{ kind: "cars", cars },
    currencies: [...new Set(here.map((car) => textOf(rowOf(rowOf(car.Price).TotalPrice).Currency, 4)))],
    companies: [...new Set(here.map((car) => textOf(rowOf(car.Supplier).Name, 100)))],
  };
}

/** Fewer days, or another counter, cost less and are no saving. */
const SAME = ["company", "location_id", "given_back", "times", "currency"] as const;

/** The same car once more, as its details have it now; null where it is another, or a price is told that cannot be read. */
export function readDetails(answer: unknown, car: FoundCar): FoundCar | null {
  const { CarDetails, Warnings } = rowOf(answer);
  const now = readCar(CarDetails);
  if (!now || SAME.some((name) => now[name] !== car[name])) return null;
  let { total_minor } = now;
  for (const { NewPrice } of listOf(Warnings).map(rowOf)) {
    if (NewPrice === undefined || NewPrice === null) continue;
    const changed = readMoney(NewPrice);
    if (changed?.currency !== car.currency) return null;
    if (changed.minor > total_minor) total_minor = changed.minor;
  }
  return { ...now, total_minor, token: car.token, url: car.url };
}

const isUnclear = (error: OutgoingError): boolean => {
  try {
    return listOf(rowOf(JSON.parse(error.body)).Errors).some((one) => rowOf(one).Code === "AMBIGUOUS_LOCATION");
  } catch {
    // The body is cut at some length: what names a place comes first.
    return error.body.includes("AMBIGUOUS_LOCATION");
  }
};

export type ExpediaCars = ReturnType<typeof createExpediaCars>;
export function createExpediaCars({ settings, calls }: { settings: ProtectionSettings; calls: ProviderCalls }) {
  const base = settings.EXPEDIA_XAP_URL;
  const basic = Buffer.from(`${settings.EXPEDIA_XAP_KEY}:${settings.EXPEDIA_XAP_SECRET}`).toString("base64");
  const ask = (path: string, query: Readonly<Record<string, string>>): Promise<unknown> =>
    calls.json<unknown>(
      "expedia",
      {
        url: `${base}/${path}?${new URLSearchParams(query)}`,
        headers: {
          ...{ accept: "application/vnd.exp-car.v3+json", authorization: `Basic ${basic}` },
          ...{ key: settings.EXPEDIA_XAP_KEY, "partner-transaction-id": randomUUID() },
        },
      },
      SOON,
    );

  return {
    enabled: settings.EXPEDIA_XAP_KEY !== "off",
    /** What can be had at the places and times, the cheapest first. */
    async cars(asked: CarAsked): Promise<CarsTold> {
      const query: Record<string, string> = {
        ...{ pickupTime: asked.begins, dropOffTime: asked.ends, driverAge: String(asked.driver_age), links: "AD,WD" },
        ...{ carTypes: asked.bodies.join(","), sortType: "Price", sortOrder: "ASC" },
      };
      for (const [end, place] of [
        ["pickup", asked.pick_up],
        ["dropOff", asked.drop_off],
      ] as const) {
        if ("airport" in place) query[`${end}.airport`] = place.airport;
        else
          Object.assign(query, { [`${end}.address`]: place.address, [`${end}.radius`]: String(NEAR_KM), unit: "KM" });
      }
      try {
        return readListing(await ask("cars/listings", query), asked, base);
      } catch (error) {
        if (!(error instanceof OutgoingError) || error.status !== 400) throw error;
        // Places and times of which they sell nothing are no fault of anybody.
        return isUnclear(error) ? { kind: "unclear" } : { kind: "cars", cars: [], currencies: [], companies: [] };
      }
    },
    /** What its details say of it now; null where it is gone. */
    async confirm(car: FoundCar): Promise<FoundCar | null> {
      if (car.token === null) return null;
      try {
        const query = { price: car.price, currency: car.currency };
        return readDetails(await ask(`cars/details/${car.token}`, query), car);
      } catch (error) {
        if (error instanceof OutgoingError && error.status === 400) return null;
        throw error;
      }
    },
  };
}
