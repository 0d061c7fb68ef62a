import type { FastifyInstance } from "fastify";
import type { World } from "../world.ts";
import { registerLeakedPasswords } from "./leaked-passwords.ts";
import { registerRecaptcha } from "./recaptcha.ts";
import { registerSignIn } from "./signin.ts";

/** Everything around sign-in that others do: sign-in with another account, captcha and known leaks, and the control calls of these. */
export function registerIdentity(app: FastifyInstance, world: World): void {
  const recaptcha = registerRecaptcha(app, world);
  registerLeakedPasswords(app, world);
  registerSignIn(app, world);

  app.post<{ Body: { score?: number | null; expires_ms?: number | null; fails?: boolean } | null }>(
    "/control/recaptcha",
    (request, reply) => {
      const { score = null, ...box } = request.body ?? {};
      if (score !== null && !(score >= 0 && score <= 1)) return reply.code(400).send({ error: "A score is 0 to 1." });
      recaptcha.setScore(score);
      recaptcha.setBox(box);
      return { score, ...box };
    },
  );

  app.post<{ Body: { hostname?: string; action?: string } | null }>("/control/recaptcha/token", (request) => ({
    token: recaptcha.issue(request.body?.hostname ?? "localhost", request.body?.action ?? null),
  }));
}
