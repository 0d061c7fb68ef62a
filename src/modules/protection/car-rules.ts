/** What is the same rental car at the same company, and a better offer of it: pure. */
import { MIN_FREE_HOURS, MIN_SAVING_MINOR, nameKey } from "./trip-rules.ts";

/**
 * Classes are told in four letters that rental companies share (ACRISS): size, body, gears and drive, fuel and air. Expedia's document
 * shows them with their words (`M` Mini, `C` 2/4 Door, `D` Diesel Air); an offer whose letter and words differ is not compared.
 */
const SIZES: readonly (readonly [letter: string, words: RegExp])[] = [
  ["M", /\bmini\b(?![- ]?van)/],
  ["E", /\b(?:economy|economico|economica|economicos)\b/],
  ["C", /\b(?:compact|compacto|compacta)\b/],
  ["I", /\b(?:intermediate|mid[- ]?size|intermedio|intermedia|mediano|mediana)\b/],
  ["S", /\b(?:standard|estandar)\b/],
  ["F", /\b(?:full[- ]?size|grande)\b/],
  ["P", /\bpremium\b/],
  ["L", /\b(?:luxury|lujo)\b/],
  ["O", /\boversize\b/],
];
const ELITES: Readonly<Record<string, string>> = { M: "N", E: "H", C: "D", I: "J", S: "R", F: "G", P: "U", L: "W" };
const BODIES: readonly (readonly [letter: string, words: RegExp])[] = [
  ["F", /\b(?:suv|todoterreno)\b/],
  ["G", /\bcrossover\b/],
  ["W", /\b(?:wagon|estate|familiar)\b/],
  ["V", /\b(?:mini[- ]?)?van\b|\bminivan\b|\bmonovolumen\b/],
  ["T", /\b(?:convertible|cabrio|cabriolet|descapotable)\b/],
  ["P", /\bpick[- ]?up\b/],
  ["L", /\blimousine\b/],
  ["E", /\bcoupe\b/],
  ["D", /\b4[-/]5[- ]?(?:doors?|puertas)\b|\b4[- ](?:doors?|puertas)\b/],
  ["B", /\b2[-/]3[- ]?(?:doors?|puertas)\b/],
  ["C", /\b2[-/]4[- ]?(?:doors?|puertas)\b/],
];
/** Which bodies are at least what was booked: more doors serve whoever booked fewer. */
const SERVES: Readonly<Record<string, string>> = { B: "BCD", C: "CD", D: "D" };
/** A class without a body is an ordinary car. */
const ORDINARY = "C";

export type Fuel = "usual" | "hybrid" | "electric";
export type CarClass = {
  size: string;
  body: string;
  /** Whoever booked an automatic is not offered another; null: the booking does not say. */
  automatic: boolean | null;
  all_wheels: boolean;
  fuel: Fuel;
};

const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Null where the words name no size, or more than one. */
export function sizeIn(text: string): string | null {
  const words = plain(text);
  const found = SIZES.filter(([, known]) => known.test(words)).map(([letter]) => letter);
  const [size] = found;
  if (size === undefined || found.length > 1) return null;
  return /\belite\b/.test(words) ? (ELITES[size] ?? null) : size;
}

const bodyIn = (text: string): string | null => {
  const words = plain(text);
  const found = BODIES.filter(([, known]) => known.test(words)).map(([letter]) => letter);
  return found.length > 1 ? null : (found[0] ?? ORDINARY);
};

const FUELS: Readonly<Record<string, Fuel>> = { R: "usual", D: "usual", V: "usual", H: "hybrid", E: "electric" };
const CODE = /(?:^|\()([MNEHCDIJSRFGPULWO][BCDWVLSTFJPQEMG][MNCABD][RNDQHECLVZ])(?=$|[\s,)])/;

/** Of a booking's words: "Compact, Toyota Corolla or similar", "SUV mediana", "ECAR". Null where they do not say which class. */
export function classIn(text: string): CarClass | null {
  const code = CODE.exec(text.trim())?.[1];
  if (code) {
    const [size = "", body = "", gears = "", fuel = ""] = code;
    return {
      ...{ size, body, automatic: "ABD".includes(gears), all_wheels: "BDNC".includes(gears) },
      fuel: FUELS[fuel] ?? "usual",
    };
  }
  const words = plain(text);
  // The class stands before the car that is an example of it: a Mini Cooper is no mini.
  const [head = ""] = words.split(/[,;(]|\bor similar\b|\bo similar\b/);
  const size = sizeIn(head) ?? sizeIn(words);
  const body = bodyIn(words);
  if (size === null || body === null) return null;
  return {
    ...{ size, body, all_wheels: /\b(?:4x4|4wd|awd)\b/.test(words) },
    automatic: /\bautomatic/.test(words) ? true : /\bmanual\b/.test(words) ? false : null,
    fuel: /\bhybrid|\bhibrid/.test(words) ? "hybrid" : /\belectric/.test(words) ? "electric" : "usual",
  };
}

/** Codes and words of an offer's car as one class; null where they differ, or say what we do not know. */
export function classOf(told: {
  category: { code: string; value: string };
  type: { code: string };
  gears: { code: string; value: string };
  fuel: { code: string; value: string };
}): CarClass | null {
  const { category, type, gears } = told;
  const automatic = "ABD".includes(gears.code);
  const fuel = FUELS[told.fuel.code];
  const isKnown =
    /^[A-Z]$/.test(type.code) && /^[ABDMNC]$/.test(gears.code) && sizeIn(category.value) === category.code;
  if (!isKnown || fuel === undefined) return null;
  if (/manual/i.test(gears.value) === automatic || /\b(?:no|non|without)\b/i.test(told.fuel.value)) return null;
  return { size: category.code, body: type.code, automatic, all_wheels: "BDNC".includes(gears.code), fuel };
}

export const bodiesFor = ({ body }: CarClass): string[] => [...(SERVES[body] ?? body)];

/** An automatic serves everybody who may drive; a manual one only who booked that. A hybrid is filled up as others are. */
export const isSameClass = (offered: CarClass, booked: CarClass): boolean =>
  offered.size === booked.size &&
  bodiesFor(booked).includes(offered.body) &&
  (offered.automatic === true || booked.automatic === false) &&
  (offered.all_wheels || !booked.all_wheels) &&
  (offered.fuel === booked.fuel || (booked.fuel === "usual" && offered.fuel === "hybrid"));

const EMPTY_WORDS = /\b(?:rent|rentals?|car|cars|hire|company|autos?|coches?|renta|alquiler|inc|llc|corp)\b/g;
/** The words that tell one rental company from another. */
export const companyKey = (name: string): string => nameKey(plain(name).replaceAll(EMPTY_WORDS, " "));

const COUNTRIES = new Set(["USA", "CAN", "GBR", "ESP", "ITA", "DEU", "PRT", "BRA", "ARG", "CHL"]);
/** The airport's three letters that a mail writes behind its name: "Denver Airport (DEN)". */
export function codeIn(place: string): string | null {
  const code = /\(([A-Z]{3})\)/.exec(place)?.[1];
  return code && !COUNTRIES.has(code) && /airport|aeropuerto|\bintl\b|international/i.test(place) ? code : null;
}
/** An address that leads to one counter has a street and a number. */
const isAddress = (place: string): boolean => /\d/.test(place) && /\p{L}{3}/u.test(place) && place.length >= 8;

export type Place = { airport: string } | { address: string };
type Told = {
  city: string;
  place: string;
  pick_up_code: string | null;
  drop_off_place: string;
  drop_off_code: string | null;
};
const placeOf = (code: string | null, text: string): Place | null =>
  code !== null ? { airport: code } : isAddress(text) ? { address: text } : null;

/** Where it is handed over and given back; null where one of them is not said so that it can be asked about. */
export function placesOf(row: Told): { pick_up: Place; drop_off: Place } | null {
  const pick_up = placeOf(row.pick_up_code, row.city || row.place);
  const elsewhere = row.drop_off_code !== null || row.drop_off_place !== "";
  const drop_off = elsewhere ? placeOf(row.drop_off_code, row.drop_off_place) : pick_up;
  return pick_up && drop_off ? { pick_up, drop_off } : null;
}

/** What its member has to add before anybody can be asked. */
export const missingOf = (row: Told & { what: string }): "no_place" | "no_class" | null =>
  placesOf(row) === null ? "no_place" : classIn(row.what) === null ? "no_class" : null;

/** One car that can be had. `total_minor` with taxes and all that must be paid, in `currency`. */
export type CarOffer = {
  company: string;
  class: CarClass;
  currency: string;
  total_minor: bigint;
  /** Until when it can be canceled for free; null: never, or nobody says until when. */
  free_until: Date | null;
  /** True where kilometers cost more, or end. */
  limited: boolean;
};
type Booked = { company: string; class: CarClass; currency: string; total_minor: bigint };

/** Those that are surely no worse than what is booked and save enough, the cheapest first. */
export function betterCars<T extends CarOffer>(cars: readonly T[], booked: Booked, now: Date): T[] {
  const until = now.getTime() + MIN_FREE_HOURS * 3_600_000;
  return cars
    .filter(
      (car) =>
        companyKey(car.company) === companyKey(booked.company) &&
        isSameClass(car.class, booked.class) &&
        car.currency === booked.currency &&
        !car.limited &&
        car.free_until !== null &&
        car.free_until.getTime() >= until &&
        car.total_minor > 0n &&
        car.total_minor + MIN_SAVING_MINOR <= booked.total_minor,
    )
    .toSorted((one, other) => (one.total_minor < other.total_minor ? -1 : 1));
}
