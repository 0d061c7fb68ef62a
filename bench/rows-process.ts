/**
 * One process that takes rows and works its jobs, as a node of the service does. Mails about orders are left out: their
 * job is added for each batch, as always, but does nothing here, because a mail server is not what is measured.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { systemClock } from "#platform/clock";
import { openDatabase } from "#platform/database";
import { startWorker } from "#platform/jobs";
import { wire } from "../src/server/wiring.ts";
import { configFor, silent, untilStarted } from "./ground.ts";
import { percentile } from "./report.ts";
import type { RowsAnswer, RowsOrder } from "./report-rows.ts";

const databaseUrl = process.env.DATABASE_URL ?? "";
const database = openDatabase({ url: databaseUrl, connections: 16, log: silent });
const wired = await wire({
  config: configFor({ DATABASE_URL: databaseUrl }),
  clock: systemClock,
  log: silent,
  database,
});
const write = wired.registry.jobs.get("cashback.write_mails");
const apply = wired.registry.jobs.get("cashback.apply_rows");
if (!apply || !write) throw new Error("there is no job for rows");
wired.registry.jobs.set("cashback.write_mails", { ...write, handler: async () => {} });
const doneAt = new Map<string, number>();
wired.registry.jobs.set("cashback.apply_rows", {
  ...apply,
  handler: async (payload, context) => {
    await apply.handler(payload, context);
    // What the kind of the job has read.
    const now = Date.now();
    for (const id of (payload as { inbox_ids: string[] }).inbox_ids) doneAt.set(id, now);
  },
});
await startWorker(database, wired.registry, silent, { concurrency: 8 });
await untilStarted(database);

const MEMBERS = 2_000;
const members = Array.from({ length: MEMBERS }, () => randomUUID());
let running = 0;

/** Rows of orders that nobody has heard of, each of a click of its own. */
async function makeRows(count: number) {
  const first = running;
  running += count;
  const clicks = Array.from({ length: count }, () => randomBytes(12).toString("hex"));
  await database.pool.query(
    `insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name, rate, share_bps, cash_back_allowed, locking_days, at)
     select c, m, 'impact', '9001', m, 'marlow', 'Marlow', '{"kind":"percent","bps":500,"up_to":false}', 7000, true, 30, now() from unnest($1::text[], $2::uuid[]) as x(c, m)`,
    [clicks, clicks.map((_, n) => members[(first + n) % MEMBERS])],
  );
  return clicks.map((click, n) => {
    const id = `1000.9001.${first + n}`;
    return {
      row_key: id,
      raw: {
        Id: id,
        CampaignId: "9001",
        State: n % 4 === 0 ? "APPROVED" : "PENDING",
        Amount: "100.00",
        Payout: "8.00",
        Currency: "USD",
        EventDate: new Date().toISOString(),
        SubId1: click,
        Oid: `SO-${first + n}`,
      },
    };
  });
}

const waiting = async () =>
  Number((await database.pool.query("select count(*) as n from platform.inbox where state = 'new'")).rows[0].n);

/** Every row is one order, one event and one transfer, and the balances are their sum. */
async function prove() {
  const { rows } =
    await database.pool.query(`select (select count(*) from cashback.orders) as orders, (select count(*) from cashback.order_events) as events, (select count(*) from ledger.transfers) as transfers,
    (select sum(balance) from ledger.heads h join ledger.accounts a using (account_id) where a.kind in ('member_pending', 'member_available')) as balance`);
  const found = JSON.stringify([rows[0].orders, rows[0].events, rows[0].transfers, rows[0].balance].map(Number));
  const expected = JSON.stringify([running, running, running, running * 500]);
  if (found !== expected) throw new Error(`not exactly once: ${found} instead of ${expected}`);
}

process.on("message", async (order: RowsOrder) => {
  doneAt.clear();
  const rows = await makeRows("burst" in order ? order.burst : order.steady * order.seconds);
  const began = performance.now();
  if ("burst" in order) await wired.cashback.takeReport("impact", rows, new Date());
  else {
    const taken: Promise<unknown>[] = [];
    for (const [n, row] of rows.entries()) {
      const wait = began + (n * 1_000) / order.steady - performance.now();
      if (wait > 1) await new Promise((wake) => setTimeout(wake, wait));
      taken.push(wired.cashback.takeReport("impact", [row], new Date()));
    }
    await Promise.all(taken);
  }
  while ((await waiting()) > 0) await new Promise((wake) => setTimeout(wake, 20));
  const seconds = (performance.now() - began) / 1_000;
  await prove();
  const received = await database.pool.query<{ inbox_id: string; received_at: Date }>(
    "select inbox_id, received_at from platform.inbox where inbox_id = any ($1::uuid[])",
    [[...doneAt.keys()]],
  );
  const waits = received.rows.map((row) => (doneAt.get(row.inbox_id) ?? 0) - row.received_at.getTime());
  process.send?.({
    rows: rows.length,
    seconds,
    p50: percentile(waits, 0.5),
    p99: percentile(waits, 0.99),
  } satisfies RowsAnswer);
});
process.send?.({ port: 0 });
