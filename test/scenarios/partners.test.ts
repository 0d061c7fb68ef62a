/**
 * What somebody sees and reads under a partner is the partner's: rates, amounts, names. The partner of these stories gives
 * other shares and amounts than the home brand, as the brand packs of the project may any day.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shipright } from "../../brands/shipright.ts";
import { tuppence } from "../../brands/tuppence.ts";
import { createShopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

const PARTNER = {
  ...shipright,
  member_share_bps: Math.round(tuppence.member_share_bps / 2),
  payout_minimum_minor: tuppence.payout_minimum_minor * 3,
  referral: { ...tuppence.referral, friend_minor: tuppence.referral.friend_minor * 2 },
  first_order: { ...tuppence.first_order, amount_minor: tuppence.first_order.amount_minor * 2 },
};
const STORE = "marlow-finch";

let world: World;
beforeAll(async () => {
  world = await createWorld({ brands: [tuppence, PARTNER], shops: "programmes" });
  await createShopping(world);
  await world.catalog.refresh();
});
afterAll(() => world.close());

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ method: "GET", url, headers });
type Percent = { kind: "percent"; bps: number };
const UNDER = { cookie: "partner=shipright" };

describe("rates under a partner", () => {
  it("are the partner's own on every call that shows them, and no cache hands them to others", async () => {
    for (const [url, rateOf] of [
      [`/api/stores/${STORE}`, (body: { merchant: { rate: Percent } }) => body.merchant.rate],
      [
        "/api/search?q=marlow",
        (body: { stores: { rate: Percent }[] }) => body.stores.find(({ rate }) => rate.kind === "percent")?.rate,
      ],
      [
        "/api/stores?q=marlow",
        (body: { items: { internal_name: string; rate: Percent }[] }) =>
          body.items.find((item) => item.internal_name === STORE)?.rate,
      ],
    ] as const) {
      // Home, partner, and home once more: what one was told is never kept for the other.
      const [home, own, again] = [await get(url), await get(url, UNDER), await get(url)];
      const [shown, theirs] = [rateOf(home.json()), rateOf(own.json())];
      expect(shown, url).toMatchObject({ kind: "percent" });
      expect(theirs?.bps, url).toBeLessThan((shown?.bps ?? 0) * 0.6);
      expect(rateOf(again.json()), url).toEqual(shown);
      expect(own.headers["cache-control"], url).toMatch(/^private/);
    }
  });

  it("are the partner's by its own host, without any cookie", async () => {
    const host = PARTNER.hosts[0] ?? "";
    const [home, own] = [await get(`/api/stores/${STORE}`), await get(`/api/stores/${STORE}`, { host })];
    expect(own.json().merchant.rate.bps).toBeLessThan(home.json().merchant.rate.bps);
  });

  it("are what is written at the click: the rate that was shown", async () => {
    const ann = await world.member("Ann", "en", "shipright");
    const shown = (await get(`/api/stores/${STORE}`, UNDER)).json().merchant.rate;
    const cookie = `${UNDER.cookie}; ${(await signedIn(ann.email, ann.password)).cookie}`;
    const gone = await get(`/go/${STORE}`, { cookie });
    expect(gone.statusCode).toBe(302);
    const { rows } = await world.base.handle.pool.query(
      "select rate, share_bps from cashback.clicks where user_id = $1",
      [ann.user_id],
    );
    expect(rows).toMatchObject([{ rate: shown, share_bps: PARTNER.member_share_bps }]);
    const home = (await get("/api/user/home", { cookie })).json();
    expect(home.stores).toMatchObject([{ internal_name: STORE, rate: shown }]);
  });
});

async function signedIn(email: string, password: string) {
  const answer = await world.app.inject({
    method: "POST",
    url: "/api/web/login",
    headers: { "content-type": "application/json" },
    payload: JSON.stringify({ email, password }),
  });
  expect(answer.statusCode).toBe(200);
  return { cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
}

describe("a partner's member", () => {
  it("gets letters under the partner's name, and everybody else under the home brand's", async () => {
    const [ann, ben] = [await world.member("Lena", "en", "shipright"), await world.member("Ben")];
    const framesOf = async (email: string) =>
      (
        await world.base.handle.pool.query<{ html: string }>(
          "select html from notifications.mails where recipient = $1",
          [email],
        )
      ).rows.map(({ html }) => />(ShipRight|Tuppence)<\/a><\/td>/.exec(html)?.[1]);
    expect(await framesOf(ann.email)).toEqual(["ShipRight"]);
    expect(await framesOf(ben.email)).toEqual(["Tuppence"]);
  });

  it("reads the partner's amounts and minimum", async () => {
    const ann = await world.member("Mia", "en", "shipright");
    const ben = await world.member("Tom");
    const both = async <T>(read: (member: typeof ann) => Promise<T>) => [await read(ann), await read(ben)];
    expect(await both(async (member) => (await world.payouts.withdrawalPage(member.user_id)).minimum_minor)).toEqual([
      String(PARTNER.payout_minimum_minor),
      String(tuppence.payout_minimum_minor),
    ]);
    expect(await both(async (member) => (await world.rewards.referralPage(member.user_id)).terms.friend_minor)).toEqual(
      [PARTNER.referral.friend_minor, tuppence.referral.friend_minor],
    );
    expect(await both(async (member) => (await world.rewards.firstOrder(member)).amount_minor)).toEqual([
      String(PARTNER.first_order.amount_minor),
      String(tuppence.first_order.amount_minor),
    ]);
  });

  it("finds the partner's name in the authenticator app and in the copy of the account", async () => {
    const ann = await world.member("Zoe", "en", "shipright");
    const member = { ...ann, confirmed_at: world.clock.now() };
    const started = await world.identity.startTimeCodes(member, ann.password);
    expect(started.ok && new URL(started.value.address).searchParams.get("issuer")).toBe("ShipRight");
    const copy = await world.identity.exportData(member, {
      password: ann.password,
      user_agent: "",
      address: "",
      device: null,
    });
    expect(copy.ok && copy.value.about).toMatchObject({ service: "ShipRight" });
  });
});
