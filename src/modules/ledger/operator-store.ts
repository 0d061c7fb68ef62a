/** SQL of what operators look up in the ledger. Schema `ledger` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;

/** Whoever owes something from now on is found without looking through all. */
export async function insertDebtors(tx: Tx, owners: readonly string[], at: Date): Promise<void> {
  await sql`
    insert into ledger.debtors (owner, since) select o, ${at} from unnest(${[...owners].sort()}::text[]) as o on conflict do nothing`.execute(
    tx,
  );
}

/** What all members have together now, in cents: not confirmed yet, and confirmed and not set aside for a payout. */
export async function sumMembers(runner: Runner): Promise<{ pending: bigint; confirmed: bigint }> {
  const { rows } = await sql<{ pending: bigint; confirmed: bigint }>`
    select coalesce(sum(h.balance) filter (where a.kind = 'member_pending'), 0)::bigint as pending,
      coalesce(sum(h.balance) filter (where a.kind = 'member_available'), 0)::bigint as confirmed
    from ledger.accounts a join ledger.heads h using (account_id)
    where a.kind in ('member_pending', 'member_available') and a.unit = 'USD'`.execute(runner);
  return rows[0] ?? { pending: 0n, confirmed: 0n };
}

/** In cents, and in coins. */
export type DebtRow = { owner: string; owed: bigint; coins: bigint; since: Date };
/** Who owes something now, by owner; `since`: when they first did. */
export async function readDebts(runner: Runner, after: string | null, most: number): Promise<DebtRow[]> {
  const { rows } = await sql<DebtRow>`
    select d.owner, (-h.owed)::bigint as owed, (-h.coins)::bigint as coins, d.since
    from ledger.debtors d cross join lateral (
      select coalesce(sum(h.balance) filter (where a.unit = 'USD'), 0) as owed, coalesce(sum(h.balance) filter (where a.unit = 'COIN'), 0) as coins
      from ledger.accounts a join ledger.heads h using (account_id)
      where a.owner = d.owner and (a.kind, a.unit) in (('member_clawback', 'USD'), ('member_coins_clawback', 'COIN'))) h
    where (h.owed < 0 or h.coins < 0) ${after === null ? sql`` : sql`and d.owner > ${after}`} order by d.owner limit ${most}`.execute(
    runner,
  );
  return rows;
}

export type TransferRow = {
  transfer_id: string;
  kind: string;
  cause: string;
  reason: string | null;
  data: Record<string, string | number | boolean | null>;
  at: Date;
  posted_at: Date;
};
export async function findTransfer(
  runner: Runner,
  asked: { transfer_id: string } | { cause: string },
): Promise<TransferRow | null> {
  const which = "cause" in asked ? sql`cause = ${asked.cause}` : sql`transfer_id = ${asked.transfer_id}`;
  const { rows } = await sql<TransferRow>`
    select transfer_id, kind, cause, reason, data, at, posted_at from ledger.transfers where ${which}`.execute(runner);
  return rows[0] ?? null;
}

export type LineRow = {
  line_id: bigint;
  account_kind: string;
  owner: string;
  house: boolean;
  unit: "USD" | "COIN";
  amount: bigint;
};

/** How far the numbers of lines and the instants of their transfers may be out of step, and how many lines that may be. */
const SKEW_SECONDS = 10;
const MAX_WINDOW = 50_000;

/**
 * The lines of one transfer. Lines are numbered as they are posted and have no index by transfer (it would cost every posting):
 * halving by number finds the instant, and the lines around it are looked through. Null when they lie elsewhere.
 */
export async function readLines(runner: Runner, transfer: TransferRow): Promise<LineRow[] | null> {
  const bounds = await sql<{ least: bigint; most: bigint }>`
    select coalesce((select line_id from ledger.lines order by line_id limit 1), 0) as least,
      coalesce((select line_id from ledger.lines order by line_id desc limit 1), 0) as most`.execute(runner);
  let { least, most } = bounds.rows[0] as { least: bigint; most: bigint };
  const target = new Date(transfer.posted_at.getTime() - SKEW_SECONDS * 1_000);
  while (least < most) {
    const middle = (least + most) / 2n;
    const { rows } = await sql<{ line_id: bigint; posted_at: Date }>`
      select l.line_id, t.posted_at from ledger.lines l join ledger.transfers t using (transfer_id)
      where l.line_id > ${middle} order by l.line_id limit 1`.execute(runner);
    const next = rows[0];
    if (next && next.posted_at < target) least = next.line_id;
    else most = middle;
  }
  const { rows } = await sql<LineRow>`
    select l.line_id, a.kind as account_kind, a.owner, a.house, a.unit, l.amount
    from (select * from ledger.lines where line_id >= ${least} order by line_id limit ${MAX_WINDOW}) l join ledger.accounts a using (account_id)
    where l.transfer_id = ${transfer.transfer_id} order by l.line_id`.execute(runner);
  return rows.length > 0 ? rows : null;
}

export type LimitUseRow = {
  limit_name: string;
  time_window: string;
  amount: bigint;
  cause: string;
  at: Date;
  returned_at: Date | null;
};
export async function readLimitUses(runner: Runner, subject: string, most: number): Promise<LimitUseRow[]> {
  const { rows } = await sql<LimitUseRow>`
    select limit_name, time_window, amount, cause, at, returned_at from ledger.limit_uses
    where subject = ${subject} order by at desc limit ${most}`.execute(runner);
  return rows;
}
