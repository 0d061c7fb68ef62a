/**
 * An operator's word on a store: what it is called, where it belongs, how well known it is, whether it is shown. It goes before what
 * networks and known-stores/ say, whatever they say later; taken back, their newest word shows again.
 */
import type { Tx } from "#platform/database";
import { emit } from "#platform/jobs";
import { done, type Outcome, refused } from "#platform/outcome";
import type { ImportDeps } from "./import-catalog.types.ts";
import { CHANGED } from "./job-kinds.ts";
import { refreshCatalog } from "./refresh-catalog.ts";
import { holdRates } from "./refresh-rates.ts";
import { notifyPages } from "./store/imports.ts";
import {
  type DecidedStore,
  dropDecision,
  keepStoreEntry,
  lockStore,
  readCategorySlugs,
  readDecidedFields,
  saveDecision,
} from "./store/store-decisions.ts";
import { readStoreWord, type StoreField, showStoreWord } from "./store-fields.ts";

export type DecideDeps = Pick<ImportDeps, "database" | "clock" | "registry">;
export type StoreRefusal = "unknown_store" | "merged" | "bad_word" | "not_decided";
type By = { by: string; reason: string };

/** Answers how the store stood and stands, in words. */
export async function decideStore(
  deps: DecideDeps,
  wish: By & { store: string; field: StoreField; typed: string },
): Promise<Outcome<{ before: string; now: string }, StoreRefusal>> {
  return deps.database.transaction(async (tx) => {
    await holdRates(tx);
    const found = await openStore(tx, wish.store);
    if (!found.ok) return found;
    const read = readStoreWord(wish.field, wish.typed, await readCategorySlugs(tx));
    if (!read.ok) return read;
    return done(await applyStoreWord(tx, deps, found.value, wish, read.value));
  });
}

/** Keeps the word, and brings everything in step with it. */
export async function applyStoreWord(
  tx: Tx,
  deps: DecideDeps,
  store: DecidedStore,
  wish: By & { field: StoreField },
  decided: Readonly<Record<string, unknown>>,
): Promise<{ before: string; now: string }> {
  const before = showStoreWord(wish.field, store);
  const now = showStoreWord(wish.field, decided);
  const known = (await readDecidedFields(tx, store.merchant_id)).find(({ field }) => field === wish.field);
  if (known && showStoreWord(wish.field, known.decided) === now) return { before: now, now };
  const at = deps.clock.now();
  await saveDecision(tx, { ...wish, merchant_id: store.merchant_id, decided, at });
  await settleStore(tx, deps, store, wish, wish.field === "hidden" ? now : `${wish.field}: ${now} (before: ${before})`);
  return { before, now };
}

/** What the last import told shows again. */
export async function takeBackStore(
  deps: DecideDeps,
  wish: By & { store: string; field: StoreField },
): Promise<Outcome<{ before: string; now: string }, StoreRefusal>> {
  return deps.database.transaction(async (tx) => {
    await holdRates(tx);
    const found = await openStore(tx, wish.store);
    if (!found.ok) return found;
    const store = found.value;
    const known = (await readDecidedFields(tx, store.merchant_id)).find(({ field }) => field === wish.field);
    if (!known) return refused("not_decided");
    const before = showStoreWord(wish.field, known.decided);
    const now = showStoreWord(wish.field, known.told);
    await dropDecision(tx, { merchant_id: store.merchant_id, field: wish.field });
    await settleStore(tx, deps, store, wish, `${wish.field}: ${now}, as imported (before: ${before})`);
    return done({ before, now });
  });
}

export async function openStore(tx: Tx, name: string): Promise<Outcome<DecidedStore, "unknown_store" | "merged">> {
  const store = await lockStore(tx, name);
  if (!store) return refused("unknown_store");
  return store.merged_into === null ? done(store) : refused("merged");
}

async function settleStore(
  tx: Tx,
  deps: DecideDeps,
  store: DecidedStore,
  { field, by, reason }: By & { field: StoreField },
  what: string,
): Promise<void> {
  await keepStoreEntry(tx, { merchant_id: store.merchant_id, at: deps.clock.now(), by, what, reason });
  await bringInStep(tx, deps, { words: field === "name" || field === "aliases" || field === "hidden" });
}

/** Pages, search, bundles and the site map tell what is decided, as soon as the transaction is committed. */
export async function bringInStep(
  tx: Tx,
  deps: Pick<ImportDeps, "clock" | "registry">,
  { words }: { words: boolean },
): Promise<void> {
  await refreshCatalog(tx, deps.clock, { words, products: false });
  await emit(tx, deps.registry, CHANGED, { feed_name: null });
  await notifyPages(tx);
}
