/** What the former inboxes held is in the one inbox after the migration, and the server's role works on with it. */
import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { prepareDatabase } from "../../server/prepare-database.ts";
import { createLog } from "../log.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.drop());

const migration = (path: string) => readFileSync(`src/modules/${path}`, "utf8");
/** The statements of a migration that are about an inbox. */
const aboutInbox = (path: string) =>
  migration(path)
    .split(/;\n/)
    .filter((statement) => /\b(?:cashback|membership)\.inbox(?:_waiting)?\b/.test(statement))
    .join(";\n");

it("moves every row along, with what was known of it", async () => {
  const owner = new pg.Client({ connectionString: base.ownerUrl });
  await owner.connect();
  await owner.query("drop table platform.inbox");
  await owner.query("delete from platform.migrations where name like '%platform-inbox'");
  await owner.query("set role tuppence_server");
  for (const path of ["cashback/migrations/0001_cashback.sql", "cashback/migrations/0013_growth.sql"])
    await owner.query(aboutInbox(path));
  for (const path of ["membership/migrations/0001_membership.sql", "membership/migrations/0020_processor.sql"])
    await owner.query(aboutInbox(path));
  await owner.query(`
    insert into cashback.inbox (inbox_id, network, source, row_key, content_hash, payload, fetched_at, received_at, state, reason, settled_at) values
      ('019a0000-0000-7000-8000-000000000001', 'awin', 'report', '7', '\\x01', '{"id": 7}', '2027-03-01', '2027-03-02', 'parked', 'no_click', '2027-03-03'),
      ('019a0000-0000-7000-8000-000000000002', 'cj', 'postback', '8', '\\x02', '{}', '2027-03-01', '2027-03-02', 'new', null, null);
    insert into membership.inbox (event_id, type, object_id, sent_at, received_at, done_at, next_look_at, looks) values
      ('evt_done', 'charge.refunded', 'ch_1', '2027-03-01', '2027-03-02', '2027-03-03', '2027-03-02', 0),
      ('evt_open', 'charge.succeeded', 'ch_2', '2027-03-04', '2027-03-05', null, '2027-03-06', 3)`);
  await owner.query("reset role");
  const log = createLog({ level: "silent" });
  await prepareDatabase({ url: base.url, ownerUrl: base.ownerUrl, log });
  await owner.end();
  const { rows } = await base.handle.pool.query(
    `select provider, source, row_key, payload, state, reason, looks, settled_at is not null as settled, next_look_at <= now() as due
     from platform.inbox order by provider, row_key`,
  );
  expect(rows).toMatchObject([
    { provider: "awin", source: "report", row_key: "7", payload: { id: 7 }, state: "parked", reason: "no_click" },
    { provider: "cj", source: "postback", row_key: "8", state: "new", settled: false, due: true },
    {
      provider: "stripe",
      source: "webhook",
      row_key: "evt_done",
      payload: { type: "charge.refunded", object_id: "ch_1" },
      state: "applied",
      settled: true,
    },
    { provider: "stripe", row_key: "evt_open", payload: { object_id: "ch_2" }, state: "new", looks: 3, settled: false },
  ]);
  const { rows: left } = await base.handle.pool.query(
    "select to_regclass('cashback.inbox') as one, to_regclass('membership.inbox') as other",
  );
  expect(left).toEqual([{ one: null, other: null }]);
  // Told again, a processor's message is the same as the one that was moved.
  const again = await base.handle.pool.query(
    `insert into platform.inbox (inbox_id, provider, source, row_key, content_hash, payload, fetched_at, received_at, next_look_at)
     values (gen_random_uuid(), 'stripe', 'webhook', 'evt_open', sha256('evt_open'), '{}', now(), now(), now()) on conflict do nothing`,
  );
  expect(again.rowCount).toBe(0);
});
