/**
 * Rates and validation times of Awin's programmes: two calls each, of few that are allowed a minute. Programmes that were
 * never asked for come first, then those asked longest ago; what was read is kept until it is read anew.
 */
import { addDays } from "#platform/clock";
import { emit } from "#platform/jobs";
import { OutgoingError } from "#platform/outgoing";
import { BudgetSpentError } from "#platform/provider-calls";
import { readAwinTerms } from "./awin/terms.ts";
import type { ImportDeps } from "./import-catalog.types.ts";
import { refreshCatalog } from "./refresh-catalog.ts";
import { applyDecisions, saveProposedLocking } from "./store/decisions.ts";
import { notifyPages } from "./store/imports.ts";
import { markTermsRead, saveRates, termsToRead } from "./store/programme-terms.ts";

/** Terms change seldom, and a programme whose own data changed is asked for at once. */
const KEEP_DAYS = 7;
const AT_ONCE = 8;

/** As many as the spare part of the budget allows now, at most `most`. Returns how many were read. */
export async function readDueAwinTerms(deps: ImportDeps, most: number): Promise<{ read: number; notes: string[] }> {
  const due = await termsToRead(deps.database.db, "awin", addDays(deps.clock.now(), -KEEP_DAYS), most);
  const changed: string[] = [];
  const notes: string[] = [];
  let spent = false;
  const waiting = [...due];
  const work = async () => {
    for (let next = waiting.shift(); next && !spent; next = waiting.shift()) {
      try {
        const terms = await readAwinTerms(deps, next.network_programme_id);
        notes.push(...terms.notes.map((note) => `${next?.network_programme_id}: ${note}`));
        const { programme_id } = next;
        const moved = await deps.database.transaction(async (tx) => {
          const different = await saveRates(tx, programme_id, terms.groups);
          if (terms.locking_days !== null)
            await saveProposedLocking(tx, programme_id, terms.locking_days, deps.clock.now());
          await markTermsRead(tx, programme_id, deps.clock.now());
          return different;
        });
        if (moved) changed.push(programme_id);
      } catch (error) {
        if (error instanceof BudgetSpentError) spent = true;
        // A programme that we are not in any more: the next list will not name it.
        else if (error instanceof OutgoingError && error.status !== null && error.status < 500 && error.status !== 429)
          await deps.database.transaction((tx) => markTermsRead(tx, next?.programme_id ?? "", deps.clock.now()));
        else throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, due.length) }, work));
  if (due.length > 0)
    await deps.database.transaction(async (tx) => {
      const decided = await applyDecisions(tx);
      const ids = [...new Set([...changed, ...decided])];
      if (ids.length === 0) return;
      await refreshCatalog(tx, deps.clock.now(), { products: false, words: false, rates_changed: ids });
      await emit(tx, deps.registry, "catalog.changed", { feed_name: "awin.programmes" });
      await notifyPages(tx);
    });
  return { read: due.length - waiting.length, notes };
}
