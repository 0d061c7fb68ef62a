/**
 * The reader's time zone, for prices with dates: a membership counts the days of its member's own calendar. Kept in a cookie,
 * because the first page that shows a date is written by the server. It names a place of the clock, nobody.
 */
import { useEffect } from "react";

declare global {
  /** What of it is asked here; browsers before 2026 do not have it. */
  var Temporal: { Now: { timeZoneId(): string } } | undefined;
}

/**
 * The browser's zone as IANA names it; null where it does not say. The first use of `Intl` reads its data for 30 ms, on a phone four
 * times as long, in which the page answers nothing; `Temporal` takes none.
 */
export const readZone = (): string | null =>
  (globalThis.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone) || null;

export const ZONE_COOKIE = "zone";

export function useKeptZone(): void {
  useEffect(() => {
    const zone = readZone();
    if (!zone) return;
    const line = `${ZONE_COOKIE}=${encodeURIComponent(zone)}`;
    if (!document.cookie.split("; ").includes(line))
      // biome-ignore lint/suspicious/noDocumentCookie: the newer interface is not in every browser yet.
      document.cookie = `${line}; Path=/; Max-Age=31536000; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`;
  }, []);
}
