/** What is the same hotel, the same kind of bed in it, and a better offer: pure. */
import type { Board, TripState } from "./protection.types.ts";

/** Less than this is no reason to book anew: whole units of the booking's own money, in minor units. */
export const MIN_SAVING_MINOR = 500n;
/** An offer that could not be canceled for at least so long is no better one. */
export const MIN_FREE_HOURS = 24;

/** Hours after which a price is no longer that of now: three looks in a row told nothing. */
export const OFFER_HOURS = 36;

const ENDED: ReadonlySet<TripState> = new Set(["canceled", "deadline_passed", "withdrawn"]);
export const isEnded = (state: TripState): boolean => ENDED.has(state);

const BOARDS: readonly (readonly [RegExp, Board])[] = [
  [/all[- ]inclusive|todo incluido/i, "all"],
  [/full[- ]board|pensi[oó]n completa/i, "full"],
  [/half[- ]board|media pensi[oó]n|dinner|cena/i, "half"],
  [/room only|solo alojamiento|no meals|sin comidas|self[- ]catering/i, "none"],
  [/breakfast|desayuno/i, "breakfast"],
];
/** What a mail says of meals; null where it says nothing that we know. */
export const boardIn = (text: string | null): Board | null =>
  text === null ? null : (BOARDS.find(([words]) => words.test(text))?.[1] ?? null);

const RANK: Readonly<Record<Board, number>> = { none: 0, breakfast: 1, half: 2, full: 3, all: 4 };

/** Words that say nothing of which hotel, city or bed it is. */
const EMPTY_WORDS = new Set(
  "hotel the a an of with and by room habitacion con de del la el los las y en at in vista view".split(" "),
);
/** The words that tell one name from another, in one order: names are the same when these are. */
export function nameKey(name: string): string {
  const words = name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !EMPTY_WORDS.has(word));
  return [...new Set(words)].toSorted().join(" ").slice(0, 200);
}

/** Parts of an address that may be its city: without numbers, from the end. */
export const cityKeys = (place: string): string[] =>
  [...new Set(place.split(",").map((part) => nameKey(part.replaceAll(/\d+/g, " "))))]
    .filter((key) => key.length >= 2)
    .toReversed();

/** What a provider offers of one hotel; `total_minor` with taxes and fees, in the money that was asked for. */
export type Offer = {
  unit_id: string;
  board: Board | null;
  /** Until when it can be canceled for free; null: never. */
  free_until: Date | null;
  total_minor: bigint;
};
type Booked = { unit_ids: readonly string[]; board: Board | null; total_minor: bigint };

/** The cheapest offer of the same kind of bed with at least the same meals that can still be canceled for free, and saves enough. */
export function bestOffer(offers: readonly Offer[], booked: Booked, now: Date): Offer | null {
  const { board } = booked;
  if (board === null) return null;
  const until = now.getTime() + MIN_FREE_HOURS * 3_600_000;
  return (
    offers
      .filter(
        (offer) =>
          booked.unit_ids.includes(offer.unit_id) &&
          offer.board !== null &&
          RANK[offer.board] >= RANK[board] &&
          offer.free_until !== null &&
          offer.free_until.getTime() >= until &&
          offer.total_minor > 0n &&
          offer.total_minor + MIN_SAVING_MINOR <= booked.total_minor,
      )
      .toSorted((one, other) => (one.total_minor < other.total_minor ? -1 : 1))[0] ?? null
  );
}
