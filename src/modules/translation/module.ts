/** What translation tells of itself to the server. */
import type { Module } from "#platform/module";
import { registerTranslationCalls } from "./http.ts";
import { missingId } from "./ids.ts";
import { translationView } from "./operator.ts";
import { MISSING_TRANSITIONS } from "./rules.ts";
import type { TranslationService } from "./translation.server.ts";

export const translationModule = {
  name: "translation",
  migration_place: 3,
  ids: [missingId],
  states: { "translation.missing": MISSING_TRANSITIONS },
  operators: ({ translation }) => translationView(translation.translating),
  texts: ({ translation }) => translation,
  calls: registerTranslationCalls,
} as const satisfies Module<{ translation: TranslationService }>;
