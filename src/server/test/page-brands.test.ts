/** A page is made with the catalogue as its own brand shows it, whichever way the brand was chosen. */
import Fastify from "fastify";
import { createContext } from "react-router";
import { afterAll, expect, it } from "vitest";
import { createPartners } from "#partners";
import { createLog } from "#platform/log";
import { createMetrics } from "#platform/metrics";
import { personalPage, publicPage } from "#ui/page.ts";
import { shipright } from "../../../brands/shipright.ts";
import { tuppence } from "../../../brands/tuppence.ts";
import { fakeBuild, fakeRoute } from "../../../test/support/fake-build.ts";
import { createPages, type PagesOptions } from "../pages.ts";

const HALF = tuppence.member_share_bps / 2;
const servicesContext = createContext<{ catalog: { share: number; kept: string } }>();
const entry = {
  servicesContext,
  async default(
    _request: Request,
    status: number,
    headers: Headers,
    _context: unknown,
    loadContext?: { get(key: typeof servicesContext): { catalog: { share: number; kept: string } } },
  ) {
    headers.set("content-type", "text/html; charset=utf-8");
    const { catalog } = loadContext?.get(servicesContext) ?? {};
    return new Response(`<!DOCTYPE html><p>${catalog?.share} ${catalog?.kept}</p>`, { status, headers });
  },
};
// Keys and handlers come from a build whose types are not known here.
const build = fakeBuild(entry as never, {
  stores: fakeRoute("stores", { handle: publicPage() }),
  own: fakeRoute("own", { handle: personalPage() }),
});
const pages = createPages({
  build: async () => build,
  mode: "production",
  cached: true,
  captcha: [],
  payment: { script_url: "", publishable_key: "", origins: null },
  servicesUnder: (brand: typeof tuppence) => ({ catalog: { kept: "favourites", share: brand.member_share_bps } }),
  partners: createPartners({ brands: [tuppence, { ...shipright, member_share_bps: HALF }] }),
  publicUrl: "http://127.0.0.1",
  log: createLog({ level: "silent" }),
  metrics: createMetrics(),
  memberOf: async () => null,
  // The pages of these tests ask for a rate and nothing else.
} as unknown as PagesOptions);
const app = Fastify();
app.get("/*", (request, reply) => pages.serve(request, reply));
afterAll(() => app.close());

it.each(["/stores", "/own"])("%s: home, partner by name, by cookie and by host, and home once more", async (url) => {
  const shown = async (path: string, headers: Record<string, string> = {}) =>
    (await app.inject({ method: "GET", url: path, headers })).body.match(/<p>(.*)<\/p>/)?.[1];
  const [home, partner] = [`${tuppence.member_share_bps} favourites`, `${HALF} favourites`];
  expect(await shown(url)).toBe(home);
  expect(await shown(`${url}?partner=shipright`)).toBe(partner);
  expect(await shown(url, { cookie: "partner=shipright" })).toBe(partner);
  expect(await shown(url, { host: shipright.hosts[0] ?? "" })).toBe(partner);
  expect(await shown(url)).toBe(home);
});
