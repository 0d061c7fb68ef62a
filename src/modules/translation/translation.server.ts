/** The door of translation: collects the Spanish texts that are missing (SPEC §7 `POST /api/translation`). */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { insertMissing, readMissing } from "./store.ts";

/** SPEC §9: the missing-translation marker lives one minute; a text told again within it is not written again. */
export const MARKER_SECONDS = 60;
const MAX_MARKERS = 5_000;

export function createTranslation(deps: { database: DatabaseHandle; clock: Clock }) {
  const markers = new Map<string, number>();
  return {
    async report(text: string): Promise<void> {
      const now = deps.clock.now();
      if ((markers.get(text) ?? 0) > now.getTime()) return;
      if (markers.size >= MAX_MARKERS) markers.clear();
      markers.set(text, now.getTime() + MARKER_SECONDS * 1_000);
      await insertMissing(deps.database.db, text, now);
    },
    missing: () => readMissing(deps.database.db),
  };
}
export type TranslationService = ReturnType<typeof createTranslation>;
