/** Coins that become gift cards and cash, and whoever tries to have them twice. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MARKETING } from "#coins";
import { COIN_RESERVE, UNCLAIMED } from "#ledger";
import { sql } from "#platform/sql";
import { createWorld, type World } from "../../../../test/support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.payouts.refreshGiftCards();
});
// The end of the world verifies the ledger: every coin is somebody's, paid for, and as the rows above say.
afterAll(() => world.close());

let batches = 0;
async function codes(coins: bigint, count = 1, partner = "tuppence", expires_at = new Date("2028-01-01T00:00:00Z")) {
  batches += 1;
  const made = await world.payouts.giftCodes.forPartner({ partner, coins, count, expires_at, by: `opr_${batches}` });
  if (!made.ok) throw new Error(made.code);
  return made.value;
}
const redeem = (user_id: string, code: string) => world.payouts.redeemCode({ user_id, code });
async function rich(name: string, coins: bigint) {
  const member = await world.member(name);
  const [code = ""] = await codes(coins);
  expect(await redeem(member.user_id, code)).toMatchObject({ ok: true, value: { coins } });
  return member;
}
type Member = Awaited<ReturnType<typeof rich>>;
const has = async ({ user_id }: { user_id: string }) => {
  const { coins, coins_held, coins_owed, available } = await world.ledger.balances(user_id);
  return { free: coins, held: coins_held, owed: coins_owed, cash: available };
};
const cardOf = async (member: Member, name?: string) => {
  const { cards } = await world.payouts.coinPage(member.user_id);
  const card = name ? cards.find((one) => one.name === name) : cards[0];
  if (!card) throw new Error("no such card");
  return card;
};
async function swap(member: Member, amount: string, more: Partial<Parameters<World["payouts"]["request"]>[0]> = {}) {
  return world.payouts.request({
    user_id: member.user_id,
    password: member.password,
    request_key: randomUUID(),
    unit: "COIN",
    method: "gift_card",
    destination: (await cardOf(member)).product_id,
    amount,
    ...more,
  });
}
const newest = async ({ user_id }: Member) => (await world.payouts.coinPage(user_id)).earlier[0];
async function settled(rounds = 8) {
  for (let round = 0; round < rounds; round += 1) {
    await world.work();
    await world.advance({ seconds: 5 });
    await world.control("/postbacks/idle", {});
  }
}
/** As a provider takes back all that it paid for: here what the member's code stands for. */
async function chargeBack({ user_id }: Member, coins: bigint) {
  await world.base.handle.transaction(async (tx) => {
    const posted = await world.ledger.credit(tx, [
      {
        kind: "code.redeemed",
        cause: `charge-back:${user_id}`,
        owner: user_id,
        unit: "COIN",
        from: { pending: 0n, confirmed: coins },
        to: { pending: 0n, confirmed: 0n },
        against: [{ account: { kind: MARKETING, owner: "house" }, amount: world.ledger.reserveOf(coins) }],
      },
    ]);
    expect(posted.ok).toBe(true);
    await sql`delete from payouts.gift_codes where redeemed_by = ${user_id}`.execute(tx);
  });
}
const reserve = () => world.ledger.houseBalance(COIN_RESERVE, "house");
const uuidOf = async ({ user_id }: Member) =>
  (
    await world.base.handle.pool.query<{ withdrawal_id: string }>(
      "select withdrawal_id from payouts.withdrawals where user_id = $1 order by requested_at desc",
      [user_id],
    )
  ).rows[0]?.withdrawal_id ?? "";

describe("coins", () => {
  it("become a gift card at their worth: set aside at once, delivered by itself, told by mail and in the history", async () => {
    const ann = await rich("Ann", 12_480n);
    const before = await reserve();
    expect(await world.payouts.coinPage(ann.user_id)).toMatchObject({ coins: "12480", worth_minor: "1248" });
    expect(await swap(ann, "10.00")).toMatchObject({ ok: true, value: { again: false } });
    expect(await has(ann)).toEqual({ free: 2_480n, held: 10_000n, owed: 0n, cash: 0n });
    await settled();
    expect(await has(ann)).toEqual({ free: 2_480n, held: 0n, owed: 0n, cash: 0n });
    expect(await reserve(), "the dollars behind them have left").toBe(before - 1_000n);
    expect(await newest(ann)).toMatchObject({
      state: "fulfilled",
      coins: "10000",
      amount_minor: "1000",
      openable: true,
    });
    const mails = await world.mails(ann.email);
    expect(mails).toContain("Your $10.00 gift card is here");
    const { entries, next } = await world.passbook.coins({ user_id: ann.user_id, before: null });
    expect(entries.map(({ title, coins, state }) => [title.en, coins, state])).toEqual([
      [expect.stringMatching(/^Swapped for: .+ gift card$/), "-10000", "gone"],
      ["Gift code", "12480", "confirmed"],
    ]);
    expect(next).toBeNull();
    expect((await world.passbookOf(ann.user_id)).entries, "the passbook of cash knows nothing of it").toEqual([]);
  });

  it("become cash at the same rate, never less than the minimum and never more than there is", async () => {
    const bea = await rich("Bea", 5_009n);
    const cash = { method: "paypal", destination: "bea@example.com" } as const;
    expect(await swap(bea, "0.99", cash)).toMatchObject({ code: "below_minimum" });
    expect(await swap(bea, "5.01", cash)).toMatchObject({
      code: "not_enough_coins",
      detail: { coins: "5,009", worth: "$5.00" },
    });
    expect(await swap(bea, "everything", cash)).toMatchObject({ ok: true });
    expect(await has(bea), "whole cents leave, the rest of a cent stays").toMatchObject({ free: 9n, held: 5_000n });
    await settled();
    expect(await newest(bea)).toMatchObject({ state: "fulfilled", amount_minor: "500", coins: "5000" });
    expect(await has(bea)).toEqual({ free: 9n, held: 0n, owed: 0n, cash: 0n });
  });

  it("are asked for by their owner alone", async () => {
    const cay = await rich("Cay", 2_000n);
    expect(await swap(cay, "1.00", { password: "not this one" })).toMatchObject({ code: "password_wrong" });
    expect(await swap(cay, "1.00", { password: "" })).toMatchObject({ code: "password_missing" });
    expect(await has(cay)).toMatchObject({ free: 2_000n, held: 0n });
  });

  it("buy a card only in its face values and its country", async () => {
    const dee = await rich("Dee", 30_000n);
    const { product_id } = await cardOf(dee);
    const change = (what: string) =>
      world.base.handle.pool.query(`update payouts.gift_cards set ${what} where product_id = $1`, [product_id]);
    await change("face_values = '{1000,2500}'");
    expect((await cardOf(dee)).values).toEqual([
      { minor: "1000", coins: "10000" },
      { minor: "2500", coins: "25000" },
    ]);
    expect(await swap(dee, "12.00")).toMatchObject({ code: "card_value", detail: { values: "$10.00, $25.00" } });
    await change("countries = '{GB}'");
    expect(await swap(dee, "10.00", { destination: product_id })).toMatchObject({ code: "card_country" });
    expect((await world.payouts.coinPage(dee.user_id)).cards.map((card) => card.product_id)).not.toContain(product_id);
    await world.payouts.refreshGiftCards();
    expect(await swap(dee, "600.00")).toMatchObject({ code: "not_enough_coins" });
    expect(await has(dee)).toMatchObject({ free: 30_000n, held: 0n });
  });
});

describe("whoever tries to have coins twice", () => {
  it("asks for the same ones many times at once, or presses twice, and has them once", async () => {
    const eve = await rich("Eve", 10_000n);
    const all = await Promise.all(Array.from({ length: 6 }, () => swap(eve, "10.00")));
    expect(all.filter((one) => one.ok)).toHaveLength(1);
    expect(all.find((one) => !one.ok)).toMatchObject({ code: "not_enough_coins" });
    const fay = await rich("Fay", 10_000n);
    const key = randomUUID();
    const twice = await Promise.all([1, 2, 3].map(() => swap(fay, "5.00", { request_key: key })));
    expect(twice.map((one) => one.ok && one.value.again).sort()).toEqual([false, true, true]);
    await settled();
    expect([await has(eve), await has(fay)]).toMatchObject([
      { free: 0n, held: 0n },
      { free: 5_000n, held: 0n },
    ]);
  });

  it("owes what was charged back while its card was on the way, also when the card comes to nothing", async () => {
    const gus = await rich("Gus+review", 4_000n);
    await swap(gus, "3.00");
    await settled(3);
    expect(await newest(gus)).toMatchObject({ state: "submitted" });
    await chargeBack(gus, 4_000n);
    expect(await has(gus)).toEqual({ free: 0n, held: 3_000n, owed: 3_000n, cash: 0n });
    await world.control(`/payouts/${await uuidOf(gus)}/settle`, { status: "FAILED" });
    await settled();
    expect(await newest(gus)).toMatchObject({
      state: "failed",
      reason: { en: expect.stringContaining("could not be made") },
    });
    expect(await has(gus), "what came back has paid the debt").toEqual({ free: 0n, held: 0n, owed: 0n, cash: 0n });
    expect(await swap(gus, "1.00")).toMatchObject({ code: "not_enough_coins" });
  });

  it("ends with exactly what is left, whichever comes first: swaps, a charge-back, a card that fails", async () => {
    const ivy = await rich("Ivy+fail", 9_000n);
    const jan = await rich("Jan", 9_000n);
    for (const member of [ivy, jan]) {
      const swaps = [1, 2, 3, 4].map(() => swap(member, "3.00").catch((error: Error) => error));
      const all = await Promise.all([...swaps, chargeBack(member, 9_000n)]);
      expect(all.filter((one) => one instanceof Error)).toEqual([]);
    }
    await settled();
    expect(await has(ivy), "nothing arrived: nothing is left and nothing is owed").toMatchObject({
      free: 0n,
      held: 0n,
      owed: 0n,
    });
    const { earlier } = await world.payouts.coinPage(jan.user_id);
    const arrived = earlier.filter(({ state }) => state === "fulfilled").length;
    expect(await has(jan)).toMatchObject({ free: 0n, held: 0n, owed: BigInt(arrived) * 3_000n });
  });

  it("has a refused and a returned card back in coins, once, with the reason", async () => {
    const hal = await rich("Hal+fail", 6_000n);
    await swap(hal, "5.00");
    await settled();
    expect(await newest(hal)).toMatchObject({ state: "failed" });
    expect(await has(hal)).toEqual({ free: 6_000n, held: 0n, owed: 0n, cash: 0n });
    expect(await world.mails(hal.email)).toContain("5,000 coins did not arrive and are back in your passbook");
    const ida = await rich("Ida", 6_000n);
    await swap(ida, "5.00");
    await settled();
    expect(await newest(ida)).toMatchObject({ state: "fulfilled" });
    await world.control(`/payouts/${await uuidOf(ida)}/settle`, { status: "CANCELED" });
    await settled();
    expect(await newest(ida)).toMatchObject({ state: "returned" });
    expect(await has(ida)).toEqual({ free: 6_000n, held: 0n, owed: 0n, cash: 0n });
    const { entries } = await world.passbook.coins({ user_id: ida.user_id, before: null });
    expect(entries.map(({ title, coins }) => [title.en, coins])).toEqual([
      ["Coins came back", "5000"],
      [expect.stringMatching(/^Swapped for/), "-5000"],
      ["Gift code", "6000"],
    ]);
  });

  it("merges accounts while a card is on its way, and ends none before it arrived", async () => {
    const joy = await rich("Joy+review", 3_000n);
    await swap(joy, "2.00");
    await settled(3);
    const end = () =>
      world.identity.deleteAccount(joy, { password: joy.password, give_up: true, user_agent: "", address: "" });
    expect(await end()).toMatchObject({ code: "payout_in_progress" });
    const kim = await rich("Kim", 1_000n);
    await world.identity.merge({ from: joy.user_id, to: kim.user_id });
    expect(await has(kim)).toEqual({ free: 2_000n, held: 2_000n, owed: 0n, cash: 0n });
    await world.control(`/payouts/${await uuidOf(kim)}/settle`, { status: "FAILED" });
    await settled();
    expect(await has(kim)).toEqual({ free: 4_000n, held: 0n, owed: 0n, cash: 0n });
    expect(await has(joy)).toEqual({ free: 0n, held: 0n, owed: 0n, cash: 0n });
  });

  it("keeps what came back for an ended account as dollars of its owner", async () => {
    const lou = await rich("Lou", 3_000n);
    await swap(lou, "2.00");
    await settled();
    const id = await uuidOf(lou);
    expect(
      await world.identity.deleteAccount(lou, { password: lou.password, give_up: true, user_agent: "", address: "" }),
    ).toMatchObject({
      ok: true,
    });
    const before = await world.ledger.houseBalance(UNCLAIMED, "house");
    await world.control(`/payouts/${id}/settle`, { status: "CANCELED" });
    await settled();
    expect(await world.ledger.houseBalance(UNCLAIMED, "house")).toBe(before + 200n);
    expect(await has(lou)).toEqual({ free: 0n, held: 0n, owed: 0n, cash: 0n });
  });
});

describe("a card that failed or ran out", () => {
  const renew = async (member: Member, id?: string) =>
    world.payouts.renewGiftCard({
      user_id: member.user_id,
      password: member.password,
      id: id ?? (await newest(member))?.id ?? "",
    });

  it("gets a new link, or its coins back when its maker canceled it", async () => {
    const max = await rich("Max", 4_000n);
    await swap(max, "1.00");
    await settled();
    await world.base.handle.pool.query("update payouts.withdrawals set link_sealed = null where user_id = $1", [
      max.user_id,
    ]);
    const open = async () =>
      world.payouts.openGiftCard({
        user_id: max.user_id,
        password: max.password,
        id: (await newest(max))?.id ?? "",
      });
    expect(await open()).toMatchObject({ ok: false });
    expect(await renew(max)).toMatchObject({ ok: true, value: { became: "renewed" } });
    expect(await open()).toMatchObject({ ok: true, value: { link: expect.stringContaining("/tremendous/r/") } });
    await world.control(`/payouts/${await uuidOf(max)}/settle`, { status: "CANCELED" });
    expect(await renew(max)).toMatchObject({ ok: true, value: { became: "given_back" } });
    expect(await has(max)).toMatchObject({ free: 4_000n, held: 0n });
    expect(await renew(max), "told again it is given back once").toMatchObject({
      ok: true,
      value: { became: "given_back" },
    });
    expect(await has(max)).toMatchObject({ free: 4_000n });
  });

  it("is asked for once by two presses, and both are told the same", async () => {
    const pia = await rich("Pia", 4_000n);
    await swap(pia, "1.00");
    await settled();
    const renewals = async () =>
      (
        await sql<{ n: number }>`select renewals as n from payouts.withdrawals where user_id = ${pia.user_id}`.execute(
          world.database.db,
        )
      ).rows;
    const renewed = { ok: true, value: { became: "renewed" } };
    expect(await Promise.all([renew(pia), renew(pia)])).toEqual([renewed, renewed]);
    expect(await renewals()).toEqual([{ n: 1 }]);
    expect(await renew(pia), "a later press is one of its own").toEqual(renewed);
    expect(await renewals()).toEqual([{ n: 2 }]);
  });

  it("is its owner's alone, and not replaced before it was made", async () => {
    const ned = await rich("Ned+review", 4_000n);
    await swap(ned, "1.00");
    await settled(3);
    expect(await renew(ned)).toMatchObject({ code: "card_not_renewed" });
    const oli = await rich("Oli", 1_000n);
    expect(await renew(oli, (await newest(ned))?.id)).toMatchObject({ code: "unknown_withdrawal" });
    await world.control(`/payouts/${await uuidOf(ned)}/settle`, { status: "EXECUTED" });
    await settled();
  });
});
