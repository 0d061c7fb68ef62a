/** What comes late for an account that became another's is that one's to the end, and the house's after it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ shops: "everything" });
});
afterAll(() => world.close());

const visit = { user_agent: "", address: "" };
type Person = Awaited<ReturnType<World["member"]>>;

/** A confirmed order of an account. */
async function order(user_id: string, amount: number) {
  const gone = await world.cashback.go(
    { user_id, plus_active: false },
    { merchant: "marlow-finch" },
    world.partners.home,
  );
  if (!gone.ok) throw new Error(gone.code);
  const made = await world.control<{ order: { id: string } }>("/orders", {
    network: "impact",
    programId: gone.value.destination.network_programme_id,
    subId: gone.value.click_id,
    amount,
  });
  await world.control(`/orders/impact/${made.order.id}/approve`, {});
  await world.poll();
}

async function mergedPair(): Promise<[old: Person, kept: Person]> {
  const [old, kept] = [await world.member("Old"), await world.member("Kept")];
  expect(await world.identity.merge({ from: old.user_id, to: kept.user_id })).toMatchObject({ ok: true });
  return [old, kept];
}
const leave = (kept: Person, give_up: boolean) =>
  world.identity.deleteAccount(kept, { password: kept.password, give_up, ...visit });
const moneyOf = ({ user_id }: Person) => world.ledger.balances(user_id);
const NOTHING = { available: 0n, pending: 0n, held: 0n, coins: 0n };

it("asks for what came to a former account before nobody has it any more", async () => {
  const [old, kept] = await mergedPair();
  await order(old.user_id, 60);
  const { available } = await moneyOf(old);
  expect(available).toBeGreaterThan(0n);
  expect(await leave(kept, false)).toMatchObject({ code: "balance_remaining" });
  // Again, as whoever waits and presses once more: what came since is asked for as well.
  await order(old.user_id, 40);
  await world.advance({ seconds: 5 });
  expect(await leave(kept, false)).toMatchObject({ code: "balance_remaining" });
  expect((await moneyOf(kept)).available).toBeGreaterThan(available);
  expect(await leave(kept, true)).toMatchObject({ ok: true });
  expect(await moneyOf(kept)).toMatchObject({ ...NOTHING, closed: true });
  expect(await moneyOf(old)).toMatchObject({ ...NOTHING, closed: true });
  expect((await world.ledger.verify()).findings).toEqual([]);
});

it("gives to the house what comes for either after the end, and keeps nothing of it", async () => {
  const [old, kept] = await mergedPair();
  expect(await leave(kept, false)).toMatchObject({ ok: true });
  await order(old.user_id, 60);
  await world.catalog.keepFavourite(old.user_id, "nike");
  await world.advance({ days: 1 });
  await world.identity.tidy();
  expect(await moneyOf(kept)).toMatchObject({ ...NOTHING, closed: true });
  expect(await moneyOf(old)).toMatchObject({ ...NOTHING, closed: true });
  for (const { user_id } of [old, kept]) expect(await world.catalog.favourites(user_id)).toEqual([]);
  expect((await world.ledger.verify()).findings).toEqual([]);
});

it("ends an old account that was left open when the one that it went into ended", async () => {
  const [old, kept] = await mergedPair();
  await world.base.handle.pool.query("update identity.users set deleted_at = $2 where user_id = $1", [
    kept.user_id,
    world.clock.now(),
  ]);
  await world.database.transaction((tx) => world.ledger.closeMember(tx, kept.user_id));
  await order(old.user_id, 60);
  expect((await moneyOf(old)).available).toBeGreaterThan(0n);
  await world.advance({ days: 1 });
  await world.identity.tidy();
  expect(await moneyOf(kept)).toMatchObject({ ...NOTHING, closed: true });
  expect(await moneyOf(old)).toMatchObject({ ...NOTHING, closed: true });
  expect((await world.ledger.verify()).findings).toEqual([]);
});
