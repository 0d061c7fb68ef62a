/** Which offers work where: told by the browser's words, or by the page, since an iPad calls itself a Mac. */
import type { Platform } from "./provider.types.ts";

export const PLATFORMS: readonly Platform[] = ["ios", "android", "desktop"];

export function platformOf(userAgent: string, told: unknown): Platform {
  const named = PLATFORMS.find((platform) => platform === told);
  if (named) return named;
  if (/iPhone|iPad|iPod/.test(userAgent)) return "ios";
  return /Android/.test(userAgent) ? "android" : "desktop";
}
