/** What a page answers when its loader fails: 503 while the database is away, 500 otherwise, each logged as what it is. */
import Fastify from "fastify";
import { createContext } from "react-router";
import { expect, it } from "vitest";
import { createPartners } from "#partners";
import { createLog } from "#platform/log";
import { createMetrics } from "#platform/metrics";
import { publicPage } from "#ui/page.ts";
import { fakeBuild, fakeRoute } from "../../../test/support/fake-build.ts";
import { createPages, type PagesOptions } from "../pages.ts";

const pageContext = createContext<{ trouble?: unknown }>();
const failing = (path: string, error: Error) =>
  fakeRoute(path, {
    handle: publicPage(),
    loader: () => {
      throw error;
    },
  });
const build = fakeBuild(
  {
    async default(_request, status, headers) {
      headers.set("content-type", "text/html; charset=utf-8");
      return new Response("<!DOCTYPE html><p>This page did not load", { status, headers });
    },
    handleError(error, { context }) {
      context.get(pageContext).trouble = error;
    },
    pageContext,
  },
  {
    away: failing("away", Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })),
    broken: failing("broken", new Error("a mistake of ours")),
  },
);

it("says 503 while the database is away and 500 for a mistake, and keeps neither", async () => {
  const lines: { level: number; msg: string }[] = [];
  // Of a stream the log only writes.
  const stream = { write: (line: string) => Boolean(lines.push(JSON.parse(line))) } as never;
  const pages = createPages({
    build: async () => build,
    mode: "production",
    cached: true,
    captcha: [],
    payment: { script_url: "", publishable_key: "", origins: null },
    servicesUnder: () => ({}),
    partners: createPartners(),
    publicUrl: "http://127.0.0.1",
    log: createLog({ level: "warn", stream }),
    metrics: createMetrics(),
    memberOf: async () => null,
    // No page of these asks for a service.
  } as unknown as PagesOptions);
  const app = Fastify();
  app.get("/*", (request, reply) => pages.serve(request, reply));
  for (const [path, status, level] of [
    ["/away", 503, 40],
    ["/broken", 500, 50],
  ] as const) {
    lines.length = 0;
    const answer = await app.inject({ url: path });
    expect([path, answer.statusCode]).toEqual([path, status]);
    expect(answer.body).toContain("This page did not load");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["retry-after"]).toBe(status === 503 ? "5" : undefined);
    expect(lines.map((line) => line.level)).toEqual([level]);
    expect((await app.inject({ url: path })).statusCode).toBe(status);
    expect(lines).toHaveLength(2);
  }
  await app.close();
});
