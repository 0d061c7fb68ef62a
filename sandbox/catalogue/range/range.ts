/**
 * Made-up goods of every department. Nothing of them is stored: the number of an item says its kind, its model and its
 * variant, and these say all the rest, so that every start and every size has the same items.
 */
import { hash, pick } from "../hash.ts";
import type { Product } from "../offer.ts";
import { type Attribute, type Kind, kinds } from "./kinds.ts";
import { BRANDS, COLOURS, MATERIALS, SERIES } from "./words.ts";

/** Variants of a model: its colours and sizes. */
const VARIANTS = 5;
/** Makers of one department; the same name stands on kettles and on ladders, as in life. */
const MAKERS = 14;

const RANGE_ID = /^g([0-9a-f]{10})$/;
export const isRangeId = (id: string): boolean => RANGE_ID.test(id);
const idOf = (n: number) => `g${n.toString(16).padStart(10, "0")}`;

/** An EAN-13 of the 28 range, which is set aside for use inside one company, as the 29 range of the other goods is. */
function gtinOf(n: number): string {
  const body = `28${String(n).padStart(10, "0")}`;
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += Number(body[i]) * (i % 2 === 0 ? 1 : 3);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

const BARE_NAMES = new Set(["Color", "Material"]);

/** The first two attributes differ from variant to variant, the others from model to model. */
function valuesOf(kind: Kind, model: number, variant: number) {
  return kind.attributes.map((attribute, place) => {
    const start = hash(`${kind.name}:${model}:${attribute.name}`);
    const step = place === 0 ? variant : place === 1 ? Math.floor(variant / 2) : 0;
    const at = (start + step) % attribute.values.length;
    return { attribute, at, value: attribute.values[at] ?? "" };
  });
}

const factorOf = ({ values, rising }: Attribute, at: number) =>
  rising && values.length > 1 ? 0.7 + (0.75 * at) / (values.length - 1) : 1;

function pounds(weight: number): string {
  const rounded =
    weight < 1
      ? Math.max(0.1, Math.round(weight * 10) / 10)
      : weight < 10
        ? Math.round(weight * 2) / 2
        : Math.round(weight);
  return `${rounded} lb`;
}

export function itemAt(n: number): Product {
  const all = kinds();
  const kind = all[n % all.length];
  if (!kind) throw new Error("there are no kinds of things");
  const own = Math.floor(n / all.length);
  const model = Math.floor(own / VARIANTS);
  const values = valuesOf(kind, model, own % VARIANTS);
  const key = `${kind.name}:${model}`;
  const maker = (hash(`dept:${kind.department}`) + (hash(`maker:${key}`) % MAKERS) * 7) % BRANDS.length;
  const brand = BRANDS[maker] ?? "";
  const series = `${SERIES[hash(`series:${key}`) % SERIES.length]} ${pick(`number:${key}`, 2, 98)}0`;
  const factor = values.reduce((product, { attribute, at }) => product * factorOf(attribute, at), 1);
  const base = kind.low + (kind.high - kind.low) * (pick(`base:${key}`, 0, 1000) / 1000) ** 2;
  const color = values.find(({ attribute }) => attribute.name === "Color")?.value;
  const material = values.find(({ attribute }) => attribute.name === "Material")?.value;
  const named = values
    .filter(({ attribute }, place) => place < 2 && !BARE_NAMES.has(attribute.name))
    .map(({ value }) => value);
  const name = `${[brand, series, kind.name].join(" ")}${[color ?? material, ...named]
    .filter(Boolean)
    .map((word) => `, ${word}`)
    .join("")}`;
  const specs: [string, string][] = values.map(({ attribute, value }) => [attribute.name, value]);
  specs.push(["Weight", pounds(kind.weight * (0.7 + factor * 0.3) * (pick(`weight:${key}`, 85, 115) / 100))]);
  const facts = specs.map(([label, text]) => `${label.toLowerCase()} ${text}`).join(", ");
  return {
    id: idOf(n),
    slug: `${kind.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}-${n}`,
    sku: `${brand.slice(0, 2).toUpperCase()}${pick(`sku:${key}`, 100, 999)}-${own + 1}`,
    gtin: gtinOf(n),
    name,
    brand,
    category: kind.department,
    subcategory: kind.subcategory,
    baseMinor: kind.attributes.some(({ name: label }) => label === "Value")
      ? Number((values.find(({ attribute }) => attribute.name === "Value")?.value ?? "$25").slice(1)) * 100
      : Math.max(199, Math.round(base * factor * 100)),
    description: `${kind.name} of ${brand}'s ${series} series: ${facts}. Made up for the sandbox, like its maker.`,
    specs,
    drawing: kind.drawing,
    tint:
      COLOURS[color ?? ""] ?? MATERIALS[material ?? ""] ?? `hsl(${hash(`tint:${kind.name}:${brand}`) % 360} 34% 52%)`,
  };
}

export interface Range {
  count: number;
  at(n: number): Product;
  byId(id: string): Product | undefined;
}

/** The first `count` items. They are made when first asked for and kept, as shops look through them for each of their pages. */
export function openRange(count: number): Range {
  const made: Product[] = [];
  const at = (n: number) => {
    const known = made[n];
    if (known) return known;
    const item = itemAt(n);
    made[n] = item;
    return item;
  };
  return {
    count,
    at,
    byId(id) {
      const figures = RANGE_ID.exec(id)?.[1];
      const n = figures === undefined ? -1 : Number.parseInt(figures, 16);
      return n >= 0 && n < count ? at(n) : undefined;
    },
  };
}
