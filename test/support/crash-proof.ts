/**
 * The proof after the crashes. Everything that is compared comes from two independent sides: what the load remembers and
 * the sandbox knows on one, the product's tables on the other. Cash back is worked out here once more.
 */
import { expect } from "vitest";
import { NETWORK_RECEIVABLE } from "#cashback";
import type { Load, Network } from "./crash-load.ts";
import { type CrashWorld, type Shopper, sleep } from "./crash-world.ts";

type Truth = {
  network: Network;
  id: string;
  subId: string;
  amount: number;
  commission: number;
  state: "pending" | "approved" | "reversed";
};
type Kept = {
  network: Network;
  order_key: string;
  click_id: string;
  user_id: string;
  state: string;
  sale_minor: bigint;
  commission_minor: bigint;
  back_minor: bigint;
  rate: Rate;
  share_bps: number;
};
type Rate =
  | { kind: "percent"; bps: number; up_to: boolean }
  | { kind: "fixed"; minor: string; up_to: boolean }
  | { kind: "none" };
type Delivery = {
  channel: string;
  subject: string;
  event: string;
  state: string;
  id: number;
  last_status: string | null;
};

/** Work without a job by then is what the sweeping schedules are for. */
const SWEEP_AFTER_MS = 4_000;

const cents = (dollars: number): bigint => BigInt(Math.round(dollars * 100));
const key = (order: { network: string; id: string }) => `${order.network}|${order.id}`;

/** A call in this world takes milliseconds: whoever took a payable's lease of 90 s so long ago has lost it with its process. */
const LEASE_LOST = "80 seconds";

/** What a thousand kills have left over takes as long as the machine needs. */
const SETTLED_MS = 600_000;

/**
 * Lets the outside world finish telling and the server finish working. Jobs that wait for a later time are called now, and so
 * are payables whose worker was killed, or found no database to say what the provider had answered.
 */
export async function settle(world: CrashWorld) {
  await world.control("/postbacks/idle", {});
  const began = performance.now();
  let swept = false;
  for (let quiet = 0; quiet < 3; ) {
    await world.database.pool.query(
      "update graphile_worker._private_jobs set run_at = now() where run_at > now() and attempts < max_attempts and locked_at is null",
    );
    await world.database.pool.query(
      `update payables.payables set leased_until = null where leased_until < now() + interval '${LEASE_LOST}'`,
    );
    const { rows } = await world.database.pool.query<{ jobs: number; inbox: number; withdrawals: number }>(`
      select (select count(*)::int from graphile_worker._private_jobs where attempts < max_attempts) as jobs,
        (select count(*)::int from platform.inbox where state = 'new') as inbox,
        (select count(*)::int from payouts.withdrawals where state in ('requested', 'submitted')) as withdrawals`);
    const open = rows[0] as { jobs: number; inbox: number; withdrawals: number };
    quiet = open.jobs + open.inbox + open.withdrawals === 0 ? quiet + 1 : 0;
    const waited = performance.now() - began;
    if (!swept && open.jobs === 0 && quiet === 0 && waited > SWEEP_AFTER_MS) {
      swept = true;
      await world.sweep();
    }
    if (waited > SETTLED_MS) {
      const left = await world.database.pool.query(
        "select task.identifier, j.attempts, j.max_attempts, j.last_error, j.locked_at from graphile_worker._private_jobs j join graphile_worker._private_tasks task on task.id = j.task_id limit 10",
      );
      throw new Error(
        `the work did not end: ${JSON.stringify(open)} ${JSON.stringify(world.lines.filter((line) => line.level >= 50).slice(-3)).slice(0, 3_000)} ${JSON.stringify(left.rows)} ${JSON.stringify(world.lines.slice(-5)).slice(0, 3_000)}`,
      );
    }
    await sleep(100);
  }
  const dead = await world.database.pool.query(
    "select task.identifier, j.last_error, j.attempts, j.max_attempts, j.created_at, j.updated_at, j.locked_at, j.revision, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks task on task.id = j.task_id where j.attempts >= j.max_attempts and j.max_attempts > 1",
  );
  expect(dead.rows, "no job was given up").toEqual([]);
}

export async function proveClicks(world: CrashWorld, load: Load) {
  const { rows } = await world.database.pool.query<{ click_id: string; user_id: string; network: string }>(
    "select click_id, user_id, network from cashback.clicks",
  );
  const kept = new Map(rows.map((row) => [row.click_id, row]));
  expect(kept.size, "no click stands twice").toBe(rows.length);
  expect(new Set(load.clicks.map((click) => click.click_id)).size, "no click id was given twice").toBe(
    load.clicks.length,
  );
  const lost = load.clicks.filter(
    (click) =>
      kept.get(click.click_id)?.user_id !== click.user_id || kept.get(click.click_id)?.network !== click.network,
  );
  expect(lost, "every acknowledged click is on disk").toEqual([]);
}

async function readTruth(world: CrashWorld, load: Load): Promise<Map<string, Truth>> {
  const truth = new Map<string, Truth>();
  for (const order of load.orders) {
    const answer = await world.control<{ order: Truth }>(`/orders/${order.network}/${encodeURIComponent(order.id)}`);
    truth.set(key(order), answer.body.order);
  }
  return truth;
}

async function readKept(world: CrashWorld): Promise<Map<string, Kept>> {
  const { rows } = await world.database.pool.query<Kept>(`
    select o.network, o.order_key, o.click_id, o.user_id, o.state, o.sale_minor, o.commission_minor, o.back_minor, c.rate, c.share_bps
    from cashback.orders o left join cashback.clicks c using (click_id)`);
  const kept = new Map(rows.map((row) => [`${row.network}|${row.order_key}`, row]));
  expect(kept.size, "no order stands twice").toBe(rows.length);
  return kept;
}

/** What the member was promised at the click, worked out apart from the product's own rules. */
function backOf(kept: Kept, truth: Truth): bigint {
  const { rate } = kept;
  if (rate.kind === "none" || truth.commission <= 0) return 0n;
  if (rate.up_to) return (cents(truth.commission) * BigInt(kept.share_bps) * 2n + 10_000n) / 20_000n;
  return rate.kind === "percent" ? (cents(truth.amount) * BigInt(rate.bps)) / 10_000n : BigInt(rate.minor);
}

function expectSame(kept: Kept | undefined, truth: Truth) {
  const name = key(truth);
  expect(kept, `${name} is known`).toBeDefined();
  if (!kept) return;
  expect(kept.click_id, `${name} belongs to its click`).toBe(truth.subId);
  if (truth.state === "reversed") {
    expect(["declined", "reversed"], `${name} was taken back`).toContain(kept.state);
    return;
  }
  const is = { state: kept.state, sale: kept.sale_minor, commission: kept.commission_minor, back: kept.back_minor };
  const back = backOf(kept, truth);
  expect(is, name).toEqual({
    state: truth.state === "approved" ? "confirmed" : "pending",
    sale: cents(truth.amount),
    commission: cents(truth.commission),
    back,
  });
}

/**
 * Postbacks alone, before any report is read: an order whose last postback was answered with 200 is exactly as its
 * network has it. Awin tells only of new orders and only once; its later changes come with reports.
 */
export async function provePostbacks(world: CrashWorld, load: Load): Promise<number> {
  const { body } = await world.control<{ postbacks: Delivery[] }>("/postbacks?limit=1000000");
  const last = new Map<string, Delivery>();
  for (const one of body.postbacks.toSorted((a, b) => a.id - b.id)) last.set(`${one.channel}|${one.subject}`, one);
  const truth = await readTruth(world, load);
  const kept = await readKept(world);
  let proven = 0;
  for (const order of load.orders) {
    const told = last.get(key(order));
    if (told?.state !== "delivered") continue;
    proven += 1;
    const one = truth.get(key(order)) as Truth;
    if (order.network === "impact") expectSame(kept.get(key(order)), one);
    else expect(kept.get(key(order))?.click_id, `${key(order)} is known`).toBe(one.subId);
  }
  return proven;
}

/** After the reports were read: every order, whatever became of its postbacks. */
export async function proveOrders(world: CrashWorld, load: Load) {
  const truth = await readTruth(world, load);
  const kept = await readKept(world);
  expect(kept.size, "there are as many orders as the networks have").toBe(load.orders.length);
  for (const order of load.orders) expectSame(kept.get(key(order)), truth.get(key(order)) as Truth);
}

export async function proveWithdrawals(world: CrashWorld, load: Load) {
  const { rows } = await world.database.pool.query<{
    withdrawal_id: string;
    user_id: string;
    request_key: string;
    amount_minor: bigint;
    state: string;
  }>("select withdrawal_id, user_id, request_key, amount_minor, state from payouts.withdrawals");
  expect(new Set(rows.map((row) => `${row.user_id}|${row.request_key}`)).size, "no form was taken twice").toBe(
    rows.length,
  );
  const kept = new Map(rows.map((row) => [row.withdrawal_id, row]));
  expect(
    load.withdrawals.filter((one) => kept.get(one.withdrawal_id)?.request_key !== one.request_key),
    "every acknowledged withdrawal is there",
  ).toEqual([]);
  // The provider's side: what it paid, and how often.
  const sent = await world.control<{ payouts: { paypal: { item: string; amount: string; status: string }[] } }>(
    "/state",
  );
  const items = sent.body.payouts.paypal.map((item) => ({
    id: (JSON.parse(item.item) as { sender_item_id: string }).sender_item_id,
    amount: cents(Number(item.amount)),
    status: item.status,
  }));
  expect(new Set(items.map((item) => item.id)).size, "no withdrawal was sent twice").toBe(items.length);
  for (const item of items) {
    const row = rows.find(
      (one) => one.withdrawal_id.replaceAll("-", "") === item.id.replaceAll("-", "").replace(/^wdr_/, ""),
    );
    expect(row?.amount_minor, `${item.id} was paid as it was asked for`).toBe(item.amount);
    expect(row?.state).toBe(item.status === "SUCCESS" ? "fulfilled" : "failed");
  }
  if (rows.length <= 200) expect(items.length, "every withdrawal reached the provider").toBe(rows.length);
}

/** The sums of the ledger are what orders and withdrawals say, for each member and for the house, and it verifies. */
export async function proveLedger(world: CrashWorld, shoppers: readonly Shopper[]) {
  for (const shopper of shoppers) {
    const { rows } = await world.database.pool.query<{
      pending: bigint;
      confirmed: bigint;
      paid: bigint;
      held: bigint;
    }>(
      `select (select coalesce(sum(back_minor), 0) from cashback.orders where user_id = $1 and state = 'pending')::bigint as pending,
              (select coalesce(sum(back_minor), 0) from cashback.orders where user_id = $1 and state = 'confirmed')::bigint as confirmed,
              (select coalesce(sum(amount_minor), 0) from payouts.withdrawals where user_id = $1 and state = 'fulfilled')::bigint as paid,
              (select coalesce(sum(amount_minor), 0) from payouts.withdrawals where user_id = $1 and state in ('requested', 'submitted'))::bigint as held`,
      [shopper.user_id],
    );
    const sums = rows[0] as { pending: bigint; confirmed: bigint; paid: bigint; held: bigint };
    const balances = await world.wired.ledger.balances(shopper.user_id);
    expect(
      { pending: balances.pending, held: balances.held, net: balances.available - balances.clawback },
      shopper.name,
    ).toEqual({
      pending: sums.pending,
      held: sums.held,
      net: sums.confirmed - sums.paid - sums.held,
    });
  }
  for (const network of ["impact", "cj", "awin"]) {
    const { rows } = await world.database.pool.query<{ owed: bigint }>(
      "select coalesce(sum(commission_minor), 0)::bigint as owed from cashback.orders where network = $1 and state in ('pending', 'confirmed')",
      [network],
    );
    expect(await world.wired.ledger.houseBalance(NETWORK_RECEIVABLE, network), network).toBe(-(rows[0]?.owed ?? 0n));
  }
  const report = await world.wired.ledger.verify();
  expect(report.findings).toEqual([]);
  return report;
}
