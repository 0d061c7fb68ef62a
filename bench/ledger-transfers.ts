/**
 * (e) Ledger transfers with every guarantee, from 16 clients, beside the TPC-B-like transaction of pgbench. That one is
 * written here with prepared statements over the same driver, so that both sides pay for the same client.
 */

import pg from "pg";
import { NETWORK_RECEIVABLE } from "#cashback";
import { createLedger, MEMBER_AVAILABLE, type Posting } from "#ledger";
import { GOODWILL } from "#rewards";
import { ACCOUNT_KINDS } from "../src/server/account-kinds.ts";
import { clock, type Ground, silent } from "./ground.ts";
import { atLeast, median, perSecond, type Result } from "./report.ts";

const CLIENTS = 16;
const MEMBERS = 2_000;
const BRANCHES = 16;
const ACCOUNTS = 20_000;
const ROUNDS = 5;
const ROUND_MS = 3_000;

/** Runs `work` on every client until the time is over; how often a second it was done. */
async function drive(work: (client: number) => Promise<number>): Promise<number> {
  const began = performance.now();
  const done = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      let total = 0;
      while (performance.now() - began < ROUND_MS) total += await work(client);
      return total;
    }),
  );
  return (done.reduce((sum, one) => sum + one, 0) * 1_000) / (performance.now() - began);
}

const any = (most: number) => Math.floor(Math.random() * most);

async function prepareTpcb(url: string): Promise<{ work(client: number): Promise<number>; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS });
  await pool.query(`
    create table branches (bid int primary key, bbalance int, filler char(88)) with (fillfactor = 100);
    create table tellers (tid int primary key, bid int, tbalance int, filler char(84));
    create table accounts (aid int primary key, bid int, abalance int, filler char(84));
    create table history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    insert into branches select n, 0, '' from generate_series(1, ${BRANCHES}) n;
    insert into tellers select n, 1 + (n - 1) / 10, 0, '' from generate_series(1, ${BRANCHES * 10}) n;
    insert into accounts select n, 1 + (n - 1) / ${ACCOUNTS}, 0, '' from generate_series(1, ${BRANCHES * ACCOUNTS}) n;`);
  await pool.query("vacuum analyze");
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => pool.connect()));
  const work = async (n: number) => {
    const client = clients[n] as pg.PoolClient;
    const [aid, tid, bid, delta] = [
      1 + any(BRANCHES * ACCOUNTS),
      1 + any(BRANCHES * 10),
      1 + any(BRANCHES),
      any(10_000) - 5_000,
    ];
    await client.query("begin");
    await client.query({
      name: "a",
      text: "update accounts set abalance = abalance + $1 where aid = $2",
      values: [delta, aid],
    });
    await client.query({ name: "s", text: "select abalance from accounts where aid = $1", values: [aid] });
    await client.query({
      name: "t",
      text: "update tellers set tbalance = tbalance + $1 where tid = $2",
      values: [delta, tid],
    });
    await client.query({
      name: "b",
      text: "update branches set bbalance = bbalance + $1 where bid = $2",
      values: [delta, bid],
    });
    await client.query({
      name: "h",
      text: "insert into history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)",
      values: [tid, bid, aid, delta],
    });
    await client.query("commit");
    return 1;
  };
  const close = async () => {
    for (const client of clients) client.release();
    await pool.end();
  };
  return { work, close };
}

export async function run(ground: Ground): Promise<Result[]> {
  const { handle } = await ground.migrated("bench_ledger");
  const tpcb = await prepareTpcb(await ground.bare("bench_tpcb"));
  const ledger = createLedger({ database: handle, clock, log: silent, accounts: ACCOUNT_KINDS });
  let running = 0;
  const cause = () => {
    running += 1;
    return `bench:${running}`;
  };
  const member = (n: number) => ({ kind: MEMBER_AVAILABLE, owner: `member-${n}` }) as const;
  const funding = Array.from(
    { length: MEMBERS },
    (_, n): Posting => ({
      kind: "bench.fund",
      cause: cause(),
      lines: [
        { account: { kind: GOODWILL, owner: "house" }, amount: -1_000_000_000n },
        { account: member(n), amount: 1_000_000_000n },
      ],
    }),
  );
  const post = async (postings: readonly Posting[]) => {
    const outcome = await handle.transaction((tx) => ledger.post(tx, postings));
    if (!outcome.ok) throw new Error(outcome.code);
    return postings.length;
  };
  for (let from = 0; from < MEMBERS; from += 250) await post(funding.slice(from, from + 250));

  const between = (): Posting => {
    const from = any(MEMBERS);
    const amount = BigInt(1 + any(5_000));
    return {
      kind: "bench.move",
      cause: cause(),
      data: { order_id: "ord_0198" },
      lines: [
        { account: member(from), amount: -amount },
        { account: member((from + 1 + any(MEMBERS - 1)) % MEMBERS), amount },
      ],
    };
  };
  const withHouse = (): Posting => {
    const amount = BigInt(1 + any(5_000));
    return {
      kind: "bench.track",
      cause: cause(),
      data: { order_id: "ord_0198" },
      lines: [
        { account: { kind: NETWORK_RECEIVABLE, owner: "impact" }, amount: -amount },
        { account: member(any(MEMBERS)), amount },
      ],
    };
  };
  const works = {
    tpcb: tpcb.work,
    plain: () => post([between()]),
    house: () => post([withHouse()]),
    batch: () => post(Array.from({ length: 50 }, between)),
  };
  const rates = { tpcb: [] as number[], plain: [] as number[], house: [] as number[], batch: [] as number[] };
  const kinds = Object.keys(works) as (keyof typeof works)[];
  for (const kind of kinds) await drive(works[kind]);
  for (let n = 0; n < ROUNDS; n += 1)
    for (const kind of n % 2 ? kinds.toReversed() : kinds) rates[kind].push(await drive(works[kind]));
  await tpcb.close();
  const report = await ledger.verify();
  if (report.findings.length) throw new Error(`the ledger does not verify: ${JSON.stringify(report.findings[0])}`);
  const of = (kind: keyof typeof rates) => median(rates[kind]);
  const ratio = (kind: keyof typeof rates, to: keyof typeof rates) =>
    median(rates[kind].map((rate, n) => rate / (rates[to][n] ?? 1)));
  const beside = "TPC-B-like, same driver";
  return [
    {
      bench: "ledger",
      work: "transfers, 16 clients",
      ours: perSecond(of("plain")),
      beside,
      peer: perSecond(of("tpcb")),
      value: ratio("plain", "tpcb"),
      goal: atLeast(1.2),
      note: `${report.transfers} transfers verify`,
    },
    {
      bench: "ledger",
      work: "one house account in every transfer",
      ours: perSecond(of("house")),
      beside: "the line above",
      peer: perSecond(of("plain")),
      value: ratio("house", "plain"),
      goal: atLeast(0.95),
    },
    {
      bench: "ledger",
      work: "transfers in batches of 50",
      ours: perSecond(of("batch")),
      beside,
      peer: perSecond(of("tpcb")),
      value: ratio("batch", "tpcb"),
      goal: atLeast(4),
    },
  ];
}
