/**
 * Lists that this tab has read (SPEC §3): kept with the instant until which they count as fresh, and with how far they were
 * read, so that who comes back to one finds it as they left it.
 */
import { type CachedList, changeViewer, currentViewer, type ListName } from "./viewer.ts";

/** SPEC §9: default cache 5 minutes. */
export const LIST_MS = 300_000;
const now = (): number => Math.round(performance.timeOrigin + performance.now());

type Key = ListName | `${ListName} ${string}`;

export function keepList(name: Key, data: readonly unknown[], pages: { page: number; has_more: boolean }): void {
  const { lists } = currentViewer();
  // How far it was read is no news about what is in it: the first instant counts.
  const before = lists[name];
  const expire = before && before.expire > now() ? before.expire : now() + LIST_MS;
  changeViewer({ lists: { ...lists, [name]: { data, expire, ...pages } } });
}

/** Null when it was not read, or is not fresh any more. */
export function readList(name: Key): CachedList | null {
  const found = currentViewer().lists[name];
  return found && found.expire > now() ? found : null;
}
