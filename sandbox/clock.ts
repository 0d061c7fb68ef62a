/** The sandbox's own time: real time plus an offset that the control API moves. */
export interface Clock {
  now(): number;
  iso(): string;
  set(epochMs: number): void;
  advance(seconds: number): void;
  offset(): number;
}

export function createClock(initialOffsetMs = 0, onChange: (offsetMs: number) => void = () => {}): Clock {
  let offsetMs = initialOffsetMs;
  const move = (next: number) => {
    offsetMs = next;
    onChange(offsetMs);
  };
  return {
    now: () => Date.now() + offsetMs,
    iso: () => new Date(Date.now() + offsetMs).toISOString(),
    set: (epochMs) => move(epochMs - Date.now()),
    advance: (seconds) => move(offsetMs + Math.round(seconds * 1000)),
    offset: () => offsetMs,
  };
}

export const DAY_MS = 86_400_000;

/** `2026-03-01T10:00:00Z`, the form most networks write. */
export function isoSeconds(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/\.\d{3}Z$/, "Z");
}
