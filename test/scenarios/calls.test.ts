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
    expect((await get("/go/nowhere-at-all?debug=true", session)).headers.location).toBe(
      "/nowhere-at-all-coupons?gone=1&debug=true",
    );
  });
});
