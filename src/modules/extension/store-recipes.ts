/** What operators know of single stores' checkouts: a file of theirs, read anew for each list. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Recipe } from "./extension.types.ts";

const selectors = z.array(z.string().min(1).max(300)).min(1).max(12);
const recipes = z
  .array(
    z
      .strictObject({
        name: z.string().regex(/^[a-z0-9-]{1,60}$/),
        hosts: z.array(z.string().regex(/^[a-z0-9.-]+\.[a-z]{2,}$/)).min(1),
        known_by: selectors,
        open: selectors,
        input: selectors,
        apply: selectors,
        total: selectors,
        good: selectors,
        bad: selectors,
        remove: selectors,
        confirm: selectors,
      })
      .partial({ open: true, good: true, bad: true, remove: true, confirm: true }),
  )
  .max(1_000);

/** Selectors alone: nothing of it runs anywhere. Without a file there are none. */
export function readStoreRecipes(path: string | undefined): readonly Recipe[] {
  if (!path) return [];
  // What is absent stays away, so that the signed text says nothing twice.
  return recipes.parse(JSON.parse(readFileSync(path, "utf8"))) as Recipe[];
}
