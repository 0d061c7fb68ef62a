/** SQL of what operators look for and count. Schema `benefits` only. */
import type { Place } from "#platform/operator-parts";
import { sql } from "#platform/sql";
import type { PaidType } from "../../../brands/benefits.ts";
import type { ClaimState } from "./benefits.types.ts";
import { CLAIM, type Claim, type Runner } from "./claim-store.ts";

const many = async (query: ReturnType<typeof sql<Claim>>, runner: Runner): Promise<Claim[]> =>
  (await query.execute(runner)).rows;

/** Those that wait for a person, the one that was promised first before the others. */
export const readWaiting = (runner: Runner, state: ClaimState, most: number) =>
  many(
    sql<Claim>`select ${CLAIM} from benefits.claims where state = ${state} order by answer_by, sent_at limit ${most}`,
    runner,
  );
/** Whatever a receipt proves or proved. */
export const readClaimsWith = (runner: Runner, receiptId: string) =>
  many(
    sql<Claim>`
      select ${CLAIM} from benefits.claims where claim_id in (select claim_id from benefits.claim_receipts where receipt_id = ${receiptId})
      order by sent_at desc`,
    runner,
  );
/** Paid without a person, and not looked at yet. */
export const readSampled = (runner: Runner, most: number) =>
  many(
    sql<Claim>`select ${CLAIM} from benefits.claims where sampled and looked_at is null order by changed_at limit ${most}`,
    runner,
  );
export async function setLooked(runner: Runner, claimId: string, at: Date): Promise<boolean> {
  const changed = await sql`
    update benefits.claims set looked_at = ${at} where claim_id = ${claimId} and sampled and looked_at is null`.execute(
    runner,
  );
  return changed.rowCount > 0;
}

export const listClaims = (
  runner: Runner,
  asked: { state: ClaimState | null; type: PaidType | null; after: Place | null; most: number },
) =>
  many(
    sql<Claim>`
      select ${CLAIM} from benefits.claims
      where ${asked.state ? sql`state = ${asked.state}` : sql`true`} and ${asked.type ? sql`type = ${asked.type}` : sql`true`}
        ${asked.after ? sql`and (sent_at, claim_id) < (${asked.after.at}, ${asked.after.id}::uuid)` : sql``}
      order by sent_at desc, claim_id desc limit ${asked.most}`,
    runner,
  );

export type Span = { from: Date; to: Date };
/** Steps of claims in a span; `rebate`: what was paid in it, in cents. */
export async function countSteps(
  runner: Runner,
  { from, to }: Span,
): Promise<{ sent: bigint; paid: bigint; refused: bigint; rebate: bigint }> {
  type Row = { sent: bigint; paid: bigint; refused: bigint; rebate: bigint };
  const { rows } = await sql<Row>`
    select count(*) filter (where from_state is null) as sent, count(*) filter (where state = 'paid') as paid,
      count(*) filter (where state = 'denied') as refused, coalesce(sum(rebate_minor) filter (where state = 'paid'), 0)::bigint as rebate
    from benefits.claim_events where at >= ${from} and at < ${to} and from_state is distinct from state`.execute(
    runner,
  );
  return rows[0] ?? { sent: 0n, paid: 0n, refused: 0n, rebate: 0n };
}
export const countOpen = async (runner: Runner): Promise<bigint> =>
  (
    await sql<{ open: bigint }>`
      select count(*) as open from benefits.claims where state in ('reading', 'review', 'asked', 'appealed')`.execute(
      runner,
    )
  ).rows[0]?.open ?? 0n;
