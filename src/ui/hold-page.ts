/**
 * The page behind a dialog. From the moment that the focus is inside, it cannot be reached, also not over the browser's own
 * bars; it is let go before the focus returns to it.
 */
import { useEffect, useRef } from "react";

const PAGE_PARTS = "body > :is(header, main, footer, nav, .skip, .center-page)";

export function useHeldPage(): { hold: () => void; release: () => void } {
  const held = useRef<HTMLElement[]>([]);
  const release = () => {
    for (const part of held.current.splice(0)) part.inert = false;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the dialog is gone.
  useEffect(() => release, []);
  const hold = () => {
    if (held.current.length > 0) return;
    held.current = [...document.querySelectorAll<HTMLElement>(PAGE_PARTS)].filter(
      (part) => !part.inert && !part.closest("[role=dialog]"),
    );
    for (const part of held.current) part.inert = true;
  };
  return { hold, release };
}
