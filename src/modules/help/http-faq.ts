/** What visitors say of the FAQ, without an account. */
import { z } from "zod";
import { errorReply, type Http, sendRefusal } from "#platform/http";
import type { Help } from "./help.server.ts";
import { HELP_REFUSALS } from "./messages.ts";

const language = z.enum(["en", "es"]);
const success = z.object({ success: z.literal(true) });

export function registerFaqCalls(app: Http, { help }: { help: Help }) {
  app.post(
    "/api/help/faq-votes",
    {
      schema: {
        tags: ["help"],
        summary: "Whether an answer of the FAQ helped, and what was missing",
        body: z.object({
          vote: z.string().regex(/^[A-Za-z0-9_-]{20,64}$/),
          question: z.string().max(80),
          language,
          helpful: z.boolean(),
          missing: z.string().max(1_000).default(""),
        }),
        response: { 200: success, "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const outcome = await help.faq.give({ ...request.body, address: request.ip });
      if (!outcome.ok) return sendRefusal(request, reply, HELP_REFUSALS, outcome);
      return { success: true as const };
    },
  );
  app.post(
    "/api/help/faq-searches",
    {
      schema: {
        tags: ["help"],
        summary: "What was searched for in the FAQ and found nothing; nobody is kept with it",
        body: z.object({ q: z.string().max(100), language }),
        response: { 200: success, "4xx": errorReply },
      },
    },
    async (request) => {
      await help.faq.keepLost({ ...request.body, address: request.ip });
      return { success: true as const };
    },
  );
}
