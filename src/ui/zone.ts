/**
 * The reader's time zone, for prices with dates: a membership counts the days of its member's own calendar. Kept in a cookie,
 * because the first page that shows a date is written by the server. It names a place of the clock, nobody.
 */
import { useEffect } from "react";

export const ZONE_COOKIE = "zone";

export function useKeptZone(): void {
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const line = `${ZONE_COOKIE}=${encodeURIComponent(zone)}`;
    if (zone && !document.cookie.split("; ").includes(line))
      // biome-ignore lint/suspicious/noDocumentCookie: the newer interface is not in every browser yet.
      document.cookie = `${line}; Path=/; Max-Age=31536000; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`;
  }, []);
}
