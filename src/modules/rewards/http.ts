/** Calls of rewards (SPEC §7 `POST /api/give-credit`). Parse, one verb, reply. */
import { z } from "zod";
import type { Member } from "#identity";
import type { Landing } from "#landing";
import type { Partners } from "#partners";
import {
  cookieLine,
  errorReply,
  type Http,
  languageOf,
  type Reply,
  type Request,
  readCookie,
  requireMember,
  sendRefusal,
} from "#platform/http";
import { networkOf } from "#platform/network";
import { CODE_COOKIE, forgetCookieLine, OFFER_COOKIE, PROMO_COOKIE } from "./code-cookie.ts";
import { REFERRAL_REASONS, REWARD_REFUSALS } from "./messages.ts";
import { isOfferSecret, OFFER_DAYS } from "./offer-promotion.ts";
import type { Rewards } from "./rewards.server.ts";
import { FLOWS, readFlow } from "./rules.ts";

export type RewardCalls = {
  rewards: Rewards;
  landing: Pick<Landing, "enteredBy">;
  partners: Partners;
  publicUrl: string;
  memberOf(request: Request): Promise<Member | null>;
};

export function registerRewardCalls(app: Http, deps: RewardCalls) {
  const { rewards } = deps;
  const forget = (reply: Reply, name: string) => reply.header("set-cookie", forgetCookieLine(name, deps.publicUrl));

  app.post(
    "/api/promotion",
    {
      config: { rateLimit: { max: 20, timeWindow: "1 minute" } },
      schema: {
        tags: ["rewards"],
        summary: "Note the welcome credit that a page offers this visit, for POST /api/give-credit",
        response: {
          200: z.object({
            success: z.literal(true),
            flow: z.enum(FLOWS),
            amount_minor: z.string(),
            min_order_minor: z.string(),
          }),
          "4xx": errorReply,
        },
      },
    },
    async (request, reply) => {
      const header = (name: string) => {
        const value = request.headers[name];
        return typeof value === "string" ? value : null;
      };
      const brand = deps.partners.ofRequest(request);
      // The page that somebody came by decides which promotion it is, not what their browser says.
      const flow =
        (await deps.landing.enteredBy({ header, brand })) === "splandamz" ? ("flow5" as const) : ("flow1" as const);
      const offer = await rewards.offerPromotion({
        flow,
        brand,
        user_agent: header("user-agent") ?? "",
        network: networkOf(request.ip),
      });
      const secure = deps.publicUrl.startsWith("https:");
      const max_age_seconds = OFFER_DAYS * 86_400;
      // Whoever takes the offer up writes `register_promo` themselves: shown alone, it asks for nothing.
      reply.header("set-cookie", cookieLine(OFFER_COOKIE, offer.secret, { max_age_seconds, secure, http_only: true }));
      return {
        success: true as const,
        flow,
        amount_minor: offer.amount_minor.toString(),
        min_order_minor: offer.min_order_minor.toString(),
      };
    },
  );

  app.post(
    "/api/give-credit",
    {
      schema: {
        tags: ["rewards"],
        summary: "Claim the credit of the promotion that the cookie register_promo names",
        querystring: z.object({ ucb: z.string().max(20).optional() }),
        response: {
          200: z.object({
            success: z.literal(true),
            amount_minor: z.string(),
            min_order_minor: z.string(),
            state: z.enum(["pending", "earned", "reversed"]),
            again: z.boolean(),
          }),
          "4xx": errorReply,
        },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      const flow = readFlow(readCookie(request.headers.cookie, PROMO_COOKIE));
      const secret = readCookie(request.headers.cookie, OFFER_COOKIE);
      // The query names the flow a second time: what the two do not agree on was not written by our pages.
      const asked = request.query.ucb === undefined ? "flow1" : request.query.ucb;
      reply.header("set-cookie", [
        forgetCookieLine(PROMO_COOKIE, deps.publicUrl),
        forgetCookieLine(OFFER_COOKIE, deps.publicUrl),
      ]);
      if (!flow || flow !== asked || !isOfferSecret(secret))
        return sendRefusal(request, reply, REWARD_REFUSALS, { code: "no_promotion" });
      const { user_id, created_at } = member;
      const outcome = await rewards.giveCredit({ user_id, member_since: created_at, flow, secret });
      if (!outcome.ok) return sendRefusal(request, reply, REWARD_REFUSALS, outcome);
      const { amount_minor, min_order_minor, state, again } = outcome.value;
      return { success: true as const, amount_minor, min_order_minor, state, again };
    },
  );

  app.post(
    "/api/referral/join",
    {
      schema: {
        tags: ["rewards"],
        summary: "Write down that the member came with the code in the cookie referral_code",
        response: {
          200: z.object({ success: z.literal(true), state: z.string(), message: z.string().nullable() }),
          "4xx": errorReply,
        },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      const code = readCookie(request.headers.cookie, CODE_COOKIE) ?? "";
      forget(reply, CODE_COOKIE);
      const outcome = await rewards.joinReferral({ code, user_id: member.user_id, member_since: member.created_at });
      if (!outcome.ok) return sendRefusal(request, reply, REWARD_REFUSALS, outcome);
      const { state, reason_code } = outcome.value;
      const message = reason_code ? REFERRAL_REASONS[reason_code][languageOf(request)] : null;
      return { success: true as const, state, message };
    },
  );
}
