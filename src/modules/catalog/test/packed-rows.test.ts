/** Rows that are sent without names are read by their places: both must say the same. */
import { expect, test } from "vitest";
import {
  PACKED_CARD,
  PACKED_OFFER,
  type PackedCard,
  type PackedOffer,
  readCard,
  readOffer,
} from "../store/packed-rows.ts";

/** What a statement puts at each place. */
const placesOf = (sql: string): string[] =>
  sql
    .slice("json_build_array(".length, -1)
    .split(",")
    .map((place) => place.trim());

test("each field of a store's card is read from where its statement puts it", () => {
  const places = placesOf(PACKED_CARD);
  // The texts of the statement stand for the values that it would give.
  const read = Object.entries(readCard(places as unknown as PackedCard));
  expect(read).toHaveLength(places.length);
  for (const [name, place] of read) expect(place).toBe(`m.${name}`);
});

test("each field of a coupon is read from where its statement puts it", () => {
  const places = placesOf(PACKED_OFFER);
  // As above: texts stand for values.
  const read = Object.entries(readOffer(places as unknown as PackedOffer));
  expect(read).toHaveLength(places.length);
  for (const [name, place] of read) expect(place).toBe(name === "gone" ? "o.gone_at is not null" : `o.${name}`);
});
