/** Products that earlier versions wrote show what they show now as soon as their database is brought up to date. */

import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createLog } from "#platform/log";
import { prepareDatabase } from "../../../server/prepare-database.ts";
import { type Campaign, emptyWorld, feedOf, item, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
let owner: pg.Client;

const campaign = (id: string, host: string, percent: string): Campaign => ({
  ...{ id, name: host.replace(".example", ""), url: `https://${host}`, rates: [["DEFAULT", "All", percent]] },
});
beforeAll(async () => {
  world.impact = [
    campaign("1", "oak.example", "4"),
    campaign("2", "pine.example", "6"),
    campaign("3", "oak.example", "2"),
  ];
  const lamp = (price: string) => item("a", { title: "Lamp", price });
  world.feeds.set("1", { programme: "1", body: feedOf(lamp("9.00 USD"), item("b", { title: "Rug" })) });
  world.feeds.set("2", { programme: "2", body: feedOf(lamp("10.00 USD"), item("c", { title: "Vase" })) });
  story = await startStory(world);
  await story.catalog.importAll();
  owner = new pg.Client({ connectionString: story.base.ownerUrl });
  await owner.connect();
});
beforeEach(async () => {
  await story.rows("update catalog.merchants set status = 'open'");
  await story.rows("update catalog.programmes set gone_at = null");
});
afterAll(async () => {
  await owner.end();
  await story.stop();
});

/** As a start does it with a database that has not had this migration yet. */
async function upToDate(migration: string, before = ""): Promise<void> {
  await owner.query(`set role tuppence_server; ${before}; reset role`);
  const { rowCount } = await owner.query("delete from platform.migrations where name like $1", [`${migration}-%`]);
  expect(rowCount).toBe(1);
  const { url, ownerUrl } = story.base;
  await prepareDatabase({ url, ownerUrl, log: createLog({ level: "silent" }) });
}
const shown = () =>
  story.rows(
    `select name, array(select internal_name from catalog.merchants where merchant_id = any(p.sold_by) order by 1) as stores,
      merchants, from_minor::integer as price, from_kind as kind, from_bps as bps, cash_back_weight::integer as weight
     from catalog.products p order by name`,
  );

it("weighs nothing for cash back where a group of rates was no more, and leaves what is paid (0130)", async () => {
  await story.rows("update catalog.products set from_kind = 'none', from_bps = 10000 where name = 'Rug'");
  const before = await shown();
  expect(before[1]).toMatchObject({ name: "Rug", kind: "none", bps: 10_000 });
  await upToDate("0130");
  const [lamp, rug, vase] = await shown();
  expect(rug).toMatchObject({ name: "Rug", kind: "none", bps: 0, weight: 0 });
  expect([lamp, vase]).toEqual([before[0], before[2]]);
  await story.rows("update catalog.products set from_kind = 'percent', from_bps = 400 where name = 'Rug'");
});

it("shows no store that was closed and promises nothing of a program that had ended (0131)", async () => {
  const before = await shown();
  await upToDate("0131", "alter table catalog.merchants drop column sells");
  expect(await shown()).toEqual(before);
  expect(await story.rows("select internal_name from catalog.merchants where not sells")).toEqual([]);
  await story.rows("update catalog.merchants set status = 'closed' where internal_name = 'pine'");
  await story.rows("update catalog.programmes set gone_at = now() where network_programme_id = '1'");
  await upToDate("0131", "alter table catalog.merchants drop column sells");
  expect(await shown()).toEqual([
    { name: "Lamp", stores: ["oak"], merchants: 1, price: 900, kind: "none", bps: 0, weight: 0 },
    { name: "Rug", stores: ["oak"], merchants: 1, price: 1_000, kind: "none", bps: 0, weight: 0 },
    { name: "Vase", stores: [], merchants: 0, price: 0, kind: "none", bps: 0, weight: 0 },
  ]);
  const after = await shown();
  await story.catalog.refresh();
  expect(await shown()).toEqual(after);
});

it("keeps nobody from reading stores while it goes through products (0131)", async () => {
  const gate = new pg.Client({ connectionString: story.base.ownerUrl });
  await gate.connect();
  await gate.query(`create function wait() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(4711); return null; end $$`);
  await gate.query("create trigger waits after update on catalog.products for each statement execute function wait()");
  await gate.query("select pg_advisory_lock(4711)");
  const migrated = upToDate("0131", "alter table catalog.merchants drop column sells");
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`;
  await expect.poll(async () => (await gate.query(waiting)).rowCount).toBe(1);
  await gate.query("set lock_timeout = 500");
  const read = await gate.query("select count(*)::integer as stores from catalog.merchants").catch(String);
  await gate.query("select pg_advisory_unlock(4711)");
  await migrated;
  await gate.query("drop function wait() cascade");
  await gate.end();
  expect(read).toMatchObject({ rows: [{ stores: 2 }] });
});
