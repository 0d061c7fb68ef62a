/** What a member's own copy says of their money, and in which order an account ends. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { NOTHING } from "#ledger";
import { GOODWILL } from "#rewards";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const VISIT = { user_agent: "", address: "" };
const AMOUNT = 1_000n;
type Member = { user_id: string; password: string };
const signedIn = async ({ user_id }: Member) => (await world.identity.open(user_id, VISIT)).member;
async function give({ user_id }: Member, unit: "USD" | "COIN", amount = AMOUNT) {
  const costs = unit === "USD" ? amount : world.ledger.reserveOf(amount);
  const credit = { ...{ kind: "goodwill.given", cause: `own-data:${user_id}:${unit}` }, owner: user_id, unit };
  const against = [{ account: { kind: GOODWILL, owner: "house" }, amount: -costs }];
  const given = await world.base.handle.transaction((tx) =>
    world.ledger.credit(tx, [{ ...credit, from: NOTHING, to: { pending: 0n, confirmed: amount }, against }]),
  );
  expect(given).toMatchObject({ ok: true });
}

it("a member's copy says of each line whether it counts cents or coins: one figure is worth differently in both", async () => {
  const ann = await world.member("Ann");
  for (const unit of ["USD", "COIN"] as const) await give(ann, unit);
  const copy = await world.identity.exportData(await signedIn(ann), { password: ann.password, ...VISIT });
  if (!copy.ok) throw new Error(copy.code);
  const lines = copy.value.ledger as { account_kind: string; unit: string; amount: bigint }[];
  expect(lines.map(({ account_kind, unit, amount }) => `${account_kind} ${amount} ${unit}`).toSorted()).toEqual([
    "member_available 1000 USD",
    "member_coins 1000 COIN",
  ]);
});

it("accounts close behind the modules, so that one can empty its own; what is left is given up whole", async () => {
  const bob = await world.member("Bob");
  await give(bob, "USD");
  const told: boolean[] = [];
  world.identity.keepMemberData([
    {
      name: "stamps",
      read: async () => ({}),
      erase: async (tx, userId) => {
        const money = (await world.ledger.lockMembers(tx, [userId])).get(userId);
        told.push(money?.closed === false && money.available === AMOUNT);
      },
    },
  ]);
  const wish = { password: bob.password, give_up: true, ...VISIT };
  expect(await world.identity.deleteAccount(await signedIn(bob), wish)).toMatchObject({ ok: true });
  expect(told).toEqual([true]);
  expect(await world.ledger.balances(bob.user_id)).toMatchObject({ available: 0n, closed: true });
});

it("what would be given up is told as amounts are written everywhere", async () => {
  const rich = await world.member("Rich");
  await give(rich, "USD", 123_456n);
  await give(rich, "COIN", 5_000n);
  const wish = { password: rich.password, give_up: false, ...VISIT };
  expect(await world.identity.deleteAccount(await signedIn(rich), wish)).toMatchObject({
    code: "balance_remaining",
    detail: { amount: "$1,234.56", coins: "5,000" },
  });
});
