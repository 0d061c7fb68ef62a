/** Calls of mailboxes beside those of links: another forwarding address, and forgetting what was read. */
import { z } from "zod";
import type { Member } from "#identity";
import { errorReply, type Http, type Request, requireMember, sendRefusal } from "#platform/http";
import type { Mailboxes } from "./mailboxes.server.ts";
import { MAILBOX_REFUSALS } from "./messages.ts";

export type MailboxCalls = { mailboxes: Mailboxes; memberOf(request: Request): Promise<Member | null> };

export function registerMailboxCalls(app: Http, { mailboxes, memberOf }: MailboxCalls) {
  app.post(
    "/api/user/mail-address/renew",
    {
      schema: {
        tags: ["mailboxes"],
        summary: "Another private address for forwarded mail; the one before stops",
        response: { 200: z.object({ success: z.literal(true), address: z.string() }), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const outcome = await mailboxes.renewAddress(member.user_id);
      if (!outcome.ok) return sendRefusal(request, reply, MAILBOX_REFUSALS, outcome);
      return { success: true as const, address: outcome.value };
    },
  );

  app.post(
    "/api/user/order-mails/forget",
    {
      schema: {
        tags: ["mailboxes"],
        summary: "Forget every mail that was read, with its facts",
        response: { 200: z.object({ success: z.literal(true), forgotten: z.int() }), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      return { success: true as const, forgotten: await mailboxes.forgetMails(member.user_id) };
    },
  );
}
