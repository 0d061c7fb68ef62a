/** Amounts of money as mails write them, in both languages' ways. */

export type Amount = { minor: bigint; currency: string | null; at: number; negative: boolean };

const SYMBOLS: Readonly<Record<string, string | null>> = {
  US$: "USD",
  MX$: "MXN",
  CA$: "CAD",
  C$: "CAD",
  AU$: "AUD",
  A$: "AUD",
  NZ$: "NZD",
  R$: "BRL",
  // Dollars or pesos: the mail's own word for its currency decides.
  $: null,
  "€": "EUR",
  "£": "GBP",
};
const CODES = "USD|MXN|CAD|AUD|NZD|EUR|GBP|ARS|CLP|COP|PEN|BRL";
const SYMBOL = "US\\$|MX\\$|CA\\$|AU\\$|NZ\\$|C\\$|A\\$|R\\$|\\$|€|£";
/** Figures in groups of three with one kind of sign between them, or without any; two decimals or none. */
const FIGURES = "\\d{1,3}(?:[.,\\u00a0\\u202f ]\\d{3})+(?:[.,]\\d{2})?|\\d+(?:[.,]\\d{2})?";
const AMOUNT = new RegExp(
  `(?<![\\w.,])([-−–]\\s?)?(?:(?:(${CODES})\\s?)?(${SYMBOL})?\\s?(${FIGURES})(?![\\d%])(?:[\\s\\u00a0]?(${SYMBOL}))?(?:[\\s\\u00a0]?(${CODES})(?![A-Za-z]))?)`,
  "g",
);

export function minorOf(figures: string): bigint {
  const decimals = /[.,](\d{2})$/.exec(figures)?.[1];
  const whole = (decimals === undefined ? figures : figures.slice(0, -3)).replace(/\D/g, "");
  return BigInt(whole || "0") * 100n + BigInt(decimals ?? "0");
}

/** Amounts with a sign or word of a currency; bare figures are none. */
export function amountsIn(text: string): Amount[] {
  const found: Amount[] = [];
  for (const match of text.slice(0, 2_000).matchAll(AMOUNT)) {
    const [, minus, before, symbol, figures = "", symbolAfter, after] = match;
    const sign = symbol ?? symbolAfter;
    if (!sign && !before && !after) continue;
    found.push({
      minor: minorOf(figures.trim()),
      currency: before ?? after ?? (sign ? (SYMBOLS[sign] ?? null) : null),
      at: match.index,
      negative: minus !== undefined,
    });
  }
  return found;
}

/** The currency of a whole mail: what its amounts say, else its own word for it, else dollars of the US. */
export function currencyOf(text: string): string {
  const counts = new Map<string, number>();
  for (const { currency } of amountsIn(text.slice(0, 20_000)))
    if (currency) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  for (const line of text.split("\n").slice(0, 500))
    for (const { currency } of amountsIn(line)) if (currency) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const [best] = [...counts].toSorted((a, b) => b[1] - a[1]);
  if (best) return best[0];
  return new RegExp(`\\b(${CODES})\\b`).exec(text)?.[1] ?? "USD";
}

export const isCurrency = (text: unknown): text is string => typeof text === "string" && /^[A-Z]{3}$/.test(text);
