/** Attributes of products and their values in Spanish, where they are known; others stay as their feed wrote them. Pure. */
import type { Spec } from "../catalog.types.ts";
import words from "./attributes.json" with { type: "json" };

const names = new Map(Object.entries(words.names).map(([name, es]) => [name.toLowerCase(), es]));
const values = new Map(Object.entries(words.values).map(([value, es]) => [value.toLowerCase(), es]));
const patterns = words.patterns.map(([pattern, es]) => [new RegExp(pattern ?? "", "i"), es ?? ""] as const);

/** The attributes that people narrow by first, in this order; then those that most products have. */
const FIRST = ["screen size", "size", "color", "material", "storage", "capacity", "weight"];

export const attributeRank = (name: string): number => {
  const place = FIRST.indexOf(name.toLowerCase());
  return place < 0 ? FIRST.length : place;
};

export const attributeInSpanish = (name: string): string => names.get(name.toLowerCase()) ?? name;

export function valueInSpanish(value: string): string {
  const known = values.get(value.toLowerCase());
  if (known !== undefined) return known;
  for (const [pattern, es] of patterns) if (pattern.test(value)) return value.replace(pattern, es);
  return listInSpanish(value) ?? value;
}

/** "Wired, Wireless" and "Black / Red": a value of several, if each is known. */
function listInSpanish(value: string): string | null {
  const parts = value.split(/(, | \/ )/);
  if (parts.length === 1) return null;
  const words = parts.map((part, at) => {
    if (at % 2 === 1) return part;
    const es = values.get(part.toLowerCase());
    return at === 0 ? es : es && es.charAt(0).toLowerCase() + es.slice(1);
  });
  return words.includes(undefined) ? null : words.join("");
}

/** Figures that name a thing and count nothing. */
const NAMED_BY_FIGURES = /model|part|number|code|sku|year/i;

/** Long figures are grouped, as both languages write them: "26,000 dpi". */
const grouped = (name: string, value: string): string =>
  NAMED_BY_FIGURES.test(name) ? value : value.replace(/^(\d{2,3})(\d{3})(?=$| [a-z]+$)/i, "$1,$2");

/** As it is read, in both languages. */
export const shownSpec = ({ name, value }: { name: string; value: string }): Spec => ({
  name,
  name_es: attributeInSpanish(name),
  value: grouped(name, value),
  value_es: grouped(name, valueInSpanish(value)),
});

/** Sizes of clothes in the order of the rack, figures by their worth, words by how many things have them. */
const LETTERS = ["XXS", "XS", "S", "M", "L", "XL", "XXL", "XXXL"];
const FACTORS: readonly [RegExp, number][] = [
  [/\bTB\b/, 1024],
  [/^over/i, 10],
  [/^under/i, 0.1],
];

export function valueOrder(value: string): number | null {
  const letter = LETTERS.indexOf(value.toUpperCase());
  if (letter >= 0) return letter;
  const figure = /\d+(?:[.,]\d+)?/.exec(value)?.[0];
  if (figure === undefined) return null;
  const factor = FACTORS.find(([pattern]) => pattern.test(value))?.[1] ?? 1;
  return Number(figure.replace(",", ".")) * factor;
}
