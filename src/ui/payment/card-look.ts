/** The processor's documents cannot see our styles: the colours of the moment are handed in, and again when they change. */
import type { StripeElementStyle } from "@stripe/stripe-js";

function colorOf(place: HTMLElement, token: string): string {
  const probe = document.createElement("i");
  probe.style.color = `var(${token})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The processor's documents cannot load our faces either; the zip code beside them is written like they are. */
export const CARD_FONT = {
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  letterSpacing: "0.03em",
} as const;

/** Whether a black button would vanish. */
export const isDark = (place: HTMLElement): boolean => colorOf(place, "--tp-apple") !== "rgb(0, 0, 0)";

export function readLook(place: HTMLElement): StripeElementStyle {
  return {
    base: {
      color: colorOf(place, "--tp-ink"),
      ...CARD_FONT,
      fontSize: "16px",
      lineHeight: "24px",
      "::placeholder": { color: colorOf(place, "--tp-ink-3") },
    },
    invalid: { color: colorOf(place, "--tp-brick-text") },
  };
}

/** Theme, mode, and what the system prefers. Returns how to stop. */
export function onLookChange(act: () => void): () => void {
  const watcher = new MutationObserver(act);
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ["data-mode", "data-theme"] });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", act);
  return () => {
    watcher.disconnect();
    system.removeEventListener("change", act);
  };
}
