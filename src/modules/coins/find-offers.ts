/** Offers that a search means: by the words of their names, or all of a kind that is asked for. */
import type { CoinsContext } from "./context.ts";
import { listOffers } from "./offer-store.ts";
import type { OfferType } from "./provider.types.ts";
import { type OfferItem, toItem } from "./read-offers.ts";
import type { CoinShares } from "./rules.ts";

const KINDS: Readonly<Record<string, OfferType>> = {
  ...{ game: "GAME", games: "GAME", juego: "GAME", juegos: "GAME" },
  ...{ app: "APP", apps: "APP", aplicacion: "APP", aplicaciones: "APP" },
};
/** Say that coins are wanted, and nothing of which. */
const ABOUT = new Set([
  "earn",
  "gana",
  "ganar",
  "coin",
  "coins",
  "moneda",
  "monedas",
  "offer",
  "offers",
  "oferta",
  "ofertas",
]);
/** Shorter ones begin too many words. */
const MIN_LETTERS = 3;
const MAX_WORDS = 6;

/** Null for a text that asks for no offer. Pure. */
export function wantedOf(text: string): { type: OfferType | null; words: string[] } | null {
  const all = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS);
  const type = all.flatMap((word) => KINDS[word] ?? [])[0] ?? null;
  const words = all.filter((word) => !(word in KINDS) && !ABOUT.has(word));
  if (words.length > 0) return words.every(({ length }) => length >= MIN_LETTERS) ? { type, words } : null;
  return type || all.some((word) => ABOUT.has(word)) ? { type, words } : null;
}

/** The best paid first. */
export async function findOffers(
  context: Pick<CoinsContext, "database">,
  brand: CoinShares,
  asked: { q: string; country: string; most: number },
  show: (id: string) => string,
): Promise<{ offers: OfferItem[]; total: number }> {
  const wanted = wantedOf(asked.q);
  if (!wanted) return { offers: [], total: 0 };
  const filter = { country: asked.country, ...wanted, platform: null, easy: false, least: null };
  const { rows, counts } = await listOffers(context.database.db, filter, { offset: 0, most: asked.most, sort: "best" });
  const total = wanted.type ? counts[wanted.type] : counts.APP + counts.GAME + counts.OTHER;
  return { offers: rows.map((row) => toItem(row, brand, show)), total };
}
