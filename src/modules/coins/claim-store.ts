/** SQL of coins that did not come. Schema `coins` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { ClaimState } from "./rules.ts";

type Runner = Database | Tx;

export type ClaimRow = {
  claim_id: string;
  user_id: string;
  start_id: string;
  goal_id: string;
  reached_at: Date;
  note: string;
  state: ClaimState;
  reference: string | null;
  reason: string | null;
  /** A civil date. */
  answer_by: string;
  made_at: Date;
  sent_at: Date | null;
  ended_at: Date | null;
};

const CLAIM = sql`claim_id, user_id, start_id, goal_id, reached_at, note, state, reference, reason, answer_by::text as answer_by, made_at, sent_at, ended_at`;

/** False when this goal was claimed before. */
export async function insertClaim(
  tx: Tx,
  claim: Pick<
    ClaimRow,
    "claim_id" | "user_id" | "start_id" | "goal_id" | "reached_at" | "note" | "answer_by" | "made_at"
  >,
): Promise<boolean> {
  const made = await sql`
    insert into coins.claims (claim_id, user_id, start_id, goal_id, reached_at, note, state, answer_by, made_at)
    values (${claim.claim_id}, ${claim.user_id}, ${claim.start_id}, ${claim.goal_id}, ${claim.reached_at}, ${claim.note}, 'waiting', ${claim.answer_by}, ${claim.made_at})
    on conflict (start_id, goal_id) do nothing`.execute(tx);
  return made.rowCount > 0;
}

export const readClaim = async (runner: Runner, claimId: string): Promise<ClaimRow | null> =>
  (await sql<ClaimRow>`select ${CLAIM} from coins.claims where claim_id = ${claimId}`.execute(runner)).rows[0] ?? null;

export const lockClaim = async (tx: Tx, claimId: string): Promise<ClaimRow | null> =>
  (await sql<ClaimRow>`select ${CLAIM} from coins.claims where claim_id = ${claimId} for update`.execute(tx)).rows[0] ??
  null;

export const readClaims = async (runner: Runner, userId: string, most: number): Promise<ClaimRow[]> =>
  (
    await sql<ClaimRow>`
      select ${CLAIM} from coins.claims where user_id = ${userId} order by made_at desc limit ${most}`.execute(runner)
  ).rows;

export const claimsOfStart = async (runner: Runner, startId: string): Promise<ClaimRow[]> =>
  (await sql<ClaimRow>`select ${CLAIM} from coins.claims where start_id = ${startId} order by made_at`.execute(runner))
    .rows;

/** Claims that a person must look at: their day has come, or they could not be sent. */
export const readOpenClaims = async (runner: Runner, until: string, most: number): Promise<ClaimRow[]> =>
  (
    await sql<ClaimRow>`
      select ${CLAIM} from coins.claims where state in ('waiting', 'sent') and answer_by <= ${until}::date
      order by answer_by, made_at limit ${most}`.execute(runner)
  ).rows;

export async function setClaimSent(tx: Tx, claimId: string, reference: string | null, at: Date): Promise<void> {
  await sql`
    update coins.claims set state = 'sent', reference = ${reference}, sent_at = ${at} where claim_id = ${claimId} and state = 'waiting'`.execute(
    tx,
  );
}

export async function setClaimRefused(tx: Tx, claimId: string, reason: string, at: Date): Promise<boolean> {
  const ended = await sql`
    update coins.claims set state = 'refused', reason = ${reason}, ended_at = ${at} where claim_id = ${claimId} and state in ('waiting', 'sent')`.execute(
    tx,
  );
  return ended.rowCount > 0;
}

/** The coins came: whatever the claim was, it is paid. */
export async function endClaims(
  tx: Tx,
  goals: readonly { start_id: string; goal_id: string }[],
  at: Date,
): Promise<void> {
  if (goals.length === 0) return;
  await sql`
    update coins.claims c set state = 'paid', reason = null, ended_at = ${at}
    from unnest(${goals.map(({ start_id }) => start_id)}::uuid[], ${goals.map(({ goal_id }) => goal_id)}::text[]) as g(start_id, goal_id)
    where c.start_id = g.start_id and c.goal_id = g.goal_id and c.state <> 'paid'`.execute(tx);
}

/** A person gives the provider more time. */
export async function putOffClaim(tx: Tx, claimId: string, answerBy: string): Promise<boolean> {
  const changed = await sql`
    update coins.claims set answer_by = ${answerBy}::date where claim_id = ${claimId} and state in ('waiting', 'sent')`.execute(
    tx,
  );
  return changed.rowCount > 0;
}
