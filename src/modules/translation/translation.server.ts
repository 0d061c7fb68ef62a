/** The door of translation: collects the Spanish texts that are missing (SPEC §7 `POST /api/translation`), and what operators say instead. */
import { join } from "node:path";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Log } from "#platform/log";
import { type ReleaseTexts, readReleaseTexts } from "./release-texts.ts";
import { dropLeastMet, insertMissing } from "./store.ts";
import { createTranslating } from "./translate-missing.ts";

export { type ReleaseTexts, readReleaseTexts } from "./release-texts.ts";

/** SPEC §9: the missing-translation marker lives one minute; a text told again within it is not written again. */
export const MARKER_SECONDS = 60;
const MAX_MARKERS = 5_000;

export function createTranslation(deps: {
  database: DatabaseHandle;
  clock: Clock;
  log: Log;
  /** The texts of the release; absent: as they lie beside our screens. */
  release?: ReleaseTexts;
}) {
  const { database, clock } = deps;
  const markers = new Map<string, number>();
  let release = deps.release ?? null;
  const translating = createTranslating({
    ...deps,
    // Read when somebody asks: most processes never do.
    release: () => {
      release ??= readReleaseTexts(join(import.meta.dirname, "../.."));
      return release;
    },
  });
  return {
    async report(text: string): Promise<void> {
      const now = clock.now();
      if ((markers.get(text) ?? 0) > now.getTime()) return;
      if (markers.size >= MAX_MARKERS) markers.clear();
      markers.set(text, now.getTime() + MARKER_SECONDS * 1_000);
      if (await insertMissing(database.db, text, now)) return;
      await dropLeastMet(database.db);
      await insertMissing(database.db, text, now);
    },
    load: translating.load,
    version: translating.version,
    words: translating.words,
    /** For operators alone. */
    translating,
  };
}
export type TranslationService = ReturnType<typeof createTranslation>;
