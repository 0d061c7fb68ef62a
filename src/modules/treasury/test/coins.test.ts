/** Coins on their way out are dollars of the reserve, not money that is set aside for members. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { monthSpan } from "../rules.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-02T15:00:00Z" });
});
afterAll(() => world.close());

async function unexplained(): Promise<[string, bigint][]> {
  const span = monthSpan("2027-03");
  if (!span) throw new Error("a month");
  return (await world.treasury.statement(span)).accounts
    .filter((row) => row.unexplained_minor !== 0n)
    .map((row) => [`${row.account}:${row.owner}`, row.unexplained_minor]);
}
async function settled() {
  for (let round = 0; round < 4; round += 1) {
    await world.work();
    await world.advance({ seconds: 5 });
    await world.control("/postbacks/idle", {});
  }
}

it("a month is explained to the cent while a card for coins is on its way, and when it has arrived", async () => {
  await world.payouts.refreshGiftCards();
  const { user_id, password } = await world.member("Ann+review");
  const expires_at = new Date("2028-01-01T00:00:00Z");
  const batch = { partner: "tuppence", coins: 5_000n, count: 1, expires_at, by: "opr_test" };
  const made = await world.payouts.giftCodes.forPartner(batch);
  await world.payouts.redeemCode({ user_id, code: made.ok ? (made.value[0] ?? "") : "" });
  const [card] = (await world.payouts.coinPage(user_id)).cards;
  const swap = { unit: "COIN", method: "gift_card", destination: card?.product_id ?? "", amount: "5.00" } as const;
  const asked = await world.payouts.request({ user_id, password, request_key: randomUUID(), ...swap });
  expect(asked).toMatchObject({ ok: true });
  await settled();
  expect(await unexplained(), "on its way").toEqual([]);
  const id = asked.ok ? asked.value.withdrawal_id : "";
  await world.control(`/payouts/${id}/settle`, { status: "EXECUTED" });
  await settled();
  expect((await world.payouts.coinPage(user_id)).earlier[0]).toMatchObject({ state: "fulfilled" });
  expect(await unexplained(), "arrived").toEqual([]);
});
