/**
 * Attacks on accounts, each shown to fail: tokens that are not ours, stolen or changed; links used twice; fields nobody
 * offered; other members' ids; bodies too large; lines smuggled into headers and cookies.
 */
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#platform/ids";
import { coinClaimId } from "../../src/modules/coins/ids.ts";
import {
  type AccountCaller,
  createAccountCaller,
  PASSWORD,
  type Session,
  sessionOf,
  tokenOf,
} from "../support/account-calls.ts";
import { createMembershipStory } from "../support/membership-story.ts";
import { createRebateStory } from "../support/rebate-story.ts";
import { bookHotel, linkMailbox, openCase, watchPurchase } from "../support/watched-things.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let caller: AccountCaller;
let vera: Awaited<ReturnType<AccountCaller["join"]>>;
let mallory: Awaited<ReturnType<AccountCaller["join"]>>;
type Described = { method: string; path: string; schema: Record<string, unknown> };
let calls: Described[];

beforeAll(async () => {
  world = await createWorld();
  caller = createAccountCaller(world);
  vera = await caller.join("Vera Victim");
  mallory = await caller.join("Mallory Malice");
  // An answer of another form than the calls' own.
  const { paths } = (await world.app.inject({ method: "GET", url: "/api/docs/openapi.json" })).json() as {
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, schema]) => ({ method: method.toUpperCase(), path, schema })),
  );
});
afterAll(() => world.close());

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part: string | undefined) => JSON.parse(Buffer.from(part ?? "", "base64url").toString());
const opens = async (token: string, bind: string) => (await caller.summary({ token, bind })) === 200;

describe("tokens", () => {
  it("open with their own binding, and with nothing less", async () => {
    const { token, bind } = vera.session;
    expect(await opens(token, bind)).toBe(true);
    expect(await opens(token, "")).toBe(false);
    expect(await opens(token, mallory.session.bind)).toBe(false);
    expect(await opens(mallory.session.token, bind)).toBe(false);
    expect(await opens(token, `${bind} `)).toBe(false);
    const stolen = await caller.call("POST", "/api/refresh", {}, { cookie: `tp_token_test=${token}` });
    expect(stolen.body).toMatchObject({ success: false, message: "You have been logged out" });
  });

  it("are refused with another algorithm, key, type, issuer or life", async () => {
    const { token, bind } = vera.session;
    const [head, claims, signature] = token.split(".");
    const header = decode(head);
    const payload = decode(claims);
    const { rows } = await world.base.handle.pool.query("select public_jwk from identity.signing_keys");
    const publicKey = rows[0].public_jwk as { x: string };
    const own = await generateKeyPair("EdDSA", { crv: "Ed25519", extractable: true });
    const sign = (change: object, more: object = {}) =>
      new SignJWT({ ...payload, ...change }).setProtectedHeader({ ...header, ...more }).sign(own.privateKey);
    const ours = JSON.stringify(await exportJWK(own.publicKey));
    const attempts = {
      none: `${encode({ ...header, alg: "none" })}.${claims}.`,
      "none with a signature": `${encode({ ...header, alg: "None" })}.${claims}.${signature}`,
      "our public key as a shared secret": await new SignJWT(payload)
        .setProtectedHeader({ ...header, alg: "HS256" })
        .sign(new TextEncoder().encode(publicKey.x)),
      "another key under our name": await sign({}),
      "a key that it brings along": await sign({}, { jwk: JSON.parse(ours) }),
      "a key from an address": await sign({}, { jku: `${world.sandbox.url}/keys.json` }),
      "a key by a path": await sign({}, { kid: "../../../../dev/null" }),
      "a key by SQL": await sign({}, { kid: "' union select '{}' --" }),
      "changed claims": `${head}.${encode({ ...payload, sub: mallory.user_id })}.${signature}`,
      "a longer life": `${head}.${encode({ ...payload, exp: payload.exp + 86_400 })}.${signature}`,
      "two parts": `${head}.${claims}`,
      "four parts": `${token}.${signature}`,
      "an empty one": "..",
      "no token": "Invalid JWT",
    };
    for (const [name, forged] of Object.entries(attempts))
      expect([name, await opens(forged, bind)]).toEqual([name, false]);
    expect(await opens(token, bind)).toBe(true);
  });

  it("end with their session, their 365 days, and the account's password", async () => {
    const tess = await caller.join("Tess Time");
    await caller.call("POST", "/api/logout", {}, { session: tess.session });
    expect(await caller.summary(tess.session)).toBe(401);
    const later = sessionOf(await caller.logIn(tess.email, PASSWORD));
    await world.advance({ days: 364, hours: 23 });
    expect(await caller.summary(later)).toBe(200);
    await world.advance({ hours: 2 });
    expect(await caller.summary(later)).toBe(401);
  });
});

describe("links that work once", () => {
  it("are worth nothing the second time, for another purpose, or guessed", async () => {
    const lena = await caller.join("Lena Link");
    const verify = tokenOf(await caller.linkTo(lena.email, /Confirm your email/));
    const words = { password: "seven quiet lanterns", password_confirmation: "seven quiet lanterns" };
    const asReset = await caller.call("POST", "/api/password/reset", { token: verify, ...words });
    expect(asReset.body.code).toBe("link_unknown");
    expect((await caller.call("POST", "/api/verify", { token: verify })).status).toBe(200);
    const once = await world.identity.oneTimeToken(lena.user_id, null);
    const visit = { user_agent: "", address: "192.0.2.77" };
    const both = await Promise.all([1, 2, 3].map(() => world.identity.signInWithToken(once, visit)));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const late = await world.identity.oneTimeToken(lena.user_id, null);
    await world.advance({ minutes: 11 });
    expect(await world.identity.signInWithToken(late, visit)).toMatchObject({ code: "link_expired" });
    for (const guess of ["", "a", "0".repeat(48), "' or 1=1 --", `${late}%00`, late.toLowerCase()])
      expect((await world.identity.signInWithToken(guess, visit)).ok).toBe(false);
  });
});

describe("fields that nobody offered", () => {
  it("change nothing at registration or in the profile", async () => {
    const extras = {
      user_id: vera.user_id,
      subscribed: true,
      plus_active: true,
      shipping_active: true,
      is_verified: true,
      email_verified_at: "2020-01-01",
      coin_onboarding: 1,
      password_hash: "x",
      created_at: "2001-01-01",
      deleted_at: null,
      partner: "shipright",
      __proto__: { subscribed: true },
    };
    const email = "greedy@example.com";
    const joined = await caller.call("POST", "/api/web/register", {
      name: "Greedy",
      email,
      password: PASSWORD,
      password_confirmation: PASSWORD,
      ...extras,
    });
    expect(joined.status).toBe(200);
    const session = sessionOf(joined);
    await caller.call(
      "PUT",
      "/api/account/profile",
      { name: "Greedy", language: "en", email: "x@y.example", ...extras },
      { session },
    );
    const { rows } = await world.base.handle.pool.query("select * from identity.users where email = $1", [email]);
    expect(rows[0]).toMatchObject({
      subscribed: false,
      plus_active: false,
      shipping_active: false,
      coin_onboarding: 0,
      email_verified_at: null,
      partner: "tuppence",
    });
    expect(rows[0].user_id).not.toBe(vera.user_id);
    expect(rows[0].created_at.toISOString()).toBe(world.clock.now().toISOString());
  });
});

describe("other members' ids", () => {
  // The stories above moved the clock past the first sessions' life.
  beforeAll(async () => {
    vera.session = sessionOf(await caller.logIn(vera.email, PASSWORD));
    mallory.session = sessionOf(await caller.logIn(mallory.email, PASSWORD));
  });

  /** Every call whose path or body names something that belongs to somebody, and how an attacker would use it. */
  const ATTACKS: Record<string, (session: Session) => Promise<{ status: number }>> = {
    "DELETE /api/account/sessions/{session_id}": async (session) => {
      const own = await caller.call("GET", "/api/account/sessions", undefined, { session: vera.session });
      const [theirs] = own.body.sessions as { session_id: string }[];
      return caller.call("DELETE", `/api/account/sessions/${theirs?.session_id}`, undefined, { session });
    },
    "POST /api/saveGtagClientId": (session) =>
      caller.call("POST", "/api/saveGtagClientId", { user_id: vera.user_id, client_id: "1.2" }, { session }),
    "POST /api/linked-accounts/accounts/{id}/unlink": (session) =>
      caller.call("POST", "/api/linked-accounts/accounts/google/unlink", { password: PASSWORD }, { session }),
    "GET /api/account/invoices/{number}.pdf": async (session) => {
      const { membership } = world;
      if ((await membership.readMembership(vera.user_id)).invoices.length === 0)
        await createMembershipStory(world).joined(vera.user_id);
      const [theirs] = (await membership.readMembership(vera.user_id)).invoices;
      const path = `/api/account/invoices/${theirs?.number}.pdf`;
      expect(await membership.readInvoice(vera.user_id, theirs?.number ?? ""), "its owner has it").not.toBeNull();
      return caller.call("GET", path, undefined, { session });
    },
    "POST /api/account/passkeys/remove": (session) =>
      caller.call("POST", "/api/account/passkeys/remove", { id: "dmVyYQ", password: PASSWORD }, { session }),
  };
  let papers: { claim: string; receipt: string } | null = null;
  /** A claim of Vera's and its receipt, which she can see. */
  async function veras() {
    if (papers) return papers;
    const rebates = createRebateStory(world);
    if ((await world.membership.readMembership(vera.user_id)).running.length === 0)
      await rebates.story.joined(vera.user_id);
    const receipt = await rebates.receipt(vera.user_id);
    const { claim_id } = await rebates.sent(vera.user_id, { receipt_ids: [receipt], paper: {} });
    papers = { claim: claim_id, receipt };
    return papers;
  }
  // Without the signature that an operator's page gives it for minutes.
  ATTACKS["GET /api/receipts/{receipt_id}/picture"] = async (session) => {
    const until = world.clock.now().getTime() + 60_000;
    const path = `/api/receipts/${(await veras()).receipt}/picture?page=1&until=${until}&key=mine`;
    return caller.call("GET", path, undefined, { session });
  };
  // Signatures of a real one are forged in its own story (`coin-screenshots`); here nobody has any.
  ATTACKS["GET /api/coin-claims/{claim_id}/picture"] = (session) => {
    const until = world.clock.now().getTime() + 60_000;
    const path = `/api/coin-claims/${coinClaimId.show(newId("coin_claim"))}/picture?until=${until}&key=mine`;
    return caller.call("GET", path, undefined, { session });
  };
  for (const [method, path, body] of [
    ["GET", "/api/user/receipts/{receipt_id}", undefined],
    ["GET", "/api/user/receipts/{receipt_id}/picture", undefined],
    ["GET", "/api/user/claims/{claim_id}", undefined],
    ["POST", "/api/user/claims/{claim_id}/answer", { receipt_ids: [], words: "mine" }],
    ["POST", "/api/user/claims/{claim_id}/appeal", { words: "mine" }],
    ["POST", "/api/user/claims/{claim_id}/withdraw", {}],
  ] as const)
    ATTACKS[`${method} ${path}`] = async (session) => {
      const { claim, receipt } = await veras();
      const asked = path.replace("{receipt_id}", receipt).replace("{claim_id}", claim);
      const answer = await caller.call(method, asked, body, { session });
      expect([path, answer.status]).not.toEqual([path, 422]);
      return answer;
    };
  let case_: ReturnType<typeof openCase> | null = null;
  for (const [path, body] of [
    ["/api/user/parcels/{parcel_id}/name", { name: "mine" }],
    ["/api/user/parcels/{parcel_id}/carrier", { carrier: "ups" }],
    ["/api/user/parcels/{parcel_id}/received", {}],
    ["/api/user/parcels/{parcel_id}/remove", {}],
    ["/api/user/parcels/{parcel_id}/case", { kind: "wrong", demand: "refund" }],
    ["/api/user/parcel-cases/{case_id}/step", { state: "withdrawn" }],
    ["/api/user/protection/price/{watch_id}/claim", { receipt_ids: [] }],
    ["/api/user/protection/price/{watch_id}/asked", {}],
    ["/api/user/protection/price/{watch_id}/answer", { answer: "refunded", amount_minor: "100" }],
    ["/api/user/protection/price/{watch_id}/withdraw", {}],
    ["/api/user/protection/trips/{trip_id}", { kind: "stay", name: "Mine now" }],
    ["/api/user/protection/trips/{trip_id}/rebooked", { reservation_number: "A-1", total_minor: "100" }],
    ["/api/user/protection/trips/{trip_id}/canceled", {}],
    ["/api/user/protection/trips/{trip_id}/withdraw", {}],
    ["/api/user/mail-links/{link_id}/pause", {}],
    ["/api/user/mail-links/{link_id}/resume", {}],
    ["/api/user/mail-links/{link_id}/revoke", { forget: true }],
  ] as const)
    ATTACKS[`POST ${path}`] = async (session) => {
      case_ ??= openCase(world, vera.user_id);
      const { parcel, case_id } = await case_;
      const asked = path
        .replace("{parcel_id}", parcel)
        .replace("{case_id}", case_id)
        .replace("{watch_id}", await watchPurchase(world, vera.user_id))
        .replace("{trip_id}", await bookHotel(world, vera.user_id))
        .replace("{link_id}", await linkMailbox(world, vera.user_id));
      expect(asked, "every id is one of Vera's").not.toMatch(/none|[{}]/);
      const answer = await caller.call("POST", asked, body, { session });
      expect([path, answer.status]).not.toEqual([path, 422]);
      return answer;
    };
  /** Ids in a path that belong to the catalogue or to nobody. */
  const PUBLIC =
    /\{(internal_name|offer_id|secret|provider|file|part|merchant|listing_id|product_id|list|brand|version|from|slug)\}/;

  it("open nothing on any call that takes one", async () => {
    await world.base.handle.pool.query(
      `insert into identity.passkeys (credential_id, user_id, public_key, counter, name, backed_up, created_at)
       values ('dmVyYQ', $1, '\\x00', 0, 'Firefox on Windows', false, now())`,
      [vera.user_id],
    );
    const before = await snapshot();
    for (const [name, attack] of Object.entries(ATTACKS)) {
      const { status } = await attack(mallory.session);
      expect([name, status >= 400 || status === 204]).toEqual([name, true]);
      const { status: stranger } = await attack({ token: "a.b.c", bind: "x" });
      expect([name, stranger >= 400 || stranger === 204]).toEqual([name, true]);
    }
    expect(await snapshot()).toEqual(before);
    expect(await caller.summary(vera.session)).toBe(200);
  });

  it("are known for every described call", () => {
    const withIds = calls.filter(({ path }) => /\{\w+\}/.test(path) && !PUBLIC.test(path));
    expect(withIds.map(({ method, path }) => `${method} ${path}`).filter((name) => !(name in ATTACKS))).toEqual([]);
  });

  /** What Vera has, as it would show a change by somebody else. */
  async function snapshot() {
    const { rows } = await world.base.handle.pool.query(
      `select (select count(*)::int from identity.passkeys where user_id = $1) as passkeys,
              (select count(*)::int from identity.sessions where user_id = $1 and ended_at is null) as sessions,
              (select count(*)::int from attribution.analytics_clients where user_id = $1) as analytics`,
      [vera.user_id],
    );
    return rows[0];
  }
});

describe("every call", () => {
  it("refuses a member's work to strangers", async () => {
    const open: string[] = [];
    for (const { method, path } of calls.filter(({ path }) => /^\/api\/(account|user|linked-accounts)\//.test(path))) {
      const url = path.replace(/\{\w+\}/g, "x");
      const answer = await caller.call(method as "GET", url, method === "GET" ? undefined : FILLED);
      // Lists of offers for visitors answer; everything about a person does not.
      if (answer.status < 400) open.push(`${method} ${path}: ${answer.status}`);
    }
    expect(open).toEqual([]);
  });

  it("turns away bodies that are too large, and goes on", async () => {
    const large = JSON.stringify({ email: "x".repeat(1_200_000) });
    for (const { method, path } of calls.filter(({ method }) => method !== "GET")) {
      const answer = await world.app.inject({
        method: method as "POST",
        url: path.replace(/\{\w+\}/g, "x"),
        headers: { "content-type": "application/json" },
        payload: large,
      });
      expect([path, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([path, true]);
    }
    expect(await caller.summary(vera.session)).toBe(200);
  });

  it("lets no line into a header or a cookie", async () => {
    const evil = "x\r\nSet-Cookie: tp_token_test=stolen\r\nX-Evil: 1";
    for (const path of [
      `/api/check-set-cookie?lang=${encodeURIComponent(evil)}`,
      `/api/elk?action=${encodeURIComponent(evil)}`,
      `/api/web/email-hint?email=${encodeURIComponent(evil)}`,
      `/go/${encodeURIComponent(evil)}`,
    ]) {
      for (const method of path.startsWith("/go/") ? (["GET"] as const) : (["GET", "POST"] as const)) {
        const answer = await world.app.inject({
          method,
          url: path,
          headers: { "content-type": "application/json" },
          ...(method === "POST" ? { payload: { sid: evil, cid: evil, partner: evil, website: evil, url: evil } } : {}),
        });
        expect(answer.headers["x-evil"]).toBeUndefined();
        for (const cookie of answer.cookies) expect(cookie.value).not.toBe("stolen");
        for (const line of [answer.headers["set-cookie"] ?? []].flat()) expect(line).not.toMatch(/[\r\n]/);
      }
    }
  });
});

/** A body in which every call finds something it would read. */
const FILLED = {
  email: "vera.victim@example.com",
  password: PASSWORD,
  password_confirmation: PASSWORD,
  current_password: PASSWORD,
  name: "Mallory",
  language: "en",
  token: "x".repeat(48),
  code: "123456",
  id: "x",
  credential: {},
  worked: true,
};
