/** What operators say of texts that people search for: what one means, in either language, and which store comes first for it. */
import { done, type Outcome, refused } from "#platform/outcome";
import type { DecideDeps } from "./decide-stores.ts";
import { countable } from "./keep-searches.ts";
import { notifyPages } from "./store/imports.ts";
import { keepSearchEntry, readSearchRule, saveSearchRule } from "./store/search-rules.ts";
import { lockStore } from "./store/store-decisions.ts";

type By = { by: string; reason: string; said: string };
export type SearchRefusal = "unknown_search" | "no_meaning" | "itself" | "unknown_store" | "nothing";

/** Null takes it back. */
export async function sayMeaning(
  deps: DecideDeps,
  { said: typed, by, reason, means }: By & { means: string | null },
): Promise<Outcome<string, SearchRefusal>> {
  const said = countable(typed);
  if (!said) return refused("unknown_search");
  const meant = means === null ? null : countable(means);
  if (means !== null && !meant) return refused("no_meaning");
  if (meant === said) return refused("itself");
  return deps.database.transaction(async (tx) => {
    const before = (await readSearchRule(tx, said))?.means ?? null;
    if (before === meant) return meant === null ? refused("nothing") : done(meant);
    await saveSearchRule(tx, said, { means: meant });
    const what =
      meant === null ? `means itself again (meant ${before})` : `means ${meant}${before ? ` (meant ${before})` : ""}`;
    await keepSearchEntry(tx, said, { at: deps.clock.now(), by, reason, what });
    await notifyPages(tx);
    return done(meant ?? said);
  });
}

/** Null takes it back. */
export async function pinStore(
  deps: DecideDeps,
  { said: typed, by, reason, store }: By & { store: string | null },
): Promise<Outcome<string, SearchRefusal>> {
  const said = countable(typed);
  if (!said) return refused("unknown_search");
  return deps.database.transaction(async (tx) => {
    const before = await readSearchRule(tx, said);
    const found = store === null ? null : await lockStore(tx, store);
    if (store !== null && (!found || found.merged_into !== null)) return refused("unknown_store");
    if ((found?.merchant_id ?? null) === (before?.named ?? null)) return found ? done(found.name) : refused("nothing");
    await saveSearchRule(tx, said, { pinned: found?.merchant_id ?? null });
    const what = found ? `${found.internal_name} comes first` : `${before?.pinned} does not come first any more`;
    await keepSearchEntry(tx, said, { at: deps.clock.now(), by, reason, what });
    await notifyPages(tx);
    return done(found?.name ?? said);
  });
}
