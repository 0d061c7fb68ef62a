/** The prescription savings card as PDF, for its member alone; where the brand has no contract there is none. */
import { z } from "zod";
import type { Member } from "#identity";
import { errorReply, type Http, languageOf, type Request, requireMember, sendRefusal } from "#platform/http";
import type { Benefits } from "./benefits.server.ts";
import { renderRxCard } from "./rx-card-pdf.ts";

/** The page says the same, with more words. */
const NO_CARD = {
  no_card: { status: 404, en: "There is no savings card yet.", es: "Aún no hay tarjeta de ahorro." },
} as const;

export function registerRxCall(
  app: Http,
  { benefits, memberOf }: { benefits: Pick<Benefits, "rxCard">; memberOf(request: Request): Promise<Member | null> },
) {
  app.get(
    "/api/user/rx-card.pdf",
    {
      config: { rateLimit: { max: 60, timeWindow: "1 minute" } },
      schema: {
        tags: ["benefits"],
        summary: "The member's prescription savings card as PDF",
        querystring: z.object({ lang: z.enum(["en", "es"]).optional() }),
        response: { 200: z.any(), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const card = await benefits.rxCard(member);
      if (!card) return sendRefusal(request, reply, NO_CARD, { code: "no_card" });
      const language = languageOf(request);
      reply
        .header("content-type", "application/pdf")
        .header("content-language", language)
        .header("content-disposition", 'attachment; filename="savings-card.pdf"')
        .header("cache-control", "private, no-store");
      return reply.send(await renderRxCard(card, language));
    },
  );
}
