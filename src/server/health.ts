/** `/healthz`: the process is up. `/readyz`: database reachable and migrated, jobs running. `/metrics`: Prometheus. */
import { z } from "zod";
import type { Http } from "#platform/http";
import type { Metrics } from "#platform/metrics";

export function registerHealth(
  app: Http,
  deps: {
    metrics: Metrics;
    ready: () => Promise<{ ok: boolean; parts: Record<string, boolean> }>;
    /** Brings gauges that are read from the database up to date. */
    measure: () => Promise<void>;
  },
) {
  const quiet = { config: { rateLimit: false } } as const;
  const tags = ["operations"];
  app.get(
    "/healthz",
    { ...quiet, schema: { tags, summary: "The process is up", response: { 200: z.object({ ok: z.literal(true) }) } } },
    async () => ({ ok: true as const }),
  );
  const parts = z.object({ ok: z.boolean(), parts: z.record(z.string(), z.boolean()) });
  app.get(
    "/readyz",
    { ...quiet, schema: { tags, summary: "Ready to work", response: { 200: parts, 503: parts } } },
    async (_request, reply) => {
      const state = await deps.ready();
      return reply.code(state.ok ? 200 : 503).send(state);
    },
  );
  app.get(
    "/metrics",
    { ...quiet, schema: { tags, summary: "Prometheus metrics", hide: true } },
    async (_request, reply) => {
      // With the database away the other metrics are still told.
      await deps.measure().catch(() => {});
      reply.type(deps.metrics.registry.contentType);
      return reply.send(await deps.metrics.registry.metrics());
    },
  );
}
