/** Kinds of fields that a brand is told in: dollars as cents, per cent as basis points, host names line by line. Pure. */
import { parseMajor } from "#platform/money";
import type { Brand } from "../../../brands/brand.ts";
import type { Pack } from "./pack-rules.ts";

export type PackField = {
  name: string;
  what: string;
  optional?: true;
  long?: true;
  most?: number;
  choices?: readonly { code: string; what: string }[];
  /** As it stands, as somebody would type it. */
  begin(pack: Pack): string;
  /** Lays what was typed into the pack; a sentence when it cannot be read. */
  put(pack: Draft, typed: string): string | null;
};
/** A pack that is being changed. */
export type Draft = { brand: Mutable<Brand>; pixels: Pack["pixels"] };
export type Mutable<T> = T extends readonly (infer One)[]
  ? Mutable<One>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
    : T;
export type PackGroup = { name: string; what: string; fields: readonly PackField[] };

const dollars = (minor: number): string => (minor / 100).toFixed(2);
export const lines = (typed: string): string[] => [...new Set(typed.split(/[\s,]+/).filter(Boolean))];
const YES_NO = [
  { code: "yes", what: "yes" },
  { code: "no", what: "no" },
] as const;

/** A number of a pack and where it stands. */
export type Spot = { get(brand: Brand): number; set(brand: Mutable<Brand>, value: number): void };
export const money = (name: string, what: string, { get, set }: Spot): PackField => ({
  name,
  what: `${what}, in dollars`,
  begin: ({ brand }) => dollars(get(brand)),
  put({ brand }, typed) {
    const minor = /^\$?\d{1,5}(\.\d{2})?$/.test(typed) ? parseMajor(typed.replace("$", "")) : null;
    if (minor === null) return `${name}: dollars and cents, such as 11.99.`;
    set(brand, Number(minor));
    return null;
  },
});
export const percent = (name: string, what: string, { get, set }: Spot): PackField => ({
  name,
  what: `${what}, in per cent`,
  begin: ({ brand }) => String(get(brand) / 100),
  put({ brand }, typed) {
    if (!/^\d{1,3}(\.\d{1,2})?%?$/.test(typed)) return `${name}: per cent with at most two decimals, such as 70.`;
    set(brand, Math.round(Number(typed.replace("%", "")) * 100));
    return null;
  },
});
export const count = (name: string, what: string, { get, set }: Spot): PackField => ({
  name,
  what,
  begin: ({ brand }) => String(get(brand)),
  put({ brand }, typed) {
    if (!/^\d{1,5}$/.test(typed)) return `${name}: a whole number.`;
    set(brand, Number(typed));
    return null;
  },
});

export const words = (
  name: string,
  what: string,
  get: (brand: Brand) => string,
  set: (brand: Mutable<Brand>, typed: string) => void,
  more: { optional?: true; most?: number } = {},
): PackField => ({
  name,
  what,
  ...more,
  begin: ({ brand }) => get(brand),
  put({ brand }, typed) {
    set(brand, typed);
    return null;
  },
});

export const flag = (name: string, what: string, key: "shipping_open" | "has_extension"): PackField => ({
  name,
  what,
  choices: YES_NO,
  begin: ({ brand }) => (brand[key] ? "yes" : "no"),
  put({ brand }, typed) {
    if (typed !== "yes" && typed !== "no") return `${name}: yes or no.`;
    brand[key] = typed === "yes";
    return null;
  },
});

const MAX_BRACKETS = 1_000;
function readJson(typed: string): { ok: true; value: unknown } | { ok: false } {
  try {
    // Nothing of a pack lies deep, and what lies very deep is more than everybody who reads it afterwards can take.
    return typed.split(/[[{]/).length > MAX_BRACKETS ? { ok: false } : { ok: true, value: JSON.parse(typed) };
  } catch {
    return { ok: false };
  }
}
export const json = (
  name: string,
  what: string,
  get: (pack: Pack) => unknown,
  set: (pack: Draft, value: never) => string | null | undefined,
): PackField => ({
  ...{ name, what: `${what}, as JSON`, long: true, most: 20_000 },
  begin: (pack) => JSON.stringify(get(pack), null, 2),
  put(pack, typed) {
    const read = readJson(typed);
    if (!read.ok) return `${name}: this is no JSON.`;
    // Held against the schema with the rest of the pack.
    return set(pack, read.value as never) ?? null;
  },
});
