/**
 * Stories of an offer: begun, each step paid as agreed, charged back, told twice, forged, in any order, missing. The coins and the
 * books are exactly those expected; at the end of each the whole ledger verifies (see `close`).
 */
import { afterEach, describe, expect, it } from "vitest";
import { type CoinProviderName, OFFER_RECEIVABLE } from "#coins";
import { COIN_RESERVE } from "#ledger";
import type { AccountKind } from "#platform/account-kind";
import { WHOLE_OFFER } from "../../src/modules/coins/provider.types.ts";
import { createEarning, type Earner, hearVendors, only } from "../support/earning.ts";
import { createWorld, type World } from "../support/world.ts";

const VENDORS = ["ayet", "adgem", "torox", "lootably", "generic"] as const satisfies readonly CoinProviderName[];

const SIGNS_NO_ID: ReadonlySet<string> = new Set(["torox", "lootably"]);

let world: World;
afterEach(() => world.close());

const coinsOf = async (userId: string) => {
  const { coins } = await world.ledger.balances(userId);
  return coins;
};
const house = async (kind: AccountKind, owner = "house") => world.ledger.houseBalance(kind, owner);

async function open(vendor: CoinProviderName) {
  world = await createWorld({ environment: only(vendor) });
  const earning = await createEarning(world, vendor);
  const ann = await world.member("Ann");
  const offers = await earning.offers();
  // Some vendors know offers with one step alone.
  const long = offers.find(({ steps }) => steps >= 3) ?? offers[0];
  if (!long) throw new Error("no offer");
  return { earning, ann, offers, long };
}

async function stepsOf(member: Earner) {
  const [progress] = await world.coins.progress(member.user_id);
  return progress?.steps.map(({ state }) => state).join(" ");
}

describe.each(VENDORS)("an offer of %s", (vendor) => {
  it("pays each step as it was agreed, once, and takes back what is charged back", async () => {
    const { earning, ann, long } = await open(vendor);
    const { start } = await earning.begin(ann, long.offer_id);
    const [progress] = await world.coins.progress(ann.user_id);
    const goals = progress?.steps.filter(({ coins }) => coins > 0) ?? [];
    expect(progress).toMatchObject({ coins: long.coins_advertised, coins_so_far: 0, over: false });
    await world.advance({ hours: 2 });
    const [first, second] = goals;
    if (!first) throw new Error("no goals");
    const tx = await earning.reach(start, first.goal_id);
    expect(await coinsOf(ann.user_id)).toBe(BigInt(first.coins));
    expect(await house(OFFER_RECEIVABLE, vendor)).toBeLessThan(0n);
    expect(await house(COIN_RESERVE)).toBe((BigInt(first.coins) * 100n + 999n) / 1_000n);

    await earning.tell("again", tx);
    expect(await coinsOf(ann.user_id), "told again it is paid once").toBe(BigInt(first.coins));
    for (const kind of ["signature", "payout", "user", "replay"]) await earning.tell("forge", tx, { kind });
    expect(await coinsOf(ann.user_id), "what is forged pays nothing").toBe(BigInt(first.coins));
    // Signatures that leave out the transaction let it be told again under another id: then a person looks.
    const replayed = await world.coins.desk.held(10);
    expect(replayed.map(({ reason }) => reason)).toEqual(SIGNS_NO_ID.has(vendor) ? ["goal_twice"] : []);
    for (const { reward_id } of replayed)
      await world.coins.desk.decide({ reward_id, by: "test", credit: false, reason: "not_paid" });
    await world.work();

    if (second) await earning.reach(start, second.goal_id);
    const rest = BigInt(second?.coins ?? 0);
    expect(await coinsOf(ann.user_id)).toBe(BigInt(first.coins) + rest);
    expect(await stepsOf(ann)).toMatch(second ? /credited credited/ : /credited/);

    await earning.tell("reverse", tx, { reason: "refund" });
    expect(await coinsOf(ann.user_id)).toBe(rest);
    expect(await stepsOf(ann)).toContain("reversed");
    const subjects = (await world.mails(ann.email)).filter((subject) => /coins/.test(subject));
    expect(subjects).toHaveLength((second ? 3 : 2) + replayed.length);
    expect(subjects.at(-1)).toMatch(/taken back$/);
  });
});

/** What is ours to keep whatever the dialect. */
describe("an offer with several steps", () => {
  const vendor = "ayet";
  it("keeps its terms when the offer changes, and ends for newcomers alone when it is taken down", async () => {
    const { earning, ann, long } = await open(vendor);
    const { start, start_id } = await earning.begin(ann, long.offer_id);
    const again = await earning.begin(ann, long.offer_id);
    expect(again.start_id).toBe(start_id);
    const [before] = await world.coins.progress(ann.user_id);
    const listed = (await earning.listed()).offers;
    const row = (
      await world.base.handle.pool.query<{ provider_offer_id: string }>(
        "select provider_offer_id from coins.starts where user_id = $1",
        [ann.user_id],
      )
    ).rows[0];
    expect(listed.some(({ id }) => id === row?.provider_offer_id)).toBe(true);
    await earning.control("take-down", { offer: row?.provider_offer_id });
    await world.coins.refreshOffers();
    const zoe = await world.member("Zoe");
    await expect(earning.begin(zoe, long.offer_id)).rejects.toThrow("unknown_offer");
    await world.advance({ hours: 2 });
    const goal = before?.steps.find(({ coins }) => coins > 0);
    await earning.reach(start, goal?.goal_id);
    expect(await coinsOf(ann.user_id)).toBe(BigInt(goal?.coins ?? 0));
    const [after] = await world.coins.progress(ann.user_id);
    expect(after?.terms_hash).toBe(before?.terms_hash);
  });

  it("brings nothing when it is taken back before it was given", async () => {
    const { earning, ann, long } = await open(vendor);
    const { start } = await earning.begin(ann, long.offer_id);
    await world.advance({ hours: 2 });
    const [progress] = await world.coins.progress(ann.user_id);
    const goal = progress?.steps.find(({ coins }) => coins > 0);
    const { conversion } = await earning.control<{ conversion: { tx: string } }>("complete", {
      ...{ start, held: true },
      ...(goal?.goal_id === WHOLE_OFFER ? {} : { goal: goal?.goal_id }),
    });
    await earning.tell("reverse", conversion.tx);
    await world.control("/postbacks/release", {});
    await hearVendors(world);
    expect(await coinsOf(ann.user_id)).toBe(0n);
    expect((await world.inbox.listParked()).map(({ reason }) => reason)).toEqual(["credited_after_reversal"]);
  });

  it("lets coins wait that come sooner than anybody can be, until a person decides", async () => {
    const { earning, ann, long } = await open(vendor);
    const { start } = await earning.begin(ann, long.offer_id);
    const [progress] = await world.coins.progress(ann.user_id);
    const goal = progress?.steps.find(({ coins }) => coins > 0);
    await earning.reach(start, goal?.goal_id);
    expect(await coinsOf(ann.user_id)).toBe(0n);
    const [held] = await world.coins.desk.held(10);
    expect(held).toMatchObject({ reason: "too_soon", state: "held", posted_pending: BigInt(goal?.coins ?? 0) });
    const decide = (credit: boolean) =>
      world.coins.desk.decide({
        ...{ reward_id: held?.reward_id ?? "", by: "test" },
        ...(credit ? { credit: true as const } : { credit: false as const, reason: "not_reached" as const }),
      });
    expect(await decide(false)).toMatchObject({ ok: true });
    expect(await coinsOf(ann.user_id)).toBe(0n);
    // The second look of somebody else.
    expect(await decide(true)).toMatchObject({ ok: true });
    expect(await coinsOf(ann.user_id)).toBe(BigInt(goal?.coins ?? 0));
    expect(await decide(false)).toMatchObject({ ok: false, code: "not_possible" });
  });

  it("asks the vendor about coins that are late, once, and says how it ended", async () => {
    const { earning, ann, long } = await open(vendor);
    const { start } = await earning.begin(ann, long.offer_id);
    const [progress] = await world.coins.progress(ann.user_id);
    const goal = progress?.steps.find(({ coins }) => coins > 0);
    if (!progress || !goal) throw new Error("no goal");
    const claim = (reached_on: string) =>
      world.coins.claim({
        ...{ user_id: ann.user_id, start_id: progress.start_id, goal_id: goal.goal_id },
        ...{ reached_on, note: "Level 5 on Thursday" },
      });
    expect(await claim("2027-03-10")).toMatchObject({ ok: false, code: "not_late_yet" });
    await world.advance({ days: 4 });
    expect(await claim("2027-02-01")).toMatchObject({ ok: false, code: "reached_invalid" });
    const both = await Promise.all([claim("2027-03-12"), claim("2027-03-12")]);
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    await world.work();
    expect(await stepsOf(ann)).toContain("asked");
    const { rows } = await world.base.handle.pool.query(
      "select template, recipient from notifications.mails where template = 'coins_missing'",
    );
    expect(rows).toHaveLength(1);
    await earning.reach(start, goal.goal_id);
    const [after] = await world.coins.progress(ann.user_id);
    expect(after?.steps.find(({ goal_id }) => goal_id === goal.goal_id)).toMatchObject({
      ...{ state: "credited", claim: { state: "paid" } },
    });
  });
});
