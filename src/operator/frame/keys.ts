/** Keys of the console. They rest while somebody types or a window is open, and each reader may switch them off. */
import { useEffect, useSyncExternalStore } from "react";

const STORED = "console_keys";
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const areOn = (): boolean => {
  try {
    return localStorage.getItem(STORED) !== "off";
  } catch {
    return true;
  }
};

/** Whether keys do anything here; true on the server, because most leave them on. */
export const useKeysOn = (): boolean => useSyncExternalStore(subscribe, areOn, () => true);
export function switchKeys(on: boolean): void {
  try {
    localStorage.setItem(STORED, on ? "on" : "off");
  } catch {
    // Where nothing may be kept they stay as they are.
  }
  for (const listener of listeners) listener();
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest("[role=dialog]") !== null);

/** `keys`: by the letter that is pressed. Absent ones do what the browser does. */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
      if (!areOn() || isTyping(event.target) || document.querySelector("[role=dialog]")) return;
      const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act) return;
      event.preventDefault();
      // A key that is held down is one press.
      if (!event.repeat) act();
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
}

const TAKEN = new Set(["j", "k", "u", "g", "x", "y", "n"]);
/** One key for each act: the first letter of its name that is free, else a figure. */
export function keysOf(names: readonly string[]): Map<string, string> {
  const keys = new Map<string, string>();
  const used = new Set(TAKEN);
  names.forEach((name, at) => {
    const free = [...name.toLowerCase()].find((letter) => /[a-z]/.test(letter) && !used.has(letter));
    const key = free ?? String((at + 1) % 10);
    used.add(key);
    keys.set(name, key);
  });
  return keys;
}
