/** What strangers can do to the page cache: fill it, poison what is shared, and have pages made without an end. */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import Fastify, { type InjectOptions } from "fastify";
import { createContext } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPartners } from "#partners";
import { BoundedMap } from "#platform/bounded-map";
import { createLog } from "#platform/log";
import { createMetrics } from "#platform/metrics";
import { PageCache, unpacked } from "#platform/page-cache";
import { personalPage, publicPage } from "#ui/page.ts";
import { createTestDatabase } from "../../../test/support/database.ts";
import { fakeBuild, fakeRoute } from "../../../test/support/fake-build.ts";
import { createPageLimits } from "../page-limits.ts";
import { createPages } from "../pages.ts";
import { contentSecurityPolicy, paymentOrigins } from "../security.ts";

let renders = 0;
const pageContext = createContext<{ brand: { partner_name: string }; language: string }>();
/** Says which brand and language the page was made for, as a page would. */
const build = fakeBuild(
  {
    // The key of a build that is made up here.
    pageContext: pageContext as never,
    async default(request, status, headers, _entry, context) {
      renders += 1;
      const page = context?.get(pageContext);
      headers.set("content-type", "text/html; charset=utf-8");
      const said = `${page?.brand.partner_name} ${page?.language} ${new URL(request.url).pathname}`;
      return new Response(`<!DOCTYPE html><p>${said}</p>`, { status, headers });
    },
  },
  {
    stores: fakeRoute("stores", { handle: publicPage({ query: ["page"] }) }),
    login: fakeRoute("login", { handle: personalPage() }),
  },
);

const start = (limits?: ReturnType<typeof createPageLimits>) => {
  const app = Fastify({ trustProxy: true });
  const pages = createPages({
    build: async () => build,
    mode: "production",
    cached: true,
    captcha: [],
    payment: {
      script_url: "https://p.example/v3",
      publishable_key: "pk",
      origins: paymentOrigins("https://p.example"),
    },
    // No page of this build asks for a service.
    servicesUnder: () => ({}) as never,
    partners: createPartners(),
    publicUrl: "http://127.0.0.1",
    log: createLog({ level: "silent" }),
    metrics: createMetrics(),
    memberOf: async () => null,
    ...(limits ? { limits } : {}),
  });
  app.get("/*", { exposeHeadRoute: true }, (request, reply) => pages.serve(request, reply));
  const ask = (url: string, headers: Record<string, string> = {}, more: InjectOptions = {}) =>
    app.inject({ method: "GET", url, headers, ...more });
  return { app, pages, ask };
};

let shop: ReturnType<typeof start>;
beforeAll(() => {
  shop = start();
});
afterAll(() => shop.app.close());
beforeEach(() => shop.pages.clear());

describe("an answer that a cookie decided", () => {
  it.each([
    ["/stores", "partner=shipright"],
    ["/stores", "lang=es"],
    ["/stores?lang=xx", "lang=es"],
    ["/stores?lang=", "lang=es"],
    ["/stores?page=2", "lang=en; partner=joinsmarty"],
  ])("%s with the cookie %s is kept by no shared cache", async (path, cookie) => {
    expect((await shop.ask(path, { cookie })).headers["cache-control"]).toBe("private, no-cache");
    // From memory too, and for a reader who has it already.
    const again = await shop.ask(path, { cookie });
    expect(again.headers["cache-control"]).toBe("private, no-cache");
    const known = await shop.ask(path, { cookie, "if-none-match": String(again.headers.etag) });
    expect([known.statusCode, known.headers["cache-control"]]).toEqual([304, "private, no-cache"]);
  });

  it("is everybody's where the address itself decides", async () => {
    for (const path of ["/stores?lang=es", "/stores?lang=es&partner=shipright"]) {
      const answer = await shop.ask(path, {
        cookie: "lang=en; partner=joinsmarty".slice(0, path.includes("partner") ? 99 : 7),
      });
      expect([path, answer.headers["cache-control"]]).toEqual([path, expect.stringMatching(/^public, /)]);
    }
  });
});

describe("two brands", () => {
  it("have pages of their own, by cookie, by the address and by host", async () => {
    const home = await shop.ask("/stores");
    expect(home.body).toContain("tuppence en");
    for (let round = 0; round < 2; round += 1) {
      expect((await shop.ask("/stores", { cookie: "partner=shipright" })).body).toContain("shipright en");
      expect((await shop.ask("/stores?partner=joinsmarty")).body).toContain("joinsmarty en");
      expect((await shop.ask("/stores", { cookie: "partner=shipright; lang=es" })).body).toContain("shipright es");
      expect((await shop.ask("/stores")).body).toBe(home.body);
    }
    expect(shop.pages.cache.size).toBe(4);
  });
});

it("an address of slashes is a path like any other, and names no host", async () => {
  for (const [path, said] of [
    ["//", "tuppence en //"],
    ["//evil.example/stores", "tuppence en //evil.example/stores"],
    ["//[/stores", "tuppence en //[/stores"],
  ] as const) {
    const answer = await shop.ask(path);
    expect(answer.statusCode, path).toBeLessThan(500);
    expect(answer.body).toContain(said);
  }
});

describe("the cache", () => {
  it("takes no entries from queries that mean nothing, from parts of pages, or from long addresses", async () => {
    await shop.ask("/stores");
    const before = { pages: shop.pages.cache.size, known: shop.pages.known().entries };
    for (let count = 0; count < 50; count += 1) {
      await shop.ask(`/stores?x${count}=${count}`);
      await shop.ask(`/stores?utm_source=${count}`);
      const partial = await shop.ask(`/stores.data?_routes=stores,x${count}`);
      expect(partial.headers["cache-control"]).toBe("no-store");
      await shop.ask(`/stores?page=1&lang=en&partner=${"y".repeat(700)}${count}`);
      await shop.ask("/stores", { cookie: `partner=${"z".repeat(700)}${count}` });
    }
    expect(shop.pages.cache.size - before.pages).toBeLessThanOrEqual(1);
    expect(shop.pages.known().entries).toBe(before.known);
  });

  it("stays within its bytes however long the addresses are", async () => {
    const before = shop.pages.known().bytes;
    for (let count = 0; count < 300; count += 1) await shop.ask(`/nowhere-${count}-${"long".repeat(2_000)}`);
    expect(shop.pages.known().bytes - before).toBeLessThan(100_000);
    const map = new BoundedMap<string>({ entries: 3, bytes: 10_000 });
    for (const key of ["a", "b", "c", "d"]) map.set(key, key, 10);
    expect([map.get("a"), map.get("d"), map.size]).toEqual([undefined, "d", 3]);
    map.set("large", "x", 9_000);
    expect([map.size, map.get("large"), map.bytes <= 10_000]).toEqual([4 - 1, "x", true]);
    map.set("too large", "x", 20_000);
    expect(map.get("too large")).toBeUndefined();
    map.clear();
    expect([map.size, map.bytes]).toEqual([0, 0]);
  });

  it("drops the oldest pages when their bytes are too many", async () => {
    const cache = new PageCache({ entries: 100, bytes: 60_000 });
    const make = (text: string) => async () => ({ status: 200, headers: {}, body: text, cache_seconds: 300 });
    // Pages are kept packed: what cannot be packed counts as what it is.
    for (let count = 0; count < 10; count += 1)
      await cache.render(`p${count}`, make(randomBytes(7_500).toString("hex")));
    expect(cache.get("p0")).toBeNull();
    expect(cache.get("p9")).not.toBeNull();
    expect(cache.bytes).toBeLessThanOrEqual(60_000);
  });

  it("keeps no page that was being made from what has changed since", async () => {
    const cache = new PageCache();
    let go = () => {};
    const gate = new Promise<void>((settle) => {
      go = settle;
    });
    const old = cache.render("rates", async () => {
      await gate;
      return { status: 200, headers: {}, body: "old rates", cache_seconds: 300 };
    });
    cache.clear();
    go();
    expect(unpacked(await old).toString()).toBe("old rates");
    expect(cache.get("rates")).toBeNull();
    await cache.render("rates", async () => ({ status: 200, headers: {}, body: "new", cache_seconds: 300 }));
    expect(unpacked(cache.get("rates")?.page ?? (await old)).toString()).toBe("new");
  });
});

describe("pages that have to be made", () => {
  const from = (address: string) => ({ "x-forwarded-for": address });

  it("are so many a neighbourhood, then a plain page says when to come back", async () => {
    const guarded = start(createPageLimits(0.1));
    await guarded.ask("/stores", from("198.51.100.1"));
    const answers = [];
    for (let count = 0; count < 12; count += 1)
      answers.push(await guarded.ask(`/stores?page=${count}`, from(`203.0.113.${count}`)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(9);
    const last = answers.at(-1);
    expect([last?.statusCode, last?.headers["cache-control"]]).toEqual([429, "no-store"]);
    expect(Number(last?.headers["retry-after"])).toBeGreaterThan(0);
    expect(last?.headers["content-security-policy"]).toBe(contentSecurityPolicy({}));
    expect(last?.body).toMatch(/<html lang="en">.*Too many pages at once/);
    const spanish = await guarded.ask("/stores?page=99&lang=es", from("203.0.113.77"));
    expect([spanish.statusCode, spanish.body]).toEqual([
      429,
      expect.stringMatching(/<html lang="es">.*Demasiadas páginas/),
    ]);
    // What is kept costs nothing and goes on; so does everybody else.
    expect((await guarded.ask("/stores", from("203.0.113.5"))).statusCode).toBe(200);
    expect((await guarded.ask("/stores?page=41", from("198.51.100.2"))).statusCode).toBe(200);
    expect((await guarded.ask("/stores.data?_routes=stores", from("203.0.113.5"))).statusCode).toBe(429);
    await guarded.app.close();
  });

  it("count an IPv6 site as one, and pages of one reader too", async () => {
    const guarded = start(createPageLimits(0.1));
    const codes = [];
    for (let count = 0; count < 12; count += 1)
      codes.push((await guarded.ask(`/stores?page=${count}`, from(`2001:db8:7:${count}::1`))).statusCode);
    expect(codes.filter((code) => code === 429)).toHaveLength(3);
    const before = renders;
    const own = [];
    for (let count = 0; count < 25; count += 1) own.push((await guarded.ask("/login", from("192.0.2.9"))).statusCode);
    expect(own.filter((code) => code === 429).length).toBeGreaterThanOrEqual(5);
    expect(renders - before).toBeLessThanOrEqual(20);
    expect((await guarded.ask("/__manifest?p=/stores&version=1", from("192.0.2.9"))).statusCode).toBe(429);
    await guarded.app.close();
  });

  it("are made again after a while", async () => {
    // A hundred a second: one that had to wait need not wait long.
    const limits = createPageLimits(66);
    let refused: number | null = null;
    for (let count = 0; count < 20_000 && refused === null; count += 1)
      refused = await limits.take("public", "203.0.113.1");
    expect(refused).toBe(1);
    const deadline = Date.now() + 60_000;
    while ((await limits.take("public", "203.0.113.1")) !== null && Date.now() < deadline) await pause(5);
    expect(Date.now()).toBeLessThan(deadline);
  });

  it("are as many for all processes together, and cached ones ask nothing of the database", async () => {
    const base = await createTestDatabase();
    const log = createLog({ level: "silent" });
    let statements = 0;
    const query = base.handle.pool.query.bind(base.handle.pool) as (...parameters: unknown[]) => unknown;
    const pool = Object.assign(Object.create(base.handle.pool), {
      query: (...parameters: unknown[]) => {
        statements += 1;
        return query(...parameters);
      },
    }) as typeof base.handle.pool;
    const processes = [1, 2, 3].map(() => start(createPageLimits(0.1, { database: { pool }, log })));
    const codes: number[] = [];
    const began = performance.now();
    for (let count = 0; count < 15; count += 1) {
      const answer = await processes[count % 3]?.ask(`/stores?page=${count}`, from(`203.0.113.${count}`));
      codes.push(answer?.statusCode ?? 0);
    }
    // Nine at once, and what grew back meanwhile.
    const grown = Math.ceil(((performance.now() - began) / 1_000) * 0.15);
    expect(codes.slice(0, 9)).toEqual(Array(9).fill(200));
    expect(codes.filter((code) => code === 200).length).toBeLessThanOrEqual(Math.min(14, 9 + grown));
    const before = statements;
    expect((await processes[0]?.ask("/stores?page=0", from("203.0.113.1")))?.statusCode).toBe(200);
    expect(statements).toBe(before);
    for (const one of processes) await one.app.close();
    await base.drop();
    // Without a database each process goes on alone.
    const alone = createPageLimits(0.1, { database: { pool }, log });
    expect(await alone.take("public", "203.0.113.1")).toBeNull();
  });
});

it("gives two processes that are asked at the same moment no page more", async () => {
  const base = await createTestDatabase({ connections: 10 });
  const log = createLog({ level: "silent" });
  const two = [1, 2].map(() => createPageLimits(0.1, { database: base.handle, log }));
  const began = performance.now();
  const asked = Array.from({ length: 40 }, (_, n) => two[n % 2]?.take("public", `203.0.113.${n}`));
  const granted = (await Promise.all(asked)).filter((one) => one === null).length;
  expect(granted).toBeGreaterThanOrEqual(9);
  expect(granted).toBeLessThanOrEqual(9 + Math.ceil(((performance.now() - began) / 1_000) * 0.15));
  await base.drop();
});

describe("the policy of a page", () => {
  it("is this, whole", () => {
    const rest = [
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self'",
      "frame-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ];
    expect(contentSecurityPolicy({}).split("; ")).toEqual(["default-src 'none'", "script-src 'self'", ...rest]);
    expect(contentSecurityPolicy({ nonce: "n0", hashes: ["'sha256-x'"] }).split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self' 'sha256-x' 'nonce-n0'",
      ...rest,
    ]);
  });
});
