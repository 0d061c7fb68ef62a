/** The call by which the extension exchanges its code and what it alone knows for its session (decision 0072). */
import { z } from "zod";
import { errorReply, type Http, sendRefusal } from "#platform/http";
import { visitOf } from "./http.ts";
import type { Identity } from "./identity.server.ts";
import { IDENTITY_REFUSALS } from "./messages.ts";

export function registerExtensionSignIn(app: Http, deps: { identity: Identity; signInLimit: number }) {
  app.post(
    "/ext/:brand/session",
    {
      config: { rateLimit: { max: deps.signInLimit, timeWindow: "1 minute" } },
      schema: {
        tags: ["extension"],
        summary: "The extension's session, for a code of /login-full-page and the verifier of its challenge (S256)",
        params: z.object({ brand: z.string().regex(/^[a-z0-9-]{1,40}$/) }),
        body: z.object({ code: z.string().min(1).max(100), verifier: z.string().max(200).optional() }),
        response: {
          200: z.object({
            success: z.literal(true),
            login_token: z.string(),
            bind_secret: z.string(),
            expires: z.string(),
          }),
          "4xx": errorReply,
        },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const { code, verifier = null } = request.body;
      const origin = request.headers.origin ?? null;
      const outcome = await deps.identity.takeExtensionCode({ code, verifier, origin }, visitOf(request));
      if (!outcome.ok) return sendRefusal(request, reply, IDENTITY_REFUSALS, outcome);
      const { login_token, bind_secret, expires_at } = outcome.value;
      // In the answer alone: a cookie would be the site's, and the extension sends none.
      return { success: true as const, login_token, bind_secret, expires: expires_at.toISOString() };
    },
  );
}
