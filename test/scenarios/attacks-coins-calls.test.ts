/** Attacks on the addresses of coins: providers' callbacks, and the ways out. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.coins.refreshOffers();
});
// The end of the world fails for whatever was answered by an error of ours.
afterAll(() => world.close());

/** The headers of somebody who has signed in by the page. */
async function signedIn(name: string) {
  const { email, password } = await world.member(name);
  const answer = await world.app.inject({
    ...{ method: "POST", url: "/api/web/login", headers: { "content-type": "application/json" } },
    payload: JSON.stringify({ email, password }),
  });
  expect(answer.statusCode).toBe(200);
  return { cookie: answer.cookies.map((one) => `${one.name}=${one.value}`).join("; ") };
}

const kept = async () =>
  (await world.base.handle.pool.query("select 1 from platform.inbox where source = 'postback'")).rows.length;

it("answers whatever is sent to the address of callbacks, and keeps none of it", async () => {
  const right = `/cb/ayet/${world.coins.callbackSecret}`;
  const addresses = [
    ...["/cb/ayet/wrong-secret", "/cb/nobody/sandbox-callback-secret", "/cb/house/sandbox-callback-secret"],
    ...["/cb/__proto__/sandbox-callback-secret", "/cb/ayet/%00", "/cb/ayet/%F0%9F%98%80", `/cb/ayet/${"x".repeat(90)}`],
    ...[
      right,
      `${right}?transaction_id=1&transaction_id=2`,
      `${right}?transaction_id[]=1`,
      `${right}?%`,
      `${right}?%00=%00`,
    ],
    ...[`${right}?a=${"b".repeat(9_000)}`, `${right}?${"&".repeat(5_000)}`, `${right}?external_identifier=%ED%A0%80`],
  ];
  const types = [
    "application/json",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "odd",
  ];
  for (const url of addresses)
    for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"] as const) {
      const reply = await world.app.inject({ method, url });
      expect(reply.statusCode, `${method} ${url.slice(0, 80)}`).toBeGreaterThanOrEqual(400);
      expect(reply.statusCode, `${method} ${url.slice(0, 80)}`).toBeLessThan(500);
    }
  for (const type of types)
    for (const payload of ["[1,2", "\u0000".repeat(50), Buffer.from([0xff, 0xfe, 0]), "x".repeat(100_000)]) {
      const reply = await world.app.inject({ method: "POST", url: right, headers: { "content-type": type }, payload });
      expect(reply.statusCode, type).toBeGreaterThanOrEqual(400);
      expect(reply.statusCode, type).toBeLessThan(500);
    }
  expect(await kept()).toBe(0);
});

const ODD = [
  ...["x", "cof_", `cof_${"0".repeat(32)}`, `cof_${"a".repeat(300)}`, "%00", "..%2F..%2Fadmin", "%2F%2Fevil.example"],
  ...[
    `${"a".repeat(59)}%F0%9F%98%80`,
    "cpx.%00",
    "cpx.%F0%9F%98%80",
    "ayet.1",
    `cpx.${"1".repeat(120)}`,
    "house.1",
    "%ED%A0%80",
  ],
];

it("begins nothing for who is not signed in or not verified", async () => {
  const abe = await signedIn("Abe");
  const { rows } = await world.base.handle.pool.query<{ id: string }>(
    "select 'cof_' || replace(offer_id::text, '-', '') as id from coins.offers where provider = 'ayet' limit 1",
  );
  const url = `/go/offer/${rows[0]?.id}`;
  const unknown = await world.app.inject({ method: "GET", url });
  expect(unknown.headers.location).toBe("/login");
  const unverified = await world.app.inject({ method: "GET", url, headers: abe });
  expect(unverified.headers.location).toMatch(/^\/coins\/offer\/cof_\w+\?why=not_verified$/);
  const beacon = await world.app.inject({ method: "POST", url: `/api/user/offer/visit/${rows[0]?.id}` });
  expect(beacon.statusCode).toBe(401);
  const begun = await world.base.handle.pool.query("select 1 from coins.starts");
  expect(begun.rows).toEqual([]);
});

it("leads nobody anywhere else who is not signed in or not verified, whatever stands in the address", async () => {
  for (const headers of [{}, await signedIn("Ann")]) {
    for (const id of ODD)
      for (const tail of ["", "?device=https://evil.example", "?device=ios&device=android", "?why=//evil.example"])
        for (const url of [`/go/offer/${id}${tail}`, `/go/survey/${id}/${id}${tail}`, `/go/survey/cpx/${id}${tail}`]) {
          const reply = await world.app.inject({ method: "GET", url, headers });
          expect(reply.statusCode, url).toBeLessThan(500);
          const to = reply.headers.location;
          if (to !== undefined) expect(new URL(String(to), world.productUrl).origin, url).toBe(world.productUrl);
        }
    for (const id of ODD) {
      const url = `/api/user/offer/visit/${id}`;
      for (const payload of ["{}", "[]", "null", '{"item":"\\u0000"}']) {
        const type = { "content-type": "application/json", origin: world.productUrl };
        const reply = await world.app.inject({ method: "POST", url, headers: { ...type, ...headers }, payload });
        expect(reply.statusCode, `${url} ${payload}`).toBeLessThan(500);
        if (reply.statusCode === 200)
          expect(new URL(reply.json().redirect_url, world.productUrl).origin).toBe(world.productUrl);
      }
    }
  }
});
