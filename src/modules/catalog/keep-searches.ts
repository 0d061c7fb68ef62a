/** What people search for, as figures without persons, and the stores that members wish for. */
import { done, type Outcome, refused } from "#platform/outcome";
import { fold } from "./names.ts";
import type { BareReadDeps } from "./read-catalog.types.ts";
import { keyOf } from "./search/read-text.ts";
import { addWish, countSearch, dropSearches, readSearches } from "./store/searches.ts";

const SEARCHES_KEEP_DAYS = 90;
const DAY_MS = 86_400_000;
const MAX_TEXT = 60;
const MAX_WISHES = 100;
const MAX_LISTED = 500;
/** New texts of a day, by process. People search for much the same; who makes up texts without end fills no disk. */
const MAX_NEW_TEXTS = 20_000;
const newTexts = new WeakMap<object, { day: string; count: number }>();

/**
 * Null for what could tell a person: mail addresses, and figures as long as those of telephones and cards. A figure with
 * gaps is one figure.
 */
export function countable(given: string): string | null {
  const text = fold(given).slice(0, MAX_TEXT).trim();
  return text === "" || given.includes("@") || /\d{7}/.test(given.replace(/[\s().+-]/g, "")) ? null : text;
}

export async function keepSearch(
  deps: BareReadDeps,
  { q, language, results }: { q: string; language: "en" | "es"; results: number },
): Promise<void> {
  const searched = countable(q);
  if (!searched) return;
  const now = deps.clock.now();
  const day = now.toISOString().slice(0, 10);
  const before = newTexts.get(deps.database);
  const today = before?.day === day ? before : { day, count: 0 };
  newTexts.set(deps.database, today);
  const known = today.count >= MAX_NEW_TEXTS;
  if (await countSearch(deps.database.pool, { day: now, language, searched, results }, { known })) today.count += 1;
}

export const dropOldSearches = (deps: BareReadDeps): Promise<number> =>
  deps.database.transaction((tx) =>
    dropSearches(tx, new Date(deps.clock.now().getTime() - SEARCHES_KEEP_DAYS * DAY_MS)),
  );

/** For operators: what was searched most in the last days, or what of it found nothing. */
export const listSearches = (deps: BareReadDeps, { days, lost }: { days: number; lost: boolean }) =>
  readSearches(deps.database.pool, new Date(deps.clock.now().getTime() - days * DAY_MS), lost, MAX_LISTED);

/** Wishes are counted by it, however the name was written. */
export const wishKeyOf = (name: string): string => keyOf(fold(name)).slice(0, MAX_TEXT);

export async function wishStore(
  deps: BareReadDeps,
  userId: string,
  given: string,
): Promise<Outcome<null, "no_name" | "too_many_wishes">> {
  // Operators read it in lists and terminals: one line of what can be seen.
  const name = given
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_TEXT)
    .toWellFormed();
  const wish_key = wishKeyOf(name);
  if (wish_key === "") return refused("no_name");
  const taken = await deps.database.transaction((tx) =>
    addWish(tx, { wish_key, user_id: userId, name, at: deps.clock.now() }, MAX_WISHES),
  );
  return taken ? done(null) : refused("too_many_wishes");
}
