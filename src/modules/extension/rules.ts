/** How bundles are written and told apart. Pure. */
import { createHash } from "node:crypto";
import type { BundleStore, OwnLink } from "#catalog";
import type { Bundle, Difference, Recipe } from "./extension.types.ts";
import { RECIPES } from "./recipes.ts";
import { STAND_DOWN } from "./stand-down-list.ts";

/** Differences lead from so many versions before the newest; who has an older one takes the whole. */
export const KEPT_VERSIONS = 8;

/** `known`: of single stores, before what holds for every shop of a make. */
export const bundleOf = (
  stores: readonly BundleStore[],
  own: readonly OwnLink[],
  known: readonly Recipe[] = [],
): Bundle => ({
  format: 1,
  stores,
  stand_down: STAND_DOWN,
  own,
  recipes: [...known, ...RECIPES],
});

/** The one way in which a bundle is written, so that the extension gets the same text by way of a difference. */
export const bundleText = (bundle: Bundle): string => JSON.stringify(bundle);

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export function differenceOf(before: Bundle, after: Bundle): Difference {
  const known = new Map(before.stores.map((store) => [store.name, JSON.stringify(store)]));
  const now = new Set(after.stores.map(({ name }) => name));
  return {
    format: 1,
    set: after.stores.filter((store) => known.get(store.name) !== JSON.stringify(store)),
    gone: before.stores.filter(({ name }) => !now.has(name)).map(({ name }) => name),
    ...(!same(before.stand_down, after.stand_down) && { stand_down: after.stand_down }),
    ...(!same(before.own, after.own) && { own: after.own }),
    ...(!same(before.recipes, after.recipes) && { recipes: after.recipes }),
  };
}
