/** What keeps work small when the history is long: what goes, what stays for good, and what is found without reading the rest. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays } from "#platform/clock";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { findWaitingRows } from "../waiting-store.ts";

let world: World;
let userId = "";
beforeAll(async () => {
  world = await createWorld({ environment: { CLICKS_KEEP_DAYS: "200", INBOX_KEEP_DAYS: "300" } });
  userId = (await world.member("Ida")).user_id;
});
afterAll(() => world.close());

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  world.base.handle.pool.query<Row>(text, values).then((result) => result.rows);
const daysAgo = (days: number) => addDays(world.clock.now(), -days);

const click = async (name: string, at: Date) => {
  await query(
    `insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name, rate, share_bps, cash_back_allowed, locking_days, at)
     values ($1, $2, 'cj', '4009001', $3, 'bright', 'Bright', '{"kind":"percent","bps":1000,"up_to":false}', 7000, true, 30, $4)`,
    [name.padEnd(24, "0"), userId, randomUUID(), at],
  );
};
const order = async (
  key: string,
  state: "pending" | "parked",
  reported: Date,
  expected: Date,
  clickName: string | null,
) => {
  await query(
    `insert into cashback.orders (order_id, network, order_key, click_id, user_id, state, sale_minor, commission_minor, back_minor, ordered_at, reported_at, expected_at)
     values ($1, 'cj', $2, $3, $4, $5, 0, 0, 0, $6, $6, $7)`,
    [
      randomUUID(),
      key,
      clickName?.padEnd(24, "0") ?? null,
      state === "parked" ? null : userId,
      state,
      reported,
      expected,
    ],
  );
  await query(
    `insert into cashback.network_rows (network, row_id, order_key, original, status, sale_minor, commission_minor, fetched_at)
     values ('cj', $1, $2, true, 'pending', 0, 0, $3), ('cj', $1 || '-back', $2, false, 'pending', 0, 0, $3)`,
    [`row-${key}`, key, reported],
  );
};
const row = (key: string, state: string, settled: Date | null) =>
  query(
    `insert into platform.inbox (inbox_id, provider, source, row_key, content_hash, payload, fetched_at, received_at, state, settled_at, next_look_at)
     values ($1, 'cj', 'report', $2, '\\x00', '{}', $3, $3, $4, $5, $3)`,
    [randomUUID(), key, daysAgo(400), state, settled],
  );

describe("what is kept", () => {
  it("is every click that earned an order, every row that waits, and what is younger than the settings say", async () => {
    await click("old", daysAgo(201));
    await click("earned", daysAgo(400));
    await click("young", daysAgo(199));
    await order("kept", "pending", daysAgo(300), daysAgo(200), "earned");
    await row("applied", "applied", daysAgo(301));
    await row("refused", "refused", daysAgo(301));
    await row("lately", "applied", daysAgo(299));
    await row("parked", "parked", daysAgo(399));
    await row("waiting", "new", null);
    expect([await world.inbox.dropOld(), await world.cashback.dropOld()]).toEqual([2, 1]);
    expect(await query("select rtrim(click_id, '0') as click from cashback.clicks order by 1")).toEqual([
      { click: "earned" },
      { click: "young" },
    ]);
    expect(
      (await query<{ row_key: string }>("select row_key from platform.inbox order by 1")).map((one) => one.row_key),
    ).toEqual(["lately", "parked", "waiting"]);
    expect([await world.inbox.dropOld(), await world.cashback.dropOld()]).toEqual([0, 0]);
    await world.advance({ days: 2 });
    expect([await world.inbox.dropOld(), await world.cashback.dropOld()]).toEqual([1, 1]);
    await query("delete from platform.inbox");
  });
});

describe("orders that CJ is asked for by id", () => {
  it("are those that wait, due first, and lately parked ones; by their first row", async () => {
    await order("late", "pending", daysAgo(300), daysAgo(1), null);
    await order("found", "parked", daysAgo(10), daysAgo(2), null);
    await order("forgotten", "parked", daysAgo(100), daysAgo(50), null);
    const found = (most: number) => findWaitingRows(world.database.db, "cj", daysAgo(90), most);
    expect(await found(10)).toEqual(["row-kept", "row-found", "row-late"]);
    expect(await found(2)).toEqual(["row-kept", "row-found"]);
  });

  it("are found through their indexes alone", async () => {
    const plans: string[] = [];
    await world.database.transaction(async (tx) => {
      const { sql } = await import("#platform/sql");
      await sql`set local enable_seqscan = off`.execute(tx);
      const plan = await sql<{ "QUERY PLAN": string }>`
        explain select order_key from cashback.orders where network = 'cj' and state = 'parked' and reported_at > now()`.execute(
        tx,
      );
      plans.push(...plan.rows.map((line) => line["QUERY PLAN"]));
    });
    expect(plans.join()).toContain("orders_parked");
  });
});
