/** (i) `ledger:verify` over many lines; then one byte is changed, and must be found. */
import { MARGIN_PENDING, NETWORK_RECEIVABLE } from "#cashback";
import { createLedger, MEMBER_PENDING, type Posting } from "#ledger";
import { ACCOUNT_KINDS } from "../src/server/account-kinds.ts";
import { clock, type Ground, silent } from "./ground.ts";
import { count, type Result } from "./report.ts";

const GOAL_LINES = 10_000_000;
const GOAL_SECONDS = 60;
const BATCH = 500;
const MEMBERS = 20_000;

export async function run(ground: Ground): Promise<Result[]> {
  const { handle } = await ground.migrated("bench_verify");
  const ledger = createLedger({ database: handle, clock, log: silent, accounts: ACCOUNT_KINDS });
  const lines = ground.full ? GOAL_LINES : 500_000;
  let made = 0;
  const posting = (): Posting => {
    made += 1;
    return {
      kind: "order.tracked",
      cause: `bench:${made}`,
      data: { order_id: `ord_${made}`, merchant: "Harbor & Pine" },
      lines: [
        { account: { kind: NETWORK_RECEIVABLE, owner: "impact" }, amount: -800n },
        { account: { kind: MEMBER_PENDING, owner: `member-${made % MEMBERS}` }, amount: 500n },
        { account: { kind: MARGIN_PENDING, owner: "house" }, amount: 300n },
      ],
    };
  };
  const began = performance.now();
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (made * 3 < lines) {
        const batch = Array.from({ length: BATCH }, posting);
        await handle.transaction((tx) => ledger.post(tx, batch));
      }
    }),
  );
  ground.say(`${made * 3} lines posted in ${Math.round((performance.now() - began) / 1_000)} s`);
  // House accounts are chained behind each minute, so that the daily check finds them chained.
  const chaining = performance.now();
  while ((await ledger.chainHouse(20_000)) === 20_000);
  const chained = performance.now() - chaining;
  await handle.pool.query("vacuum analyze");
  const clean = await ledger.verify();
  if (clean.findings.length) throw new Error(JSON.stringify(clean.findings[0]));
  await handle.pool.query("alter table ledger.lines disable trigger immutable");
  await handle.pool.query(
    "update ledger.lines set hash = set_byte(hash, 7, get_byte(hash, 7) # 1) where line_id = (select line_id from ledger.lines where sequence is not null order by line_id offset 1000 limit 1)",
  );
  const tampered = await ledger.verify();
  const rate = Number(clean.lines) / (clean.ms / 1_000);
  const wanted = GOAL_LINES / GOAL_SECONDS;
  return [
    {
      bench: "verify",
      work: `ledger:verify over ${count(Number(clean.lines))} lines`,
      ours: `${(clean.ms / 1_000).toFixed(1)} s`,
      beside: `10,000,000 in 60 s`,
      peer: `${count(wanted)} lines/s`,
      value: rate / wanted,
      goal: { text: "≥ 1 ×", met: (value) => value >= 1 },
      note: `chaining house lines before took ${(chained / 1_000).toFixed(1)} s`,
    },
    {
      bench: "verify",
      work: "one changed byte among them",
      ours: `${tampered.findings.length} findings`,
      beside: "must be found",
      peer: "≥ 1",
      value: tampered.findings.length,
      goal: { text: "≥ 1 found", met: (value) => value >= 1 },
      note: tampered.findings[0]?.kind ?? "nothing",
    },
  ];
}
