/** `POST /api/translation`: a text without Spanish, as a JSON string (SPEC §7). */
import { z } from "zod";
import { errorReply, type Http } from "#platform/http";
import type { TranslationService } from "./translation.server.ts";

export function registerTranslationCalls(app: Http, deps: { translation: TranslationService }) {
  app.post(
    "/api/translation",
    {
      schema: {
        tags: ["translation"],
        summary: "Report a text that has no Spanish",
        // PostgreSQL keeps no NUL in a text, and no interface shows one.
        body: z
          .string()
          .min(1)
          .max(2_000)
          .regex(/^[^\0]*$/),
        response: { 200: z.object({ success: z.literal(true) }), "4xx": errorReply },
      },
    },
    async (request) => {
      await deps.translation.report(request.body);
      return { success: true as const };
    },
  );
}
