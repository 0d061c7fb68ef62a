/**
 * (j) What is done again and again, beside a history and beside one ten times as long: both in the same run, in turns. A
 * ratio of 1.1 says that ten times the history costs a tenth more.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { MARGIN_PENDING, NETWORK_RECEIVABLE } from "#cashback";
import { MEMBER_AVAILABLE, type Posting } from "#ledger";
import type { DatabaseHandle } from "#platform/database";
import { wire } from "../src/server/wiring.ts";
import { clock, configFor, type Ground, silent } from "./ground.ts";
import { below, median, milliseconds, type Result } from "./report.ts";

const TIMES = 10;
const ROWS = 15_000;
const TRANSFERS = 2_000;
const BATCH = 500;
const CALLS = 300;
/** Plans and pages are warm then. */
const WARM = 30;
const MAX_RATIO = 1.1;
/** Transfers between two seals. */
const A_DAY = 20;
const DAYS_90 = 90 * 86_400_000;

/** Orders that ended, with their clicks, rows and payments; as many as ever wait stand among them, whatever the length. */
const history = (rows: number) => `
  insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name, rate, share_bps,
      cash_back_allowed, locking_days, at)
    select lpad(n::text, 24, '0'), gen_random_uuid(), 'cj', '4009001', gen_random_uuid(), 'harbor', 'Harbor', '{}', 7000, true, 30,
      now() - interval '1 year' + n * interval '1 year' / ${rows}
    from generate_series(1, ${rows}) n;
  insert into cashback.orders (order_id, network, order_key, click_id, user_id, state, sale_minor, commission_minor, back_minor, ordered_at,
      reported_at, expected_at)
    select gen_random_uuid(), 'cj', n::text, lpad(n::text, 24, '0'), case when n % 50 > 0 then gen_random_uuid() end,
      case when n % 50 = 0 then 'parked' when n > ${rows} - 300 then 'pending' else 'confirmed' end, 5000, 250, 175,
      now() - interval '1 year' + n * interval '1 year' / ${rows}, now() - interval '2 years' + n * interval '1 year' / ${rows}, now()
    from generate_series(1, ${rows}) n;
  insert into cashback.network_rows (network, row_id, order_key, original, status, sale_minor, commission_minor, fetched_at)
    select 'cj', 'r' || n, n::text, true, 'approved', 5000, 250, now() from generate_series(1, ${rows}) n;
  insert into platform.inbox (inbox_id, provider, source, row_key, content_hash, payload, fetched_at, received_at, state, settled_at, next_look_at)
    select gen_random_uuid(), 'cj', 'report', 'r' || n, '\\x00', '{}', now(), now(), case when n % 50 = 0 then 'parked' else 'applied' end, now(), now()
    from generate_series(1, ${rows}) n;
  insert into payables.payables (payable_id, kind, provider, owner, unit, amount_minor, hold_id, request, state, reference, item, created_at, state_at)
    select gen_random_uuid(), 'withdrawal', 'paypal', 'member-' || n, 'USD', 1000, gen_random_uuid(), '{}', 'done', 'batch-' || n, 'item-' || n,
      now(), now()
    from generate_series(1, ${rows}) n;
  vacuum analyze`;

type Side = Awaited<ReturnType<typeof makeSide>>;
const MEMBER = "member-1";

async function makeSide(handle: DatabaseHandle, length: number, seals: string) {
  const config = configFor({ LEDGER_SEALS_DIR: seals });
  const wired = await wire({ config, clock, log: silent, database: handle });
  for (const statement of history(ROWS * length).split(";\n")) await handle.pool.query(statement);
  let made = 0;
  const posting = (): Posting => {
    made += 1;
    return {
      kind: "order.tracked",
      cause: `growth:${made}`,
      data: {},
      lines: [
        { account: { kind: NETWORK_RECEIVABLE, owner: "impact" }, amount: -800n },
        { account: { kind: MEMBER_AVAILABLE, owner: `member-${made % 50}` }, amount: 500n },
        { account: { kind: MARGIN_PENDING, owner: "house" }, amount: 300n },
      ],
    };
  };
  const post = async (transfers: number) => {
    const batch = Array.from({ length: transfers }, posting);
    await handle.transaction((tx) => wired.ledger.post(tx, batch));
    // As each minute does it: what is not chained yet is read line by line, and is never more than a minute's.
    while ((await wired.ledger.chainHouse(BATCH)) > 0);
  };
  while (made < TRANSFERS * length) await post(BATCH);
  await handle.pool.query("vacuum analyze");
  return { handle, wired, post };
}

/** `before` is not measured; `calls` where each is too much work for hundreds. */
type Work = {
  work: string;
  calls?: number;
  warm?: number;
  before?(side: Side): Promise<unknown>;
  of(side: Side, call: number): Promise<unknown>;
};
const WORK: Work[] = [
  {
    work: "webhook's payment found by the provider's name",
    of: ({ handle, wired }, call) =>
      handle.transaction((tx) =>
        wired.payables.hint(tx, "paypal", { reference: `batch-${1 + call}`, item: null, payable_id: null }),
      ),
  },
  {
    work: "rows that CJ's poll asks for",
    of: ({ wired }) => wired.cashback.waitingRows("cj", new Date(clock.now().getTime() - DAYS_90), 400),
  },
  {
    work: "money set aside and given back",
    of: ({ handle, wired }) =>
      handle.transaction(async (tx) => {
        const held = await wired.ledger.hold(tx, { cause: randomUUID(), owner: MEMBER, unit: "USD", amount: 100n });
        if (!held.ok) throw new Error(held.code);
        await wired.ledger.release(tx, { hold_id: held.value.hold_id, reason: "bench" });
      }),
  },
  { work: "sum of a house account", of: ({ wired }) => wired.ledger.houseBalance(NETWORK_RECEIVABLE, "impact") },
  { work: "sweep of rows whose job was lost", of: ({ wired }) => wired.inbox.sweep() },
  { work: "sweep of payments that are due", of: ({ wired }) => wired.payables.sweep() },
  { work: "drop of what is no longer kept", of: ({ wired }) => wired.inbox.dropOld().then(wired.cashback.dropOld) },
  {
    work: "seal of a day",
    calls: 40,
    warm: 5,
    before: ({ post }) => post(A_DAY),
    of: async ({ wired }) => {
      const { seal, findings } = await wired.ledger.seal();
      if (!seal) throw new Error(JSON.stringify(findings[0]));
    },
  },
];

export async function run(ground: Ground): Promise<Result[]> {
  const began = performance.now();
  const sides: Side[] = [];
  for (const length of [1, TIMES])
    sides.push(
      await makeSide(
        (await ground.migrated(`bench_growth_${length}`)).handle,
        length,
        join(ground.folder, `seals-${length}`),
      ),
    );
  ground.say(`histories made in ${Math.round((performance.now() - began) / 1_000)} s`);
  const results: Result[] = [];
  for (const { work, calls = CALLS, warm = WARM, before, of } of WORK) {
    const times: number[][] = [[], []];
    // Call by call in turns, so that what a neighbour takes away is taken from both.
    for (let call = 0; call < warm + calls; call += 1)
      for (const [at, side] of sides.entries()) {
        await before?.(side);
        const start = performance.now();
        await of(side, call);
        if (call >= warm) times[at]?.push(performance.now() - start);
      }
    const [short, long] = times.map(median) as [number, number];
    results.push({
      bench: "growth",
      work: `${work}, ten times the history`,
      ours: milliseconds(long),
      beside: "a tenth of it",
      peer: milliseconds(short),
      value: long / short,
      goal: below(MAX_RATIO, "×"),
    });
  }
  for (const { wired } of sides) {
    await wired.cashback.close();
    await wired.attribution.close();
    wired.notifications.close();
  }
  return results;
}
