/** Zones for journeys, which run by the real clock. */

/** A zone whose day has more than an hour left: what is reckoned by days stays the same while a journey lasts. */
export function awayFromMidnight(now: Date): string {
  const zone = "America/New_York";
  const hour = Number(
    new Intl.DateTimeFormat("en-US", { timeZone: zone, hour: "2-digit", hourCycle: "h23" }).format(now),
  );
  return hour < 23 ? zone : "America/Los_Angeles";
}
