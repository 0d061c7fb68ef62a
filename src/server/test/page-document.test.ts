/** A document that its entry hands over past the router (decision 0096) reaches every reader, in every mode, however the page is kept. */
import Fastify from "fastify";
import { createContext } from "react-router";
import { expect, it } from "vitest";
import { createPartners } from "#partners";
import { createLog } from "#platform/log";
import { createMetrics } from "#platform/metrics";
import { operatorPage, personalPage, publicPage } from "#ui/page.ts";
import { fakeBuild, fakeRoute } from "../../../test/support/fake-build.ts";
import { createPages, type PagesOptions } from "../pages.ts";

const pageContext = createContext<{ document?: string }>();
const build = fakeBuild(
  {
    // The key of a build that is made up here.
    pageContext: pageContext as never,
    async default(_request, status, headers, _entry, context) {
      headers.set("content-type", "text/html; charset=utf-8");
      const page = context?.get(pageContext);
      if (page) page.document = "<!DOCTYPE html><p>words";
      return new Response(null, { status, headers });
    },
  },
  {
    stores: fakeRoute("stores", { handle: publicPage() }),
    mine: fakeRoute("mine", { handle: personalPage() }),
    desk: fakeRoute("desk", { handle: operatorPage() }),
  },
);

it.each(["production", "development"] as const)("in %s", async (mode) => {
  const pages = createPages({
    build: async () => build,
    ...{ mode, cached: mode === "production", captcha: [], partners: createPartners(), metrics: createMetrics() },
    payment: { script_url: "", publishable_key: "", origins: null },
    servicesUnder: () => ({}),
    publicUrl: "http://127.0.0.1",
    log: createLog({ level: "silent" }),
    memberOf: async () => null,
    console: { opens: () => true, operatorOf: async () => null },
    // No page of these asks for a service.
  } as unknown as PagesOptions);
  const app = Fastify();
  app.get("/*", (request, reply) => pages.serve(request, reply));
  for (const url of ["/stores", "/mine", "/desk"]) expect((await app.inject({ url })).body, url).toContain("<p>words");
  await app.close();
});
