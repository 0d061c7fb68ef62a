/** Stands once, in the root. Asks nothing before the page has been read for a while; the prompt itself is loaded then. */
import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { extensionIsThere } from "#client/extension.ts";
import { useBrand } from "#ui/shell/brand.tsx";
import { withTexts } from "#ui/text.tsx";

/** Long enough to see the page first, and never while it still loads. */
const DWELL_MS = 5_000;
const Prompt = lazy(() => withTexts(import("./extension-prompt.tsx")));

export function ExtensionHost() {
  const { pathname } = useLocation();
  const { has_extension, extension } = useBrand();
  const [kind, setKind] = useState<"first" | "second" | null>(null);

  useEffect(() => {
    // A prompt goes with the page on which it came.
    setKind(null);
    let left = false;
    const look = async () => {
      // The rules come when they are asked for: no page pays for them while it loads.
      const { lookForPrompt } = await import("./look-for-prompt.ts");
      const found = left ? null : lookForPrompt(pathname, has_extension);
      if (found) setKind(found);
    };
    // The address tells of an installation only while it is there.
    extensionIsThere();
    const timer = setTimeout(
      () => (window.requestIdleCallback ?? setTimeout)(() => void look().catch(() => {})),
      DWELL_MS,
    );
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [pathname, has_extension]);

  if (!kind) return null;
  return (
    <Suspense fallback={null}>
      <Prompt kind={kind} stores={extension.stores} onEnd={() => setKind(null)} />
    </Suspense>
  );
}
