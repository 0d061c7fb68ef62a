import { lazy, Suspense, useEffect, useState } from "react";
import { withTexts } from "#ui/text.tsx";
import { RECORD_FAILED } from "./privacy/record-failed.ts";
import { startTracking } from "./privacy/start-tracking.ts";

const RecordFailure = lazy(() => withTexts(import("./privacy/record-failure.tsx")));

/** Where readers came from and what they allow: begins when a page has come alive. */
export default function AttributionHost() {
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    const tell = (event: Event) => {
      // Another window is open: this is nothing to interrupt it for.
      if (!document.querySelector("[role=dialog]")) setFailed((event as CustomEvent<string>).detail);
    };
    window.addEventListener(RECORD_FAILED, tell);
    startTracking();
    return () => window.removeEventListener(RECORD_FAILED, tell);
  }, []);
  if (failed === null) return null;
  return (
    <Suspense fallback={null}>
      <RecordFailure text={failed} onClose={() => setFailed(null)} />
    </Suspense>
  );
}
