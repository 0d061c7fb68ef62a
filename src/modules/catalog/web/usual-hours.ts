/** Within how many hours an order usually shows. */
import type { TrackRecord } from "#catalog";

/** A day at stores where nine of ten orders were counted so, two days elsewhere; null where more than half take longer. */
export function usualHours(track: TrackRecord | null): 24 | 48 | null {
  if (track?.health === "good") return 24;
  return track && (track.health === "bad" || track.median_hours > 48) ? null : 48;
}
