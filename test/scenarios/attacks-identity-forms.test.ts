/** Being signed in as somebody else by another site, by a link or by a credential that is used again: each shown to fail. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AccountCaller, createAccountCaller, PASSWORD } from "../support/account-calls.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let caller: AccountCaller;
let mallory: Awaited<ReturnType<AccountCaller["join"]>>;
beforeAll(async () => {
  world = await createWorld();
  caller = createAccountCaller(world);
  mallory = await caller.join("Mallory Form");
});
afterAll(() => world.close());

const FORM = "application/x-www-form-urlencoded";
/** What browsers say of a form that another site posts: an older one only `Origin`, a hidden one `null`. */
const FOREIGN: Record<string, string>[] = [
  { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  { origin: "https://evil.example" },
  { origin: "null", "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "cross-site" },
  { origin: "http://sister.127.0.0.1", "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "same-site" },
];
const post = (url: string, headers: Record<string, string>, payload: string) =>
  world.app.inject({ method: "POST", url, headers, payload });

describe("a form of another site", () => {
  it("signs nobody in and registers nobody, though no cookie came along", async () => {
    const login = new URLSearchParams({ email: mallory.email, password: PASSWORD }).toString();
    const register = new URLSearchParams({
      name: "Mallory",
      email: "planted@example.com",
      password: PASSWORD,
      password_confirmation: PASSWORD,
    }).toString();
    for (const headers of FOREIGN)
      for (const [path, body] of [
        ["/api/web/login", login],
        ["/api/web/register", register],
        ["/login", login],
        ["/register", register],
        [`/token/callback/${"x".repeat(48)}`, ""],
        ["/verify/x", "what=claim"],
      ] as const) {
        const answer = await post(path, { ...headers, "content-type": FORM }, body);
        expect([path, headers, answer.statusCode]).toEqual([path, headers, 403]);
        expect(answer.json().code).toBe("foreign_origin");
        expect(answer.headers["set-cookie"]).toBeUndefined();
      }
    expect(await world.identity.hasMember("planted@example.com")).toBe(false);
  });

  it("is told from our own pages, apps and servers, which go on", async () => {
    const json = JSON.stringify({ email: mallory.email, password: PASSWORD });
    const type = { "content-type": "application/json" };
    const own = { origin: world.productUrl, "sec-fetch-site": "same-origin" };
    expect((await post("/api/web/login", { ...type, ...own }, json)).statusCode).toBe(200);
    // Neither header: an app or a server.
    expect((await post("/api/web/login", type, json)).statusCode).toBe(200);
    const { token, bind } = mallory.session;
    const bearer = { authorization: `Bearer ${token}`, "x-tuppence-bind": bind };
    const extension = { origin: "chrome-extension://ihkcfpbnmeahlfgjbkdcaopelgmnfjtp", "sec-fetch-site": "none" };
    expect((await post("/api/verify/resend", { ...type, ...extension, ...bearer }, "{}")).statusCode).toBe(200);
    const withCookie = { ...type, ...extension, ...bearer, cookie: "lang=en" };
    expect((await post("/api/verify/resend", withCookie, "{}")).statusCode).toBe(403);
    // Networks and providers call from elsewhere, with proofs of their own.
    const hook = await post("/hooks/apple", { ...type, ...FOREIGN[0] }, JSON.stringify({ payload: "a.b.c" }));
    expect(hook.json().code).not.toBe("foreign_origin");
  });

  it("is refused in the reader's language", async () => {
    const answer = await post("/api/web/login", { ...FOREIGN[0], cookie: "lang=es", "content-type": FORM }, "");
    expect(answer.json().message).toBe("Esta solicitud no vino de nuestras páginas.");
  });
});

describe("a link that signs in once", () => {
  it("says whose account it opens before it is pressed, and not to whom else", async () => {
    const token = await world.identity.oneTimeToken(
      (await world.base.handle.pool.query("select user_id from identity.users where email = $1", [mallory.email]))
        .rows[0].user_id,
      null,
    );
    expect(await world.identity.peekSignIn(token)).toMatchObject({
      ...{ state: "open", account: "m•••@example.com", leads_to: null, own: false },
    });
    const visit = { user_agent: "", address: "203.0.113.60" };
    expect((await world.identity.signInWithToken(token, visit)).ok).toBe(true);
    expect(await world.identity.peekSignIn(token)).toMatchObject({ state: "used", account: null });
    expect(await world.identity.peekSignIn("x".repeat(48))).toMatchObject({
      ...{ state: "unknown", account: null },
    });
  });
});

describe("a One Tap credential", () => {
  const nonce = async () => String((await caller.call("POST", "/api/web/social/google/nonce", {})).body.nonce);
  let person = "";
  beforeAll(async () => {
    const added = { provider: "google", email: "once@gmail.example" };
    person = (await world.control<{ person: { id: string } }>("/signin/people", added)).person.id;
  });
  const make = async (more: object) => {
    const body = { person, ...more };
    return (await world.control<{ credential: string }>("/signin/credential", body)).credential;
  };
  const tap = async (credential: string) => {
    const form = { credential, g_csrf_token: "abc" };
    const answer = await caller.call("POST", "/api/web/social/google", form, { cookie: "g_csrf_token=abc" });
    return answer.body.code ?? "in";
  };

  it("opens one session, and none without a nonce that was made here and not used", async () => {
    const own = await nonce();
    const credential = await make({ nonce: own });
    expect(await tap(credential)).toBe("in");
    expect(await tap(credential)).toBe("social_state_used");
    expect(await tap(await make({ nonce: own }))).toBe("social_state_used");
    expect(await tap(await make({}))).toBe("social_state_used");
    expect(await tap(await make({ nonce: "made-up" }))).toBe("social_state_used");
    const late = await nonce();
    await world.advance({ minutes: 61 });
    expect(await tap(await make({ nonce: late }))).toBe("social_state_used");
    const both = await make({ nonce: await nonce() });
    expect((await Promise.all([tap(both), tap(both), tap(both)])).toSorted()).toEqual([
      "in",
      "social_state_used",
      "social_state_used",
    ]);
    const none = await caller.call("POST", "/api/web/social/apple/nonce", {});
    expect([none.status, none.body.code]).toEqual([404, "unknown_provider"]);
  });
});
