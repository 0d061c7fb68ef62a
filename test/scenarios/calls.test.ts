/** What calls answer by the letter of the specification, where no story of its own asks for it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let session: Record<string, string>;
beforeAll(async () => {
  world = await createWorld();
  for (const feed of await world.catalog.feeds()) await world.catalog.importFeed(feed.feed_name);
  const member = await world.member("Ann");
  const { login_token, bind_secret } = await world.identity.open(member.user_id, { user_agent: "", address: "" });
  session = { authorization: `Bearer ${login_token}`, "x-tuppence-bind": bind_secret ?? "" };
});
afterAll(() => world.close());

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ method: "GET", url, headers });

describe("calls of partners' pages (SPEC §7)", () => {
  const touch = { sid: "summer", cid: "7", partner: "joinsmarty", website: "w", url: "https://joinsmarty.example/l" };
  const cross = (method: "OPTIONS" | "POST", url: string, origin: string) =>
    world.app.inject({
      method,
      url,
      headers: {
        origin,
        "sec-fetch-site": "cross-site",
        ...(method === "OPTIONS" && {
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type",
        }),
      },
      ...(method === "POST" && { payload: url.includes("elk") ? {} : touch }),
    });

  it("are asked for and answered on the allow-list, with cookies", async () => {
    for (const url of ["/api/check-set-cookie", "/api/get-cookie", "/api/elk?action=page_view"]) {
      const origin = "https://www.joinsmarty.example";
      const preflight = await cross("OPTIONS", url, origin);
      const answer = await cross("POST", url, origin);
      expect([preflight.statusCode, answer.statusCode < 300], url).toEqual([204, true]);
      expect(preflight.headers).toMatchObject({
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": "content-type",
      });
      for (const { headers } of [preflight, answer])
        expect(headers).toMatchObject({
          "access-control-allow-origin": origin,
          "access-control-allow-credentials": "true",
          vary: expect.stringMatching(/origin/i),
        });
    }
  });

  it.each([
    ["/api/check-set-cookie", "https://joinsmarty.example.evil.example"],
    ["/api/check-set-cookie", "http://joinsmarty.example"],
    ["/api/check-set-cookie", "null"],
    ["/api/get-cookie", "https://evil.example"],
    ["/api/load-pixels", "https://joinsmarty.example"],
    ["/api/web/login", "https://joinsmarty.example"],
  ])("are refused elsewhere: %s from %s", async (url, origin) => {
    for (const method of ["OPTIONS", "POST"] as const) {
      const answer = await cross(method, url, origin);
      expect([403, 404]).toContain(answer.statusCode);
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    }
  });
});

describe("the way to a shop of somebody who is not signed in (SPEC §2)", () => {
  const guarded = async (url: string) => String((await get(url)).headers["set-cookie"]);
  it("is flagged when a reference brought them, and recorded so", async () => {
    expect(await guarded("/go/marlow-finch?reference=mail7")).toMatch(/redirected_from_ida=1; Path=\/; Max-Age=3600/);
    expect(await guarded("/go/marlow-finch?preference=1")).not.toContain("redirected_from_ida");
    const { rows } = await world.base.handle.pool.query(
      "select path, from_reference from identity.access_attempts order by attempt_id",
    );
    expect(rows.slice(-2)).toEqual([
      { path: "/go/marlow-finch?reference=mail7", from_reference: true },
      { path: "/go/marlow-finch?preference=1", from_reference: false },
    ]);
  });
});

describe("the way to a shop in the language that its address names", () => {
  it.each([
    ["/go/marlow-finch?lang=es", "/marlow-finch-coupons/redirecting?lang=es"],
    ["/go/marlow-finch?offer=off_1&lang=es", "/marlow-finch-coupons/redirecting?offer=off_1&lang=es"],
    ["/go/offer/off_1?lang=es", "/coins/offer/off_1?lang=es"],
    ["/go/survey/cpx/1?lang=es", "/surveys?lang=es"],
  ])("%s takes it along to the sign-in and back", async (url, back) => {
    const { headers } = await get(url);
    expect(headers.location).toBe("/login?lang=es");
    expect(decodeURIComponent(String(headers["set-cookie"]))).toContain(`auth_redirect_url=${back};`);
  });
  it.each([
    ["/go/nowhere-at-all?lang=es", "/nowhere-at-all-coupons?gone=1&lang=es"],
    ["/go/offer/off_1?lang=es", "/coins/offer/off_1?why=unknown_offer&lang=es"],
  ])("%s takes it along to the page that says what went wrong", async (url, page) => {
    expect((await get(url, session)).headers.location).toBe(page);
  });
});

describe("the way to a shop in debug mode (SPEC §9)", () => {
  it("takes debug=true along, to the shop, to the sign-in and back, and to the store's page", async () => {
    const plain = new URL(String((await get("/go/marlow-finch", session)).headers.location));
    expect(plain.searchParams.has("debug")).toBe(false);
    const shop = new URL(String((await get("/go/marlow-finch?debug=true", session)).headers.location));
    expect([shop.host, shop.searchParams.get("debug")]).toEqual([plain.host, "true"]);
    const guarded = await get("/go/marlow-finch?debug=true");
    expect(guarded.headers.location).toBe("/login?debug=true");
    const cookie = String(guarded.headers["set-cookie"]);
    expect(decodeURIComponent(cookie)).toContain("auth_redirect_url=/marlow-finch-coupons/redirecting?debug=true;");
    const posted = await world.app.inject({ method: "POST", url: "/auth/apple/callback?debug=true", payload: {} });
    expect(posted.headers.location).toBe("/auth/apple/callback?state=&debug=true");
    expect((await get("/go/nowhere-at-all?debug=true", session)).headers.location).toBe(
      "/nowhere-at-all-coupons?gone=1&debug=true",
    );
  });
});
