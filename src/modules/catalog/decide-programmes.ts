/**
 * What no network says in its data and an operator decides: whether a programme allows cash back, and for how long its orders
 * stay open. A programme without a decision pays nothing.
 */
import type { Tx } from "#platform/database";
import { emit } from "#platform/jobs";
import type { Outcome } from "#platform/outcome";
import type { Network } from "./catalog.types.ts";
import type { ImportDeps } from "./import-catalog.types.ts";
import { CHANGED } from "./job-kinds.ts";
import { refreshCatalog } from "./refresh-catalog.ts";
import { holdRates, refreshRates } from "./refresh-rates.ts";
import {
  applyDecisions,
  countDecisions,
  type Decision,
  type DecisionEntry,
  type DecisionFilter,
  decide,
  openProposals,
  type ProgrammeDecision,
  readDecision,
  readDecisionHistory,
  readDecisions,
} from "./store/decisions.ts";
import { notifyPages } from "./store/imports.ts";

export type ProgrammeKey = { network: Network; network_programme_id: string };
export type DecisionWish = ProgrammeKey & {
  decision?: Decision;
  /** Null goes back to what the network or its terms say. */
  locking_days?: number | null;
  /** Who decides, for the record. */
  by: string;
};
export type { Decision, DecisionEntry, ProgrammeDecision } from "./store/decisions.ts";

type Deps = Pick<ImportDeps, "database" | "clock" | "registry">;

const MAX_LOCKING_DAYS = 730;

/** Decides for one programme, and brings rates and pages in step in the same transaction. */
export async function decideProgramme(
  deps: Deps,
  wish: DecisionWish,
): Promise<Outcome<ProgrammeDecision, "unknown_programme" | "bad_locking_days">> {
  const days = wish.locking_days;
  if (days !== undefined && days !== null && !(Number.isInteger(days) && days >= 0 && days <= MAX_LOCKING_DAYS))
    return { ok: false, code: "bad_locking_days" };
  return deps.database.transaction(async (tx) => {
    await holdRates(tx);
    const known = await readDecision(tx, wish.network, wish.network_programme_id);
    if (!known) return { ok: false, code: "unknown_programme" };
    const { decision, locking_days, by } = wish;
    await decide(tx, [known.programme_id], { decision, locking_days }, by, deps.clock.now());
    await settle(tx, deps);
    const after = await readDecision(tx, wish.network, wish.network_programme_id);
    return { ok: true, value: after ?? known };
  });
}

/** Takes what terms propose for every programme that nobody decided. Returns how many. */
export async function acceptProposals(deps: Deps, by: string): Promise<number> {
  return deps.database.transaction(async (tx) => {
    await holdRates(tx);
    const taken = await takeProposals(tx, by, deps.clock.now());
    if (taken > 0) await settle(tx, deps);
    return taken;
  });
}

async function takeProposals(tx: Tx, by: string, now: Date): Promise<number> {
  const open = await openProposals(tx);
  for (const decision of ["allowed", "denied"] as const) {
    const ids = open.filter((row) => row.proposed === decision).map((row) => row.programme_id);
    if (ids.length > 0) await decide(tx, ids, { decision }, by, now);
  }
  return open.length;
}

/**
 * Applies decisions after an import. Beside the sandbox, whose programmes are nobody's, what their terms propose is taken;
 * elsewhere a person decides. Answers whether programmes changed by it.
 */
export async function decideBeside(deps: ImportDeps): Promise<boolean> {
  const { SANDBOX, PROGRAMMES_DEFAULT } = deps.settings;
  return deps.database.transaction(async (tx) => {
    await holdRates(tx);
    if (SANDBOX === "on" && PROGRAMMES_DEFAULT === "accept-proposals")
      await takeProposals(tx, "PROGRAMMES_DEFAULT=accept-proposals", deps.clock.now());
    const { changed, rates } = await applyDecisions(tx);
    await refreshRates(tx, rates);
    return changed > 0;
  });
}

async function settle(tx: Tx, deps: Deps): Promise<void> {
  const { changed, rates } = await applyDecisions(tx);
  await refreshRates(tx, rates);
  await refreshCatalog(tx, deps.clock, { products: false, words: false });
  if (changed === 0) return;
  await emit(tx, deps.registry, CHANGED, { feed_name: null });
  await notifyPages(tx);
}

export const listDecisions = (deps: Deps, filter: DecisionFilter): Promise<ProgrammeDecision[]> =>
  readDecisions(deps.database.db, filter);

export async function showDecision(
  deps: Deps,
  key: ProgrammeKey,
): Promise<{ programme: ProgrammeDecision; history: DecisionEntry[] } | null> {
  const programme = await readDecision(deps.database.db, key.network, key.network_programme_id);
  return programme && { programme, history: await readDecisionHistory(deps.database.db, programme.programme_id) };
}

export const sumDecisions = (deps: Deps): Promise<Record<Decision, number>> => countDecisions(deps.database.db);
