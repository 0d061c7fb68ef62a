/** Attacks on the doors of providers' messages: forged, changed, doubled, played back, oversized, by other methods and types. */
import { createHmac, randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "#platform/log";
import { createProviderHealth } from "#platform/provider-health";
import { createWorld, type World } from "../support/world.ts";

const STRIPE_SECRET = "whsec_of_this_story";
const TREMENDOUS_KEY = "a-key-of-this-story";
const FACEBOOK_SECRET = "a-secret-of-this-story";
const IMPACT_SECRET = "an-address-nobody-guesses";
let world: World;
beforeAll(async () => {
  world = await createWorld({
    environment: {
      STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
      TREMENDOUS_WEBHOOK_KEY: TREMENDOUS_KEY,
      FACEBOOK_APP_SECRET: FACEBOOK_SECRET,
      IMPACT_POSTBACK_SECRET: IMPACT_SECRET,
      AWIN_POSTBACK_SECRET: IMPACT_SECRET,
    },
  });
});
afterAll(() => world.close());

type Headers = Record<string, string>;
const post = (url: string, payload: string | Buffer, headers: Headers = {}) =>
  world.app.inject({ method: "POST", url, payload, headers: { "content-type": "application/json", ...headers } });
const rows = async (provider: string) =>
  (
    await world.base.handle.pool.query<{ row_key: string; state: string; reason: string | null }>(
      "select row_key, state, reason from platform.inbox where provider = $1 and source <> 'report' order by received_at, inbox_id",
      [provider],
    )
  ).rows;
const seconds = () => Math.floor(world.clock.now().getTime() / 1_000);

const stripeEvent = (id: string, object = "pi_unknown") =>
  JSON.stringify({
    id,
    object: "event",
    type: "payment_intent.succeeded",
    created: seconds(),
    data: { object: { id: object } },
  });
// The library compares with the machine's own clock.
const stripeSigned = (
  payload: string,
  timestamp = Math.floor(Date.now() / 1_000),
  secret = STRIPE_SECRET,
): Headers => ({
  "stripe-signature": new Stripe("sk_test_x").webhooks.generateTestHeaderString({ payload, secret, timestamp }),
});
const tremendous = (payload: string) => ({
  "tremendous-webhook-signature": `sha256=${createHmac("sha256", TREMENDOUS_KEY).update(payload).digest("hex")}`,
});
const reward = (uuid: string, id: string) =>
  JSON.stringify({ uuid, event: "REWARDS.DELIVERED", payload: { resource: { id, type: "rewards" } } });
function signedRequest(claims: object, secret = FACEBOOK_SECRET) {
  const payload = Buffer.from(JSON.stringify({ algorithm: "HMAC-SHA256", ...claims })).toString("base64url");
  return `${createHmac("sha256", secret).update(payload).digest("base64url")}.${payload}`;
}
const facebook = (signed: string) =>
  post("/hooks/facebook/data-deletion", new URLSearchParams({ signed_request: signed }).toString(), {
    "content-type": "application/x-www-form-urlencoded",
  });

describe("the processor's messages", () => {
  it("are taken once, whatever comes under their name later, and only over the bytes that were signed", async () => {
    const event = stripeEvent("evt_once");
    const good = stripeSigned(event);
    expect((await post("/hooks/stripe", event, good)).statusCode).toBe(200);
    for (const again of [event, stripeEvent("evt_once", "pi_another")])
      expect((await post("/hooks/stripe", again, stripeSigned(again))).statusCode).toBe(200);
    for (const [what, payload, headers] of [
      ["other bytes", `${event} `, good],
      ["other spelling", JSON.stringify(JSON.parse(event), null, 1), good],
      ["nothing", "", good],
      ["another's secret", event, stripeSigned(event, undefined, "whsec_of_somebody")],
      ["a month ago", event, stripeSigned(event, Math.floor(Date.now() / 1_000) - 30 * 86_400)],
      ["no signature", event, {}],
      ["half a signature", event, { "stripe-signature": good["stripe-signature"]?.slice(0, -4) ?? "" }],
      [
        "compressed, as nobody sends it",
        event,
        { ...good, "content-encoding": "gzip", "stripe-signature": "t=1,v1=0" },
      ],
    ] as const)
      expect([what, (await post("/hooks/stripe", payload, headers)).statusCode]).toEqual([what, 400]);
    await world.work();
    expect((await rows("stripe")).map(({ row_key }) => row_key)).toEqual(["evt_once"]);
  });

  it("of names that look alike are each their own", async () => {
    const before = (await rows("stripe")).length;
    const long = `evt_${randomUUID().repeat(300)}`;
    for (const id of ["evt_case", "EVT_CASE", " evt_case", "evt_case ", "evt_\u0000", "evt_\ufffd", long, `${long}x`]) {
      const event = stripeEvent(id);
      expect([id.slice(0, 20), (await post("/hooks/stripe", event, stripeSigned(event))).statusCode]).toEqual([
        id.slice(0, 20),
        200,
      ]);
    }
    await world.work();
    expect((await rows("stripe")).length - before, "a sign that cannot be kept is kept as its replacement").toBe(7);
  });
});

describe("every message of a provider refused", () => {
  const look = async () => world.operators.checks.find(({ name }) => name === "signatures")?.look(world.clock.now());
  const send = (secret: string) => {
    const event = stripeEvent(`evt_${randomUUID()}`);
    return post("/hooks/stripe", event, stripeSigned(event, undefined, secret));
  };

  it("is seen by operators, as a secret that may be wrong, until one is theirs; no stranger's flood is more than a few notes", async () => {
    await send(STRIPE_SECRET);
    world.clock.advance({ minutes: 1 });
    for (let n = 0; n < 20; n += 1) await send("whsec_of_somebody");
    // What names no signature is a stranger's at the first look.
    await post("/hooks/stripe", "{}");
    expect(await look(), "many at one moment are one").toMatchObject({ state: "fine" });
    for (let n = 0; n < 3; n += 1) {
      world.clock.advance({ minutes: 1 });
      await send("whsec_of_somebody");
    }
    expect(await look()).toMatchObject({ state: "warn", line: expect.stringContaining("each one of stripe since 20") });
    const calls = await world.providerHealth.read();
    expect(
      calls.filter(({ provider }) => provider.startsWith("signed")),
      "it says nothing of whether they answer",
    ).toEqual([]);
    await send(STRIPE_SECRET);
    expect(await look()).toMatchObject({ state: "fine", line: expect.stringContaining("stripe") });
  });

  it("counts once what several processes heard at one moment, and is over a day after the last, also where nothing genuine ever comes", async () => {
    const { database, clock, providerHealth } = world;
    const deps = { database, clock, log: createLog({ level: "silent" }), budget: {} as never };
    const processes = [providerHealth, createProviderHealth(deps), createProviderHealth(deps)];
    const forge = () => Promise.all(processes.map((one) => one.heard("tremendous", false)));
    const told = async () => (await providerHealth.readHeard()).find(({ provider }) => provider === "tremendous");
    await forge();
    expect(await told()).toMatchObject({ faults: 1 });
    // What is genuine in between makes nobody write more often.
    for (let n = 0; n < 3; n += 1) {
      await providerHealth.heard("tremendous", true);
      await forge();
    }
    expect(await told()).toMatchObject({ faults: 0 });
    for (let n = 0; n < 3; n += 1) {
      clock.advance({ minutes: 1 });
      await forge();
    }
    expect(await told()).toMatchObject({ faults: 3, ill: true });
    clock.advance({ days: 1 });
    expect(await told()).toMatchObject({ faults: 3, ill: false });
  });
});

describe("Tremendous's messages", () => {
  it("are kept once by their name, and what names nothing of ours ends with a person", async () => {
    const told = reward("hint-1", "reward-unknown");
    expect((await post("/hooks/tremendous", told, tremendous(told))).statusCode).toBe(200);
    await world.advance({ days: 30 });
    const other = reward("hint-1", "reward-other");
    expect((await post("/hooks/tremendous", other, tremendous(other))).statusCode).toBe(200);
    const odd = JSON.stringify({ uuid: "hint-2", payload: { resource: { id: "a\0b", type: "orders" } } });
    expect((await post("/hooks/tremendous", odd, tremendous(odd))).statusCode).toBe(200);
    const deep = `{"uuid":"hint-3","x":${"[".repeat(20_000)}${"]".repeat(20_000)},"payload":{"resource":{"id":"r","type":"orders"}}}`;
    expect((await post("/hooks/tremendous", deep, tremendous(deep))).statusCode).toBe(200);
    expect((await post("/hooks/tremendous", told, tremendous(other))).statusCode).toBe(401);
    expect((await rows("tremendous")).map(({ row_key }) => row_key)).toEqual(["hint-1", "hint-2", "hint-3"]);
    for (let hour = 0; hour < 12; hour += 1) {
      await world.work();
      await world.advance({ hours: 2 });
      await world.inbox.sweep();
    }
    await world.work();
    expect(new Set((await rows("tremendous")).map(({ reason }) => reason))).toEqual(new Set(["unknown_payment"]));
  });
});

describe("PayPal's messages", () => {
  it("that are forged ask PayPal some times and then nobody", async () => {
    const event = JSON.stringify({ id: "WH-forged", resource: {} });
    const made = Object.fromEntries(
      ["auth-algo", "transmission-id", "transmission-sig"].map((name) => [`paypal-${name}`, "x"]),
    );
    const headers = {
      ...made,
      "paypal-transmission-time": "2027-03-10T00:00:00Z",
      "paypal-cert-url": `${world.sandbox.url}/cert`,
    };
    const statuses: number[] = [];
    for (let n = 0; n < 24; n += 1) statuses.push((await post("/hooks/paypal", event, headers)).statusCode);
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(4).fill(429)]);
    await world.advance({ minutes: 11 });
    expect((await post("/hooks/paypal", event, headers)).statusCode).toBe(401);
    expect(await rows("paypal")).toEqual([]);
  });
});

describe("Facebook's deletion", () => {
  it("that is played back undoes no newer link, and a new one does", async () => {
    const ann = await world.member("Ann");
    const link = () =>
      world.base.handle.pool.query(
        `insert into identity.linked_accounts (link_id, provider, subject, user_id, linked_at, last_used_at)
         values ($1, 'facebook', 'person-1', $2, $3, $3)`,
        [randomUUID(), ann.user_id, world.clock.now()],
      );
    const linked = async () =>
      (await world.base.handle.pool.query("select 1 from identity.linked_accounts where subject = 'person-1'"))
        .rowCount;
    await link();
    await world.advance({ minutes: 5 });
    const first = signedRequest({ user_id: "person-1", issued_at: seconds(), expires: 0 });
    const answer = await facebook(first);
    expect(answer.statusCode, answer.body).toBe(200);
    await world.work();
    expect(await linked()).toBe(0);

    await world.advance({ days: 30 });
    await link();
    // The row of the first one is gone by then.
    await world.base.handle.pool.query("delete from platform.inbox where provider = 'facebook'");
    expect((await facebook(first)).json().confirmation_code).toBe(answer.json().confirmation_code);
    await world.work();
    expect(await linked(), "played back").toBe(1);
    await world.advance({ minutes: 5 });
    expect(
      (await facebook(signedRequest({ user_id: "person-1", issued_at: seconds() }, "x"))).statusCode,
    ).toBeGreaterThan(399);
    expect((await facebook(signedRequest({ user_id: "person-1", issued_at: seconds() }))).statusCode).toBe(200);
    await world.work();
    expect(await linked()).toBe(0);
  });
});

describe("every door", () => {
  const DOORS = [
    "/hooks/stripe",
    "/hooks/paypal",
    "/hooks/tremendous",
    "/hooks/apple",
    "/hooks/facebook/data-deletion",
    `/hooks/impact/${IMPACT_SECRET}`,
    `/hooks/awin/${IMPACT_SECRET}`,
  ];

  it("takes what it is for and nothing larger, deeper, of another type or by another method, and never fails", async () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const bodies: readonly (readonly [string, string | Buffer, string])[] = [
      ["two megabytes", Buffer.alloc(2_000_000, "a"), "application/json"],
      ["deep", deep, "application/json"],
      [
        "a deep push",
        new URLSearchParams({ AwinTransactionPush: deep.slice(50_100, 149_900) }).toString(),
        "application/x-www-form-urlencoded",
      ],
      [
        "a push with a NUL",
        new URLSearchParams({ AwinTransactionPush: '{"transactionId":1,"a":"\\u0000\\ud800"}' }).toString(),
        "application/x-www-form-urlencoded",
      ],
      ["null", "null", "application/json"],
      ["a number", "5", "application/json"],
      ["no JSON", "{", "application/json"],
      ["no bytes", "", "application/json"],
      ["XML", "<a/>", "text/xml"],
      ["a file", "x", "multipart/form-data; boundary=x"],
      ["a type that is none", "{}", "\u00e9"],
      ["bytes", Buffer.from([0xff, 0xfe, 0]), "application/octet-stream"],
    ];
    const failed: string[] = [];
    for (const url of DOORS) {
      for (const [what, payload, type] of bodies) {
        const { statusCode } = await post(url, payload, { "content-type": type });
        if (statusCode >= 500 && statusCode !== 502) failed.push(`${url} ${what}: ${statusCode}`);
      }
      for (const method of ["OPTIONS", "PUT", "PATCH", "DELETE", "TRACE"] as const) {
        const { statusCode } = await world.app.inject({ method: method as "PUT", url });
        if (statusCode >= 500 || statusCode < 400) failed.push(`${method} ${url}: ${statusCode}`);
      }
    }
    expect(failed).toEqual([]);
    for (const wrong of [
      `/hooks/impact/${IMPACT_SECRET.toUpperCase()}`,
      `/hooks/impact/${IMPACT_SECRET}x`,
      "/hooks/impact/x",
      `/hooks/impact/%00${IMPACT_SECRET}`,
    ])
      expect((await post(wrong, "{}")).statusCode, wrong).toBeGreaterThan(399);
  });

  it("keeps hints of orders once a minute, whatever their id is, and its worker lives on", async () => {
    await world.base.handle.pool.query("delete from platform.inbox where provider in ('impact', 'awin')");
    const ids = [
      "A1",
      "A1",
      "a1",
      " A1",
      "A1 ",
      "../../Invoices",
      "1,2,3,4,5,6",
      "x".repeat(5_000),
      7,
      null,
      { a: 1 },
      ["A1"],
      "",
    ];
    for (const action_id of ids)
      expect((await post(`/hooks/impact/${IMPACT_SECRET}`, JSON.stringify({ action_id }))).statusCode).toBe(200);
    await world.work();
    const kept = await rows("impact");
    expect(kept.filter(({ row_key }) => row_key === "A1")).toHaveLength(1);
    expect(new Set(kept.map(({ row_key }) => row_key))).toEqual(new Set(["A1", "a1", "7", "nameless"]));
    expect(new Set(kept.map(({ state }) => state))).toEqual(new Set(["refused"]));
  });
});
