/** What stories of price drops do: something is bought in the catalogue, its price moves, mails of its store say so. */
import { randomUUID } from "node:crypto";
import type { MailFact, MailProof, OrderFact } from "#mailboxes";
import type { Brand } from "#partners";
import { listingId } from "../../src/modules/catalog/ids.ts";
import { priceWatchId } from "../../src/modules/protection/ids.ts";
import type { PricePage, PriceWatch } from "../../src/modules/protection/protection.types.ts";
import { newId } from "../../src/platform/ids.ts";
import { createRebateStory, WITHOUT_TRIAL } from "./rebate-story.ts";
import type { World } from "./world.ts";

export type Goods = {
  listing_id: string;
  merchant_id: string;
  domain: string;
  internal_name: string;
  store: string;
  item: string;
  price: bigint;
};
export const readerOf = (user_id: string) => ({ user_id, country_code: "US", partner: null, name: "Ann" });

/** Whoever joins Plus has paid a month too. */
export const PLUS_PAID: readonly Brand[] = WITHOUT_TRIAL.map((brand) => {
  const { tiers } = brand.plan;
  const plus = { ...tiers.plus, trial_days: 0, trial_minor: 0 };
  return { ...brand, plan: { ...brand.plan, tiers: { ...tiers, plus } } };
});

export type PriceStory = ReturnType<typeof createPriceStory>;
export function createPriceStory(world: World) {
  const rebates = createRebateStory(world);
  const { pool } = world.base.handle;
  let orders = 0;
  const goods: Goods[] = [];

  /** Another thing of the catalogue each time, at a price that the story sets. */
  async function thing(price = 20_000n): Promise<Goods> {
    if (goods.length === 0) {
      const { rows } = await pool.query<Goods>(
        `select distinct on (p.name) l.listing_id, l.merchant_id, m.domain, m.internal_name, m.name as store, p.name as item, 0::bigint as price
         from catalog.listings l join catalog.merchants m using (merchant_id) join catalog.products p using (product_id)
         where l.gone_at is null and l.currency = 'USD' and l.condition = 'new' and l.availability = 'in_stock' and m.live
           and not exists (select 1 from catalog.listings o where o.merchant_id = l.merchant_id and o.product_id = l.product_id and o.listing_id <> l.listing_id)
         order by p.name limit 60`,
      );
      goods.push(...rows);
    }
    const next = goods.pop();
    if (!next) throw new Error("the catalogue has no more things");
    await costs(next, price);
    return { ...next, price };
  }
  const costs = (one: Pick<Goods, "listing_id">, minor: bigint) =>
    pool.query("update catalog.listings set price_minor = $2 where listing_id = $1", [one.listing_id, minor]);

  const fact = (
    userId: string,
    { store, ...of }: { store: Goods; proof: MailProof; content: MailFact["content"]; fact_id?: string },
  ): MailFact => ({
    ...{ fact_id: randomUUID(), mail_id: randomUUID(), user_id: userId, sent_at: world.clock.now() },
    ...{ store: { merchant_id: store.merchant_id, name: store.store, domain: store.domain }, ...of },
  });
  type Bought = { paid?: bigint; number?: string; on?: string; quantity?: number; proof?: MailProof };
  const order = (userId: string, one: Goods, told: Bought = {}): MailFact => {
    orders += 1;
    const { paid = one.price, number = `A-${orders}`, on = rebates.day(-2), quantity = 1, proof = "signed" } = told;
    const content: OrderFact = {
      ...{ kind: "order", order_number: number, ordered_on: on, currency: "USD", promised_by: null },
      ...{ total_minor: paid * BigInt(quantity), shipping_minor: 0n },
      items: [{ name: one.item, quantity, unit_minor: paid, url: null }],
    };
    return fact(userId, { store: one, proof, content });
  };
  const page = (userId: string): Promise<PricePage> => world.protection.prices(readerOf(userId));
  async function watchOf(userId: string, one: Goods): Promise<PriceWatch> {
    const found = (await page(userId)).watches.find(({ item }) => item === one.item);
    if (!found) throw new Error("it is not watched");
    return found;
  }
  const kept = (watch: PriceWatch): string => priceWatchId.read(watch.watch_id) ?? "";
  return {
    ...{ world, rebates, thing, costs, order, page, watchOf, kept },
    async plus(name: string, days = 9) {
      const member = await world.member(name);
      await rebates.story.joined(member.user_id, { tier: "plus" });
      await world.advance({ days });
      return member;
    },
    /** A mail of its store says that it was bought. */
    async mailed(userId: string, one: Goods, told: Bought = {}): Promise<PriceWatch> {
      await world.protection.takeFacts([order(userId, one, told)]);
      return watchOf(userId, one);
    },
    async byHand(userId: string, one: Goods, told: { paid?: bigint; on?: string; receipts?: string[] } = {}) {
      const { paid = one.price, on = rebates.day(-2), receipts = [] } = told;
      const outcome = await world.protection.watchPrice({
        ...{ user_id: userId, request_key: newId("price_watch"), listing_id: listingId.show(one.listing_id) },
        ...{ paid_minor: paid.toString(), pieces: 1, bought_on: on, receipt_ids: receipts },
      });
      if (!outcome.ok) throw new Error(outcome.code);
      return outcome.value;
    },
    refund: (
      userId: string,
      one: Goods,
      told: { number: string; minor: bigint; proof?: MailProof; fact_id?: string },
    ) =>
      world.protection.takeFacts([
        fact(userId, {
          ...{ store: one, proof: told.proof ?? "signed", ...(told.fact_id ? { fact_id: told.fact_id } : {}) },
          content: {
            ...{ kind: "refund", currency: "USD", refunded_on: rebates.day(0) },
            order_number: told.number,
            amount_minor: told.minor,
          },
        }),
      ]),
    /** It falls, and is read twice. */
    async fallsTo(one: Goods, minor: bigint) {
      await costs(one, minor);
      await world.advance({ hours: 3 });
      await world.protection.look();
      await world.advance({ minutes: 31 });
      await world.protection.look();
    },
    claim: (userId: string, watchId: string, receipts: string[] = []) =>
      world.protection.claimPrice({ reader: readerOf(userId), watch_id: watchId, receipt_ids: receipts }),
  };
}
