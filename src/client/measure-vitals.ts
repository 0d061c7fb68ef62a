/** The part that measures: its observers see what was before them too. */
import { type Metric, onCLS, onINP, onLCP, onTTFB } from "web-vitals";

export function measureVitals(): void {
  const path = location.pathname;
  const values: Record<string, number> = {};
  // Shifts are fractions of the window: told in thousandths, as everything is told in whole numbers.
  const keep = ({ name, value }: Metric) => {
    values[name] = Math.round(name === "CLS" ? value * 1_000 : value);
  };
  for (const watch of [onCLS, onINP, onLCP, onTTFB]) watch(keep);
  const tell = () => {
    // The observers report when the page is hidden, in handlers that were added before this one.
    if (document.visibilityState !== "hidden" || Object.keys(values).length === 0) return;
    removeEventListener("visibilitychange", tell);
    navigator.sendBeacon("/api/vitals", new Blob([JSON.stringify({ path, values })], { type: "application/json" }));
  };
  addEventListener("visibilitychange", tell);
}
