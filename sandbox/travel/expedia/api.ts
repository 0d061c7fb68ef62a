import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DAY_MS } from "../../clock.ts";
import type { World } from "../../world.ts";
import { drawn } from "../booking/hotels.ts";
import { COUNTERS, type Counter, KINDS, type Kind, SUPPLIERS, type Supplier } from "./cars.ts";
import { EXPEDIA } from "./credentials.ts";

/**
 * Expedia Group's XAP API (github.com/ExpediaGroup/xap-java-sdk, `specs/xap-car.specs.yaml`): Car Listings and Car Details, with the
 * fields and errors of that document. What it says no error of (unknown airports, times that are too far) is answered by no cars.
 */
export interface Wish {
  /** The whole rental with taxes, of every offer that can be canceled; null: as prices are. */
  total: number | null;
  /** The same as its details say it; null: as the list does. */
  details_total: number | null;
  sold_out: boolean;
  /** Days before pick-up until which it can be canceled for free; null: never. */
  free_days: number | null;
  /** Whether that time is told with its distance from universal time. */
  zoned: boolean;
  /** In which this partner's point of sale tells prices. */
  currency: string;
  /** A company beside those that are always there. */
  company: string | null;
  /** Whether taxes are told. */
  taxes: boolean;
  /** Where a car is booked; null: at Expedia's own page. */
  page: string | null;
  /** Kilometers a day that are free; null: all of them. */
  free_km: number | null;
}
const USUAL: Wish = {
  ...{ total: null, details_total: null, sold_out: false, free_days: 2, zoned: true, currency: "USD" },
  ...{ company: null, taxes: true, page: null, free_km: null },
};

const TRANSACTION = "583b7277-772a-4802-8ac7-bcdf978abbdb";
const refuse = (reply: FastifyReply, Code: string, Description: string, more: object = {}) =>
  reply.code(400).send({ Errors: [{ Code, Description, ...more }], TransactionId: TRANSACTION });

/** What every call brings; null when it does. */
function refusalOf(request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  const { authorization, key, accept, "partner-transaction-id": transaction } = request.headers;
  const basic = Buffer.from(`${EXPEDIA.key}:${EXPEDIA.secret}`).toString("base64");
  if (authorization === undefined) return reply.code(401).send({ message: "Unauthorized" });
  if (authorization !== `Basic ${basic}`)
    return reply.code(401).send({ message: "Invalid authentication credentials" });
  if (key !== EXPEDIA.key) return refuse(reply, "INVALID_CLIENT_KEY", `Invalid client key: [ ${key ?? ""} ].`);
  if (accept !== "application/vnd.exp-car.v3+json")
    return refuse(reply, "INVALID_ACCEPT", "Accept is either missing or invalid.");
  if (!transaction) return refuse(reply, "INVALID_PARTNER_TRANSACTION_ID", "Partner-Transaction-Id is missing.");
  return null;
}

type Rate = "counter" | "prepaid";
type Offered = {
  counter: string;
  back: string;
  company: string;
  kind: string;
  rate: Rate;
  begins: string;
  ends: string;
  age: number;
};
const tokenOf = (offered: Offered): string => Buffer.from(JSON.stringify(offered)).toString("base64url");

const wishOf = (world: World, counter: string): Wish => {
  const found = world.db.get<{ wish: string }>("select wish from expedia_wishes where counter = ?", counter);
  return found ? { ...USUAL, ...(JSON.parse(found.wish) as Partial<Wish>) } : USUAL;
};
const suppliersAt = ({ company }: Wish): readonly Supplier[] =>
  company === null ? SUPPLIERS : [...SUPPLIERS, { Id: "950", Name: company, Code: "QX" }];

function placeOf(counter: Counter, local: string, near: boolean) {
  return {
    DateTime: `${local}:00`,
    ShuttleCategory: "AirportShuttleToCounterAndCar",
    Location: {
      ...{ Id: "6139103", Name: counter.name, LocationId: counter.id, Country: counter.country },
      ...(counter.airport && { Code: counter.airport }),
      Address: { Address1: counter.street, City: counter.city, Country: counter.country.IsoCode3 },
    },
    ...(near && { Distance: { Value: counter.km, Unit: "KM", Direction: "N" } }),
  };
}

type Drawn = { counter: Counter; back: Counter; supplier: Supplier; kind: Kind; rate: Rate; offered: Offered };
function carOf(world: World, { counter, back, supplier, kind, rate, offered }: Drawn, details: boolean) {
  const wish = wishOf(world, counter.id);
  const { begins, ends, age } = offered;
  const days = Math.max(1, Math.ceil((Date.parse(`${ends}Z`) - Date.parse(`${begins}Z`)) / DAY_MS));
  const today = Math.floor(world.clock.now() / DAY_MS);
  const usual = (kind.daily + 9 * drawn(counter.id, supplier.Id, kind.code, today)) * days * 1.24;
  const wished = details ? (wish.details_total ?? wish.total) : wish.total;
  const total = rate === "prepaid" ? usual * 0.85 : (wished ?? usual);
  const money = (amount: number) => ({ Value: amount.toFixed(2), Currency: wish.currency });
  const free = Date.parse(`${begins}:00${counter.zone}`) - (wish.free_days ?? 0) * DAY_MS;
  const isFree = rate === "counter" && wish.free_days !== null && free > world.clock.now();
  // As clocks there show it.
  const shift = Number(counter.zone.slice(0, 3)) * 3_600_000;
  const local = `${new Date(free + shift).toISOString().slice(0, 19)}${wish.zoned ? counter.zone : ""}`;
  const [size = "", body = "", gears = "", fuel = ""] = kind.code;
  return {
    VehicleDetails: {
      ...{ Make: kind.make, CarClass: kind.words, MinDoors: 4, MaxDoors: 4 },
      CarCategory: { Code: size, Value: kind.category },
      CarType: { Code: body, Value: kind.type },
      TransmissionDrive: { Code: gears, Value: kind.gears },
      FuelAC: { Code: fuel, Value: "Unspecified Air" },
      Capacity: { AdultCount: 4, SmallLuggageCount: 2 },
    },
    Supplier: supplier,
    PickupDetails: placeOf(counter, begins, !counter.airport && !details),
    DropOffDetails: placeOf(back, ends, !back.airport && !details),
    RateDetails: {
      ...{ RatePeriod: "Daily", RateCode: `S${kind.code}`, PrePay: rate === "prepaid" },
      Mileages:
        wish.free_km === null
          ? []
          : [
              {
                ...{ FreeDistance: { Value: String(wish.free_km), Unit: "KM" }, FreeDistanceRatePeriod: "Daily" },
                ExtraCostPerDistance: { Distance: { Value: "1", Unit: "KM" }, Cost: money(0.25) },
              },
            ],
    },
    Price: {
      BasePrice: money(total / 1.24),
      ...(wish.taxes && { TaxesAndFees: money(total - total / 1.24) }),
      ...{ TotalPriceDueAtBooking: money(rate === "prepaid" ? total : 0), TotalPrice: money(total) },
    },
    AdditionalFees: [
      {
        ...{ IsRequired: false, FinanceCategory: "Coverages", FinanceSubCategory: "CollisionDamageWaiver" },
        Amount: money(19 * days),
      },
      ...(age < 25
        ? [
            {
              ...{ IsRequired: true, FinanceCategory: "Fee", FinanceSubCategory: "YoungDriver" },
              Amount: money(29 * days),
            },
          ]
        : []),
    ],
    CancellationPolicy: isFree
      ? { Cancellable: true, FreeCancellation: true, FreeCancellationEndDateTime: local }
      : { Cancellable: false, FreeCancellation: false },
  };
}

type Asked = Readonly<Record<string, string | undefined>>;
/** The counters of one end; `unclear` where a name is that of several places. */
function countersOf(asked: Asked, end: "pickup" | "dropOff"): readonly Counter[] | "unclear" | null {
  const airport = asked[`${end}.airport`];
  const address = asked[`${end}.address`];
  if (airport !== undefined) return COUNTERS.filter((counter) => counter.airport === airport);
  if (address === undefined) return null;
  if (/portland/i.test(address)) return "unclear";
  return COUNTERS.filter(({ airport: at, city }) => at === null && address.includes(city));
}

function ambiguous(reply: FastifyReply, end: "PICKUP" | "DROPOFF", keyword: string) {
  const options = [
    ["Portland (and vicinity)", "PDX", "Portland (and vicinity), Oregon, United States Of America"],
    ["Downtown Portland", "PWM", "Downtown Portland, Portland, Maine, United States of America"],
  ].map(([ShortName, AirportCode, Address]) => ({
    ...{ Type: "CITY", RequestedLocation: keyword, Locations: [{ Name: ShortName, LocationId: "seat001" }] },
    ...{ ShortName, AirportCode, Address },
  }));
  return refuse(reply, "AMBIGUOUS_LOCATION", `Multiple ${end === "PICKUP" ? "pickup" : "drop off"} locations found.`, {
    ...{ DetailCode: `MULTIPLE_AMBIGUOUS_${end}_LOCATION`, LocationKeyword: keyword, LocationOptions: options },
  });
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
function isSold(world: World, begins: string, ends: string): boolean {
  const [from, to] = [Date.parse(`${begins}:00Z`), Date.parse(`${ends}:00Z`)];
  const now = world.clock.now();
  return to - from >= 2 * 3_600_000 && from >= now - DAY_MS && to <= now + 330 * DAY_MS;
}

export function registerExpedia(app: FastifyInstance, world: World): void {
  app.get<{ Querystring: Asked }>(
    "/expedia/cars/listings",
    { config: { target: "expedia.listings" } },
    (request, reply) => {
      const refused = refusalOf(request, reply);
      if (refused) return refused;
      const asked = request.query;
      const links = (asked.links ?? "").split(",").filter(Boolean);
      if (links.some((link) => !["WS", "AD", "WD"].includes(link)))
        return refuse(reply, "INVALID_LINKS", "Invalid links. Allowed value are:[WS, AD, WD].");
      const age = Number(asked.driverAge ?? "30");
      if (!(Number.isInteger(age) && age > 0))
        return refuse(reply, "INVALID_DRIVER_AGE", "Invalid driver age. The value should be a number greater than 0.");
      const pick = countersOf(asked, "pickup");
      const drop = countersOf(asked, "dropOff") ?? pick;
      if (pick === "unclear") return ambiguous(reply, "PICKUP", asked["pickup.address"] ?? "");
      if (drop === "unclear") return ambiguous(reply, "DROPOFF", asked["dropOff.address"] ?? "");
      const [begins, ends] = [asked.pickupTime ?? "", asked.dropOffTime ?? ""];
      const sold = MOMENT.test(begins) && MOMENT.test(ends) && isSold(world, begins, ends);
      const types = (asked.carTypes ?? "").split(",").filter(Boolean);
      const Cars = (sold ? (pick ?? []) : []).flatMap((counter) => {
        const wish = wishOf(world, counter.id);
        const back = drop?.find(({ id }) => id === counter.id) ?? drop?.[0];
        if (wish.sold_out || !back) return [];
        return suppliersAt(wish).flatMap((supplier) =>
          KINDS.filter(({ code }) => types.length === 0 || types.includes(code[1] ?? "")).flatMap((kind) =>
            (["counter", "prepaid"] as const).map((rate) => {
              const offered: Offered = {
                ...{
                  counter: counter.id,
                  back: back.id,
                  company: supplier.Id,
                  kind: kind.code,
                  rate,
                  begins,
                  ends,
                  age,
                },
              };
              const car = carOf(world, { counter, back, supplier, kind, rate, offered }, false);
              const token = tokenOf(offered);
              const { Value, Currency } = car.Price.TotalPrice;
              const details = `${world.origin()}/expedia/cars/details/${token}?price=${Value}&currency=${Currency}`;
              return {
                ...{ Id: `${kind.code}-${supplier.Id}-${rate}-${counter.id}-${back.id}`, ...car },
                Links: {
                  ...(links.includes("AD") && {
                    ApiDetails: { Accept: "application/vnd.exp-car.v3+json", Method: "GET", Href: details },
                  }),
                  ...(links.includes("WD") && {
                    WebDetails: { Href: wish.page ?? `${world.origin()}/expedia/offer/${token}` },
                  }),
                },
              };
            }),
          ),
        );
      });
      Cars.sort((one, other) => Number(one.Price.TotalPrice.Value) - Number(other.Price.TotalPrice.Value));
      return reply
        .type("application/vnd.exp-car.v3+json")
        .send(JSON.stringify({ TransactionId: TRANSACTION, CarCount: Cars.length, ...(Cars.length > 0 && { Cars }) }));
    },
  );

  app.get<{ Params: { token: string }; Querystring: Asked }>(
    "/expedia/cars/details/:token",
    { config: { target: "expedia.details" } },
    (request, reply) => {
      const refused = refusalOf(request, reply);
      if (refused) return refused;
      if (!/^\d+(\.\d+)?$/.test(request.query.price ?? ""))
        return refuse(reply, "INVALID_PRICE", "The price is missing or invalid.");
      const offered = readToken(request.params.token);
      const counter = COUNTERS.find(({ id }) => id === offered?.counter);
      const back = COUNTERS.find(({ id }) => id === offered?.back);
      const wish = wishOf(world, counter?.id ?? "");
      if (request.query.currency !== wish.currency)
        return refuse(
          reply,
          "INVALID_CURRENCY",
          `The currency is missing or invalid. Supported currency is: [${wish.currency}].`,
        );
      const supplier = suppliersAt(wish).find(({ Id }) => Id === offered?.company);
      const kind = KINDS.find(({ code }) => code === offered?.kind);
      if (!offered || !counter || !back || !supplier || !kind || wish.sold_out)
        return refuse(reply, "CAR_NOT_AVAILABLE", "Car product is not available.");
      const CarDetails = carOf(world, { counter, back, supplier, kind, rate: offered.rate, offered }, true);
      return reply
        .type("application/vnd.exp-car.v3+json")
        .send(JSON.stringify({ TransactionId: TRANSACTION, CarDetails }));
    },
  );

  app.get("/expedia/offer/:token", (_, reply) =>
    reply.type("text/html").send("<!doctype html><title>Expedia</title><h1>A rental car</h1>"),
  );
}

function readToken(token: string): Offered | null {
  try {
    return JSON.parse(Buffer.from(token, "base64url").toString("utf8")) as Offered;
  } catch {
    return null;
  }
}

/** `POST /control/expedia/{counter}`: what its cars cost from now on, whether there are any, and how they are told. */
export function registerControl(app: FastifyInstance, world: World): void {
  app.post<{ Params: { counter: string }; Body: Partial<Wish> | null }>(
    "/control/expedia/:counter",
    (request, reply) => {
      const counter = COUNTERS.find(({ id, airport }) => [id, airport].includes(request.params.counter));
      if (!counter) return reply.code(404).send({ error: "No such counter." });
      const wish = { ...USUAL, ...request.body };
      world.db.run(
        "insert or replace into expedia_wishes (counter, wish) values (?, ?)",
        counter.id,
        JSON.stringify(wish),
      );
      return { counter, wish };
    },
  );
  app.get("/control/expedia", () => ({ counters: COUNTERS, suppliers: SUPPLIERS, kinds: KINDS }));
}
