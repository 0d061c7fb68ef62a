/** A network's list says what else is paid while products are written beside it: in the end they show what is paid now. */
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { holdRates } from "../refresh-rates.ts";
import { refreshMerchantProducts } from "../store/refresh.ts";
import { emptyWorld, feedOf, item, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
let gate: pg.Client;

const GATE = 4_711;
const list = (percent: string) => {
  const rates: [string, string, string][] = [["DEFAULT", "All", percent]];
  world.impact = [{ id: "9001", name: "Marlow", url: "https://marlow.example", rates }];
};
const feed = (...items: string[]) => world.feeds.set("1", { programme: "9001", body: feedOf(...items) });
const shownFor = async (name: string) =>
  (
    await story.rows<{ bps: number; price: number }>(
      "select from_bps as bps, from_minor::integer as price from catalog.products where name = $1",
      [name],
    )
  )[0];
const waiting = async () =>
  (
    await gate.query(
      "select 1 from pg_locks l where not granted and l.pid in (select pid from pg_stat_activity where datname = current_database())",
    )
  ).rowCount ?? 0;

beforeAll(async () => {
  story = await startStory(world);
  list("4");
  feed(item("a", { title: "Lamp", price: "10.00 USD" }));
  await story.catalog.importFeed("impact.programmes");
  await story.catalog.scheduleImports(["products"]);
  expect(await story.catalog.importFeed("impact.products.1")).toMatchObject({ state: "complete", added: 1 });
  gate = new pg.Client({ connectionString: story.base.ownerUrl });
  await gate.connect();
  // Who has changed what products show waits there, before anybody else can see it.
  await gate.query(`create function wait() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${GATE}); return null; end $$`);
  await gate.query(
    "create trigger waits after update of from_bps on catalog.products for each statement execute function wait()",
  );
});
afterAll(async () => {
  await gate.end();
  await story.stop();
});

/** `first` stands at the gate, with what it changed, when `then` begins; both end. Answers what both did. */
async function beside(first: () => Promise<unknown>, then: () => Promise<unknown>): Promise<unknown[]> {
  await gate.query(`select pg_advisory_lock(${GATE})`);
  const one = first();
  await expect.poll(waiting).toBe(1);
  const other = then();
  await expect.poll(waiting).toBe(2);
  await gate.query(`select pg_advisory_unlock(${GATE})`);
  return Promise.all([one, other]);
}
const COMPLETE = { state: "complete", problem: null };

it("keeps the rate of a list on a product whose price changes meanwhile", async () => {
  list("6");
  const reports = await beside(
    () => story.catalog.importFeed("impact.programmes"),
    () => {
      feed(item("a", { title: "Lamp", price: "9.00 USD" }));
      return story.catalog.importFeed("impact.products.1");
    },
  );
  expect(reports).toMatchObject([COMPLETE, COMPLETE]);
  expect(await shownFor("Lamp")).toEqual({ bps: 600, price: 900 });
});

it("shows it of a product that came meanwhile", async () => {
  list("8");
  const reports = await beside(
    () => story.catalog.importFeed("impact.programmes"),
    () => {
      feed(item("a", { title: "Lamp", price: "9.00 USD" }), item("b", { title: "Vase", price: "30.00 USD" }));
      return story.catalog.importFeed("impact.products.1");
    },
  );
  expect(reports).toMatchObject([COMPLETE, COMPLETE]);
  expect(await shownFor("Vase")).toEqual({ bps: 800, price: 3_000 });
});

it("shows a store that a new edition shows again, of what it sells and of what came meanwhile", async () => {
  await story.rows("update catalog.merchants set hidden = true, sells = false");
  await story.rows("update catalog.products set merchants = 0, sold_by = '{}', from_minor = 0, from_bps = 0");
  await story.rows("update catalog.applied_data set sum = 'an older edition'");
  const [, report] = await beside(
    () => story.catalog.refresh(),
    () => {
      feed(
        ...[item("a", { title: "Lamp", price: "9.00 USD" }), item("b", { title: "Vase", price: "29.00 USD" })],
        item("d", { title: "Table", price: "80.00 USD" }),
      );
      return story.catalog.importFeed("impact.products.1");
    },
  );
  expect(report).toMatchObject(COMPLETE);
  for (const [name, price] of [
    ["Lamp", 900],
    ["Vase", 2_900],
    ["Table", 8_000],
  ] as const)
    expect(await shownFor(name)).toEqual({ bps: 800, price });
});

it("counts of a new product's rate what counts of its program's", async () => {
  await story.rows(
    `insert into catalog.own_rates (own_rate_id, programme_id, counts_bps, starts_at, ends_at, decided_at, decided_by, reason)
     select gen_random_uuid(), programme_id, 5000, '2020-01-01', '2100-01-01', now(), 'opr_ann', 'half of it counts' from catalog.programmes`,
  );
  await story.catalog.refresh();
  expect(await shownFor("Vase")).toMatchObject({ bps: 400 });
  feed(
    ...[item("a", { title: "Lamp", price: "9.00 USD" }), item("b", { title: "Vase", price: "30.00 USD" })],
    item("c", { title: "Chair", price: "50.00 USD" }),
  );
  expect(await story.catalog.importFeed("impact.products.1")).toMatchObject({ state: "complete", added: 1 });
  expect(await shownFor("Chair")).toEqual({ bps: 400, price: 5_000 });
});

it("shows what counts since members' visits were told, whichever of them and a product's price came first", async () => {
  const [store] = await story.rows<{ id: string }>("select merchant_id as id from catalog.merchants");
  const visits = (people: number) => () =>
    story.catalog.saveActivity([{ merchant_id: store?.id ?? "", age_days: 0, people, buyers: 0 }]);
  const goods = (price: string) => () => {
    feed(
      ...[item("a", { title: "Lamp", price }), item("b", { title: "Vase", price: "30.00 USD" })],
      item("c", { title: "Chair", price: "50.00 USD" }),
    );
    return story.catalog.importFeed("impact.products.1");
  };
  await story.rows("update catalog.own_rates set ended_at = now(), ended_by = 'opr_ann', ended_why = 'over'");
  expect(await beside(visits(300), goods("9.10 USD"))).toMatchObject([undefined, COMPLETE]);
  expect(await shownFor("Lamp")).toEqual({ bps: 800, price: 910 });
  await story.rows("update catalog.own_rates set ended_at = null, ended_by = null, ended_why = null");
  expect(await beside(goods("9.20 USD"), visits(600))).toMatchObject([COMPLETE, undefined]);
  expect(await shownFor("Lamp")).toEqual({ bps: 400, price: 920 });
});

it("lets those write stores for whom it waits, while members' visits are told", async () => {
  const [store] = await story.rows<{ id: string }>("select merchant_id as id from catalog.merchants");
  await story.rows("update catalog.applied_data set sum = 'an older edition'");
  // As whoever writes pictures of stores.
  await gate.query("begin");
  await gate.query("select pg_advisory_xact_lock(hashtext('catalog.store_decisions'))");
  const told = story.catalog.saveActivity([{ merchant_id: store?.id ?? "", age_days: 0, people: 900, buyers: 0 }]);
  await expect.poll(waiting).toBe(1);
  await gate.query("set local lock_timeout = '500ms'");
  const written = await gate.query("update catalog.merchants set brand_hex = brand_hex").catch(String);
  await gate.query("rollback");
  await told;
  expect(written).toMatchObject({ command: "UPDATE" });
});

it("writes what comes meanwhile as sold by the store that a program leads to now", async () => {
  const rates: [string, string, string][] = [["DEFAULT", "All", "8"]];
  world.impact = [{ id: "9001", name: "Harbor", url: "https://harbor.example", rates }];
  const reports = await beside(
    () => story.catalog.importFeed("impact.programmes"),
    () => {
      feed(
        ...[item("a", { title: "Lamp", price: "8.00 USD" }), item("b", { title: "Vase", price: "30.00 USD" })],
        ...[item("c", { title: "Chair", price: "50.00 USD" }), item("e", { title: "Stool", price: "20.00 USD" })],
      );
      return story.catalog.importFeed("impact.products.1");
    },
  );
  expect(reports).toMatchObject([COMPLETE, COMPLETE]);
  const sold = await story.rows(
    `select p.name, array(select internal_name from catalog.merchants where merchant_id = any(p.sold_by)) as stores from catalog.products p
     where name in ('Lamp', 'Stool', 'Vase') order by name`,
  );
  expect(sold).toEqual([
    { name: "Lamp", stores: ["harbor"] },
    { name: "Stool", stores: ["harbor"] },
    { name: "Vase", stores: ["harbor"] },
  ]);
  story.catalog.growOld();
  expect((await story.shown.merchant("harbor"))?.products.map(({ name }) => name)).toContain("Stool");
});

it("shows nobody who sells by a program that ends meanwhile, whichever of its list and its feed came first", async () => {
  const rates: [string, string, string][] = [["DEFAULT", "All", "8"]];
  const others = ["1", "2", "3", "4"].map((id) => ({
    id,
    name: `Other ${id}`,
    url: `https://other${id}.example`,
    rates,
  }));
  const harbor = [...world.impact];
  const lists = () => story.catalog.importFeed("impact.programmes");
  const goods = (price: string) => () => {
    feed(
      ...[item("a", { title: "Lamp", price }), item("b", { title: "Vase", price: "30.00 USD" })],
      ...[item("c", { title: "Chair", price: "50.00 USD" }), item("e", { title: "Stool", price: "20.00 USD" })],
    );
    return story.catalog.importFeed("impact.products.1");
  };
  for (const [first, then] of [
    [lists, goods("8.10 USD")],
    [goods("8.20 USD"), lists],
  ] as const) {
    world.impact = [...harbor, ...others];
    expect(await lists()).toMatchObject(COMPLETE);
    expect(await shownFor("Lamp")).toMatchObject({ bps: 400 });
    world.impact = others;
    expect(await beside(first, then)).toMatchObject([COMPLETE, COMPLETE]);
    expect(await shownFor("Lamp")).toEqual({ bps: 0, price: 0 });
  }
  world.impact = [...harbor, ...others];
  expect(await lists()).toMatchObject(COMPLETE);
  expect(await shownFor("Lamp")).toEqual({ bps: 400, price: 820 });
});

it("ends while somebody else lists what the store sells", async () => {
  const [harbor] = await story.rows<{ id: string }>(
    "select merchant_id as id from catalog.merchants where internal_name = 'harbor'",
  );
  const [report] = await beside(
    () => {
      feed(
        ...[item("a", { title: "Lamp", price: "8.00 USD" }), item("b", { title: "Vase", price: "30.00 USD" })],
        item("c", { title: "Chair", price: "50.00 USD" }),
      );
      return story.catalog.importFeed("impact.products.1");
    },
    () =>
      story.base.handle.transaction(async (tx) => {
        await holdRates(tx);
        await refreshMerchantProducts(tx, harbor?.id ?? "");
        await expect.poll(waiting).toBe(1);
      }),
  );
  expect(report).toMatchObject({ ...COMPLETE, gone: 1 });
});

it("takes a coupon to the store that its program leads to, if it came while the list said so", async () => {
  world.promotions = [{ id: "p", programme: "9001", title: "Ten off lamps", code: "TEN" }];
  world.impact = world.impact.map((one) => (one.id === "9001" ? { ...one, url: "https://quay.example" } : one));
  const reports = await beside(
    () => story.catalog.importFeed("impact.programmes"),
    () => story.catalog.importFeed("impact.offers"),
  );
  expect(reports).toMatchObject([COMPLETE, COMPLETE]);
  expect(
    await story.rows("select code, domain from catalog.offers join catalog.merchants using (merchant_id)"),
  ).toEqual([{ code: "TEN", domain: "quay.example" }]);
});

it("begins while somebody else counts departments that stay as they are", async () => {
  await gate.query("begin");
  await gate.query("update catalog.product_categories set products = products");
  const report = story.catalog.importFeed("impact.programmes");
  const waits = expect.poll(waiting, { timeout: 3_000 }).toBe(1);
  const first = await Promise.race([
    report,
    waits.then(
      () => "it waits",
      () => "nobody waits",
    ),
  ]);
  await gate.query("rollback");
  expect(await report).toMatchObject(COMPLETE);
  expect(first).toMatchObject(COMPLETE);
});
