/** Calls of claims: sent, answered, appealed, withdrawn, and where rebates go. Parse, one verb, reply. */
import { z } from "zod";
import type { Member } from "#identity";
import { errorReply, type Http, type Reply, type Request, requireMember, sendRefusal } from "#platform/http";
import type { Outcome } from "#platform/outcome";
import { CLAIM_TYPES } from "../../../brands/benefits.ts";
import type { Benefits } from "./benefits.server.ts";
import type { ClaimPage } from "./benefits.types.ts";
import { BENEFIT_REFUSALS, type BenefitRefusal } from "./messages.ts";

export type BenefitCalls = { benefits: Benefits; memberOf(request: Request): Promise<Member | null> };

const claimReply = { 200: z.object({ success: z.literal(true), claim: z.unknown() }), "4xx": errorReply };
const id = z.string().max(60);
const claimParams = z.object({ claim_id: id });
const receipts = z.array(id).max(20);

export function registerBenefitCalls(app: Http, { benefits, memberOf }: BenefitCalls) {
  const answer = (request: Request, reply: Reply, outcome: Outcome<ClaimPage, BenefitRefusal>) =>
    outcome.ok
      ? { success: true as const, claim: outcome.value }
      : sendRefusal(request, reply, BENEFIT_REFUSALS, outcome);

  app.post(
    "/api/user/claims",
    {
      schema: {
        tags: ["benefits"],
        summary: "Send a claim for a rebate; the same request_key once more is the same claim",
        body: z.object({
          request_key: z.string().min(6).max(100),
          type: z.enum(CLAIM_TYPES),
          merchant: z.string().max(300).default(""),
          purchased_on: z.string().max(20).default(""),
          paid_minor: z.string().max(20).default("0"),
          receipt_ids: receipts.default([]),
          order_id: id.nullable().default(null),
        }),
        response: claimReply,
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      return answer(request, reply, await benefits.sendClaim({ ...request.body, user_id: member.user_id }));
    },
  );

  app.get(
    "/api/user/claims/:claim_id",
    { schema: { tags: ["benefits"], summary: "One claim of the member", params: claimParams, response: claimReply } },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const claim = await benefits.claim(member.user_id, request.params.claim_id);
      return claim
        ? { success: true as const, claim }
        : sendRefusal(request, reply, BENEFIT_REFUSALS, { code: "unknown_claim" });
    },
  );

  app.post(
    "/api/user/claims/:claim_id/answer",
    {
      schema: {
        tags: ["benefits"],
        summary: "Bring what was asked for: files, words or both",
        params: claimParams,
        body: z.object({ receipt_ids: receipts.default([]), words: z.string().max(4_000).default("") }),
        response: claimReply,
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const asked = { ...request.body, ...request.params, user_id: member.user_id };
      return answer(request, reply, await benefits.answerClaim(asked));
    },
  );

  app.post(
    "/api/user/claims/:claim_id/appeal",
    {
      schema: {
        tags: ["benefits"],
        summary: "Appeal a claim that was refused: somebody else looks at it",
        params: claimParams,
        body: z.object({ words: z.string().max(4_000) }),
        response: claimReply,
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const asked = { ...request.body, ...request.params, user_id: member.user_id };
      return answer(request, reply, await benefits.appealClaim(asked));
    },
  );

  app.post(
    "/api/user/claims/:claim_id/withdraw",
    { schema: { tags: ["benefits"], summary: "Withdraw a claim", params: claimParams, response: claimReply } },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      return answer(request, reply, await benefits.withdrawClaim({ ...request.params, user_id: member.user_id }));
    },
  );

  app.post(
    "/api/user/rebate-address",
    {
      schema: {
        tags: ["benefits"],
        summary: "Set the address that says whose partners count",
        body: z.object({
          ...{ line1: z.string().max(300), line2: z.string().max(300).default(""), city: z.string().max(300) },
          ...{ region: z.string().max(100).default(""), postal_code: z.string().max(30), country: z.string().max(20) },
        }),
        response: { 200: z.object({ success: z.literal(true), address: z.unknown() }), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const outcome = await benefits.setRebateAddress(member.user_id, request.body);
      if (!outcome.ok) return sendRefusal(request, reply, BENEFIT_REFUSALS, outcome);
      return { success: true as const, address: outcome.value };
    },
  );
}
