/**
 * Leaving by the top of the window opens the exit offer: once a visit, on a desktop only, never after a no of the last seven
 * days, and never over another dialog. The offer itself is loaded when it is needed; nothing is put into the history.
 */
import { lazy, Suspense, useEffect, useState } from "react";
import { readCookie } from "#client/cookies.ts";
import { withTexts } from "#ui/text.tsx";
import { ASKED } from "./exit-asked.ts";

/** Somebody who has just arrived is not leaving. */
const DWELL_MS = 3_000;

const Overlay = lazy(() => withTexts(import("./exit-overlay.tsx")));

export function ExitHost() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!window.matchMedia("(hover: hover) and (pointer: fine) and (min-width: 1001px)").matches) return;
    const since = performance.now();
    function onLeave(event: MouseEvent) {
      if (event.clientY > 0 || event.relatedTarget || performance.now() - since < DWELL_MS) return;
      if (sessionStorage.getItem(ASKED) || readCookie(ASKED) || document.querySelector("[role=dialog]")) return;
      sessionStorage.setItem(ASKED, "1");
      setOpen(true);
    }
    document.documentElement.addEventListener("mouseleave", onLeave);
    return () => document.documentElement.removeEventListener("mouseleave", onLeave);
  }, []);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <Overlay onClose={() => setOpen(false)} />
    </Suspense>
  );
}
