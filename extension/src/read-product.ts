/** Which product a page sells, by what it tells search engines. Pure: what it says is read on the device and stays there. */

export type Product = {
  /** The number of the trade (GTIN), 14 digits. */
  gtin: string;
  /** What this page asks, cents; null where it does not say one price in dollars. */
  minor: number | null;
};

/** Longer ones describe more than a product. */
const MAX_TEXT = 300_000;
const NUMBERS = ["gtin", "gtin14", "gtin13", "gtin12", "gtin8", "isbn"];
const KINDS = new Set(["Product", "ProductModel", "IndividualProduct", "Book"]);

type Thing = Readonly<Record<string, unknown>>;
const isThing = (value: unknown): value is Thing =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

/** 14 digits whose last one is right; null for anything else. */
export function gtinOf(value: unknown): string | null {
  const digits = typeof value === "string" || typeof value === "number" ? `${value}`.replace(/[\s-]/g, "") : "";
  if (!/^(\d{8}|\d{12,14})$/.test(digits) || /^0+$/.test(digits)) return null;
  const padded = digits.padStart(14, "0");
  const sum = [...padded.slice(0, 13)].reduce(
    (all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 3 : 1),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(padded[13]) ? padded : null;
}

const isProduct = (thing: Thing): boolean =>
  listOf(thing["@type"]).some((kind) => typeof kind === "string" && KINDS.has(kind.replace(/^.*[/#:]/, "")));

/** What a page is about: the outermost things, and what a page or a graph names as its own. Lists of others are not looked into. */
const mainThings = (value: unknown): Thing[] =>
  listOf(value)
    .filter(isThing)
    .flatMap((thing) => [
      ...(isProduct(thing) ? [thing] : []),
      ...listOf(thing["@graph"]).filter((one): one is Thing => isThing(one) && isProduct(one)),
      ...listOf(thing.mainEntity).filter((one): one is Thing => isThing(one) && isProduct(one)),
    ]);

function dollarsOf(thing: Thing): number | null {
  const offers = listOf(thing.offers).filter(isThing);
  const [offer] = offers;
  if (!offer || offers.length > 1 || offer.priceCurrency !== "USD") return null;
  const price = `${offer.price ?? ""}`;
  const minor = /^\d{1,6}(\.\d{1,2})?$/.test(price) ? Math.round(Number(price) * 100) : 0;
  return minor > 0 ? minor : null;
}

function parsed(text: string): unknown {
  try {
    return text.length > MAX_TEXT ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** `texts`: the page's JSON-LD. Null where it sells no product, several, or one without a number. */
export function productIn(texts: readonly string[]): Product | null {
  const found = new Map<string, number | null>();
  for (const thing of texts.flatMap((text) => mainThings(parsed(text)))) {
    const gtin = NUMBERS.map((name) => gtinOf(thing[name])).find((one) => one !== null);
    if (gtin) found.set(gtin, dollarsOf(thing) ?? found.get(gtin) ?? null);
  }
  const [one] = found;
  return one && found.size === 1 ? { gtin: one[0], minor: one[1] } : null;
}

/** Put into a page as it stands here, so that it may use nothing from around it. */
export const productTexts = (): string[] =>
  [...document.querySelectorAll('script[type="application/ld+json"]')]
    .slice(0, 20)
    .map((script) => script.textContent ?? "");
