/**
 * Attacks on what partners promise: brands switched and mixed between page, click and order, shares at their edges, members
 * who move. What was shown is what was promised, what was promised is what is paid, and never more than a network pays.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPartners } from "#partners";
import { shipright } from "../../brands/shipright.ts";
import { tuppence } from "../../brands/tuppence.ts";
import { createShopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

const pack = (name: string, member: number, plus: number) => ({
  ...shipright,
  partner_name: name,
  hosts: [`${name}.example`],
  member_share_bps: member,
  plus_share_bps: plus,
});
const BRANDS = [tuppence, pack("half", 3_500, 5_001), pack("nothing", 0, 0), pack("everything", 10_000, 10_000)];

let world: World;
let cards: { internal_name: string; rate: { kind: string; up_to?: boolean } }[];
beforeAll(async () => {
  world = await createWorld({ brands: BRANDS, shops: "programmes" });
  await createShopping(world);
  await world.catalog.refresh();
  // Of stores, this file reads names and rates alone.
  cards = (await world.catalog.under(tuppence).stores({ per_page: 100 } as never)).items as never;
});
afterAll(() => world.close());

type Clicked = {
  rate: { kind: string; bps?: number; minor?: string; up_to: boolean; plus?: boolean };
  share_bps: number;
};
const clickOf = async (id: string): Promise<Clicked & { network: string; network_programme_id: string }> =>
  (
    await world.base.handle.pool.query(
      "select rate, share_bps, network, network_programme_id from cashback.clicks where click_id = $1",
      [id],
    )
  ).rows[0];
let orders = 0;
/** An order through a click, as its network reports it; returns what its member has pending for it. */
async function order(user_id: string, click_id: string, sale: string, commission: string): Promise<bigint> {
  const { network, network_programme_id } = await clickOf(click_id);
  const before = (await world.ledger.balances(user_id)).pending;
  const id = String(8_000_000 + ++orders);
  const at = world.clock.now();
  const raw = {
    impact: {
      ...{ Id: id, CampaignId: network_programme_id, State: "PENDING", Amount: sale, Payout: commission },
      ...{ Currency: "USD", EventDate: at.toISOString(), SubId1: click_id },
    },
    awin: {
      ...{ id, advertiserId: network_programme_id, commissionStatus: "pending", clickRefs: { clickRef: click_id } },
      commissionAmount: { amount: commission, currency: "USD" },
      saleAmount: { amount: sale, currency: "USD" },
      transactionDate: at.toISOString(),
    },
    cj: {
      ...{ commissionId: id, originalActionId: id, original: true, advertiserId: network_programme_id },
      ...{ actionStatus: "new", validationStatus: "PENDING", shopperId: click_id, orderId: id },
      ...{ pubCommissionAmountUsd: commission, saleAmountUsd: sale, eventDate: at.toISOString() },
    },
  }[network as "impact" | "awin" | "cj"];
  await world.cashback.takeReport(network as "impact", [{ row_key: id, raw }], at);
  await world.work();
  return (await world.ledger.balances(user_id)).pending - before;
}

describe("the rate that is shown, promised and paid", () => {
  it("is one for every brand, store and membership, and never more than the network pays", async () => {
    const ann = await world.member("Ann");
    const kinds = new Set<string>();
    for (const brand of BRANDS)
      for (const card of cards.slice(0, 12))
        for (const plus_active of [false, true]) {
          const target = { merchant: card.internal_name };
          const where = `${brand.partner_name} ${card.internal_name} ${plus_active}`;
          const page = await world.catalog.under(brand).merchant(card.internal_name);
          const notice = await world.cashback.destination(target, brand);
          const gone = await world.cashback.go({ user_id: ann.user_id, plus_active }, target, brand);
          if (!gone.ok || !page || !notice) throw new Error(where);
          const { rate, share_bps } = await clickOf(gone.value.click_id);
          const { plus, ...bare } = rate;
          const shown = plus_active && notice.plus_rate ? notice.plus_rate : notice.rate;
          expect(bare, where).toEqual(shown);
          expect(page.merchant.rate, where).toEqual(notice.rate);
          expect(share_bps, where).toBe(plus ? brand.plus_share_bps : brand.member_share_bps);
          kinds.add(`${rate.kind}${rate.up_to ? " up to" : ""}`);
          if (rate.kind === "none") {
            expect(await order(ann.user_id, gone.value.click_id, "100.00", "10.00"), where).toBe(0n);
            continue;
          }
          if (!rate.up_to) continue;
          // Only the store knows the items: of what it pays, the share of the rate that was shown.
          const back = await order(ann.user_id, gone.value.click_id, "100.00", "10.01");
          expect(back, where).toBe((1_001n * BigInt(share_bps) + 5_000n) / 10_000n);
          expect(back <= 1_001n, where).toBe(true);
        }
    expect([...kinds].sort(), "all kinds of rates were tried").toEqual(
      expect.arrayContaining(["none", "percent", "percent up to"]),
    );
  });

  it("stays that of the click, whatever its member, their brand and their membership become before the order", async () => {
    const ben = await world.member("Ben");
    const store = cards.find(({ rate }) => rate.up_to)?.internal_name ?? "";
    const gone = await world.cashback.go({ ...ben, plus_active: true }, { merchant: store }, tuppence);
    if (!gone.ok) throw new Error(gone.code);
    await world.base.handle.pool.query(
      "update identity.users set partner = 'nothing', plus_active = false where user_id = $1",
      [ben.user_id],
    );
    expect(await order(ben.user_id, gone.value.click_id, "100.00", "10.00")).toBe(900n);
  });
});

describe("the brand of a click", () => {
  it.each<[string, string, Record<string, string>, string]>([
    ["by the address", "?partner=half", {}, "half"],
    ["by the address before the cookie", "?partner=half", { cookie: "partner=nothing" }, "half"],
    ["by the cookie before the host", "", { cookie: "partner=half", host: "nothing.example" }, "half"],
    ["by the host", "", { host: "half.example:443" }, "half"],
    ["by the first of two cookies", "", { cookie: "partner=half; partner=everything" }, "half"],
    ["not by a name that is nobody's", "?partner=__proto__", { cookie: "partner=half" }, "tuppence"],
    [
      "not by a host that somebody else claims",
      "",
      { host: "127.0.0.1", "x-forwarded-host": "half.example" },
      "tuppence",
    ],
    ["not by a part of a host", "", { host: "half.example.evil.example" }, "tuppence"],
  ])("is that of the page: %s", async (_what, query, headers, brand) => {
    const member = await world.member(`M${orders++}x${brand}${Object.keys(headers).length}`);
    const { login_token, bind_secret } = await world.identity.open(member.user_id, { user_agent: "", address: "" });
    const bearer = { authorization: `Bearer ${login_token}`, "x-tuppence-bind": bind_secret ?? "" };
    const answer = await world.app.inject({
      method: "GET",
      url: `/go/marlow-finch${query}`,
      headers: { ...headers, ...bearer },
    });
    expect(answer.statusCode).toBe(302);
    const { rows } = await world.base.handle.pool.query("select share_bps from cashback.clicks where user_id = $1", [
      member.user_id,
    ]);
    expect(rows).toEqual([{ share_bps: BRANDS.find((one) => one.partner_name === brand)?.member_share_bps }]);
    const shown = await world.app.inject({ method: "GET", url: `/api/stores/marlow-finch${query}`, headers });
    const own = await world.catalog
      .under(BRANDS.find((one) => one.partner_name === brand) ?? tuppence)
      .merchant("marlow-finch");
    expect(shown.json().merchant.rate).toEqual(own?.merchant.rate);
  });
});

describe("a brand pack", () => {
  it.each([
    [10_001, 10_001],
    [-1, 9_000],
    [7_000, 6_999],
    [0.5, 1],
    [Number.NaN, 9_000],
  ])("with the shares %s and %s stops the start", (member, plus) =>
    expect(() => createPartners({ brands: [pack("odd", member, plus)] })).toThrow(/shares of odd/),
  );
});
