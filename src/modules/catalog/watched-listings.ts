/** What stores ask now for things that were bought there: for whoever watches prices after a purchase. */
import { listingId } from "./ids.ts";
import { fold } from "./names.ts";
import type { BareReadDeps } from "./read-catalog.types.ts";
import { productImage } from "./shape-answers.ts";
import { findNamedListings, readWatchedListings, type WatchedRow } from "./store/watched-listings.ts";

export type WatchedListing = Omit<WatchedRow, "product_id">;

const shown = ({ product_id, image_url, ...row }: WatchedRow): WatchedListing => ({
  ...row,
  image_url: productImage(product_id, image_url),
});

/** By ids as they are kept; those that a store no longer has are left out. */
export async function readWatched(
  { database }: BareReadDeps,
  listingIds: readonly string[],
): Promise<Map<string, WatchedListing>> {
  const rows = listingIds.length > 0 ? await readWatchedListings(database.pool, listingIds) : [];
  return new Map(rows.map((row) => [row.listing_id, shown(row)]));
}

/** `lst_…` as an address has it; null for what no store has. */
export async function readShownListing(deps: BareReadDeps, id: string): Promise<WatchedListing | null> {
  const kept = listingId.read(id);
  return kept ? ((await readWatched(deps, [kept])).get(kept) ?? null) : null;
}

/** Things that a store sells under exactly these names; a name that several of its things have finds none of them. */
export async function findNamed(
  { database }: BareReadDeps,
  asked: { merchant_id: string; names: readonly string[] },
): Promise<Map<string, WatchedListing>> {
  const named = asked.names.flatMap((name) => {
    const words = fold(name).match(/[\p{L}\p{N}]+/gu) ?? [];
    return words.length > 0 ? [{ name, words }] : [];
  });
  const rows = await findNamedListings(database.pool, { merchant_id: asked.merchant_id, named });
  const byName = Map.groupBy(rows, ({ named }) => named);
  return new Map(
    [...byName].flatMap(([name, [first, ...others]]): [string, WatchedListing][] => {
      if (!first || others.length > 0) return [];
      const { named: _named, ...row } = first;
      return [[name, shown(row)]];
    }),
  );
}
