/** Whom a partner brought meets that partner's name and host wherever something leaves our pages. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPartners } from "#partners";
import { GOODWILL } from "#rewards";
import { shipright } from "../../brands/shipright.ts";
import { tuppence } from "../../brands/tuppence.ts";
import { NOTHING } from "../../src/modules/ledger/ledger.server.ts";
import { createWorld, type World } from "../support/world.ts";

const OURS = "https://www.tuppence-shop.com";
const THEIRS = "https://shipright.tuppence-shop.com";
const partner = { ...shipright, hosts: ["www.shipright.example", "shipright.tuppence-shop.com"] };

let world: World;
beforeAll(async () => {
  world = await createWorld({ brands: [tuppence, partner], environment: { PUBLIC_URL: OURS } });
});
afterAll(() => world.close());

it("leads to the partner's own host only where our cookies are read as well", () => {
  const { originOf } = createPartners({ brands: [tuppence, partner] });
  expect(originOf("shipright", OURS)).toBe(THEIRS);
  expect(originOf("tuppence", OURS)).toBe(OURS);
  expect(originOf("nobody", OURS)).toBe(OURS);
  expect(originOf("shipright", "https://www.another-shop.com")).toBe("https://www.another-shop.com");
  expect(originOf("shipright", "http://localhost:3000")).toBe("http://localhost:3000");
});

it("writes mails whose every link leads to the partner's host", async () => {
  const links = async (to: string) => {
    await world.work();
    const { mails } = await world.control<{ mails: { text: string; html: string }[] }>(`/mails?to=${to}`);
    expect(mails.length).toBeGreaterThan(0);
    const found = mails.flatMap(
      ({ html, text }) => `${html} ${text}`.match(/https:\/\/[a-z.-]*tuppence-shop\.com/g) ?? [],
    );
    return [...new Set(found)];
  };
  const rosa = await world.member("Rosa", "en", "shipright");
  await world.identity.requestReset({ email: rosa.email, user_agent: "", address: "203.0.113.4" });
  expect(await links(rosa.email)).toEqual([THEIRS]);
  const ben = await world.member("Ben");
  expect(await links(ben.email)).toEqual([OURS]);
});

it("names the partner to the browser that keeps a passkey", async () => {
  const rosa = await world.member("Ria", "en", "shipright");
  const started = await world.identity.startPasskey(rosa, rosa.password);
  expect(started.ok && started.value.rp).toEqual({ name: "ShipRight", id: "www.tuppence-shop.com" });
});

it("names the partner in the subject of PayPal's own mail", async () => {
  const rosa = await world.member("Rita", "en", "shipright");
  await world.database.transaction((tx) =>
    world.ledger.credit(tx, [
      {
        kind: "goodwill.given",
        cause: `test:${rosa.user_id}`,
        owner: rosa.user_id,
        from: NOTHING,
        to: { pending: 0n, confirmed: 2_800n },
        against: [{ account: { kind: GOODWILL, owner: "house" }, amount: -2_800n }],
      },
    ]),
  );
  const asked = await world.payouts.request({
    user_id: rosa.user_id,
    request_key: "one",
    method: "paypal",
    amount: "everything",
    destination: rosa.email,
    password: rosa.password,
  });
  expect(asked.ok).toBe(true);
  await world.work();
  const { rows } = await world.base.handle.pool.query<{ reference: string }>(
    "select reference from payables.payables where provider = 'paypal' and reference is not null",
  );
  const api = `${world.sandbox.url}/paypal/v1`;
  const basic = Buffer.from("sandbox-paypal-client:sandbox-paypal-secret").toString("base64");
  const token = await fetch(`${api}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
    body: "grant_type=client_credentials",
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const batch = await fetch(`${api}/payments/payouts/${rows[0]?.reference}`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  const { batch_header } = (await batch.json()) as { batch_header: { sender_batch_header: { email_subject: string } } };
  expect(batch_header.sender_batch_header.email_subject).toBe("Your cash back from ShipRight");
});

it("names the partners in the login element for their pages", async () => {
  const { body } = await world.app.inject({ url: "/elements/login.js" });
  expect(body).toMatch(/const NAMES\s*= \{"tuppence":"Tuppence","shipright":"ShipRight"\}/);
  expect(body).not.toContain("Log in with Tuppence");
});
