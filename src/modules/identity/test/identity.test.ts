import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { findPasswordFault } from "../passwords/strength.ts";
import { findFaults, initialsOf, isEmail, tokenCookieName } from "../rules.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const form = (more: object = {}) => ({
  name: "Rosa Delgado",
  email: "rosa@example.com",
  password: "copper penny passbook",
  password_confirmation: "copper penny passbook",
  ...more,
});
async function post(path: string, json: unknown, headers: Record<string, string> = {}) {
  const response = await world.app.inject({
    method: "POST",
    url: path,
    headers: { "content-type": "application/json", ...headers },
    payload: JSON.stringify(json),
  });
  const cookies = Object.fromEntries(response.cookies.map((cookie) => [cookie.name, cookie.value]));
  return { status: response.statusCode, body: response.json(), cookies, raw: response };
}
const cookieHeader = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");

describe("rules", () => {
  it.each([
    ["a@b.co", true],
    ["a.b+c@sub.example.museum", true],
    [`a@b.${"c".repeat(24)}`, true],
    [`a@b.${"c".repeat(25)}`, false],
    ["a@b.c", false],
    ["a b@c.com", false],
    ["@c.com", false],
    ["a@c..com", false],
    ["", false],
  ])("%s is an address: %s", (text, expected) => expect(isEmail(text)).toBe(expected));

  it("names the first fault in the order of the form", () => {
    expect(findFaults(form({ name: " ", email: "x", password: "" }))).toEqual([
      "name_missing",
      "invalid_email",
      "password_short",
    ]);
    expect(findFaults(form({ email: "x" }))).toEqual(["invalid_email"]);
    expect(findFaults(form({ password: "short" }))).toEqual(["password_short"]);
    expect(findFaults(form({ password_confirmation: "other" }))).toEqual(["password_mismatch"]);
    expect(findFaults(form())).toEqual([]);
  });

  it("take a password of eight characters and none of seven, characters of two units counted once", async () => {
    for (const [short, enough] of [
      ["k3!xQz9", "k3!xQz9w"],
      ["🌵3!xQz9", "🌵3!xQz9w"],
    ] as const) {
      const typed = (password: string) => form({ password, password_confirmation: password });
      expect(findFaults(typed(short))).toEqual(["password_short"]);
      expect(findFaults(typed(enough))).toEqual([]);
      expect([await findPasswordFault(short, []), await findPasswordFault(enough, [])]).toEqual([
        "password_short",
        null,
      ]);
    }
  });

  it("names the token cookie for where it was made", () => {
    expect(tokenCookieName("http://localhost:3000", "production")).toBe("tp_token_local");
    expect(tokenCookieName("https://tuppence.example", "production")).toBe("tp_token");
    expect(tokenCookieName("https://tuppence.example", "test")).toBe("tp_token_test");
    expect(initialsOf("Rosa Delgado")).toBe("RD");
  });
});

describe("register, sign in, go on", () => {
  it("gives a three-part token, the user and both cookies", async () => {
    const { status, body, cookies, raw } = await post("/api/web/register", form());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      recently_created: true,
      user: { email: "rosa@example.com", subscribed: false, plus: { active: false } },
    });
    expect(body.login_token.split(".")).toHaveLength(3);
    expect(cookies.tp_token_test).toBe(body.login_token);
    const bind = raw.cookies.find((cookie) => cookie.name === "tp_bind");
    expect(bind).toMatchObject({ httpOnly: true, maxAge: 365 * 86_400 });
  });

  it("has one account for an address, however it is written and however often it is pressed", async () => {
    const stranger = await post("/api/web/register", {
      ...form({ email: " ROSA@example.com " }),
      password: "another person's words",
      password_confirmation: "another person's words",
    });
    expect(stranger.status).toBe(409);
    expect(Object.keys(stranger.body.errors)).toEqual(["email"]);
    const race = await Promise.all(
      [1, 2, 3].map(() => post("/api/web/register", form({ email: "race@example.com", name: "Race Runner" }))),
    );
    // Whoever knows the password is its owner: a doubled click is signed in twice and registered once.
    expect(race.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(new Set(race.map((answer) => answer.body.user.user_id)).size).toBe(1);
    expect(race.filter((answer) => answer.body.recently_created)).toHaveLength(1);
  });

  it("does not tell whether an address exists", async () => {
    const known = await post("/api/web/login", { email: "rosa@example.com", password: "wrong words here" });
    const unknown = await post("/api/web/login", { email: "nobody@example.com", password: "wrong words here" });
    expect([known.status, unknown.status]).toEqual([401, 401]);
    expect({ ...known.body, request_id: "" }).toEqual({ ...unknown.body, request_id: "" });
  });

  it("speaks Spanish to a Spanish reader", async () => {
    const answer = await post(
      "/api/web/login",
      { email: "x@example.com", password: "y" },
      { cookie: "lang=es", origin: world.productUrl },
    );
    expect(answer.body.message).toMatch(/^El correo y la contraseña/);
  });

  it("opens nothing with a token alone, a forged one, one without algorithm, or another's binding", async () => {
    const rosa = await post("/api/web/login", { email: "rosa@example.com", password: "copper penny passbook" });
    const race = await post("/api/web/login", { email: "race@example.com", password: "copper penny passbook" });
    const summary = (token: string, bind: string | undefined) =>
      world.app.inject({
        method: "GET",
        url: "/api/user/summary",
        headers: { authorization: `Bearer ${token}`, ...(bind ? { cookie: `tp_bind=${bind}` } : {}) },
      });
    const [head = "", claims = "", signature = ""] = rosa.body.login_token.split(".");
    const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${claims}.`;
    const other = `${head}.${Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(claims, "base64url").toString()), sub: race.body.user.user_id })).toString("base64url")}.${signature}`;
    expect((await summary(rosa.body.login_token, rosa.cookies.tp_bind)).statusCode).toBe(200);
    expect((await summary(rosa.body.login_token, undefined)).statusCode).toBe(401);
    expect((await summary(rosa.body.login_token, race.cookies.tp_bind)).statusCode).toBe(401);
    expect((await summary(none, rosa.cookies.tp_bind)).statusCode).toBe(401);
    expect((await summary(other, rosa.cookies.tp_bind)).statusCode).toBe(401);
    expect((await summary("a.b", rosa.cookies.tp_bind)).statusCode).toBe(401);
  });

  it.each([
    ["en", "Successfully signed out!", "You have been logged out"],
    ["es", "¡Sesión cerrada!", "Se cerró tu sesión"],
  ])("syncs a cookie, refreshes it, ends it, and then says so (%s)", async (language, signedOut, ended) => {
    const signedIn = await post("/api/web/login", { email: "rosa@example.com", password: "copper penny passbook" });
    const header = { cookie: cookieHeader({ ...signedIn.cookies, lang: language }), origin: world.productUrl };
    const synced = await post("/api/sync-token", {}, header);
    expect(synced.body).toMatchObject({ success: true, user: { email: "rosa@example.com" } });
    const refreshed = await post("/api/refresh", { nocache: true }, header);
    expect(refreshed.body.success).toBe(true);
    expect((await post("/api/logout", {}, header)).body).toEqual({
      success: true,
      message: signedOut,
    });
    expect((await post("/api/refresh", {}, header)).body).toEqual({
      success: false,
      message: ended,
    });
  });

  it("says of an account's first session that it began minutes ago, whoever made it, and of no other", async () => {
    const born = await post("/api/web/register", form({ email: "born@example.com", name: "Born Today" }));
    const later = await post("/api/web/login", { email: "born@example.com", password: "copper penny passbook" });
    const isFirst = async ({ cookies }: typeof born) => {
      const header = { cookie: cookieHeader(cookies), origin: world.productUrl };
      return (await post("/api/sync-token", {}, header)).body.recently_created;
    };
    expect(await isFirst(born)).toBe(true);
    world.clock.advance({ minutes: 5 });
    const second = await post("/api/web/login", { email: "born@example.com", password: "copper penny passbook" });
    expect([await isFirst(born), await isFirst(second)]).toEqual([true, false]);
    world.clock.advance({ minutes: 6 });
    expect([await isFirst(born), await isFirst(later)]).toEqual([false, false]);
  });

  it("ends with its 365 days", async () => {
    const signedIn = await post("/api/web/login", { email: "rosa@example.com", password: "copper penny passbook" });
    const header = { cookie: cookieHeader(signedIn.cookies), origin: world.productUrl };
    world.clock.advance({ days: 364 });
    const renewed = await post("/api/refresh", { nocache: true }, header);
    expect(renewed.body.success).toBe(true);
    // A refresh gives a new token for the day that is left, and its cookies end with it.
    expect(renewed.body.expires).toBe(signedIn.body.expires);
    const age = renewed.raw.cookies.find((cookie) => cookie.name === "tp_token_test")?.maxAge;
    expect(Number(age)).toBeLessThanOrEqual(86_400);
    expect(Number(age)).toBeGreaterThan(86_000);
    world.clock.advance({ days: 2 });
    expect((await post("/api/sync-token", {}, { ...header, cookie: cookieHeader(renewed.cookies) })).body.success).toBe(
      false,
    );
    expect((await post("/api/sync-token", {}, header)).body.success).toBe(false);
  });

  it("says 'Invalid JWT' of a token that has not three parts (SPEC §8)", async () => {
    for (const token of ["abc", "abc.def", "a.b.c.d"])
      expect((await post("/api/refresh", {}, { cookie: `tp_token_test=${token}` })).body).toEqual({
        success: false,
        message: "Invalid JWT",
      });
  });

  it("takes the mark of a membership away with the session", async () => {
    const signedIn = await post("/api/web/login", { email: "rosa@example.com", password: "copper penny passbook" });
    const header = { cookie: cookieHeader(signedIn.cookies), origin: world.productUrl };
    const gone = ({ raw }: Awaited<ReturnType<typeof post>>) =>
      raw.cookies.some((cookie) => cookie.name === "sm_spsub" && cookie.value === "" && cookie.maxAge === 0);
    expect(gone(await post("/api/refresh", {}, header))).toBe(true);
    expect(gone(await post("/api/logout", {}, header))).toBe(true);
  });

  it("refuses what another site posts with our cookies", async () => {
    const answer = await post("/api/logout", {}, { cookie: "tp_token_test=x", origin: "https://evil.example" });
    expect(answer.status).toBe(403);
    expect(answer.body.code).toBe("foreign_origin");
  });

  it("remembers nobody by what was read while they were being forgotten", async () => {
    const { body, cookies } = await post("/api/web/register", form({ email: "read.early@example.com" }));
    const who = () => world.identity.authenticate(body.login_token, cookies.tp_bind ?? "");
    const { user_id = "" } = (await who()) ?? {};
    world.identity.forgetMember(user_id);
    // Still being read when they are forgotten: what is read so may be from before the change.
    const early = who();
    world.identity.forgetMember(user_id);
    await early;
    await world.base.handle.pool.query(
      "update identity.users set name = 'Later' where email = 'read.early@example.com'",
    );
    expect(await who()).toMatchObject({ name: "Later" });
  });

  it("asks the database about everybody again once nobody knows which sessions ended", async () => {
    const { body, cookies } = await post("/api/web/register", form({ email: "not.heard@example.com" }));
    const who = () => world.identity.authenticate(body.login_token, cookies.tp_bind ?? "");
    const { session_id = "" } = (await who()) ?? {};
    await world.base.handle.pool.query("update identity.sessions set ended_at = now() where session_id = $1", [
      session_id,
    ]);
    expect(await who(), "remembered for some seconds").toMatchObject({ session_id });
    world.identity.forgetSessions();
    expect(await who()).toBeNull();
  });
});
