/** Calls of rewards (SPEC §7 `POST /api/give-credit`). Parse, one verb, reply. */
import { z } from "zod";
import type { Member } from "#identity";
import { errorReply, type Http, languageOf, type Reply, type Request, readCookie, sendRefusal } from "#platform/http";
import { CODE_COOKIE, forgetCookieLine, PROMO_COOKIE } from "./code-cookie.ts";
import { REFERRAL_REASONS, REWARD_REFUSALS } from "./messages.ts";
import type { Rewards } from "./rewards.server.ts";
import { readFlow } from "./rules.ts";

type Deps = { rewards: Rewards; publicUrl: string; memberOf(request: Request): Promise<Member | null> };

export function registerRewardCalls(app: Http, deps: Deps) {
  const { rewards } = deps;
  const forget = (reply: Reply, name: string) => reply.header("set-cookie", forgetCookieLine(name, deps.publicUrl));

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
            again: z.boolean(),
          }),
          "4xx": errorReply,
        },
      },
    },
    async (request, reply) => {
      const member = await deps.memberOf(request);
      if (!member) return sendRefusal(request, reply, REWARD_REFUSALS, { code: "not_signed_in" });
      const flow = readFlow(readCookie(request.headers.cookie, PROMO_COOKIE));
      // The query names the flow a second time: what the two do not agree on was not written by our pages.
      const asked = request.query.ucb === undefined ? "flow1" : request.query.ucb;
      forget(reply, PROMO_COOKIE);
      if (!flow || flow !== asked) return sendRefusal(request, reply, REWARD_REFUSALS, { code: "no_promotion" });
      const outcome = await rewards.giveCredit({ user_id: member.user_id, member_since: member.created_at, flow });
      if (!outcome.ok) return sendRefusal(request, reply, REWARD_REFUSALS, outcome);
      return { success: true as const, amount_minor: outcome.value.amount_minor, again: outcome.value.again };
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
      const member = await deps.memberOf(request);
      if (!member) return sendRefusal(request, reply, REWARD_REFUSALS, { code: "not_signed_in" });
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
