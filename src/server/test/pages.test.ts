/** How a cached page goes over the wire: encodings, what has not changed, languages, and what is never kept. */

import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { redirect } from "react-router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPartners } from "#partners";
import { createLog } from "#platform/log";
import { createMetrics } from "#platform/metrics";
import { operatorPage, personalPage, publicPage } from "#ui/page.ts";
import { fakeBuild, fakeRoute } from "../../../test/support/fake-build.ts";
import { answerFirst } from "../answer-first.ts";
import { createPages } from "../pages.ts";
import { paymentOrigins } from "../security.ts";

const PROCESSOR = "https://processor.example";

let renders = 0;
const build = fakeBuild(
  {
    async default(request, status, headers) {
      renders += 1;
      headers.set("content-type", "text/html; charset=utf-8");
      return new Response(`<!DOCTYPE html><p>${new URL(request.url).pathname} ${"copper ".repeat(200)}</p>`, {
        status,
        headers,
      });
    },
  },
  {
    stores: fakeRoute("stores", { handle: publicPage({ query: ["page"] }) }),
    old: fakeRoute("old", { handle: publicPage(), loader: () => redirect("/stores?page=2", 301) }),
    gone: fakeRoute("gone", { handle: personalPage(), loader: () => redirect("/stores", 302) }),
    desk: fakeRoute("desk", { handle: operatorPage() }),
    pay: fakeRoute("pay", { handle: personalPage({ payment: true }) }),
  },
);

// What the router tells browsers of routes; of a route that was built it is more.
Object.assign(build.assets.routes, { desk: { id: "desk" }, stores: { id: "stores" } });

const askedForMembers: string[] = [];
const askedFramework: string[] = [];
const app = Fastify();
let port = 0;
beforeAll(async () => {
  const pages = createPages({
    build: async () => build,
    mode: "production",
    cached: true,
    captcha: [],
    payment: { script_url: `${PROCESSOR}/v3`, publishable_key: "pk_test", origins: paymentOrigins(`${PROCESSOR}/v3`) },
    // No page of these asks for one.
    servicesUnder: () => ({}) as never,
    partners: createPartners(),
    publicUrl: "http://127.0.0.1",
    media: () => "https://media.shop.example",
    log: createLog({ level: "silent" }),
    metrics: createMetrics(),
    memberOf: async (request) => {
      askedForMembers.push(request.url);
      return null;
    },
    console: { opens: ({ host }) => host.startsWith("ops."), operatorOf: async () => null },
  });
  app.addHook("onRequest", (request, _reply, done) => {
    askedFramework.push(`${request.method} ${request.url}`);
    done();
  });
  app.get("/*", { exposeHeadRoute: true }, (request, reply) => pages.serve(request, reply));
  answerFirst(app.server, pages.serveKnown);
  await app.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** As it lies on the wire, nothing unpacked. */
const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  new Promise<{ status: number; headers: Record<string, string | undefined>; bytes: number }>((settle, fail) => {
    const asked = httpRequest({ port, host: "127.0.0.1", path, headers, method }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      // No header that is looked at comes twice.
      response.on("end", () => settle({ status: response.statusCode ?? 0, headers: response.headers as never, bytes }));
    });
    asked.on("error", fail);
    asked.end();
  });

it("is rendered once and sent in the encoding that the reader takes", async () => {
  const [first, second] = await Promise.all([ask("/stores"), ask("/stores")]);
  const brotli = await ask("/stores", { "accept-encoding": "gzip, br" });
  const gzip = await ask("/stores", { "accept-encoding": "gzip" });
  expect(renders).toBe(1);
  for (const answer of [first, second, brotli, gzip]) {
    expect(answer.status).toBe(200);
    expect(answer.bytes).toBe(Number(answer.headers["content-length"]));
    expect(answer.headers).toMatchObject({
      vary: "accept-encoding",
      "cache-control": "public, max-age=0, s-maxage=300, stale-while-revalidate=3600",
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "x-content-type-options": "nosniff",
    });
  }
  expect([
    first.headers["content-encoding"],
    brotli.headers["content-encoding"],
    gzip.headers["content-encoding"],
  ]).toEqual([undefined, "br", "gzip"]);
  expect(brotli.bytes).toBeLessThan(first.bytes / 4);
});

it("is answered before the framework once it is known, for who reads it as it is kept", async () => {
  const first = await ask("/stores?page=7");
  askedFramework.length = 0;
  const second = await ask("/stores?page=7");
  const head = await ask("/stores?page=7", {}, "HEAD");
  const unchanged = await ask("/stores?page=7", { "if-none-match": first.headers.etag ?? "" });
  expect(askedFramework).toEqual([]);
  const { date: _one, ...sent } = first.headers;
  const { date: _two, ...known } = second.headers;
  expect([second.status, second.bytes, known]).toEqual([200, first.bytes, sent]);
  expect([head.status, head.bytes, head.headers.etag]).toEqual([200, 0, first.headers.etag]);
  expect([unchanged.status, unchanged.bytes]).toEqual([304, 0]);
  // Another language, another host, what is one reader's own, and what is no reading at all.
  await ask("/stores?page=7", { cookie: "lang=es" });
  await ask("/stores?page=7", { host: "shop.example" });
  await ask("/pay");
  await ask("/pay");
  expect((await ask("/stores?page=7", {}, "DELETE")).status).toBe(404);
  expect(askedFramework).toEqual([
    "GET /stores?page=7",
    "GET /stores?page=7",
    "GET /pay",
    "GET /pay",
    "DELETE /stores?page=7",
  ]);
});

it("is packed for one reader too, each time anew", async () => {
  const before = renders;
  const [plain, brotli, gzip] = [
    await ask("/pay"),
    await ask("/pay", { "accept-encoding": "gzip, br" }),
    await ask("/pay", { "accept-encoding": "gzip" }),
  ];
  expect(renders).toBe(before + 3);
  expect([plain, brotli, gzip].map(({ headers }) => headers["content-encoding"])).toEqual([undefined, "br", "gzip"]);
  for (const { bytes, headers } of [plain, brotli, gzip]) {
    expect(bytes).toBe(Number(headers["content-length"]));
    expect(headers).toMatchObject({ vary: "accept-encoding", "cache-control": "private, no-store" });
  }
  expect(brotli.bytes).toBeLessThan(plain.bytes / 4);
});

it("takes debug=true along wherever it leads, for nobody but who asked with it", async () => {
  for (const [path, to, debug] of [
    ["/old", "/stores?page=2", "/stores?page=2&debug=true"],
    ["/gone", "/stores", "/stores?debug=true"],
  ] as const) {
    expect((await ask(path)).headers.location).toBe(to);
    expect((await ask(`${path}?debug=true`)).headers.location).toBe(debug);
    expect((await ask(path)).headers.location).toBe(to);
  }
});

it("takes along how somebody came and reads wherever a page leads, and nothing else that was asked", async () => {
  const came = "lang=es&partner=shipright&sid=03102027x&cid=9&ei=true";
  const led = async (path: string) => new URL(String((await ask(path)).headers.location), "http://page.invalid");
  const { pathname, searchParams } = await led(`/old?${came}&page=7&other=1`);
  expect(pathname).toBe("/stores");
  expect(Object.fromEntries(searchParams)).toEqual({
    ...{ page: "2", lang: "es", partner: "shipright", sid: "03102027x", cid: "9", ei: "true" },
  });
  expect((await led("/old?other=1")).search, "what nobody named").toBe("?page=2");
});

it("may show pictures of their own host, and of no other", async () => {
  for (const path of ["/stores", "/pay"])
    expect((await ask(path)).headers["content-security-policy"]).toContain(
      "img-src 'self' data: https://media.shop.example;",
    );
});

it("is not sent again to who has it, and has no body for HEAD", async () => {
  const { headers } = await ask("/stores", { "accept-encoding": "br" });
  const known = await ask("/stores", { "accept-encoding": "br", "if-none-match": `"other", ${headers.etag}` });
  expect([known.status, known.bytes, known.headers.etag]).toEqual([304, 0, headers.etag]);
  expect((await ask("/stores", { "if-none-match": '"other"' })).status).toBe(200);
  expect((await ask("/stores", { "if-none-match": "*" })).status).toBe(304);
  expect((await ask("/nowhere", { "if-none-match": "*" })).status).toBe(404);
  const head = await ask("/stores", { "accept-encoding": "br" }, "HEAD");
  expect([head.status, head.bytes, head.headers["content-length"]]).toEqual([200, 0, headers["content-length"]]);
});

it("is nobody else's in a language that a cookie chose, and everybody's in one that the address names", async () => {
  const byCookie = await ask("/stores", { cookie: "lang=es" });
  const byAddress = await ask("/stores?lang=es");
  expect(byCookie.headers["cache-control"]).toBe("private, no-cache");
  expect(byAddress.headers["cache-control"]).toMatch(/^public/);
  expect((await ask("/stores")).headers["cache-control"]).toMatch(/^public/);
});

it("ignores words of the query that change nothing, and keeps no answer but a good one", async () => {
  const before = renders;
  await ask("/stores?page=2&utm_source=x");
  await ask("/stores?page=2&utm_source=y");
  expect(renders).toBe(before + 1);
  const missing = await ask("/nowhere");
  expect([missing.status, missing.headers["cache-control"], missing.headers.etag]).toEqual([
    404,
    "no-store",
    undefined,
  ]);
});

it("lets the card processor in where a card is entered, and nowhere else", async () => {
  const pay = await ask("/pay");
  for (const rule of ["script-src", "frame-src", "connect-src"])
    expect(pay.headers["content-security-policy"]).toMatch(new RegExp(`${rule} [^;]*${PROCESSOR}`));
  expect(pay.headers["permissions-policy"]).toContain(`payment=(self "${PROCESSOR}")`);
  expect(pay.headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
  const other = await ask("/stores");
  expect(JSON.stringify(other.headers)).not.toContain(PROCESSOR);
  expect(other.headers["cross-origin-opener-policy"]).toBe("same-origin");
});

it("tells the router of as many paths as somebody may turn to, and of no more at once", async () => {
  const asked = (count: number) =>
    ask(`/__manifest?version=1&paths=${Array.from({ length: count }, (_, n) => n).join()}`);
  expect([(await asked(100)).status, (await asked(101)).status]).toEqual([200, 400]);
});

describe("an operators' page", () => {
  it("never asks who the member is, is kept by nobody and by no search engine", async () => {
    const { status, headers } = await ask("/desk", { host: "ops.shop.example", cookie: "tp_token=x; lang=es" });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ "cache-control": "private, no-store", "x-robots-tag": "noindex" });
    expect(headers["set-cookie"]).toBeUndefined();
    expect(askedForMembers.filter((url) => url.startsWith("/desk"))).toEqual([]);
  });

  it("is none of the routes that the router tells of on any other host, and nothing says that there is one", async () => {
    const url = "/__manifest?version=1&paths=";
    const told = async (paths: string, host = "www.shop.example") => {
      const { status, bytes, headers } = await ask(url + paths, { host });
      return [status, bytes, headers["cache-control"]];
    };
    const nothing = await told("/nothing-is-here");
    for (const paths of ["/desk", "DESK", "//d%65sk", "/desk,/desk/deeper"])
      expect(await told(paths), paths).toEqual(nothing);
    expect(await told("/stores,/desk")).toEqual(await told("/stores"));
    expect(nothing).toEqual([200, 2, "private, max-age=3600"]);
    expect(await told("/desk", "ops.shop.example")).toEqual([200, 22, "private, no-store"]);
  });

  it.each(["/desk", "/desk/", "/DESK", "/desk?x=1", "/desk.data", "/desk/_.data"])(
    "%s is not there on any other host",
    async (path) => {
      const other = await ask(path, { host: "www.shop.example" });
      const nothing = await ask(path.replace(/desk/i, "nothing-is-here").replace(/\/$/, ""), {
        host: "www.shop.example",
      });
      expect([other.status, other.headers["x-robots-tag"], other.bytes]).toEqual([
        nothing.status,
        undefined,
        nothing.bytes,
      ]);
    },
  );
});

it("data of an address with a stroke behind it is that of its page, as the router reads it", async () => {
  for (const path of ["/pay.data", "/pay/_.data", "/PAY/_.data?_routes=pay"]) {
    const { status, headers } = await ask(path, { cookie: "tp_token=x" });
    expect([path, status, headers["cache-control"]]).toEqual([path, 200, "private, no-store"]);
    expect(askedForMembers).toContain(path);
  }
});
