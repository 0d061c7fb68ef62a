import type { Provider } from "../../world.ts";
import { RECAPTCHA } from "./credentials.ts";
import { recaptchaOf } from "./widget.ts";

export const recaptcha: Provider = {
  name: "recaptcha",
  title: "reCAPTCHA",
  credentials: RECAPTCHA,
  routes: (app, world) => recaptchaOf(world).mount(app),
  control(app, world) {
    const { issue, setScore, setBox } = recaptchaOf(world);
    app.post<{ Body: { score?: number | null; expires_ms?: number | null; fails?: boolean } | null }>(
      "/control/recaptcha",
      (request, reply) => {
        const { score = null, ...box } = request.body ?? {};
        if (score !== null && !(score >= 0 && score <= 1)) return reply.code(400).send({ error: "A score is 0 to 1." });
        setScore(score);
        setBox(box);
        return { score, ...box };
      },
    );

    app.post<{ Body: { hostname?: string; action?: string } | null }>("/control/recaptcha/token", (request) => ({
      token: issue(request.body?.hostname ?? "localhost", request.body?.action ?? null),
    }));
  },
};
