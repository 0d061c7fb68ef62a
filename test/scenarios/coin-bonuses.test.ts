/**
 * Stories of the coins that we add: they follow what they are for, whatever is told twice, late or taken back; are given once; stay within the
 * month's budget; and no day without coins takes anything away.
 */
import { randomUUID } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import type { BonusName } from "../../src/modules/coins/bonus-rules.ts";
import { bonusObject } from "../../src/modules/coins/operator-bonuses.ts";
import { createEarning, type Earner, only } from "../support/earning.ts";
import { whileHeld } from "../support/held-lock.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let earning: Awaited<ReturnType<typeof createEarning>>;
let offers: Awaited<ReturnType<typeof earning.offers>>;
afterEach(() => world.close());

async function open(bonuses: Partial<Record<BonusName, [coins: bigint, budget: bigint]>>) {
  world = await createWorld({ at: "2027-03-01T12:00:00Z", environment: only("ayet") });
  earning = await createEarning(world, "ayet");
  offers = await earning.offers();
  for (const [name, [coins, month_cap]] of Object.entries(bonuses))
    await world.coins.desk.changeBonus(name as BonusName, { coins, month_cap }, { by: "test", reason: "spring" });
}

/** Sets out for an offer, and reaches its first step that pays after so many hours; the vendor's transaction. */
async function earn(member: Earner, offer: number, hours = 2): Promise<string> {
  const { start, start_id } = await earning.begin(member, offers[offer]?.offer_id ?? "");
  const progress = (await world.coins.progress(member.user_id)).find((one) => one.start_id === start_id);
  const goal = progress?.steps.find(({ coins }) => coins > 0);
  if (hours > 0) await world.advance({ hours });
  return earning.reach(start, goal?.goal_id);
}
type Extra = { name: string; state: string; coins: string; reason: string | null };
async function extras({ user_id }: Earner): Promise<string[]> {
  const { rows } = await world.base.handle.pool.query<Extra>(
    "select name, state, coins, reason from coins.rewards where user_id = $1 and kind = 'extra' order by created_at, reward_id",
    [user_id],
  );
  return rows.map(({ name, state, coins, reason }) =>
    [name, state, coins, reason].filter((one) => one !== null).join(" "),
  );
}
const settleAll = async ({ user_id }: Earner) => {
  const { rows } = await world.base.handle.pool.query("select reward_id from coins.rewards where user_id = $1", [
    user_id,
  ]);
  await Promise.all(rows.flatMap(({ reward_id }) => [1, 2, 3].map(() => world.coins.settleBonuses(reward_id))));
};

it("adds to the first offer once, takes it back with it, and gives it again with the next that is paid", async () => {
  await open({ first_offer: [100n, 1_000n] });
  const ann = await world.member("Ann");
  const tx = await earn(ann, 0);
  expect(await extras(ann)).toEqual(["first_offer credited 100"]);
  const { coins } = await world.ledger.balances(ann.user_id);
  await earning.tell("again", tx);
  await settleAll(ann);
  expect((await world.ledger.balances(ann.user_id)).coins).toBe(coins);
  await earn(ann, 1);
  expect(await extras(ann), "the second offer adds nothing").toHaveLength(1);

  const ben = await world.member("Ben");
  const taken = await earn(ben, 0);
  await earning.tell("reverse", taken, { reason: "refund" });
  expect(await extras(ben)).toEqual(["first_offer reversed 100 bonus_gone"]);
  expect((await world.ledger.balances(ben.user_id)).coins).toBe(0n);
  await earn(ben, 1);
  expect(await extras(ben)).toEqual(["first_offer reversed 100 bonus_gone", "first_offer credited 100"]);
  const terms = await world.coins.bonusTerms();
  expect(terms).toEqual([{ name: "first_offer", days: null, coins: 100, used_up: false }]);
});

it("waits while what it is for waits, and keeps its coins whatever operators say meanwhile", async () => {
  await open({ first_offer: [100n, 1_000n] });
  const ann = await world.member("Ann");
  // Too soon after setting out: a person looks.
  await earn(ann, 0, 0);
  expect(await extras(ann)).toEqual(["first_offer pending 100"]);
  expect(await world.coins.bonusProgress(ann.user_id)).toMatchObject({ days: 1, states: { first_offer: "pending" } });
  await world.coins.desk.changeBonus("first_offer", { coins: 0n, month_cap: 0n }, { by: "test", reason: "over" });
  expect(await world.coins.bonusTerms()).toEqual([]);
  const [held] = await world.coins.desk.held(10);
  const reward_id = held?.reward_id ?? "";
  await world.coins.desk.decide({ reward_id, by: "test", credit: true });
  await world.work();
  expect(await extras(ann)).toEqual(["first_offer credited 100"]);

  const ben = await world.member("Ben");
  await earn(ben, 0);
  expect(await extras(ben), "given to nobody new").toEqual([]);
});

it("goes with what a person refuses, without ever having been anybody's", async () => {
  await open({ first_offer: [100n, 1_000n] });
  const ann = await world.member("Ann");
  await earn(ann, 0, 0);
  const [held] = await world.coins.desk.held(10);
  await world.coins.desk.decide({ reward_id: held?.reward_id ?? "", by: "test", credit: false, reason: "not_paid" });
  await world.work();
  expect(await extras(ann)).toEqual(["first_offer reversed 100 bonus_gone"]);
  expect((await world.ledger.balances(ann.user_id)).coins).toBe(0n);
});

it("stays within the month's budget, however many come at once, and says so", async () => {
  await open({ first_offer: [100n, 250n] });
  const members = await Promise.all(["Ann", "Ben", "Cleo", "Dan"].map((name) => world.member(name)));
  const ids: string[] = [];
  for (const one of members) {
    await world.coins.desk.changeBonus("first_offer", { coins: 0n, month_cap: 0n }, { by: "test", reason: "not yet" });
    await earn(one, 0);
    const { rows } = await world.base.handle.pool.query("select reward_id from coins.rewards where user_id = $1", [
      one.user_id,
    ]);
    ids.push(rows[0].reward_id);
  }
  await world.coins.desk.changeBonus("first_offer", { coins: 100n, month_cap: 250n }, { by: "test", reason: "now" });
  await Promise.all([...ids, ...ids].map((id) => world.coins.settleBonuses(id)));
  const given = (await Promise.all(members.map(extras))).flat();
  expect(given).toEqual(["first_offer credited 100", "first_offer credited 100"]);
  expect(await world.coins.bonusTerms()).toMatchObject([{ used_up: true }]);
});

it("counts days with coins in a month, with gaps and in any order, and forgets none of them", async () => {
  await open({ days_5: [50n, 1_000n], days_10: [200n, 1_000n] });
  const ann = await world.member("Ann");
  const told: string[] = [];
  for (let day = 0; day < 5; day += 1) {
    told.push(await earn(ann, day));
    expect(await extras(ann)).toHaveLength(day === 4 ? 1 : 0);
    // Every other day brings nothing, and takes nothing.
    await world.advance({ hours: 46 });
  }
  expect(await extras(ann)).toEqual(["days_5:2027-03 credited 50"]);
  expect(await world.coins.bonusProgress(ann.user_id)).toEqual({ days: 5, states: { days_5: "credited" } });
  for (const tx of told.toReversed()) await earning.tell("again", tx);
  await settleAll(ann);
  expect(await extras(ann)).toHaveLength(1);
  await earning.tell("reverse", told[2] ?? "", { reason: "refund" });
  expect(await extras(ann)).toEqual(["days_5:2027-03 reversed 50 bonus_gone"]);
  await earn(ann, 5);
  expect(await extras(ann)).toEqual(["days_5:2027-03 reversed 50 bonus_gone", "days_5:2027-03 credited 50"]);
  // The next month begins anew, and takes nothing of the last one back.
  await world.advance({ days: 31 });
  await earn(ann, 6);
  expect(await world.coins.bonusProgress(ann.user_id)).toEqual({ days: 1, states: {} });
  expect((await extras(ann)).at(-1)).toBe("days_5:2027-03 credited 50");
});

it("is given once to two accounts that become one", async () => {
  await open({ first_offer: [100n, 1_000n] });
  const [ann, old] = [await world.member("Ann"), await world.member("Old")];
  await earn(ann, 0);
  await earn(old, 1);
  await world.identity.merge({ from: old.user_id, to: ann.user_id });
  await world.work();
  await earn(ann, 2);
  expect((await extras(ann)).toSorted()).toEqual(["first_offer credited 100", "first_offer reversed 100 given_once"]);
});

it("waits again when what it was confirmed with is taken back and something else waits, whichever was told first", async () => {
  await open({ first_offer: [100n, 100n] });
  const gone = "first_offer reversed 100 bonus_gone";
  const [ann, ben] = [await world.member("Ann"), await world.member("Ben")];
  const taken = await earn(ann, 0);
  await earn(ann, 1, 0);
  // It keeps what it was promised of the budget, though nobody new gets it by now.
  await world.coins.desk.changeBonus("first_offer", { coins: 0n, month_cap: 0n }, { by: "test", reason: "over" });
  await earning.tell("reverse", taken, { reason: "refund" });
  expect((await extras(ann)).toSorted()).toEqual(["first_offer pending 100", gone]);
  expect((await world.ledger.balances(ann.user_id)).coins, "nothing of it can leave").toBe(0n);
  await settleAll(ann);
  const [held] = await world.coins.desk.held(10);
  await world.coins.desk.decide({ reward_id: held?.reward_id ?? "", by: "test", credit: true });
  await world.work();
  expect((await extras(ann)).toSorted()).toEqual(["first_offer credited 100", gone]);

  await world.coins.desk.changeBonus("first_offer", { coins: 100n, month_cap: 200n }, { by: "test", reason: "more" });
  const other = await earn(ben, 0);
  await earning.tell("reverse", other, { reason: "refund" });
  await earn(ben, 1, 0);
  expect((await extras(ben)).toSorted()).toEqual(["first_offer pending 100", gone]);
  expect(await world.coins.desk.givenThisMonth("first_offer")).toBe(200n);
});

it("goes to whom the reward is by now, when two accounts become one while it is worked out", async () => {
  await open({});
  const [ann, old] = [await world.member("Ann"), await world.member("Old")];
  await earn(old, 0);
  const { rows } = await world.base.handle.pool.query("select reward_id from coins.rewards where user_id = $1", [
    old.user_id,
  ]);
  await world.coins.desk.changeBonus("first_offer", { coins: 100n, month_cap: 100n }, { by: "test", reason: "now" });
  await whileHeld(
    world,
    (query) => query("select pg_advisory_xact_lock(hashtextextended($1, 7))", [`coins:${old.user_id}`]),
    async (waiting) => {
      const merged = world.identity.merge({ from: old.user_id, to: ann.user_id });
      await waiting(1);
      const settled = world.coins.settleBonuses(rows[0].reward_id);
      await waiting(2);
      return () => Promise.all([merged, settled]);
    },
  );
  expect(await extras(ann)).toEqual(["first_offer credited 100"]);
});

it("is for no month that was over before it was set, whatever is told of that month later", async () => {
  await open({});
  const ann = await world.member("Ann");
  const told: string[] = [];
  for (let day = 0; day < 6; day += 1) {
    told.push(await earn(ann, day));
    await world.advance({ hours: 22 });
  }
  await world.advance({ days: 31 });
  await world.coins.desk.changeBonus("days_5", { coins: 50n, month_cap: 500n }, { by: "test", reason: "April" });
  await earning.tell("reverse", told[0] ?? "", { reason: "refund" });
  expect(await extras(ann)).toEqual([]);
});

it("is taken back of coins that have gone, and of an account that was closed: what is not there is owed, and the books agree", async () => {
  await open({ first_offer: [2_000n, 9_000n] });
  const [ann, ben] = [await world.member("Ann"), await world.member("Ben")];
  const [hers, his] = [await earn(ann, 0), await earn(ben, 0)];
  const { coins } = await world.ledger.balances(ann.user_id);
  const asked = await world.payouts.request({
    ...{ user_id: ann.user_id, password: ann.password, request_key: randomUUID(), unit: "COIN" },
    ...{ method: "paypal", destination: ann.email ?? "", amount: "everything" },
  });
  expect(asked).toMatchObject({ ok: true });
  const gone = coins - (await world.ledger.balances(ann.user_id)).coins;
  const left = { password: ben.password, give_up: true, user_agent: "", address: "" };
  expect(await world.identity.deleteAccount(ben, left)).toMatchObject({ ok: true });
  await earning.tell("reverse", hers, { reason: "refund" });
  await earning.tell("reverse", his, { reason: "refund" });
  expect([await extras(ann), await extras(ben)]).toEqual([
    ["first_offer reversed 2000 bonus_gone"],
    ["first_offer reversed 2000 bonus_gone"],
  ]);
  expect(await world.ledger.balances(ann.user_id)).toMatchObject({ coins: 0n, coins_owed: gone });
  // What is given anew pays what is owed first.
  await earn(ann, 1);
  expect((await extras(ann)).at(-1)).toBe("first_offer credited 2000");
  const { coins: more, coins_owed } = await world.ledger.balances(ann.user_id);
  expect(more === 0n || coins_owed === 0n).toBe(true);
  expect(await world.coins.desk.givenThisMonth("first_offer")).toBe(2_000n);
});

it("is set by one person up to a limit, above it by two", async () => {
  await open({});
  const act = bonusObject(world.coins.desk).acts?.find(({ name }) => name === "set bonus");
  const told = (coins: string, budget: string, approvedBy?: string) => ({
    ...{ by: "opr_one", reason: "spring", values: { coins, budget } },
    ...(approvedBy && { approvedBy }),
  });
  const asks = (coins: string, budget: string) => act?.secondPerson?.needed("first_offer", told(coins, budget));
  expect([await asks("10,000", "100,000"), await asks("10,001", "100,000"), await asks("1", "100,001")]).toEqual([
    ...[false, true, true],
  ]);
  expect(await act?.run("first_offer", told("100", "100,000,000"))).toMatchObject({ code: "not_possible" });
  expect(await act?.run("first_offer", told("100", "100,000,000", "opr_one"))).toMatchObject({ code: "not_possible" });
  expect(await act?.run("nothing", told("x", ""))).toMatchObject({ code: "unknown" });
  expect(await world.coins.desk.bonusChanges("first_offer")).toEqual([]);
  expect(await act?.run("first_offer", told("100", "100,000,000", "opr_two"))).toMatchObject({ ok: true });
  expect(await world.coins.desk.bonusChanges("first_offer")).toMatchObject([{ by_whom: "opr_one, with opr_two" }]);
});
