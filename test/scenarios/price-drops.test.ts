/** Stories of things that cost less after they were bought: found, read twice, told, claimed once, asked of the store. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPriceStory, PLUS_PAID, type PriceStory } from "../support/price-story.ts";
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

describe("a price that falls after the purchase", () => {
  it("is read twice, told once, and paid by one press, however often it is pressed", async () => {
    const ann = await prices.plus("Ann");
    const one = await prices.thing();
    const watch = await prices.mailed(ann.user_id, one);
    expect(watch).toMatchObject({ state: "watching", proof: "signed", paid_minor: "20000", policy: null });
    await world.protection.look();
    await prices.costs(one, 18_500n);
    await world.advance({ hours: 3 });
    await world.protection.look();
    expect(await prices.watchOf(ann.user_id, one)).toMatchObject({ state: "drop_found", drop_minor: null });
    expect(await prices.claim(ann.user_id, prices.kept(watch))).toMatchObject({ code: "not_read_twice" });
    await world.advance({ minutes: 29 });
    await world.protection.look();
    expect(await prices.watchOf(ann.user_id, one)).toMatchObject({ state: "drop_found" });
    await world.advance({ minutes: 31 });
    await world.protection.look();
    const found = await prices.watchOf(ann.user_id, one);
    expect(found).toMatchObject({ state: "re_checked", drop_minor: "1500", may: { claim: true, ask: true } });
    expect(found.letter?.text.en).toContain("Please refund the difference of $15.00");
    expect(found.letter?.text.es).toContain("devuelvan la diferencia de $15.00");
    await world.work();
    expect((await world.mails(ann.email)).filter((subject) => subject.startsWith("$15.00 less now"))).toHaveLength(1);

    const presses = await Promise.all([1, 2, 3, 4].map(() => prices.claim(ann.user_id, prices.kept(watch))));
    expect(presses.every(({ ok }) => ok)).toBe(true);
    await world.work();
    expect(await prices.rebates.available(ann.user_id)).toBe(1_500n);
    expect(await prices.watchOf(ann.user_id, one)).toMatchObject({
      ...{ state: "refunded", claim: { state: "paid", rebate_minor: "1500", type: "orderprotection" } },
      ...{ may: { claim: false, ask: false, withdraw: false }, letter: null },
    });
    expect((await prices.page(ann.user_id)).figures).toMatchObject({ brought_minor: "1500" });
    expect(JSON.stringify(await world.passbookOf(ann.user_id))).toContain(`Order protection: ${one.store}`);
  });

  it("is nothing when it vanished before the second reading or before the press, and when it is less than a dollar", async () => {
    const ben = await prices.plus("Ben");
    const [one, two, three] = [await prices.thing(), await prices.thing(), await prices.thing()];
    for (const each of [one, two, three]) await prices.mailed(ben.user_id, each);
    await prices.costs(one, 15_000n);
    await prices.costs(three, 19_901n);
    await world.protection.look();
    await prices.costs(one, 20_000n);
    await world.advance({ minutes: 31 });
    await world.protection.look();
    expect(await prices.watchOf(ben.user_id, one)).toMatchObject({ state: "watching", drop_minor: null });
    await prices.fallsTo(two, 15_000n);
    const watch = await prices.watchOf(ben.user_id, two);
    expect(watch.state).toBe("re_checked");
    await prices.costs(two, 19_950n);
    expect(await prices.claim(ben.user_id, prices.kept(watch))).toMatchObject({ code: "drop_gone" });
    // It rose by a part: what is paid is what is left of the drop at the press.
    await prices.costs(two, 18_000n);
    expect(await prices.claim(ben.user_id, prices.kept(watch))).toMatchObject({ ok: true });
    expect(await prices.rebates.available(ben.user_id)).toBe(2_000n);
    expect(await prices.watchOf(ben.user_id, three)).toMatchObject({ state: "watching" });
    await world.work();
    expect((await world.mails(ben.email)).filter((subject) => subject.includes("less now"))).toHaveLength(1);
  });

  it("is paid by the table's own limits, and by Plus alone", async () => {
    const cleo = await prices.plus("Cleo");
    const things = [await prices.thing(), await prices.thing(), await prices.thing()];
    for (const each of things) {
      await prices.mailed(cleo.user_id, each);
      await prices.fallsTo(each, 10_000n);
      await prices.claim(cleo.user_id, prices.kept(await prices.watchOf(cleo.user_id, each)));
    }
    const states = await Promise.all(things.map(async (each) => (await prices.watchOf(cleo.user_id, each)).claim));
    // $25 a claim; the second is more than rules alone pay in thirty days; the third does not fit in the month.
    expect(states.map((claim) => claim && [claim.state, claim.rebate_minor])).toEqual([
      ["paid", "2500"],
      ["review", "2500"],
      null,
    ]);
    expect(await prices.rebates.available(cleo.user_id)).toBe(2_500n);
    const dan = await world.member("Dan");
    await prices.rebates.story.joined(dan.user_id);
    await world.advance({ days: 9 });
    const [last] = [await prices.thing()];
    await prices.mailed(dan.user_id, last);
    await prices.fallsTo(last, 10_000n);
    const watch = await prices.watchOf(dan.user_id, last);
    expect(watch.may).toMatchObject({ claim: false, ask: true });
    expect(await prices.claim(dan.user_id, prices.kept(watch))).toMatchObject({ code: "other_plan" });
    expect(await prices.rebates.available(dan.user_id)).toBe(0n);
  });

  it("ends at the member's midnight, not at that of Greenwich", async () => {
    const eva = await prices.plus("Eva", 40);
    const one = await prices.thing();
    await prices.mailed(eva.user_id, one, { on: prices.rebates.day(-28) });
    await prices.fallsTo(one, 18_000n);
    const watch = await prices.watchOf(eva.user_id, one);
    await world.base.handle.pool.query(
      "update protection.price_watches set zone = 'America/Los_Angeles' where watch_id = $1",
      [prices.kept(watch)],
    );
    // Half past eleven in Los Angeles on the last day, and a day later in London.
    world.clock.set(`${plusDay(watch.house_until)}T06:30:00Z`);
    expect((await prices.claim(eva.user_id, prices.kept(watch))).ok).toBe(true);
    expect(await prices.watchOf(eva.user_id, one)).toMatchObject({ state: "refunded" });
    const fay = await prices.plus("Fay", 40);
    const two = await prices.thing();
    await prices.mailed(fay.user_id, two, { on: prices.rebates.day(-28) });
    await prices.fallsTo(two, 18_000n);
    const late = await prices.watchOf(fay.user_id, two);
    world.clock.set(`${plusDay(late.house_until)}T23:30:00Z`);
    expect(await prices.claim(fay.user_id, prices.kept(late))).toMatchObject({ code: "window_over" });
    await world.protection.look();
    expect(await prices.watchOf(fay.user_id, two)).toMatchObject({ state: "window_closed" });
  });

  it("is claimed by itself where its member said so, and by nobody's press else", async () => {
    const gus = await prices.plus("Gus");
    const [one, two] = [await prices.thing(), await prices.thing()];
    await prices.mailed(gus.user_id, one);
    await prices.fallsTo(one, 19_000n);
    expect(await prices.rebates.available(gus.user_id)).toBe(0n);
    await world.protection.claimsByItself(gus.user_id, true);
    await prices.mailed(gus.user_id, two);
    await prices.fallsTo(two, 19_000n);
    expect(await prices.rebates.available(gus.user_id)).toBe(1_000n);
  });
});

const plusDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
