/**
 * What the networks' own documents make hard: locks long after the order, orders reported days late, rates and terms that
 * stand in places of their own. Adapters against the sandbox, which plays the documents and nothing else.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OrderEntry } from "../../src/modules/cashback/cashback.types.ts";
import { createWorld, type World } from "../support/world.ts";

const SHOPS = { impact: "marlow-finch", cj: "brightpenny", awin: "otter-lane" } as const;
type Network = keyof typeof SHOPS;
let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (const feed of await world.catalog.feeds())
    if (feed.kind === "programmes" || feed.feed_name === "impact.offers")
      expect(await world.catalog.importFeed(feed.feed_name)).toMatchObject({ state: "complete", problem: null });
});
afterAll(() => world.close());

async function shop(name: string, network: Network, more: object = {}) {
  const member = await world.member(name);
  const outcome = await world.cashback.go(member, { merchant: SHOPS[network] }, world.partners.home);
  if (!outcome.ok) throw new Error(outcome.code);
  const { click_id, destination } = outcome.value;
  const { order } = await world.control<{ order: { id: string } }>("/orders", {
    network,
    programId: destination.network_programme_id,
    subId: click_id,
    amount: 100,
    silent: true,
    ...more,
  });
  return { member, id: order.id };
}
const orderOf = async (userId: string) =>
  (await world.passbookOf(userId)).entries.find((entry): entry is OrderEntry => entry.type === "order");

describe("the catalogue", () => {
  it.each([
    ["impact", 280, 30],
    ["cj", 350, 45],
    ["awin", 420, 21],
  ] as const)("knows what %s pays and for how long its orders are open", async (network, bps, days) => {
    const merchant = (await world.catalog.under(world.partners.home).merchant(SHOPS[network]))?.merchant;
    expect(merchant?.rates).toContainEqual({
      name: "Everything else",
      name_es: "Todo lo demás",
      rate: { kind: "percent", bps, up_to: false },
    });
    expect(merchant).toMatchObject({ cash_back_allowed: true, locking_days: days });
    const id =
      (await world.catalog.under(world.partners.home).destination({ merchant: SHOPS[network] }))
        ?.network_programme_id ?? "";
    expect((await world.catalog.decision({ network, network_programme_id: id }))?.programme).toMatchObject({
      decision: "allowed",
      decided_by: "PROGRAMMES_DEFAULT=accept-proposals",
      proposed_words: expect.stringContaining("welcome"),
    });
  });

  it("finds whose coupon it is by the advertiser alone", async () => {
    const titles = (await world.catalog.under(world.partners.home).merchant(SHOPS.impact))?.coupons.map(
      (coupon) => coupon.title,
    );
    expect(titles).toContain("10% off your whole order");
  });

  it("reaches the front page of a CJ store by a link that names its advertiser", async () => {
    const found = await world.catalog.under(world.partners.home).destination({ merchant: SHOPS.cj });
    const link = found?.tracking_template.replace("{click}", "clk") ?? "";
    expect(link).toContain("/links/8880001/type/dlg/sid/clk/https%3A%2F%2Fbrightpenny.example");
    expect((await fetch(link, { redirect: "manual" })).headers.get("location")).toMatch(/^\/shops\/brightpenny\//);
  });
});

describe("an order", () => {
  it("of CJ is confirmed when its store locks it after more than 90 days", async () => {
    const { member, id } = await shop("Late", "cj");
    await world.poll();
    expect(await orderOf(member.user_id)).toMatchObject({ state: "pending" });
    await world.control(`/orders/cj/${id}/extend`, { days: 200 });
    await world.advance({ days: 130 });
    await world.poll();
    expect(await orderOf(member.user_id)).toMatchObject({ state: "pending" });
    await world.control(`/orders/cj/${id}/approve`, {});
    await world.poll();
    expect(await orderOf(member.user_id)).toMatchObject({ state: "confirmed" });
  });

  it("of Awin that is reported days late, whose push met nobody, is found within minutes", async () => {
    await world.poll();
    const made = new Date(world.clock.now().getTime() - 6 * 86_400_000);
    const { member } = await shop("Back", "awin", { eventAt: made.toISOString() });
    await world.advance({ minutes: 11 });
    await world.poll();
    expect(await orderOf(member.user_id)).toMatchObject({ state: "pending", spent_minor: "10000" });
  });

  it("of Impact that is taken back says why, as its items do", async () => {
    const { member, id } = await shop("Back2", "impact");
    await world.poll();
    await world.control(`/orders/impact/${encodeURIComponent(id)}/reverse`, { reason: "ITEM_OUT_OF_STOCK" });
    await world.poll();
    expect(await orderOf(member.user_id)).toMatchObject({
      state: "declined",
      reason: { en: "The store could not deliver the order." },
    });
  });

  it("leaves each network's health behind", async () => {
    const lines = await world.providerHealth.read();
    for (const provider of ["impact", "cj", "awin"])
      expect(lines.find((line) => line.provider === provider)).toMatchObject({ ill: false, parked: 0, faults: 0 });
  });
});
