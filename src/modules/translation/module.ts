/** What translation tells of itself to the server. */
import { defineModule } from "#platform/module";
import { registerTranslationCalls } from "./http.ts";
import type { TranslationService } from "./translation.server.ts";

export const translationModule = defineModule<{ translation: TranslationService }>({
  name: "translation",
  calls: registerTranslationCalls,
});
