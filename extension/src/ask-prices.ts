/**
 * What is asked of our site after a press in the popup or the panel, and of nobody else: prices by a product's number of the trade, and
 * what a shopper who is signed in there chooses. No page's address is in any of it.
 */
import { askAsMember } from "./own-session.ts";
import { gtinOf } from "./read-product.ts";
import { BRAND, SITE } from "./settings.ts";

export type Prices = {
  slug: string;
  name: string;
  /** Null while the product was watched for too short to say. */
  lowest: { day: string; minor: number } | null;
  watched_since: string | null;
  /** The cheapest after cash back first. */
  stores: readonly { name: string; title: string; minor: number; after_minor: number }[];
};
/** `unknown`: no store of ours sells it. */
export type PricesAnswer = Prices | "unknown" | "failed";

export async function askPrices(gtin: string): Promise<PricesAnswer> {
  if (gtinOf(gtin) !== gtin) return "failed";
  try {
    const response = await fetch(`${SITE}/ext/${BRAND}/prices/${gtin}`, {
      ...{ credentials: "omit", referrerPolicy: "no-referrer" },
    });
    if (response.status === 404) return "unknown";
    return response.ok ? ((await response.json()) as Prices) : "failed";
  } catch {
    return "failed";
  }
}

/** As our site answers who is signed in there: `false` for who is not. */
type Chosen = boolean | "failed";

async function change(method: "PUT" | "DELETE", path: string): Promise<Chosen> {
  try {
    const response = await askAsMember(method, path);
    return response !== null && (response.ok || "failed");
  } catch {
    return "failed";
  }
}

export const askForFalls = (slug: string): Promise<Chosen> =>
  change("PUT", `/api/user/price-alerts/${encodeURIComponent(slug)}`);
export const chooseFavourite = (store: string, on: boolean): Promise<Chosen> =>
  change(on ? "PUT" : "DELETE", `/api/user/favourites/${encodeURIComponent(store)}`);

/** Internal names and titles, newest first; null for who is signed out, and where nobody answers. */
export async function readFavourites(): Promise<{ name: string; title: string }[] | null> {
  try {
    const response = await askAsMember("GET", "/api/user/favourites");
    if (!response?.ok) return null;
    const { items } = (await response.json()) as { items: { internal_name: string; name: string }[] };
    return items.map(({ internal_name, name }) => ({ name: internal_name, title: name }));
  } catch {
    return null;
  }
}
