/** Calls of protection: what is watched, claimed, asked of a store, and let go. Parse, one verb, reply. */
import { z } from "zod";
import type { Member } from "#identity";
import { errorReply, type Http, type Reply, type Request, requireMember, sendRefusal } from "#platform/http";
import { type Outcome, refused } from "#platform/outcome";
import { PROTECTION_REFUSALS, type ProtectionRefusal } from "./messages.ts";
import type { Protection } from "./protection.server.ts";

export type ProtectionCalls = {
  protection: Protection;
  memberOf(request: Request): Promise<Member | null>;
};

const reply200 = { 200: z.object({ success: z.literal(true) }), "4xx": errorReply };
const params = z.object({ watch_id: z.string().max(60) });
const receipts = z.array(z.string().max(60)).max(20).default([]);
const base = "/api/user/protection/price";

export function registerProtectionCalls(app: Http, { protection, memberOf }: ProtectionCalls) {
  const answer = (request: Request, reply: Reply, outcome: Outcome<unknown, ProtectionRefusal>) =>
    outcome.ok ? { success: true as const } : sendRefusal(request, reply, PROTECTION_REFUSALS, outcome);
  /** On a watch of the member's own, by its id as addresses have it. */
  async function act(
    request: Request & { params: unknown },
    reply: Reply,
    verb: (
      asked: { user_id: string; watch_id: string },
      member: Member,
    ) => Promise<Outcome<unknown, ProtectionRefusal>>,
  ) {
    const member = await requireMember(request, reply, memberOf);
    if (!member) return reply;
    const watch_id = protection.watchId(params.parse(request.params).watch_id);
    return answer(
      request,
      reply,
      watch_id ? await verb({ user_id: member.user_id, watch_id }, member) : refused("unknown_watch"),
    );
  }

  app.post(
    base,
    {
      schema: {
        tags: ["protection"],
        summary: "Watch the price of something that was bought; the same request_key once more is the same watch",
        body: z.object({
          request_key: z.string().min(6).max(100),
          listing_id: z.string().max(60).default(""),
          paid_minor: z.string().max(20).default(""),
          pieces: z.number().default(1),
          bought_on: z.string().max(20).default(""),
          receipt_ids: receipts,
        }),
        response: reply200,
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      return answer(request, reply, await protection.watchPrice({ ...request.body, user_id: member.user_id }));
    },
  );

  app.post(
    `${base}/:watch_id/claim`,
    {
      schema: {
        ...{ tags: ["protection"], summary: "Claim a price drop of us; pressed twice it is one claim", params },
        ...{ body: z.object({ receipt_ids: receipts }), response: reply200 },
      },
    },
    (request, reply) =>
      act(request, reply, ({ watch_id }, member) =>
        protection.claimPrice({ reader: member, watch_id, receipt_ids: request.body.receipt_ids }),
      ),
  );

  app.post(
    `${base}/:watch_id/asked`,
    {
      schema: { tags: ["protection"], summary: "Say that the letter went to the store", params, response: reply200 },
    },
    (request, reply) => act(request, reply, (asked) => protection.tellAsked(asked)),
  );

  app.post(
    `${base}/:watch_id/answer`,
    {
      schema: {
        ...{ tags: ["protection"], summary: "Say what the store answered", params, response: reply200 },
        body: z.object({ answer: z.enum(["refunded", "refused"]), amount_minor: z.string().max(20).default("0") }),
      },
    },
    (request, reply) => act(request, reply, (asked) => protection.tellAnswer({ ...asked, ...request.body })),
  );

  app.post(
    `${base}/:watch_id/withdraw`,
    { schema: { tags: ["protection"], summary: "Stop watching", params, response: reply200 } },
    (request, reply) => act(request, reply, (asked) => protection.stopWatching(asked)),
  );

  app.post(
    "/api/user/protection/claims-by-itself",
    {
      schema: {
        ...{ tags: ["protection"], summary: "Let drops be claimed without a press, or not" },
        ...{ body: z.object({ on: z.boolean() }), response: reply200 },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      await protection.claimsByItself(member.user_id, request.body.on);
      return { success: true as const };
    },
  );
}
