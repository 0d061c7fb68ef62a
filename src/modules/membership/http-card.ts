/** Calls by which a member puts another card on file. The card itself goes from the browser to the processor alone. */
import { z } from "zod";
import {
  errorReply,
  type Http,
  languageOf,
  type Reply,
  type Request,
  requireMember,
  sendRefusal,
} from "#platform/http";
import type { Membership } from "./membership.server.ts";
import { CARD_CHANGED, MEMBERSHIP_REFUSALS, type MembershipRefusal } from "./messages.ts";

/** Cards are tried by thieves where nobody counts. */
const TRIES_A_MINUTE = 10;

export function registerCardCalls(
  app: Http,
  deps: {
    membership: Membership;
    memberOf(request: Request): Promise<{ user_id: string } | null>;
    factor: number;
  },
) {
  const limited = {
    config: { rateLimit: { max: Math.max(1, Math.round(TRIES_A_MINUTE * deps.factor)), timeWindow: "1 minute" } },
  };
  const refuse = (
    request: Request,
    reply: Reply,
    outcome: { code: MembershipRefusal; detail?: Record<string, string> },
  ) => sendRefusal(request, reply, MEMBERSHIP_REFUSALS, outcome);

  app.post(
    "/api/account/card/start",
    {
      ...limited,
      schema: {
        tags: ["membership"],
        summary: "A place at the processor for a new card",
        response: { 200: z.object({ client_secret: z.string() }), "4xx": errorReply, "5xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      const outcome = await deps.membership.startCard(member.user_id);
      reply.header("cache-control", "no-store");
      return outcome.ok ? { client_secret: outcome.value.client_secret } : refuse(request, reply, outcome);
    },
  );

  app.post(
    "/api/account/card",
    {
      ...limited,
      schema: {
        tags: ["membership"],
        summary: "Use the card that was put there, also for what is due",
        body: z.object({ setup_id: z.string().max(200) }),
        response: {
          200: z.object({ success: z.literal(true), message: z.string() }),
          "4xx": errorReply,
          "5xx": errorReply,
        },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      const outcome = await deps.membership.updateCard({ user_id: member.user_id, setup_id: request.body.setup_id });
      if (!outcome.ok) return refuse(request, reply, outcome);
      const failed = outcome.value.payments.find((payment) => !payment.ok);
      if (failed && !failed.ok) return refuse(request, reply, failed);
      return { success: true as const, message: CARD_CHANGED[languageOf(request)] };
    },
  );

  app.post(
    "/api/card-link/start",
    {
      ...limited,
      schema: {
        tags: ["membership"],
        summary: "The same from a mail's signed link, signed out",
        body: z.object({ t: z.string().max(300) }),
        response: { 200: z.object({ client_secret: z.string() }), "4xx": errorReply, "5xx": errorReply },
      },
    },
    async (request, reply) => {
      const outcome = await deps.membership.startCardByLink(request.body.t);
      reply.header("cache-control", "no-store");
      return outcome.ok ? { client_secret: outcome.value.client_secret } : refuse(request, reply, outcome);
    },
  );

  app.post(
    "/api/card-link",
    {
      ...limited,
      schema: {
        tags: ["membership"],
        summary: "Use the card that was put there by a signed link",
        body: z.object({ t: z.string().max(300), setup_id: z.string().max(200) }),
        response: {
          200: z.object({ success: z.literal(true), message: z.string() }),
          "4xx": errorReply,
          "5xx": errorReply,
        },
      },
    },
    async (request, reply) => {
      const outcome = await deps.membership.updateCardByLink(request.body.t, request.body.setup_id);
      if (!outcome.ok) return refuse(request, reply, outcome);
      const failed = outcome.value.payments.find((payment) => !payment.ok);
      if (failed && !failed.ok) return refuse(request, reply, failed);
      return { success: true as const, message: CARD_CHANGED[languageOf(request)] };
    },
  );
}
