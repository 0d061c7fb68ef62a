/** Where visitors came from and what they allow, from the first call to the account that keeps it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { touchLine } from "../../src/modules/attribution/http.ts";
import { toldMember } from "../support/account-calls.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { COUNTRY_HEADER: "CF-IPCountry" } });
});
afterAll(() => world.close());

const US = { "cf-ipcountry": "US" };
const GB = { "cf-ipcountry": "GB" };
type Sent = {
  method?: "GET" | "POST" | "PUT";
  url: string;
  json?: unknown;
  body?: string;
  headers?: Record<string, string>;
};

async function send({ method = "POST", url, json, body, headers = {} }: Sent) {
  return world.app.inject({
    method,
    url,
    headers: { ...(json === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(json === undefined ? (body === undefined ? {} : { payload: body }) : { payload: JSON.stringify(json) }),
  });
}
const lines = (answer: Awaited<ReturnType<typeof send>>) => [answer.headers["set-cookie"] ?? []].flat();
const lineOf = (answer: Awaited<ReturnType<typeof send>>, name: string) =>
  lines(answer).find((line) => line.startsWith(`${name}=`)) ?? null;
const pair = (line: string | null) => line?.split(";")[0] ?? "";

const register = (email: string, headers: Record<string, string>) =>
  send({
    url: "/api/web/register",
    json: { name: "Ada", email, password: "copper penny passbook", password_confirmation: "copper penny passbook" },
    headers,
  });

describe("the attribution record", () => {
  const touch = {
    sid: "03102027spring;x",
    cid: "c-9",
    partner: "shipright",
    website: "blog.example",
    url: "https://x.example/a?b=c",
  };

  it("is a cookie that the server sets, for 25 days, out of scripts' reach", async () => {
    const answer = await send({ url: "/api/check-set-cookie", json: touch, headers: US });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toMatchObject({ sid: "03102027spring", cid: "c-9", partner: "shipright" });
    const line = lineOf(answer, "sm_landers") ?? "";
    expect(line).toContain(`Max-Age=${25 * 86_400}`);
    expect(line).toContain("HttpOnly");
    expect(line).toContain("Path=/");
    expect(JSON.parse(decodeURIComponent(pair(line).slice("sm_landers=".length)))).toEqual(answer.json().data);
    const read = await send({ url: "/api/get-cookie", headers: { cookie: pair(line) } });
    expect(read.json()).toEqual({ success: true, data: answer.json().data });
  });

  it.each([
    ["text/plain JSON, as a beacon sends it", "text/plain;charset=UTF-8", JSON.stringify(touch)],
    ["a form", "application/x-www-form-urlencoded", "sid=03102027spring%3Bx&cid=c-9&partner=shipright"],
  ])("takes %s", async (_what, type, body) => {
    const answer = await send({ url: "/api/check-set-cookie", body, headers: { ...US, "content-type": type } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toMatchObject({ sid: "03102027spring", cid: "c-9", partner: "shipright" });
  });

  it("is set with a page already, which says where it was and who led there, unless it was a page of ours", () => {
    const seen: unknown[] = [];
    const takeTouch = (_header: unknown, given: unknown) => {
      seen.push(given);
      return { cookie: "a=b" };
    };
    const attribution = { takeTouch };
    const page = (referer: string, url = "/spl/spt/1?sid=s-1&email=x") =>
      touchLine(
        attribution as never,
        {
          ...{ method: "GET", url, protocol: "https", host: "shop.example:8443", hostname: "shop.example" },
          headers: { referer },
        } as never,
      );
    const sent = { sid: "s-1", cid: null, partner: null, url: "https://shop.example:8443/spl/spt/1?sid=s-1&email=x" };
    expect(page("https://blog.example/a?b=c")).toBe("a=b");
    expect(page("https://shop.example:8443/stores")).toBe("a=b");
    expect(page("https://blog.example/", "/stores?page=2")).toBeNull();
    expect(seen).toEqual([
      { ...sent, website: "blog.example" },
      { ...sent, website: null },
    ]);
  });

  it("does not start anew when the same touch comes again, and ends 25 days after the first", async () => {
    const first = pair(lineOf(await send({ url: "/api/check-set-cookie", json: touch, headers: US }), "sm_landers"));
    world.clock.advance({ days: 24 });
    const again = await send({ url: "/api/check-set-cookie", json: touch, headers: { ...US, cookie: first } });
    expect(lines(again)).toEqual([]);
    world.clock.advance({ hours: 23, minutes: 59, seconds: 59 });
    expect((await send({ url: "/api/get-cookie", headers: { cookie: first } })).json().data).not.toBeNull();
    world.clock.advance({ seconds: 1 });
    expect((await send({ url: "/api/get-cookie", headers: { cookie: first } })).json().data).toBeNull();
  });

  it.each([
    "sm_landers=%7Bnonsense",
    `sm_landers=${encodeURIComponent(JSON.stringify({ sid: "x".repeat(9_000), origin: "2027-03-10T00:00:00.000Z" }))}`,
    "sm_landers=%0d%0aSet-Cookie:%20a=b",
  ])("is none when it was not written here: %s", async (cookie) => {
    const answer = await send({ url: "/api/get-cookie", headers: { cookie } });
    expect(answer.json()).toEqual({ success: true, data: null });
  });

  it("lets no line end into a header", async () => {
    const answer = await send({
      url: "/api/check-set-cookie",
      json: { sid: "a\r\nSet-Cookie: evil=1", cid: "b\nc", partner: "x\r\n", url: "https://x.example/\r\nb" },
      headers: US,
    });
    expect(answer.statusCode).toBe(200);
    expect(lines(answer)).toHaveLength(1);
    expect(lines(answer)[0]).not.toMatch(/[\r\n]|evil=1/);
  });

  it("goes with its visitor into the account, with the partner and the country", async () => {
    const cookie = pair(lineOf(await send({ url: "/api/check-set-cookie", json: touch, headers: US }), "sm_landers"));
    const joined = await register("ada@example.com", { ...US, cookie });
    expect(joined.json().user).toMatchObject({
      sid: "03102027spring",
      cid: "c-9",
      partner: "shipright",
      country_code: "US",
    });
  });

  it("gives way to the partner that the page stood under, and to no unknown one", async () => {
    const cookie = pair(lineOf(await send({ url: "/api/check-set-cookie", json: touch, headers: US }), "sm_landers"));
    const other = await register("bea@example.com", { ...US, cookie: `${cookie}; partner=joinsmarty` });
    expect(other.json().user).toMatchObject({ partner: "joinsmarty", sid: "03102027spring" });
    const odd = pair(
      lineOf(
        await send({ url: "/api/check-set-cookie", json: { ...touch, partner: "nobody" }, headers: US }),
        "sm_landers",
      ),
    );
    expect((await register("cy@example.com", { cookie: odd })).json().user).toMatchObject({
      partner: "tuppence",
      country_code: null,
    });
  });

  it("is not set where the law asks first, until somebody allows it", async () => {
    const refused = await send({ url: "/api/check-set-cookie", json: touch, headers: GB });
    expect(refused.json()).toEqual({ success: true, data: null });
    expect(lines(refused)).toEqual([]);
    const shown = (await send({ method: "GET", url: "/api/privacy/choices", headers: GB })).json();
    expect(shown).toMatchObject({ ask: true, permitted: { attribution: false, statistics: false, marketing: false } });
    const chosen = await send({
      method: "PUT",
      url: "/api/privacy/choices",
      json: { attribution: true, statistics: false, marketing: false, version: shown.version },
      headers: GB,
    });
    const allowed = await send({
      url: "/api/check-set-cookie",
      json: touch,
      headers: { ...GB, cookie: pair(lineOf(chosen, "privacy_choices")) },
    });
    expect(lineOf(allowed, "sm_landers")).not.toBeNull();
  });
});

describe("choices of an account and of a browser", () => {
  type Browser = { cookies: Record<string, string> };
  const takeCookies = (browser: Browser, answer: Awaited<ReturnType<typeof send>>) => {
    for (const { name, value } of answer.cookies) browser.cookies[name] = encodeURIComponent(value);
    return answer;
  };
  const headersOf = (browser: Browser) => ({
    ...US,
    cookie: Object.entries(browser.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join("; "),
  });
  const show = async (browser: Browser) => {
    const url = "/api/privacy/choices";
    return takeCookies(browser, await send({ method: "GET", url, headers: headersOf(browser) })).json();
  };
  const choose = async (browser: Browser, yes: boolean) => {
    const { version } = await show(browser);
    const answer = await send({
      method: "PUT",
      url: "/api/privacy/choices",
      json: { attribution: yes, statistics: yes, marketing: yes, version },
      headers: headersOf(browser),
    });
    expect(answer.statusCode).toBe(200);
    takeCookies(browser, answer);
  };
  const signIn = async (browser: Browser, email: string) => {
    const json = { email, password: "copper penny passbook" };
    takeCookies(browser, await send({ url: "/api/web/login", json, headers: headersOf(browser) }));
  };
  const every = (given: boolean) => ({ attribution: given, statistics: given, marketing: given });

  it.each([
    ["an older yes of the account gives way to this browser's newer no", true, "account", false],
    ["an older no of this browser gives way to the account's newer yes", true, "browser", true],
    ["an older no of the account gives way to this browser's newer yes", false, "account", true],
    ["an older yes of this browser gives way to the account's newer no", false, "browser", false],
  ] as const)("%s", async (what, accountSays, first, expected) => {
    const email = `${what.replaceAll(/\W/g, "")}@example.com`;
    const desk: Browser = { cookies: {} };
    const phone: Browser = { cookies: {} };
    takeCookies(desk, await register(email, US));
    const said = [() => choose(desk, accountSays), () => choose(phone, !accountSays)];
    for (const say of first === "account" ? said : said.toReversed()) {
      await say();
      world.clock.advance({ minutes: 5 });
    }
    await signIn(phone, email);
    expect(await show(phone)).toMatchObject({ choices: every(expected), permitted: every(expected) });
    // What was shown is what the browser holds from now on, signed in or not.
    delete phone.cookies.tp_token_test;
    expect(await show(phone)).toMatchObject({ choices: every(expected) });
  });

  it("of an account hold on all of its browsers, and are asked for on none where the law asks", async () => {
    const desk: Browser = { cookies: {} };
    const user_id = toldMember(takeCookies(desk, await register("asked.once@example.com", US)).json().user);
    await choose(desk, false);
    const elsewhere = await world.attribution.permittedFor((name) => (name === "cf-ipcountry" ? "US" : null), user_id);
    expect(elsewhere).toEqual(every(false));
    const phone: Browser = { cookies: {} };
    const asks = async () => {
      const headers = { ...headersOf(phone), ...GB };
      return (await send({ method: "GET", url: "/api/privacy/choices", headers })).json().ask;
    };
    expect(await asks()).toBe(true);
    await signIn(phone, "asked.once@example.com");
    expect(await asks()).toBe(false);
  });
});
