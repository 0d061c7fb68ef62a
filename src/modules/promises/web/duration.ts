/** How long something took, in the largest unit that still says it: hours from two on, days from three. */
import type { Translate } from "#ui/text.tsx";

export function durationWords(minutes: number, t: Translate): string {
  if (minutes < 120) return t("{{count}} minutes", { count: Math.max(1, minutes) });
  if (minutes < 3 * 1_440) return t("{{count}} hours", { count: Math.ceil(minutes / 60) });
  return t("{{count}} days", { count: Math.ceil(minutes / 1_440) });
}
