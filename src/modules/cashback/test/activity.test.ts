/** What the catalogue is told of visits and orders. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../../../../test/support/world.ts";

let world: World;
let made = 0;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const STORE = "0198bbbb-0000-7000-8000-000000000001";
const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000);
async function click(userId: string, days: number) {
  const id = `0123456789abcdefghjkm${String(made++).padStart(3, "0")}`;
  await world.base.handle.pool.query(
    `insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name, rate, share_bps, cash_back_allowed, locking_days, at)
     values ($1, $2, 'impact', '9001', $3, 'corner', 'Corner', '{"kind":"percent","bps":100,"up_to":false}', 7000, true, 30, $4)`,
    [id, userId, STORE, daysAgo(days)],
  );
  return id;
}

it("counts every person once a store, on the last day, and nobody who was there long ago", async () => {
  await world.base.handle.pool.query(
    `insert into catalog.merchant_categories values ('shoes', 'Shoes', 'Calzado', 1) on conflict do nothing`,
  );
  await world.base.handle.pool.query(
    `insert into catalog.merchants (merchant_id, internal_name, name, folded, domain, description, category, countries, is_global, created_at)
     values ($1, 'corner', 'Corner', 'corner', 'corner.example', '', 'shoes', '{}', true, now())`,
    [STORE],
  );
  const members = await Promise.all(["Ann", "Bea", "Cat", "Dot"].map((name) => world.member(name)));
  const [ann, bea, cat, dot] = members.map((member) => member.user_id) as [string, string, string, string];
  for (let visit = 0; visit < 40; visit += 1) await click(ann, visit % 5);
  await click(bea, 2);
  await click(dot, 300);
  await world.cashback.tellActivity();
  const figures = async () =>
    (
      await world.base.handle.pool.query("select activity, visitors from catalog.merchants where merchant_id = $1", [
        STORE,
      ])
    ).rows[0];
  expect(await figures()).toEqual({ activity: 0, visitors: 2 });
  const bought = await click(cat, 0);
  await world.cashback.tellActivity();
  const three = await figures();
  expect(three.visitors).toBe(3);
  expect(three.activity).toBeGreaterThan(0);
  // Forty visits of one person weigh as one.
  expect(three.activity).toBeLessThanOrEqual(12);
  await world.base.handle.pool.query(
    `insert into cashback.orders (order_id, network, order_key, click_id, user_id, state, sale_minor, commission_minor, back_minor, ordered_at, reported_at, expected_at)
     values ('0198bbbb-0000-7000-8000-0000000000ff', 'impact', 'k1', $1, $2, 'pending', 1000, 100, 70, $3, $3, $3)`,
    [bought, cat, world.clock.now()],
  );
  await world.cashback.tellActivity();
  expect((await figures()).activity).toBeGreaterThan(three.activity * 1.5);
});
