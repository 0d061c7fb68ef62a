/** Hears what a page says anew: most stores refuse two codes in the very same words. */
import { findAll, type Root } from "./page-walk.ts";

export type Listening = {
  /** Messages that were written since. */
  heard(): readonly Element[];
  stop(): void;
};

export function listenTo(roots: readonly Root[], selectors: readonly string[]): Listening {
  const written = new Set<Element>();
  const isMessage = (element: Element): Element | null => {
    for (const selector of selectors) {
      try {
        const found = element.closest(selector);
        if (found) return found;
      } catch {
        // A selector comes as data; the others are still asked.
      }
    }
    return null;
  };
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      for (const node of [target, ...addedNodes]) {
        const element = "closest" in node ? (node as Element) : node.parentElement;
        if (!element) continue;
        const message = isMessage(element);
        if (message) written.add(message);
        // A page that draws itself anew brings its messages inside of what it brings.
        else if (node !== target) for (const one of findAll([element], selectors)) written.add(one);
      }
  });
  for (const root of roots)
    observer.observe(root, {
      ...{ subtree: true, childList: true, characterData: true },
      attributeFilter: ["class", "style", "hidden"],
    });
  return { heard: () => [...written].filter(({ isConnected }) => isConnected), stop: () => observer.disconnect() };
}
