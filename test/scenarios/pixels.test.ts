/** Conversion pixels as calls: who gets them, when, and once. And what an account says about privacy. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, type World } from "../support/world.ts";

const PIXELS = {
  shipright: {
    hosts: ["https://px.example"],
    registration: [{ name: "joined", html: '<img src="https://px.example/r?u={transaction_id}&h={email_sha256}">' }],
    conversion: [
      { name: "sold", html: '<img src="https://px.example/c?t={transaction_id}&m={email_md5}&e={email}">' },
      { name: "plus", html: "<b>{transaction_id}</b>", products: ["plus"] },
      { name: "contract", html: "<i>{email}</i>", raw_email_by_contract: true },
    ],
    globaldelayed: [{ name: "later", html: "<script>late({transaction_id})</script>" }],
  },
};
const file = join(mkdtempSync(join(tmpdir(), "pixels-")), "pixels.json");
const US = { "cf-ipcountry": "US" };
const GB = { "cf-ipcountry": "GB" };
let world: World;
let cookie: string;

beforeAll(async () => {
  writeFileSync(file, JSON.stringify(PIXELS));
  world = await createWorld({ environment: { COUNTRY_HEADER: "CF-IPCountry", PIXELS_FILE: file } });
  cookie = await join_("test@example.com", "shipright");
});
afterAll(() => world.close());

async function join_(email: string, partner: string): Promise<string> {
  const joined = await world.app.inject({
    method: "POST",
    url: "/api/web/register",
    headers: { cookie: `partner=${partner}` },
    payload: { name: "Pia", email, password: "copper penny passbook", password_confirmation: "copper penny passbook" },
  });
  return joined.cookies.map((each) => `${each.name}=${each.value}`).join("; ");
}

const load = (form: Record<string, string>, headers: Record<string, string> = { ...US, cookie }) =>
  world.app.inject({
    method: "POST",
    url: "/api/load-pixels",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(form).toString(),
  });
const landed = (query = "", headers: Record<string, string> = { ...US, cookie }) =>
  world.app.inject({ method: "GET", url: `/landers/load-pixel${query}`, headers });

describe("pixels", () => {
  it("are filled for the member who is signed in, and fire once for a transaction", async () => {
    const form = { transaction_id: "sub_1", product: "basic", pixelTypes: "conversion,globaldelayed" };
    const both = await Promise.all([load(form), load(form)]);
    const answers = both.map((answer) => answer.json());
    for (const answer of answers)
      expect(answer).toMatchObject({
        withheld: null,
        frame: "/landers/pixel-frame?partner=shipright",
        cache_minutes: 10_080,
      });
    // Each kind is one answer's alone, whichever asked for it first.
    expect(answers.map(({ conversion }) => conversion).filter((scripts) => scripts.length > 0)).toEqual([
      ['<img src="https://px.example/c?t=sub_1&m=55502f40dc8b7c769880b10874abc9d0&e=">', "<i>test@example.com</i>"],
    ]);
    expect(answers.flatMap(({ globaldelayed }) => globaldelayed)).toEqual(['<script>late("sub_1")</script>']);
    expect((await landed("?transaction_id=sub_1")).json().conversion).toEqual([]);
    expect((await load({ transaction_id: "sub_2", product: "plus" })).json().conversion).toHaveLength(3);
  });

  it("are asked for by a form of any kind, as the specification's pages send it", async () => {
    const parts = new FormData();
    parts.set("transaction_id", "sub_parts");
    parts.set("pixelTypes", "conversion");
    const whole = new Response(parts);
    const answer = await world.app.inject({
      method: "POST",
      url: "/api/load-pixels",
      headers: { ...US, cookie, "content-type": whole.headers.get("content-type") ?? "" },
      payload: Buffer.from(await whole.arrayBuffer()),
    });
    expect([answer.statusCode, answer.json().conversion?.length]).toEqual([200, 2]);
    const file = new FormData();
    file.set("transaction_id", new Blob(["x"]), "x.txt");
    const refused = new Response(file);
    const headers = { ...US, cookie, "content-type": refused.headers.get("content-type") ?? "" };
    const payload = Buffer.from(await refused.arrayBuffer());
    const withFile = await world.app.inject({ method: "POST", url: "/api/load-pixels", headers, payload });
    expect([withFile.statusCode, withFile.json().code]).toEqual([413, "refused"]);
    const nothing = { ...headers, "content-type": "multipart/form-data; boundary=none" };
    for (const [what, asked] of [
      ["no parts", { headers: nothing, payload: "--none--\r\n" }],
      ["an empty form", { headers: { ...headers, "content-type": "application/x-www-form-urlencoded" }, payload: "" }],
      ["nothing at all", { headers: { ...US, cookie } }],
    ] as const) {
      const none = await world.app.inject({ method: "POST", url: "/api/load-pixels", ...asked });
      expect(none.statusCode, what).toBe(200);
      expect(none.json(), what).toMatchObject({ success: true, withheld: null, conversion: [], globaldelayed: [] });
    }
    for (const form of [
      { product: "basic" },
      { context: "trial", pixelTypes: "conversion" },
      { transaction_id: "  " },
    ]) {
      const part = await load(form);
      expect([part.statusCode, Object.keys(part.json().errors)], Object.keys(form)[0]).toEqual([
        422,
        ["transaction_id"],
      ]);
    }
    expect((await load({ pixelTypes: "conversion,globaldelayed" })).json()).toMatchObject({ conversion: [] });
  });

  it("of a registration may be kept for 7 days, and end with them", async () => {
    const answer = await landed();
    expect(answer.headers["cache-control"]).toBe("private, max-age=604800");
    expect(answer.headers.vary).toContain("sec-gpc");
    expect(answer.json().registration[0]).toMatch(
      /^<img src="https:\/\/px\.example\/r\?u=usr_[0-9a-f]{32}&h=973dfe463ec85785f5f95af5ba3906eedb2d931c24e69824a89ea65dba4e813b">$/,
    );
    expect((await landed("?transaction_id=sub_9")).headers["cache-control"]).toBe("no-store");
    world.clock.advance({ days: 7, seconds: -1 });
    expect((await landed()).json().registration).toHaveLength(1);
    world.clock.advance({ seconds: 1 });
    expect((await landed()).json().registration).toEqual([]);
    world.clock.advance({ days: -7 });
  });

  it.each([
    ["to nobody without a session", US, "not_signed_in", false],
    ["under Global Privacy Control", { ...US, "sec-gpc": "1" }, "gpc", true],
    ["in Britain before a yes", GB, "no_consent", true],
  ])("are withheld %s", async (_what, headers, withheld, signedIn) => {
    const form = { transaction_id: "sub_held", pixelTypes: "conversion" };
    const all = { ...headers, ...(signedIn ? { cookie } : {}) };
    expect((await load(form, all)).json()).toMatchObject({
      withheld,
      registration: [],
      conversion: [],
      globaldelayed: [],
    });
    expect((await landed("", all)).json()).toMatchObject({ withheld, registration: [] });
  });

  it("that were withheld did not fire", async () => {
    expect((await load({ transaction_id: "sub_held" })).json().conversion).toHaveLength(2);
  });

  it.each(["", "a b", "<script>", "x".repeat(90)])("are refused for the transaction %j", async (transaction_id) => {
    expect((await load({ transaction_id })).statusCode).toBe(422);
  });

  it("run in a document without origin, which reaches the partner's hosts and nothing else", async () => {
    const answer = await world.app.inject({ method: "GET", url: "/landers/pixel-frame?partner=shipright" });
    expect(answer.statusCode).toBe(200);
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy).toContain("sandbox allow-scripts");
    expect(policy).not.toContain("allow-same-origin");
    expect(policy).toContain("connect-src https://px.example;");
    expect(policy).toContain("frame-ancestors 'self'");
    const none = await world.app.inject({ method: "GET", url: "/landers/pixel-frame?partner=constructor" });
    expect(none.headers["content-security-policy"]).toContain("connect-src 'none'");
  });
});

describe("an account's choices", () => {
  const shown = async (headers: Record<string, string>) => {
    const answer = await world.app.inject({ method: "GET", url: "/api/privacy/choices", headers });
    return { ...answer.json(), cookies: [answer.headers["set-cookie"] ?? []].flat() as string[] };
  };
  const choose = async (choices: object, version: string, headers: Record<string, string>) =>
    world.app.inject({
      method: "PUT",
      url: "/api/privacy/choices",
      headers,
      payload: { ...choices, version, source: "settings" },
    });
  const NO = { attribution: false, statistics: false, marketing: false };
  const YES = { attribution: true, statistics: true, marketing: true };

  it("are kept with the words that were read, and follow to another browser", async () => {
    const own = await join_("ana@example.com", "shipright");
    const { version, words, ask, region } = await shown({ ...US, cookie: own });
    expect({ ask, region }).toEqual({ ask: false, region: "free" });
    expect((await choose({ ...YES, marketing: false }, version, { ...US, cookie: own })).statusCode).toBe(200);
    const other = await shown({ ...US, cookie: own });
    expect(other.choices).toEqual({ ...YES, marketing: false });
    expect(other.cookies.some((line: string) => line.startsWith("privacy_choices=as."))).toBe(true);
    expect((await load({ transaction_id: "t-ana" }, { ...US, cookie: own })).json().withheld).toBe("no_consent");
    const { user_id } = (
      await world.database.pool.query("select user_id from identity.users where email = 'ana@example.com'")
    ).rows[0];
    const history = await world.attribution.privacyHistory(user_id);
    expect(history.find((entry) => entry.purpose === "marketing")).toMatchObject({
      given: false,
      what: words.purposes.marketing.what,
      version,
      source: "settings",
    });
    const kept = await world.database.pool.query("select words from attribution.wordings where version = $1", [
      version,
    ]);
    expect(kept.rows[0].words).toEqual(words);
  });

  it("are refused for words that nobody was shown", async () => {
    const answer = await choose(NO, "0123456789ab", US);
    expect([answer.statusCode, answer.json().code]).toEqual([409, "wording_changed"]);
  });

  it("that refuse everything leave no id in the browser, and end the record", async () => {
    const { version } = await shown(GB);
    const refused = await choose(NO, version, GB);
    const lines = [refused.headers["set-cookie"] ?? []].flat() as string[];
    expect(lines.find((line) => line.startsWith("privacy_choices="))).toMatch(
      /^privacy_choices=\.[0-9a-f]{12}\.\d+\.;/,
    );
    expect(lines.find((line) => line.startsWith("sm_landers="))).toContain("Max-Age=0");
    const allowed = await choose(YES, version, GB);
    expect(String(allowed.headers["set-cookie"])).toMatch(/privacy_choices=asm\.[0-9a-f]{12}\.\d+\.[0-9a-f-]{36};/);
  });

  it("said before there was an account belong to it afterwards", async () => {
    const { version } = await shown(GB);
    const answer = await choose({ ...YES, statistics: false }, version, GB);
    const kept = String([answer.headers["set-cookie"] ?? []].flat()[0]).split(";")[0] ?? "";
    const own = await join_("vera@example.com", "shipright");
    await shown({ ...GB, cookie: `${own}; ${kept}` });
    const rows = await world.database.pool.query(
      "select purpose, given from attribution.consents c join identity.users u using (user_id) where u.email = 'vera@example.com' order by 1",
    );
    expect(rows.rows).toEqual([
      { purpose: "attribution", given: true },
      { purpose: "marketing", given: true },
      { purpose: "statistics", given: false },
    ]);
  });

  it("hear the signal, which is written into the account and wins over every yes", async () => {
    const own = await join_("gus@example.com", "shipright");
    const { version } = await shown({ ...US, cookie: own });
    await choose(YES, version, { ...US, cookie: own });
    const signalled = await shown({ ...US, cookie: own, "sec-gpc": "1" });
    expect(signalled).toMatchObject({
      gpc: true,
      permitted: { attribution: true, statistics: false, marketing: false },
    });
    // The same account elsewhere, where no signal is sent.
    expect((await load({ transaction_id: "t-gus" }, { ...US, cookie: own })).json().withheld).toBe("no_consent");
    await shown({ ...US, cookie: own, "sec-gpc": "1" });
    const rows = await world.database.pool.query(
      "select 1 from attribution.consents c join identity.users u using (user_id) where u.email = 'gus@example.com' and c.source = 'signal'",
    );
    expect(rows.rowCount).toBe(1);
  });
});
