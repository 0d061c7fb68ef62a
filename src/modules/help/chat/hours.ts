/** When somebody answers chats: hours of the brand's own zone, pure. */
import type { Brand } from "#partners";

export type ChatHours = Brand["chat"];

/** Civil day, day of the week from Monday = 1, and minute of the day, in a zone. */
function placeIn(zone: string, at: Date) {
  const parts = new Intl.DateTimeFormat("en-CA", {
    ...{ timeZone: zone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit" },
    ...{ weekday: "short", hour: "2-digit", minute: "2-digit" },
  }).formatToParts(at);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? "";
  return {
    day: `${part("year")}-${part("month")}-${part("day")}`,
    weekday: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(part("weekday")) + 1,
    minute: Number(part("hour")) * 60 + Number(part("minute")),
  };
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

export function isOpenAt({ hours, closed }: ChatHours, zone: string, at: Date): boolean {
  const { day, weekday, minute } = placeIn(zone, at);
  if (closed.includes(day)) return false;
  return hours.some(
    ({ days, from, until }) => days.includes(weekday) && minute >= minuteOf(from) && minute < minuteOf(until),
  );
}

const HALF_HOUR_MS = 1_800_000;
const MAX_STEPS = 48 * 14;

/** When it opens next, to the half hour, within two weeks; null where it does not. */
export function opensAt(chat: ChatHours, zone: string, at: Date): Date | null {
  const first = Math.ceil(at.getTime() / HALF_HOUR_MS) * HALF_HOUR_MS;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const then = new Date(first + step * HALF_HOUR_MS);
    if (isOpenAt(chat, zone, then)) return then;
  }
  return null;
}
