/**
 * Rates and validation times of Awin's programmes: two calls each, of few that are allowed a minute. Programmes that were
 * never asked for come first, then those asked longest ago; what was read is kept until it is read anew.
 */
import { addDays } from "#platform/clock";
import { OutgoingError } from "#platform/outgoing";
import { BudgetSpentError } from "#platform/provider-calls";
import { type AwinTerms, readAwinTerms } from "./awin/terms.ts";
import type { ImportDeps } from "./import-catalog.types.ts";
import { nothingPending, settleIn } from "./refresh-catalog.ts";
import { holdRates, refreshRates } from "./refresh-rates.ts";
import { applyDecisions, saveProposedLocking } from "./store/decisions.ts";
import { markTermsRead, saveRates, type TermsTask, termsToRead } from "./store/programme-terms.ts";

/** Terms change seldom, and a programme whose own data changed is asked for at once. */
const KEEP_DAYS = 7;
const AT_ONCE = 8;
/** So many are written in one transaction: what was read is never far from being kept. */
const HANDFUL = 200;

export type ReadTerms = { read: number; notes: string[]; rates_changed: boolean };

/** As many as the spare part of the budget allows now, at most `most`. */
export async function readDueTerms(deps: ImportDeps, most: number): Promise<ReadTerms> {
  const due = await termsToRead(deps.database.db, "awin", addDays(deps.clock.now(), -KEEP_DAYS), most);
  const total: ReadTerms = { read: 0, notes: [], rates_changed: false };
  for (let from = 0; from < due.length; from += HANDFUL) {
    const { terms, spent, failure } = await askForTerms(deps, due.slice(from, from + HANDFUL));
    if (await keepTerms(deps, terms)) total.rates_changed = true;
    total.read += terms.length;
    for (const { task, told } of terms)
      total.notes.push(...(told?.notes ?? []).map((note) => `${task.network_programme_id}: ${note}`));
    if (failure) throw failure;
    if (spent) break;
  }
  return total;
}

/** Null: a programme that we are not in any more, which the next list will not name. */
type Told = { task: TermsTask; told: AwinTerms | null };

async function askForTerms(deps: ImportDeps, tasks: readonly TermsTask[]) {
  const terms: Told[] = [];
  const waiting = [...tasks];
  let spent = false;
  let failure: unknown = null;
  const work = async () => {
    for (let task = waiting.shift(); task && !spent && !failure; task = waiting.shift()) {
      try {
        terms.push({ task, told: await readAwinTerms(deps, task.network_programme_id) });
      } catch (error) {
        if (error instanceof BudgetSpentError) spent = true;
        else if (error instanceof OutgoingError && error.status !== null && error.status < 500 && error.status !== 429)
          terms.push({ task, told: null });
        else failure = error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, tasks.length) }, work));
  return { terms, spent, failure };
}

/** Whether rates changed by it. */
async function keepTerms(deps: ImportDeps, terms: readonly Told[]): Promise<boolean> {
  if (terms.length === 0) return false;
  const now = deps.clock.now();
  const told = terms.flatMap(({ task: { programme_id }, told }) => (told ? [{ programme_id, ...told }] : []));
  const locking = told.map(({ programme_id, locking_days }) => ({ programme_id, locking_days }));
  return deps.database.transaction(async (tx) => {
    await holdRates(tx);
    const changed = await saveRates(tx, told);
    await saveProposedLocking(tx, locking, now);
    await markTermsRead(
      tx,
      terms.map(({ task }) => task.programme_id),
      now,
    );
    await refreshRates(tx, changed);
    return changed.length > 0;
  });
}

/** The same by itself, with all that follows from it. */
export async function readDueAwinTerms(deps: ImportDeps, most: number): Promise<{ read: number; notes: string[] }> {
  const { read, notes, rates_changed } = await readDueTerms(deps, most);
  if (read > 0) {
    await deps.database.transaction(async (tx) => {
      await holdRates(tx);
      const { changed, rates } = await applyDecisions(tx);
      await refreshRates(tx, rates);
      if (rates_changed || changed > 0)
        await settleIn(tx, deps, { ...nothingPending(), rates: true }, "awin.programmes");
    });
  }
  return { read, notes };
}
