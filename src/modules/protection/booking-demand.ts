/**
 * Booking.com's Demand API: what a hotel costs now, for whoever wants to compare. Source: developers.booking.com (Demand API 3.1:
 * common/locations/cities, accommodations/details, accommodations/availability; Paginating search results), the fields that stand there
 * and no others. Every call is a POST. Nothing is booked by it: a member goes on to the address that an answer names.
 */
import { OutgoingError } from "#platform/outgoing";
import { PATIENT, type ProviderCalls, SOON } from "#platform/provider-calls";
import type { Board } from "./protection.types.ts";
import type { ProtectionSettings } from "./settings.ts";
import type { Offer } from "./trip-rules.ts";

/** In every language that was asked for. */
export type Named = { id: string; names: readonly string[] };
export type Asked = {
  hotel_id: string;
  check_in: string;
  check_out: string;
  adults: number;
  currency: string;
  /** Of whoever books, two letters. */
  country: string;
};

const ROWS = 1_000;
/** A country with more cities than this many pages hold is not read to its end; no country has them. */
const MAX_PAGES = 200;
const LANGUAGES = ["en-us", "es"];
const BOARDS: Readonly<Record<string, Board>> = {
  no_plan: "none",
  breakfast_included: "breakfast",
  half_board: "half",
  full_board: "full",
  all_inclusive: "all",
};

type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
const rowOf = (value: unknown): Row => (isRow(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const idOf = (value: unknown): string | null => (Number.isSafeInteger(value) ? String(value) : null);
const namesOf = (value: unknown): string[] =>
  Object.values(rowOf(value)).flatMap((name) => (typeof name === "string" && name !== "" ? [name.slice(0, 200)] : []));

function readNamed(value: unknown): Named | null {
  const row = rowOf(value);
  const id = idOf(row.id);
  const names = namesOf(row.name);
  return id !== null && names.length > 0 ? { id, names } : null;
}

/** Sums are numbers of whole units; more than two places of money are no price. */
function minorOf(value: unknown): bigint | null {
  if (typeof value !== "number" || !Number.isFinite(value) || value <= 0 || value > 1_000_000) return null;
  return BigInt(Math.round(value * 100));
}

function readOffer(value: unknown): Offer | null {
  const product = rowOf(value);
  const unit_id = idOf(product.room);
  const total_minor = minorOf(rowOf(product.price).total);
  if (unit_id === null || total_minor === null) return null;
  const policies = rowOf(product.policies);
  const cancellation = rowOf(policies.cancellation);
  const until = cancellation.free_cancellation_until;
  const free =
    cancellation.type === "free_cancellation" && typeof until === "string" && !Number.isNaN(Date.parse(until));
  const plan = rowOf(policies.meal_plan).plan;
  return {
    ...{ unit_id, total_minor, free_until: free ? new Date(until) : null },
    board: typeof plan === "string" ? (BOARDS[plan] ?? null) : null,
  };
}

export type BookingDemand = ReturnType<typeof createBookingDemand>;
export function createBookingDemand({ settings, calls }: { settings: ProtectionSettings; calls: ProviderCalls }) {
  const base = settings.BOOKING_DEMAND_URL;
  const headers = {
    authorization: `Bearer ${settings.BOOKING_DEMAND_TOKEN}`,
    "x-affiliate-id": settings.BOOKING_DEMAND_AFFILIATE_ID,
  };
  const ask = async (path: string, json: object, patience = PATIENT): Promise<Row> =>
    rowOf(await calls.json<unknown>("booking", { url: `${base}/${path}`, method: "POST", headers, json }, patience));

  /** Every page: a list of which a part is missing would make us call hotels unknown that are there. */
  async function readAll(path: string, asked: object): Promise<Named[]> {
    const all: Named[] = [];
    let page: string | null = null;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const answer = await ask(path, page === null ? { ...asked, languages: LANGUAGES, rows: ROWS } : { page });
      all.push(...listOf(answer.data).flatMap((one) => readNamed(one) ?? []));
      const next = rowOf(answer.metadata).next_page;
      if (typeof next !== "string" || next === "") return all;
      page = next;
    }
    throw new Error(`Booking.com's list of ${path} does not end`);
  }

  return {
    enabled: settings.BOOKING_DEMAND_TOKEN !== "off",
    cities: (country: string) => readAll("common/locations/cities", { country: country.toLowerCase() }),
    hotels: (cityId: string) => readAll("accommodations/details", { city: Number(cityId) }),
    /** The kinds of bed that a hotel has. */
    async units(hotelId: string): Promise<Named[]> {
      const answer = await ask("accommodations/details", {
        accommodations: [Number(hotelId)],
        extras: ["rooms"],
        languages: LANGUAGES,
      });
      return listOf(rowOf(listOf(answer.data)[0]).rooms).flatMap((one) => readNamed(one) ?? []);
    },
    /** What is free at the dates, in the money that was asked for, and where it is booked. */
    async offers(asked: Asked): Promise<{ offers: Offer[]; url: string | null }> {
      const nothing = { offers: [], url: null };
      let answer: Row;
      try {
        answer = await ask(
          "accommodations/availability",
          {
            accommodation: Number(asked.hotel_id),
            booker: { country: asked.country.toLowerCase(), platform: "desktop" },
            ...{ checkin: asked.check_in, checkout: asked.check_out, currency: asked.currency },
            guests: { number_of_adults: asked.adults, number_of_rooms: 1 },
          },
          SOON,
        );
      } catch (error) {
        // Dates that it does not sell any more are no fault of anybody.
        if (error instanceof OutgoingError && error.status === 400) return nothing;
        throw error;
      }
      const data = rowOf(answer.data);
      if (data.currency !== asked.currency) return nothing;
      const url = typeof data.url === "string" && URL.canParse(data.url) ? new URL(data.url) : null;
      const isTheirs = url !== null && (url.protocol === "https:" || url.origin === new URL(base).origin);
      return {
        offers: listOf(data.products).flatMap((one) => readOffer(one) ?? []),
        url: isTheirs ? url.href.slice(0, 2_000) : null,
      };
    },
  };
}
