/** A member's favourite stores, and what members say of coupons. */

import { done, type Outcome, refused } from "#platform/outcome";
import type { MerchantCard } from "./catalog.types.ts";
import { offerId } from "./ids.ts";
import type { BareReadDeps, ReadDeps } from "./read-catalog.types.ts";
import { toCard } from "./shape-answers.ts";
import { addFavourite, addTrial, readFavourites, removeFavourite } from "./store/member-choices.ts";

export const listFavouriteNames = async (deps: BareReadDeps, userId: string): Promise<string[]> =>
  (await readFavourites(deps.database.pool, userId)).map((row) => row.internal_name);

export async function listFavourites(deps: ReadDeps, userId: string): Promise<MerchantCard[]> {
  return (await readFavourites(deps.database.pool, userId)).map((row) => toCard(row, deps.brand));
}

export async function keepFavourite(
  deps: BareReadDeps,
  userId: string,
  internalName: string,
): Promise<Outcome<null, "unknown_store">> {
  const found = await deps.database.transaction((tx) => addFavourite(tx, userId, internalName, deps.clock.now()));
  return found ? done(null) : refused("unknown_store");
}

/** Dropping what is no favourite is no error: the wish is fulfilled. */
export async function dropFavourite(deps: BareReadDeps, userId: string, internalName: string): Promise<void> {
  await deps.database.transaction((tx) => removeFavourite(tx, userId, internalName));
}

export type Votes = { worked: number; tried: number };

/** Once for each member and coupon. */
export async function voteCoupon(
  deps: BareReadDeps,
  userId: string,
  shownId: string,
  worked: boolean,
): Promise<Outcome<Votes, "unknown_coupon" | "already_voted">> {
  const offer_id = offerId.read(shownId);
  if (!offer_id) return refused("unknown_coupon");
  const trial = await deps.database.transaction((tx) =>
    addTrial(tx, { offer_id, user_id: userId, worked, at: deps.clock.now() }),
  );
  if (!trial) return refused("unknown_coupon");
  return trial.first ? done({ worked: trial.worked, tried: trial.tried }) : refused("already_voted");
}
