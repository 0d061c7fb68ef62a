/** Calls of screenshots: adding one to the question about a missing step, and seeing it by a signed address. */
import multipart from "@fastify/multipart";
import { z } from "zod";
import { errorReply, type Http, requireMember, sendRefusal } from "#platform/http";
import type { CoinCalls } from "./http.ts";
import { coinClaimId, screenshotId } from "./ids.ts";
import { COIN_REFUSALS, MAX_SCREENSHOT_BYTES } from "./messages.ts";

export function registerScreenshots(app: Http, { coins, memberOf }: Pick<CoinCalls, "coins" | "memberOf">) {
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: 1, fileSize: MAX_SCREENSHOT_BYTES + 1 } });
    scope.post(
      "/api/user/offer/screenshots",
      {
        bodyLimit: MAX_SCREENSHOT_BYTES + 64 * 1024,
        schema: {
          tags: ["offers"],
          summary: "A picture for the question about a missing step; what is not asked with within a day is gone",
          response: { 200: z.object({ screenshot_id: z.string() }), "4xx": errorReply },
        },
      },
      async (request, reply) => {
        const member = await requireMember(request, reply, memberOf);
        if (!member) return reply;
        const part = request.isMultipart() ? await request.file() : undefined;
        if (!part) return sendRefusal(request, reply, COIN_REFUSALS, { code: "screenshot_missing" });
        const read = () => part.toBuffer().catch(() => null);
        const outcome = await coins.takeScreenshot({ user_id: member.user_id, read });
        // What was refused unread is read past: its connection would otherwise hang on it for a minute.
        part.file.resume();
        if (!outcome.ok) return sendRefusal(request, reply, COIN_REFUSALS, outcome);
        return { screenshot_id: screenshotId.show(outcome.value) };
      },
    );
  });

  app.get(
    "/api/coin-claims/:claim_id/picture",
    {
      schema: {
        tags: ["offers"],
        summary: "The picture of a question, by the signed address that its operators and its provider are given",
        params: z.object({ claim_id: z.string().max(60) }),
        querystring: z.object({ until: z.coerce.number().int(), key: z.string().max(100) }),
      },
    },
    async (request, reply) => {
      const claim_id = coinClaimId.read(request.params.claim_id);
      const picture = claim_id && (await coins.openScreenshot({ claim_id, ...request.query }));
      if (!picture) return reply.callNotFound();
      return reply
        .type("image/jpeg")
        .header("cache-control", "private, no-store")
        .header("content-security-policy", "default-src 'none'; sandbox")
        .header("x-content-type-options", "nosniff")
        .header("cross-origin-resource-policy", "same-origin")
        .header("referrer-policy", "no-referrer")
        .send(picture);
    },
  );
}
