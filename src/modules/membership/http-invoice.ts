/** A receipt as PDF, for its member alone. */
import { z } from "zod";
import {
  errorReply,
  type Http,
  languageOf,
  type Request,
  readCookie,
  requireMember,
  sendRefusal,
} from "#platform/http";
import { renderInvoice } from "./invoice-pdf.ts";
import { INVOICE_WORDS } from "./invoice-words.ts";
import type { Membership } from "./membership.server.ts";
import { MEMBERSHIP_REFUSALS } from "./messages.ts";

type Reader = { user_id: string; language: "en" | "es" };

export function registerInvoiceCalls(
  app: Http,
  deps: { membership: Pick<Membership, "readInvoice">; memberOf(request: Request): Promise<Reader | null> },
) {
  /** What the page says it is in; a bare link is in the member's own language. */
  const languageFor = (request: Request, member: Reader): "en" | "es" =>
    /[?&]lang=(en|es)\b/.test(request.url) || readCookie(request.headers.cookie, "lang")
      ? languageOf(request)
      : member.language;

  app.get(
    "/api/account/invoices/:number.pdf",
    {
      config: { rateLimit: { max: 60, timeWindow: "1 minute" } },
      schema: {
        tags: ["membership"],
        summary: "A receipt of the member's own as PDF",
        params: z.object({ number: z.string().max(30) }),
        querystring: z.object({ lang: z.enum(["en", "es"]).optional() }),
        response: { 200: z.any(), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      const invoice = await deps.membership.readInvoice(member.user_id, request.params.number);
      if (!invoice) return sendRefusal(request, reply, MEMBERSHIP_REFUSALS, { code: "no_invoice" });
      const language = languageFor(request, member);
      const file = `${invoice.seller.name}-${INVOICE_WORDS.title[language]}-${invoice.number}.pdf`.replace(
        /[^\w.-]+/g,
        "-",
      );
      reply
        .header("content-type", "application/pdf")
        .header("content-language", language)
        .header("content-disposition", `attachment; filename="${file}"`)
        .header("cache-control", "private, no-store");
      return reply.send(await renderInvoice(invoice, language));
    },
  );
}
