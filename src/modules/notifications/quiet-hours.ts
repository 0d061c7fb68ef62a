/** Hours of a member's own zone: when nothing may ring, and when the next summary is due. No clock, no database. */
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
/** When summaries are written: after the night, in everybody's own morning. */
export const DIGEST_HOUR = 9;

export type QuietHours = { zone: string; quiet: boolean; quiet_from: number; quiet_until: number };

/** What a clock on the wall says there: minutes since midnight, and the day of the week from Sunday. */
function wallOf(at: Date, zone: string): { minutes: number; weekday: number } {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    hour: "2-digit",
    minute: "2-digit",
    weekday: "short",
  }).formatToParts(at);
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return {
    minutes: Number(read("hour")) * HOUR_MINUTES + Number(read("minute")),
    weekday: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].indexOf(read("weekday")),
  };
}

/** The next moment, after `at`, when the clock there shows the full hour; where it is skipped that day, the one after it. */
function nextHour(at: Date, zone: string, hour: number): Date {
  const wanted = hour * HOUR_MINUTES;
  const whole = Math.floor(at.getTime() / 60_000) * 60_000;
  const ahead = (wanted - wallOf(at, zone).minutes + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  const guess = new Date(whole + ahead * 60_000);
  // The clocks there may have been changed in between, by an hour at most but in a few places by half of one.
  const off = ((wanted - wallOf(guess, zone).minutes + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2;
  const mended = new Date(guess.getTime() + off * 60_000);
  return mended > at ? mended : guess;
}

/** Until when nothing rings; null when it may ring now. */
export function quietUntil(at: Date, hours: QuietHours): Date | null {
  if (!hours.quiet) return null;
  const { minutes } = wallOf(at, hours.zone);
  const [from, until] = [hours.quiet_from * HOUR_MINUTES, hours.quiet_until * HOUR_MINUTES];
  const within = from < until ? minutes >= from && minutes < until : minutes >= from || minutes < until;
  return within ? nextHour(at, hours.zone, hours.quiet_until) : null;
}

/** When the next summary is written: at nine in the morning there, every day or on Mondays. */
export function nextDigest(at: Date, zone: string, every: "daily" | "weekly"): Date {
  let next = nextHour(at, zone, DIGEST_HOUR);
  if (every === "daily") return next;
  while (wallOf(next, zone).weekday !== 1) next = nextHour(next, zone, DIGEST_HOUR);
  return next;
}
