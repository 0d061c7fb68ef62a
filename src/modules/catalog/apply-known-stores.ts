/** Brings the merchants that stand already in step with what this project knows of stores; a new edition is applied once. */
import type { Clock } from "#platform/clock";
import type { Tx } from "#platform/database";
import { type KnownStore, type KnownStores, knownStores } from "./known-stores/known-stores.ts";
import { fold, isReserved } from "./names.ts";
import { holdRates, refreshSellers, turnStores } from "./refresh-rates.ts";
import {
  appliedSum,
  forgetAppliedSum,
  type KnownWrite,
  mergedStores,
  mergeMerchants,
  renameMerchants,
  type StandingMerchant,
  saveAppliedSum,
  saveFormerNames,
  saveKnown,
  standingMerchants,
} from "./store/known-stores.ts";
import { saveTaxonomy } from "./store/programmes.ts";
import { asTold, holdStores, programmesOfStores } from "./store/store-decisions.ts";
import { MERCHANT_CATEGORIES, PRODUCT_CATEGORIES } from "./taxonomy/taxonomy.ts";

const DATA_NAME = "known-stores";

/** What the list says of a store, beside the texts that a network gave for it. */
export const knownFields = (known: KnownStore): Omit<KnownWrite, "merchant_id" | "internal_name" | "domain"> => ({
  name: known.name,
  folded: fold(known.name),
  category: known.category ?? null,
  description: known.description ?? null,
  description_es: known.description_es ?? "",
  countries: known.countries ?? null,
  aliases: [...new Set((known.aliases ?? []).map(fold))],
  start_popularity: known.popularity ?? 0,
  status: known.status ?? "open",
  hidden: known.hidden !== undefined,
});

/** Answers whether there was anything to apply. Comes before anything else in the transaction, or after `holdRates`. */
export async function applyKnownStores(tx: Tx, deps: { clock: Clock }, { again = false } = {}): Promise<boolean> {
  const known = knownStores();
  const isApplied = async () => !again && (await areKnownApplied(tx));
  if (await isApplied()) return false;
  await holdRates(tx);
  await holdStores(tx);
  // Whoever was waited for may have applied it.
  if (await isApplied()) return false;
  await saveTaxonomy(tx, MERCHANT_CATEGORIES, PRODUCT_CATEGORIES);
  const plan = planKnown(await standingMerchants(tx), known, await mergedStores(tx));
  const moved = await programmesOfStores(
    tx,
    plan.merges.map(({ from }) => from),
  );
  await mergeMerchants(tx, plan.merges, deps.clock.now());
  await renameMerchants(tx, plan.renames);
  await saveFormerNames(tx, plan.former);
  await asTold(tx, () => saveKnown(tx, plan.writes));
  await refreshSellers(tx, { programmes: moved, stores: plan.merges.map(({ to }) => to) });
  await turnStores(tx);
  await saveAppliedSum(tx, DATA_NAME, known.sum, deps.clock.now());
  return true;
}

export const areKnownApplied = async (tx: Tx): Promise<boolean> =>
  (await appliedSum(tx, DATA_NAME)) === knownStores().sum;

/** A known store came by a list: whatever becomes of its run, the edition has to be applied to it. */
export const expectKnownStores = (tx: Tx): Promise<void> => forgetAppliedSum(tx, DATA_NAME);

type Renamed = { merchant_id: string; internal_name: string; domain: string };
export type KnownPlan = {
  merges: { from: string; to: string }[];
  renames: Renamed[];
  former: { former_name: string; merchant_id: string }[];
  writes: KnownWrite[];
};

/** What has to happen to the merchants that stand. Pure. */
export function planKnown(
  standing: readonly StandingMerchant[],
  known: KnownStores,
  merged: readonly StandingMerchant[] = [],
): KnownPlan {
  const plan: KnownPlan = { merges: [], renames: [], former: [], writes: [] };
  const now = new Map(standing.map((merchant) => [merchant.merchant_id, { ...merchant }]));
  // An operator may have made a known store a part of another: what it is called and where it lives stay with it.
  const names = new Set(merged.map((one) => one.internal_name));
  const domains = new Set(merged.map((one) => one.domain));
  const byStore = new Map<KnownStore, StandingMerchant[]>();
  for (const merchant of standing) {
    const store = known.at(merchant.domain);
    if (store) byStore.set(store, [...(byStore.get(store) ?? []), merchant]);
  }
  for (const [store, rows] of byStore) {
    const kept = keptOf(store, rows);
    const row = now.get(kept.merchant_id);
    if (!row) continue;
    row.internal_name =
      isReserved(store.internal_name) || names.has(store.internal_name) ? kept.internal_name : store.internal_name;
    for (const other of rows) {
      if (other === kept) continue;
      plan.merges.push({ from: other.merchant_id, to: kept.merchant_id });
      plan.former.push({ former_name: other.internal_name, merchant_id: kept.merchant_id });
      const aside = now.get(other.merchant_id);
      // The address goes to the row that stays; the other one takes over what that had.
      if (aside && aside.domain === store.domains[0]) aside.domain = kept.domain;
    }
    if (!domains.has(store.domains[0])) row.domain = store.domains[0];
    plan.former.push(
      ...(store.former_names ?? []).map((former_name) => ({ former_name, merchant_id: kept.merchant_id })),
    );
    plan.writes.push({ ...row, ...knownFields(store) });
  }
  plan.renames = renamesOf(standing, now, plan);
  return plan;
}

const keptOf = (store: KnownStore, rows: readonly StandingMerchant[]): StandingMerchant =>
  rows.find((row) => row.internal_name === store.internal_name) ??
  rows.find((row) => row.domain === store.domains[0]) ??
  (rows[0] as StandingMerchant);

/** Names are unique: who stands in the way of a known name gives it up for one that follows from it. */
function renamesOf(standing: readonly StandingMerchant[], now: Map<string, Renamed>, plan: KnownPlan): Renamed[] {
  const merged = new Set(plan.merges.map((merge) => merge.from));
  const known = new Set(plan.writes.map((write) => write.merchant_id));
  const names = new Set(plan.writes.map((write) => write.internal_name));
  const domains = new Set(plan.writes.map((write) => write.domain));
  for (const row of now.values()) {
    if (known.has(row.merchant_id)) continue;
    if (names.has(row.internal_name)) row.internal_name = freeName(row.internal_name, names);
    names.add(row.internal_name);
    if (domains.has(row.domain)) row.domain = `${merged.has(row.merchant_id) ? "merged" : "other"}.${row.domain}`;
    domains.add(row.domain);
  }
  return standing.flatMap((before) => {
    const after = now.get(before.merchant_id);
    return after && (after.internal_name !== before.internal_name || after.domain !== before.domain) ? [after] : [];
  });
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
}
