import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DAY_MS, isoSeconds } from "../../clock.ts";
import type { World } from "../../world.ts";
import { BOOKING } from "./credentials.ts";
import { CITIES, drawn, HOTELS_THERE, type Hotel } from "./hotels.ts";

/**
 * Booking.com's Demand API 3.1 (developers.booking.com): cities, hotels with their kinds of bed, and what is free at dates. The fields
 * of its reference, and of those what a partner needs that sends people on to book.
 */
export interface Wish {
  hotel_id: number;
  /** Dollars for the whole stay with taxes, of every offer that can be canceled; null: as prices are. */
  total: number | null;
  sold_out: number;
  /** Days before arrival until which it can be canceled for free; null: never. */
  free_days: number | null;
}

const RATES: Readonly<Record<string, number>> = { USD: 1, EUR: 0.92, MXN: 18.4, GBP: 0.79, CAD: 1.38 };
const TAX = 1.135;

const refuse = (reply: FastifyReply, status: number, id: string, message: string) =>
  reply.code(status).send({ request_id: "01sandbox", errors: [{ id, message }] });

function isOurs(request: FastifyRequest): boolean {
  const { authorization, "x-affiliate-id": affiliate } = request.headers;
  return authorization === `Bearer ${BOOKING.token}` && affiliate === BOOKING.affiliate;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const cents = (amount: number) => Math.round(amount * 100) / 100;

type Stay = { hotel: Hotel; check_in: string; nights: number; currency: string };
function productsOf(world: World, { hotel, check_in, nights, currency }: Stay) {
  const wish = world.db.get<Wish>("select * from booking_wishes where hotel_id = ?", hotel.id);
  if (wish?.sold_out === 1) return [];
  const now = world.clock.now();
  const rate = RATES[currency] ?? 1;
  const arrival = Date.parse(`${check_in}T00:00:00Z`);
  const freeDays = wish ? wish.free_days : 2;
  const until = freeDays === null ? null : arrival - freeDays * DAY_MS;
  const free =
    until !== null && until > now
      ? { type: "free_cancellation", free_cancellation_until: isoSeconds(until) }
      : { type: "non_refundable", free_cancellation_until: null };
  return hotel.rooms.flatMap((unit, index) => {
    const nightly = 90 + index * 35 + 60 * drawn(hotel.id, check_in) + 25 * drawn(hotel.id, Math.floor(now / DAY_MS));
    const usual = nightly * nights * TAX;
    const product = (plan: string, share: number, cancellation: object, total: number) => ({
      id: `${unit.id}_${plan}_${share}`,
      inventory: { type: "sell", third_party: false },
      maximum_occupancy: { adults: 4, children: [], total: 4 },
      number_available_at_this_price: 3,
      policies: {
        cancellation: { schedule: [], ...cancellation },
        meal_plan: { plan, meals: plan === "no_plan" ? [] : ["breakfast"] },
        payment: { prepayment_required: false, timings: ["pay_at_the_property"] },
      },
      price: { book: cents(total * rate), total: cents(total * rate) },
      room: unit.id,
    });
    return [
      product("no_plan", 80, { type: "non_refundable", free_cancellation_until: null }, usual * 0.8),
      product("no_plan", 100, free, wish?.total ?? usual),
      product("breakfast_included", 112, free, wish?.total ?? usual * 1.12),
    ];
  });
}

type Page<T> = { data: T[]; metadata: { next_page: string | null; total_results: number } };
/** Their token says all of the first question; pages are cut as small as is asked. */
function pageOf<T>(all: readonly T[], asked: Record<string, unknown>, from: number): Page<T> {
  const rows = typeof asked.rows === "number" ? asked.rows : 100;
  const next = from + rows < all.length ? Buffer.from(JSON.stringify({ ...asked, from: from + rows })) : null;
  return {
    data: all.slice(from, from + rows),
    metadata: { next_page: next?.toString("base64url") ?? null, total_results: all.length },
  };
}
function askedOf(body: unknown): Record<string, unknown> & { from: number } {
  const asked = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  if (typeof asked.page !== "string") return { ...asked, from: 0 };
  try {
    return JSON.parse(Buffer.from(asked.page, "base64url").toString("utf8"));
  } catch {
    return { from: 0 };
  }
}
const inLanguages = <T extends { name: object }>(one: T, languages: unknown): T => ({
  ...one,
  name: Object.fromEntries(
    Object.entries(one.name).filter(([tag]) => (Array.isArray(languages) ? languages : ["en-gb"]).includes(tag)),
  ),
});

export function registerBooking(app: FastifyInstance, world: World): void {
  const serve = (
    path: string,
    target: string,
    answer: (asked: ReturnType<typeof askedOf>, reply: FastifyReply) => unknown,
  ) =>
    app.post(`/booking/3.1/${path}`, { config: { target: `booking.${target}` } }, (request, reply) =>
      isOurs(request)
        ? answer(askedOf(request.body), reply)
        : refuse(reply, 401, "unauthorized", "The bearer token or the affiliate id is not valid."),
    );
  serve("common/locations/cities", "cities", ({ from, ...asked }) =>
    pageOf(
      CITIES.filter(({ country }) => asked.country === undefined || asked.country === country).map((city) =>
        inLanguages(city, asked.languages),
      ),
      asked,
      from,
    ),
  );
  serve("accommodations/details", "details", ({ from, ...asked }) => {
    const wanted = Array.isArray(asked.accommodations) ? asked.accommodations : null;
    const found = HOTELS_THERE.filter(({ id, city }) => (wanted ? wanted.includes(id) : city === asked.city));
    const units = Array.isArray(asked.extras) && asked.extras.includes("rooms");
    return pageOf(
      found.map(({ id, name, rooms }) => ({
        ...inLanguages({ id, name }, asked.languages),
        ...(units && { rooms: rooms.map((unit) => inLanguages(unit, asked.languages)) }),
      })),
      asked,
      from,
    );
  });
  serve("accommodations/availability", "availability", (asked, reply) => {
    const { accommodation, checkin, checkout, currency = "USD" } = asked as Record<string, string | number>;
    const hotel = HOTELS_THERE.find(({ id }) => id === accommodation);
    if (!hotel) return refuse(reply, 400, "invalid_parameter", "The accommodation is not known.");
    const [from, to] = [String(checkin), String(checkout)];
    const nights = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
    const today = new Date(world.clock.now() - DAY_MS).toISOString().slice(0, 10);
    if (!DAY.test(from) || !DAY.test(to) || !(nights >= 1 && nights <= 90) || from < today)
      return refuse(reply, 400, "invalid_parameter", "The dates are not valid.");
    if (!RATES[String(currency)]) return refuse(reply, 400, "invalid_parameter", "The currency is not known.");
    const query = new URLSearchParams({ aid: BOOKING.affiliate, checkin: from, checkout: to });
    return {
      request_id: "01sandbox",
      data: {
        ...{ id: hotel.id, currency },
        products: productsOf(world, { hotel, check_in: from, nights, currency: String(currency) }),
        url: `${world.origin()}/booking/hotel/${hotel.id}?${query}`,
      },
    };
  });
  app.get<{ Params: { id: string } }>("/booking/hotel/:id", (request, reply) => {
    const hotel = HOTELS_THERE.find(({ id }) => String(id) === request.params.id);
    return reply
      .type("text/html")
      .send(`<!doctype html><title>Booking.com</title><h1>${hotel?.name["en-us"] ?? "No such hotel"}</h1>`);
  });
}

/** `POST /control/booking/{hotel}`: what its stays cost from now on, whether there are any, and until when they are free to cancel. */
export function registerControl(app: FastifyInstance, world: World): void {
  app.post<{
    Params: { hotel: string };
    Body: { total?: number | null; sold_out?: boolean; free_days?: number | null } | null;
  }>("/control/booking/:hotel", (request, reply) => {
    const hotel = HOTELS_THERE.find(({ id }) => String(id) === request.params.hotel);
    if (!hotel) return reply.code(404).send({ error: "No such hotel." });
    const { total = null, sold_out = false, free_days = 2 } = request.body ?? {};
    world.db.run(
      "insert or replace into booking_wishes (hotel_id, total, sold_out, free_days) values (?, ?, ?, ?)",
      hotel.id,
      total,
      sold_out ? 1 : 0,
      free_days,
    );
    return { hotel };
  });
  app.get("/control/booking", () => ({ hotels: HOTELS_THERE, cities: CITIES }));
}
