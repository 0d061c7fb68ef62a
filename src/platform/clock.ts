/** Time comes from a clock that is handed in, so that stories can move it. Instants are UTC. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock for stories: stands still until it is moved. */
export function fixedClock(start: string | Date) {
  let at = new Date(start);
  return {
    now: () => new Date(at),
    set: (to: string | Date) => {
      at = new Date(to);
    },
    advance: (span: { days?: number; hours?: number; minutes?: number; seconds?: number }) => {
      const seconds =
        (span.days ?? 0) * 86_400 + (span.hours ?? 0) * 3_600 + (span.minutes ?? 0) * 60 + (span.seconds ?? 0);
      at = new Date(at.getTime() + seconds * 1_000);
    },
  };
}

declare const civil: unique symbol;
/** A day of the calendar without a zone, `YYYY-MM-DD`. */
export type CivilDate = string & { readonly [civil]: true };

export const civilDate = (instant: Date): CivilDate => instant.toISOString().slice(0, 10) as CivilDate;

export function addDays(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * 86_400_000);
}

/** Monotonic milliseconds, for measuring how long something took. Never a time of day. */
export const stopwatch = (): number => performance.now();
