/** How somebody would get a price drop paid twice, for too much, or for nothing: each way, and what comes of it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { priceWatchId } from "../../src/modules/protection/ids.ts";
import { eraseMemberData, readMemberData } from "../../src/modules/protection/member-data-store.ts";
import { createPriceStory, type Goods, PLUS_PAID, type PriceStory } from "../support/price-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let prices: PriceStory;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-01T15:00:00Z", brands: PLUS_PAID, products: 120, shops: "everything" });
  prices = createPriceStory(world);
});
afterAll(async () => {
  await world.receipts.close();
  await world.close();
});

const available = (userId: string) => prices.rebates.available(userId);
const claim = async (userId: string, one: Goods, receipts: string[] = []) =>
  prices.claim(userId, prices.kept(await prices.watchOf(userId, one)), receipts);
/** What its claim stands at, for things that are watched once. */
const claimOf = async (userId: string, one: Goods) => (await prices.watchOf(userId, one)).claim;

describe("one purchase pays once", () => {
  it("whether two watch it, two accounts show the mail of its order, or accounts become one", async () => {
    const [ann, bob] = [await prices.plus("Ann"), await prices.plus("Bob")];
    const one = await prices.thing();
    const number = "W-77";
    for (const { user_id } of [ann, bob]) await prices.mailed(user_id, one, { number });
    await prices.byHand(ann.user_id, one);
    await prices.fallsTo(one, 19_000n);
    expect(await claim(bob.user_id, one)).toMatchObject({ ok: true });
    const own = (await prices.page(ann.user_id)).watches.filter(({ item }) => item === one.item);
    expect(own).toHaveLength(2);
    const paper = await prices.rebates.receipt(ann.user_id, { merchant: one.store, total: "20000" });
    const outcomes = await Promise.all(
      own.map((watch) => prices.claim(ann.user_id, prices.kept(watch), watch.proof === "signed" ? [] : [paper])),
    );
    // By its mail it is another's already; by a receipt it is the same store, day and sum as the other's, so that a person looks.
    expect(outcomes.map((outcome) => (outcome.ok ? "sent" : outcome.code)).toSorted()).toEqual([
      "already_paid",
      "sent",
    ]);
    expect([await available(ann.user_id), await available(bob.user_id)]).toEqual([0n, 1_000n]);
    expect(await world.identity.merge({ from: bob.user_id, to: ann.user_id })).toMatchObject({ ok: true });
    const merged = (await prices.page(ann.user_id)).watches.filter(({ item }) => item === one.item);
    expect(merged).toHaveLength(3);
    for (const watch of merged) await prices.claim(ann.user_id, prices.kept(watch), [paper]);
    await world.work();
    expect(await available(ann.user_id)).toBe(1_000n);
  });

  it("whether its two watches are pressed at the same moment, or the second after the first was let go", async () => {
    const ann = await prices.plus("Cara");
    const one = await prices.thing();
    const bytes = "the one receipt of it";
    const papers = [1, 2].map(() =>
      prices.rebates.receipt(ann.user_id, { merchant: one.store, total: "20000", bytes }),
    );
    const ids = [await prices.byHand(ann.user_id, one), await prices.byHand(ann.user_id, one)];
    await prices.fallsTo(one, 19_000n);
    const receipts = await Promise.all(papers);
    const outcomes = await Promise.all(ids.map((id, at) => prices.claim(ann.user_id, id, [receipts[at] ?? ""])));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ code: "already_paid" });
    expect(await available(ann.user_id)).toBe(1_000n);
    const third = await prices.byHand(ann.user_id, one);
    await prices.fallsTo(one, 19_000n);
    expect(await prices.claim(ann.user_id, third, [(await papers[0]) ?? ""])).toMatchObject({ code: "already_paid" });
  });

  it("also after its account ended and another shows the same mail", async () => {
    const [gone, next] = [await prices.plus("Gone"), await prices.plus("Next")];
    const one = await prices.thing();
    await prices.mailed(gone.user_id, one, { number: "Z-1" });
    await prices.fallsTo(one, 19_000n);
    expect(await claim(gone.user_id, one)).toMatchObject({ ok: true });
    const { db } = world.base.handle;
    expect((await readMemberData(db, gone.user_id)).watched_prices).toMatchObject([
      { item: one.item, state: "refunded" },
    ]);
    await world.base.handle.transaction((tx) => eraseMemberData(tx, gone.user_id));
    expect((await prices.page(gone.user_id)).watches).toEqual([]);
    await prices.mailed(next.user_id, one, { number: "Z-1" });
    await prices.fallsTo(one, 19_000n);
    expect(await claim(next.user_id, one)).toMatchObject({ code: "already_paid" });
  });
});

describe("what the store gives back", () => {
  it("takes back what we paid, by as much, once for each mail; a mail that nobody signed takes nothing", async () => {
    const ann = await prices.plus("Dora");
    const one = await prices.thing();
    await prices.mailed(ann.user_id, one, { number: "R-1" });
    await prices.fallsTo(one, 18_000n);
    expect(await claim(ann.user_id, one)).toMatchObject({ ok: true });
    expect(await available(ann.user_id)).toBe(2_000n);
    await prices.refund(ann.user_id, one, { number: "R-1", minor: 2_000n, proof: "none" });
    expect(await available(ann.user_id)).toBe(2_000n);
    for (const _again of [1, 2])
      await prices.refund(ann.user_id, one, { number: "R-1", minor: 500n, fact_id: "one-mail" });
    expect(await available(ann.user_id)).toBe(1_500n);
    await prices.refund(ann.user_id, one, { number: "R-1", minor: 500n });
    expect(await available(ann.user_id), "the same refund, told once more when it was paid").toBe(1_500n);
    await prices.refund(ann.user_id, one, { number: "R-1", minor: 700n });
    expect(await available(ann.user_id), "the larger of two is sure").toBe(1_300n);
    const shown = (await world.benefits.desk.sampled(50)).filter(({ doubt }) => doubt === "refunds told");
    expect(shown, "that it was both is a person's to find out").toMatchObject([{ user_id: ann.user_id }]);
    await prices.refund(ann.user_id, one, { number: "R-1", minor: 2_000n });
    expect(await available(ann.user_id)).toBe(0n);
    expect(await claimOf(ann.user_id, one)).toMatchObject({ state: "reversed", reason: { code: "refunded_by_store" } });
  });

  it("is not missed when it is told while the claim is sent", async () => {
    const ann = await prices.plus("Wanda");
    for (const n of [1, 2, 3, 4, 5, 6]) {
      const one = await prices.thing();
      await prices.mailed(ann.user_id, one, { number: `W-${n}` });
      await prices.fallsTo(one, 19_900n - BigInt(n));
      const told = async () => {
        await new Promise((resolve) => setTimeout(resolve, n * 12));
        return prices.refund(ann.user_id, one, { number: `W-${n}`, minor: 200n });
      };
      await Promise.all([claim(ann.user_id, one), told()]);
    }
    expect(await available(ann.user_id), "each was given back by its store").toBe(0n);
  });

  it("leaves nothing to claim when it came first, and counts while a person still looks at the claim", async () => {
    const ann = await prices.plus("Ella");
    const [one, two] = [await prices.thing(), await prices.thing()];
    await prices.mailed(ann.user_id, one, { number: "F-1" });
    await prices.fallsTo(one, 18_000n);
    await prices.refund(ann.user_id, one, { number: "F-1", minor: 2_000n, proof: "linked" });
    expect(await claim(ann.user_id, one)).toMatchObject({ code: "already_paid" });
    await prices.mailed(ann.user_id, two, { number: "F-2", proof: "linked" });
    await prices.fallsTo(two, 18_000n);
    const paper = await prices.rebates.receipt(ann.user_id, { merchant: two.store, total: "21000" });
    expect(await claim(ann.user_id, two, [paper])).toMatchObject({ ok: true });
    const waiting = await claimOf(ann.user_id, two);
    expect(waiting).toMatchObject({ state: "review" });
    await prices.refund(ann.user_id, two, { number: "F-2", minor: 1_200n });
    const { desk } = world.benefits;
    const claim_id = prices.rebates.kept(waiting?.claim_id ?? "");
    expect(await desk.approve({ claim_id, by: "olga", amount_minor: 2_000n })).toMatchObject({ code: "too_much" });
    expect(await desk.approve({ claim_id, by: "olga", amount_minor: null })).toMatchObject({ ok: true });
    expect(await available(ann.user_id)).toBe(800n);
  });

  it("is told by the member while the letter is out; then we pay nothing too", async () => {
    const ann = await prices.plus("Fran");
    const one = await prices.thing();
    await prices.mailed(ann.user_id, one);
    await prices.fallsTo(one, 18_000n);
    const asked = { user_id: ann.user_id, watch_id: prices.kept(await prices.watchOf(ann.user_id, one)) };
    expect(await world.protection.tellAsked(asked)).toMatchObject({ ok: true });
    expect(await claim(ann.user_id, one)).toMatchObject({ code: "already_paid" });
    expect(await world.protection.tellAnswer({ ...asked, answer: "refunded", amount_minor: "2000" })).toMatchObject({
      ok: true,
    });
    expect(await claim(ann.user_id, one)).toMatchObject({ code: "already_paid" });
    expect(await prices.watchOf(ann.user_id, one)).toMatchObject({ state: "refunded", store_minor: "2000" });
    expect((await prices.page(ann.user_id)).figures.brought_minor).toBe("2000");
    expect(await available(ann.user_id)).toBe(0n);
  });
});

describe("what is told pays nothing", () => {
  it("without a receipt, by a mail that nobody signed, or by one that is somebody else's", async () => {
    const [ann, eve] = [await prices.plus("Gina"), await prices.plus("Eve")];
    const [one, two] = [await prices.thing(), await prices.thing()];
    await prices.byHand(ann.user_id, one, { paid: 99_900n });
    await prices.mailed(ann.user_id, two, { paid: 99_900n, proof: "none" });
    await prices.fallsTo(one, 19_000n);
    await prices.fallsTo(two, 19_000n);
    expect(await claim(ann.user_id, one)).toMatchObject({ code: "receipt_missing" });
    expect(await claim(ann.user_id, two)).toMatchObject({ code: "receipt_missing" });
    const foreign = await prices.rebates.receipt(eve.user_id, { merchant: one.store, total: "99900" });
    expect(await claim(ann.user_id, one, [foreign])).toMatchObject({ code: "unknown_receipt" });
    // The paper says what it really cost: a person looks, and nothing moved.
    const paper = await prices.rebates.receipt(ann.user_id, { merchant: one.store, total: "20000" });
    expect(await claim(ann.user_id, one, [paper])).toMatchObject({ ok: true });
    expect(await claimOf(ann.user_id, one)).toMatchObject({ state: "review" });
    expect(await available(ann.user_id)).toBe(0n);
  });

  it("by the form of other rebates, or on another member's watch", async () => {
    const [ann, eve] = [await prices.plus("Hana"), await prices.plus("Evan")];
    const one = await prices.thing();
    await prices.mailed(ann.user_id, one);
    await prices.fallsTo(one, 19_000n);
    const watch = await prices.watchOf(ann.user_id, one);
    expect(await prices.claim(eve.user_id, prices.kept(watch))).toMatchObject({ code: "unknown_watch" });
    const asked = { user_id: eve.user_id, watch_id: prices.kept(watch) };
    expect(await world.protection.stopWatching(asked)).toMatchObject({ code: "unknown_watch" });
    expect(await world.protection.tellAnswer({ ...asked, answer: "refunded", amount_minor: "1" })).toMatchObject({
      code: "unknown_watch",
    });
    // No type of claim: somebody typed it.
    const typed = { type: "orderprotection" as never, merchant: one.store, paid_minor: "2500" };
    expect(await prices.rebates.send(ann.user_id, typed)).toMatchObject({ code: "unknown_benefit" });
    expect(priceWatchId.read(watch.watch_id)).not.toBeNull();
    expect([await available(ann.user_id), await available(eve.user_id)]).toEqual([0n, 0n]);
  });
});

describe("random prices", () => {
  it("never pay more than what was paid less the highest that was read, nor beyond a limit", async () => {
    let seed = 20_270_301;
    const draw = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % most;
    };
    const ann = await prices.plus("Rand");
    for (let round = 0; round < 6; round += 1) {
      const one = await prices.thing(BigInt(1_000 + draw(3_000)));
      await prices.mailed(ann.user_id, one);
      const seen: bigint[] = [];
      for (let look = 0; look < 8; look += 1) {
        const now = BigInt(200 + draw(4_000));
        await prices.costs(one, now);
        seen.push(now);
        await world.advance({ minutes: 20 + draw(150) });
        await world.protection.look();
        if (draw(3) === 0) await claim(ann.user_id, one);
      }
      const paid = BigInt((await claimOf(ann.user_id, one))?.rebate_minor ?? "0");
      const least = seen.reduce((a, b) => (a < b ? a : b));
      expect(paid).toBeLessThanOrEqual(one.price > least ? one.price - least : 0n);
    }
    expect(await available(ann.user_id)).toBeGreaterThan(0n);
    expect(await available(ann.user_id)).toBeLessThanOrEqual(5_000n);
  });
});
