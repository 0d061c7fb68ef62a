/** What operators say of the front page's parts and of lists of stores: order, hidden or shown, stores that come first; and back. */
import type { Tx } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import type { DecideDeps } from "./decide-stores.ts";
import { type Area, homeParts, homeSection, inOrder, LISTS, movedTo, readHomePart } from "./sections.ts";
import { notifyPages } from "./store/imports.ts";
import {
  keepSectionEntry,
  listPins,
  lockStanding,
  ownLists,
  readSectionHistory,
  type Standing,
  saveHidden,
  saveOrder,
  savePins,
} from "./store/sections.ts";
import { lockStore } from "./store/store-decisions.ts";

type By = { section: string; by: string; reason: string; decided_at?: Date };
export type SectionRefusal =
  | "unknown_section"
  | "no_place"
  | "not_ordered"
  | "no_stores"
  | "unknown_store"
  | "too_many"
  | "not_pinned"
  | "nothing";

/** More of them would be a list by hand. */
const MAX_PINS = 12;

export type KnownSection = { area: Area | null; order: string[]; pins: boolean };

/** Null for one that there is not. `order`: of its area, as it stands, with what is hidden. */
export async function knownSection(
  runner: Parameters<typeof ownLists>[0],
  section: string,
  { orders }: Standing,
): Promise<KnownSection | null> {
  if (readHomePart(section) !== null)
    return { area: "home", order: inOrder(homeParts, orders.home).map(homeSection), pins: false };
  const own = await ownLists(runner);
  const built = Object.hasOwn(LISTS, section) ? LISTS[section] : undefined;
  if (!built && !own.some((one) => one.section === section)) return null;
  if (built && !built.linked) return { area: null, order: [], pins: built.rule !== null };
  const all = [...Object.keys(LISTS).filter((name) => LISTS[name]?.linked), ...own.map((one) => one.section)];
  return { area: "stores", order: inOrder(all, orders.stores), pins: true };
}

type Change = (tx: Tx, known: KnownSection, standing: Standing) => Promise<Outcome<string, SectionRefusal>>;

/** `change` answers what is now true, in words: these are kept. A decision that is told again, as after a killed worker, is answered by them. */
async function decide(deps: DecideDeps, wish: By, change: Change): Promise<Outcome<string, SectionRefusal>> {
  return deps.database.transaction(async (tx) => {
    const standing = await lockStanding(tx);
    const known = await knownSection(tx, wish.section, standing);
    if (!known) return refused("unknown_section");
    const { by, reason, decided_at } = wish;
    const last = decided_at && (await readSectionHistory(tx, wish.section)).at(-1);
    if (last && last.by === by && last.at >= decided_at) return done(last.what);
    const changed = await change(tx, known, standing);
    if (!changed.ok) return changed;
    await keepSectionEntry(tx, wish.section, { at: deps.clock.now(), by, reason, what: changed.value });
    await notifyPages(tx);
    return changed;
  });
}

/** `place`: from 1, or `up` and `down` from where it stands. */
export const moveSection = (deps: DecideDeps, wish: By & { place: "up" | "down" | number }) =>
  decide(deps, wish, async (tx, { area, order }) => {
    if (area === null) return refused("not_ordered");
    const stands = order.indexOf(wish.section) + 1;
    const place = wish.place === "up" ? stands - 1 : wish.place === "down" ? stands + 1 : wish.place;
    if (!Number.isInteger(place) || place < 1 || place > order.length) return refused("no_place");
    const moved = movedTo(order, wish.section, place);
    // Parts of the front page are kept by the names that pages know.
    await saveOrder(tx, area, area === "home" ? moved.flatMap((one) => readHomePart(one) ?? []) : moved);
    return done(`stands in place ${place} of ${order.length} (before: ${stands})`);
  });

export const hideSection = (deps: DecideDeps, wish: By & { hidden: boolean }) =>
  decide(deps, wish, async (tx, _known, { hidden }) => {
    if (hidden.has(wish.section) === wish.hidden) return refused("nothing");
    await saveHidden(tx, wish.section, wish.hidden);
    return done(wish.hidden ? "is hidden" : "is shown");
  });

/** `first` false: it stands where the rule puts it again. */
export const pinToSection = (deps: DecideDeps, wish: By & { store: string; place: number | null; first: boolean }) =>
  decide(deps, wish, async (tx, { pins }) => {
    if (!pins) return refused("no_stores");
    const store = await lockStore(tx, wish.store);
    if (!store || store.merged_into !== null) return refused("unknown_store");
    const pinned = await listPins(tx, wish.section);
    if (!wish.first) {
      // What became a part of it stands there as this store, and goes with it.
      const others = pinned.filter(({ is_now }) => is_now !== store.merchant_id);
      if (others.length === pinned.length) return refused("not_pinned");
      await savePins(
        tx,
        wish.section,
        others.map(({ merchant_id }) => merchant_id),
      );
      return done(`${store.name} stands where the rule puts it`);
    }
    const before = pinned.map(({ merchant_id }) => merchant_id);
    const is = before.includes(store.merchant_id);
    const order = is ? before : [...before, store.merchant_id];
    if (order.length > MAX_PINS) return refused("too_many");
    const place = wish.place ?? (is ? before.indexOf(store.merchant_id) + 1 : order.length);
    if (!Number.isInteger(place) || place < 1 || place > order.length) return refused("no_place");
    await savePins(tx, wish.section, movedTo(order, store.merchant_id, place));
    return done(`${store.name} comes in place ${place}`);
  });

/** Shown, without stores that were put first, and its area in the order in which it is built. */
export const takeBackSection = (deps: DecideDeps, wish: By) =>
  decide(deps, wish, async (tx, { area }, { hidden, orders }) => {
    const pins = await listPins(tx, wish.section);
    const ordered = area !== null && orders[area].length > 0;
    if (!ordered && !hidden.has(wish.section) && pins.length === 0) return refused("nothing");
    if (area !== null) await saveOrder(tx, area, null);
    await saveHidden(tx, wish.section, false);
    await savePins(tx, wish.section, []);
    return done("stands as it is built, and its neighbours in their built order");
  });
