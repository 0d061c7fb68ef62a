import { createHash } from "node:crypto";

/** The hotels that the sandbox's stores write mails of, each in every city, as Booking.com lists them. */
type Names = Readonly<Record<"en-us" | "es", string>>;
export const CITIES: readonly { id: number; country: string; name: Names }[] = [
  { id: 20023182, country: "us", name: { "en-us": "Miami Beach", es: "Miami Beach" } },
  { id: 20105173, country: "us", name: { "en-us": "Portland", es: "Portland" } },
  { id: 20037142, country: "us", name: { "en-us": "Portland", es: "Portland" } },
  { id: -1658079, country: "mx", name: { "en-us": "Mexico City", es: "Ciudad de México" } },
  { id: -390625, country: "es", name: { "en-us": "Madrid", es: "Madrid" } },
];
const HOTELS = ["Hotel Marina Vista", "The Copper Beech Inn", "Casa Alameda", "Harbor Point Suites", "Hotel Aurora"];
const UNITS: readonly Names[] = [
  { "en-us": "Double Room with Sea View", es: "Habitación doble con vista al mar" },
  { "en-us": "King Suite", es: "Suite king" },
  { "en-us": "Twin Room", es: "Habitación con dos camas" },
];

export type Hotel = { id: number; city: number; name: Names; rooms: { id: number; name: Names }[] };
/** Portland is two cities; the hotels stand in one of them. */
export const HOTELS_THERE: readonly Hotel[] = CITIES.filter(({ id }) => id !== 20037142).flatMap((city, place) =>
  HOTELS.map((name, index) => {
    const id = 100_000 + place * 100 + index;
    return {
      ...{ id, city: city.id, name: { "en-us": name, es: name } },
      rooms: UNITS.map((unit, number) => ({ id: id * 100 + number + 1, name: unit })),
    };
  }),
);

/** Always the same for the same words: 0 up to, and without, 1. */
export const drawn = (...words: (string | number)[]): number =>
  createHash("sha256").update(words.join(":")).digest().readUInt32BE(0) / 2 ** 32;
