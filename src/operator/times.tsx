/** Ages, promises and the time that is left, as operators read them. */
import { useEffect, useState } from "react";
import { formatDate, useHydrated } from "#ui/date.tsx";

const HOUR_MS = 3_600_000;

/** "5 min", "19 h", "3 days". */
export function spanWords(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} days`;
}

/** Since an instant, as the server's clock had it when the page was made. */
export const ageWords = (since: string, now: string): string => spanWords(Date.parse(now) - Date.parse(since));

export function DueWords({ due, now, promised = true }: { due: string; now: string; promised?: boolean }) {
  const left = Date.parse(due) - Date.parse(now);
  if (left < 0) return <span className="late">{spanWords(left)} late</span>;
  return (
    <span className={left < 6 * HOUR_MS ? "soon" : undefined}>
      {spanWords(left)} left{promised ? "" : " (house)"}
    </span>
  );
}

export function When({ at }: { at: string }) {
  const here = useHydrated();
  return <time dateTime={at}>{formatDate(at, "en", "datetime", here)}</time>;
}

/** Counts down, second by second; nothing is read out, because it would never end. */
export function Left({ until }: { until: string }) {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const began = performance.now();
    // The browser's own clock may be wrong by minutes: only what has passed on it counts, from what it says now.
    const whole = Date.parse(until) - (performance.timeOrigin + began);
    const tick = () => setLeft(Math.max(0, whole - (performance.now() - began)));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  if (left === null) return null;
  const seconds = Math.ceil(left / 1_000);
  return (
    <span className="num" aria-hidden="true">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
    </span>
  );
}
