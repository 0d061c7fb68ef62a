/** What comes late for an account that became another's is that one's to the end, and the house's after it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { placeOrder } from "../support/shopping.ts";
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
  const id = await placeOrder(world, { user_id, plus_active: false }, amount);
  await world.control(`/orders/impact/${id}/approve`, {});
  await world.poll();
}

let pairs = 0;
async function makePair(): Promise<[old: Person, kept: Person]> {
  pairs += 1;
  return [await world.member(`Old${pairs}`), await world.member(`Kept${pairs}`)];
}
async function mergedPair(): Promise<[old: Person, kept: Person]> {
  const [old, kept] = await makePair();
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

const valuesOf = async (text: string, ids: readonly string[]) =>
  (await world.base.handle.pool.query(text, [ids])).rows.map((row) => Object.values(row)[0]);

it("sweeps what comes twice in one day, for each that was merged", async () => {
  const [old, kept] = await mergedPair();
  const [other, keptOther] = await mergedPair();
  await order(old.user_id, 30);
  await world.identity.tidy();
  const { available } = await moneyOf(kept);
  await order(old.user_id, 20);
  await order(other.user_id, 20);
  await world.advance({ seconds: 600 });
  await world.identity.tidy();
  expect((await moneyOf(kept)).available).toBeGreaterThan(available);
  expect((await moneyOf(keptOther)).available).toBeGreaterThan(0n);
});

it("leaves automatic claims on that were turned on since", async () => {
  const [, kept] = await mergedPair();
  await world.base.handle.pool.query(
    `insert into protection.members (user_id, claims_by_itself) values ($1, true)
     on conflict (user_id) do update set claims_by_itself = true`,
    [kept.user_id],
  );
  await world.advance({ days: 1 });
  await world.identity.tidy();
  const asked = "select claims_by_itself from protection.members where user_id = any($1)";
  expect(await valuesOf(asked, [kept.user_id])).toEqual([true]);
});

it("erases a former account whose merge the end had to wait for", async () => {
  const [old, kept] = await makePair();
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let waits = true;
  world.identity.registerMover(async () => {
    if (!waits) return;
    waits = false;
    reached.resolve();
    await gate.promise;
  });
  const merging = world.identity.merge({ from: old.user_id, to: kept.user_id });
  await reached.promise;
  const leaving = leave(kept, true);
  // Until it waits for the account's row, which the merge holds.
  await expect
    .poll(() =>
      valuesOf(
        "select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and $1::text[] is not null",
        [],
      ),
    )
    .toEqual([1]);
  gate.resolve();
  expect(await merging).toMatchObject({ ok: true });
  expect(await leaving).toMatchObject({ ok: true });
  const asked = "select name from identity.users where user_id = any($1)";
  expect(await valuesOf(asked, [old.user_id, kept.user_id])).toEqual(["Deleted", "Deleted"]);
});
