/** The call that a page tells its speed by. */
import { z } from "zod";
import type { Http } from "#platform/http";
import type { Health } from "./health.server.ts";

const milliseconds = z.number().min(0).max(600_000).optional();

export type HealthCalls = { health: Health };

export function registerHealthCalls(app: Http, { health }: HealthCalls) {
  app.post(
    "/api/vitals",
    {
      schema: {
        tags: ["operations"],
        summary: "How fast a page was: milliseconds, for CLS thousandths. Nothing tells one visit from another",
        body: z.object({
          path: z.string().max(300),
          values: z.object({ LCP: milliseconds, INP: milliseconds, CLS: milliseconds, TTFB: milliseconds }),
        }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { path, values } = request.body;
      const known = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
      await health.noteVitals({ path, values: known, address: request.ip });
      return reply.code(204).send(null);
    },
  );
}
