/** The prescription savings card as PDF and for wallets, for its member alone; where the brand has no contract there is none. */
import { z } from "zod";
import type { Member } from "#identity";
import { errorReply, type Http, languageOf, type Request, requireMember, sendRefusal } from "#platform/http";
import type { Benefits } from "./benefits.server.ts";
import { renderRxCard } from "./rx/card-pdf.ts";

/** The page says the same, with more words. */
const NO_CARD = {
  no_card: { status: 404, en: "There is no savings card yet.", es: "Aún no hay tarjeta de ahorro." },
} as const;

export type RxCalls = {
  benefits: Pick<Benefits, "rxCard" | "rxPass" | "rxGoogleLink">;
  memberOf(request: Request): Promise<Member | null>;
};

export function registerRxCalls(app: Http, { benefits, memberOf }: RxCalls) {
  const limited = { rateLimit: { max: 60, timeWindow: "1 minute" } };
  app.get(
    "/api/user/rx-card.pkpass",
    {
      config: limited,
      schema: {
        tags: ["benefits"],
        summary: "The member's prescription savings card for Apple Wallet",
        querystring: z.object({ lang: z.enum(["en", "es"]).optional() }),
        response: { 200: z.any(), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const pass = await benefits.rxPass(member, languageOf(request));
      if (!pass) return sendRefusal(request, reply, NO_CARD, { code: "no_card" });
      return reply
        .header("content-type", "application/vnd.apple.pkpass")
        .header("content-disposition", 'attachment; filename="savings-card.pkpass"')
        .header("cache-control", "private, no-store")
        .send(pass);
    },
  );

  app.get(
    "/api/user/rx-card/google",
    {
      config: limited,
      schema: {
        tags: ["benefits"],
        summary: "Leads to Google Wallet with the member's prescription savings card",
        querystring: z.object({ lang: z.enum(["en", "es"]).optional() }),
        response: { 302: z.any(), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const link = await benefits.rxGoogleLink(member, languageOf(request));
      if (!link) return sendRefusal(request, reply, NO_CARD, { code: "no_card" });
      return reply.header("cache-control", "private, no-store").redirect(link, 302);
    },
  );

  app.get(
    "/api/user/rx-card.pdf",
    {
      config: limited,
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
