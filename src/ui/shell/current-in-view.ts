import { type RefObject, useEffect, useRef } from "react";

/**
 * For a row of links that scrolls sideways: the current one stands in its middle, again when `current` changes. Without a script,
 * and until it runs, the sheet has the row begin there where browsers know how (`scroll-initial-target`).
 */
export function useCurrentInView(current: string | null): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row moves when the place changes.
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (!link || !row.current) return;
    const [inside, of] = [link.getBoundingClientRect(), row.current.getBoundingClientRect()];
    row.current.scrollLeft += inside.left + inside.width / 2 - (of.left + of.width / 2);
  }, [current]);
  return row;
}
