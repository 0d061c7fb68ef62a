/** What offers are called, and where they work, in words. */
import type { OfferType, Platform } from "#coins";
import type { Translate } from "#ui/text.tsx";

export const typeWord = (type: OfferType, t: Translate): string =>
  type === "APP" ? t("App") : type === "GAME" ? t("Game") : t("Other");

/** "iPhone, Android", or "Web" for what needs neither. */
export function platformWords(platforms: readonly Platform[], t: Translate): string {
  const names: Record<Platform, string> = { ios: t("iPhone"), android: t("Android"), desktop: t("Web") };
  const phones = platforms.filter((platform) => platform !== "desktop");
  return (phones.length > 0 ? phones : platforms).map((platform) => names[platform]).join(", ");
}

/** A usual time in words: "about an hour", "about 3 days". */
export function hoursWords(hours: number, t: Translate): string {
  if (hours <= 1) return t("within an hour");
  return hours < 48
    ? t("about {{count}} hours", { count: hours })
    : t("about {{count}} days", { count: Math.round(hours / 24) });
}

export const minutesWords = (minutes: number, t: Translate): string =>
  minutes === 1 ? t("1 minute") : t("{{count}} minutes", { count: minutes });

/** Where a reader is, by what the browser says of itself; an iPad says that it is a Mac, and has fingers. */
export function readerPlatform(): Platform {
  const { userAgent, maxTouchPoints } = navigator;
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return "ios";
  return /Android/.test(userAgent) ? "android" : "desktop";
}
