/** SQL of claims, their papers, history and verdicts. Schema `benefits` only. */
import type { SubLedgerRow } from "#ledger";
import type { CivilDate } from "#platform/clock";
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import type { ClaimTerms, PaidType } from "../../../brands/benefits.ts";
import type { ClaimPage, ClaimReason, ClaimState, Drop, MailProven, Refunded } from "./benefits.types.ts";
import { BY_RULES, type ClaimFacts, type Verdict } from "./claim-rules.ts";
import { withRefunds } from "./refunds-told.ts";

export type Runner = Database | Tx;

export type Claim = {
  claim_id: string;
  reference: string;
  user_id: string;
  request_key: string;
  type: PaidType;
  country: string;
  partner: string;
  membership_id: string;
  terms: ClaimTerms;
  merchant: string;
  merchant_key: string;
  purchased_on: CivilDate;
  paid_minor: bigint;
  order_id: string | null;
  drop: Drop | null;
  mail: MailProven | null;
  rebate_minor: bigint;
  cut_by: ClaimPage["cut_by"];
  limit_subject: string;
  reserved_at: Date | null;
  state: ClaimState;
  reason: ClaimReason | null;
  doubt: string | null;
  answer_by: CivilDate | null;
  decided_by: string | null;
  decided_at: Date | null;
  appeal_words: string | null;
  sampled: boolean;
  looked_at: Date | null;
  posted_pending: bigint;
  posted_confirmed: bigint;
  sequence: number;
  sent_at: Date;
  changed_at: Date;
};

export const CLAIM = sql`claim_id, reference, user_id, request_key, type, country, partner, membership_id, terms, merchant, merchant_key,
  purchased_on::text as purchased_on, paid_minor, order_id, price_drop as drop, mail, rebate_minor, cut_by, limit_subject, reserved_at, state, reason, doubt,
  answer_by::text as answer_by, decided_by, decided_at, appeal_words, sampled, looked_at, posted_pending, posted_confirmed, sequence,
  sent_at, changed_at`;

/** What one member claims, at whatever place, comes one after the other. Taken before every other lock. */
export async function lockMember(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`benefits:${userId}`}, 34))`.execute(tx);
}

const one = async (query: ReturnType<typeof sql<Claim>>, runner: Runner): Promise<Claim | null> =>
  (await query.execute(runner)).rows[0] ?? null;
const many = async (query: ReturnType<typeof sql<Claim>>, runner: Runner): Promise<Claim[]> =>
  (await query.execute(runner)).rows;

export const readClaim = (runner: Runner, claimId: string) =>
  one(sql<Claim>`select ${CLAIM} from benefits.claims where claim_id = ${claimId}`, runner);
/** What is claimed of a drop, by what it is about. */
export const findByPurchase = (runner: Runner, purchase: string) =>
  one(sql<Claim>`select ${CLAIM} from benefits.claims where price_drop ->> 'purchase' = ${purchase}`, runner);
export const readClaimsById = (runner: Runner, claimIds: readonly string[]) =>
  many(sql<Claim>`select ${CLAIM} from benefits.claims where claim_id = any (${claimIds}::uuid[])`, runner);
export const lockClaim = (tx: Tx, claimId: string) =>
  one(sql<Claim>`select ${CLAIM} from benefits.claims where claim_id = ${claimId} for update`, tx);
export const findByReference = (runner: Runner, reference: string) =>
  one(sql<Claim>`select ${CLAIM} from benefits.claims where reference = ${reference}`, runner);
export const findByKey = (runner: Runner, userId: string, key: string) =>
  one(sql<Claim>`select ${CLAIM} from benefits.claims where user_id = ${userId} and request_key = ${key}`, runner);

/** Newest first, from the place after `before`. */
export const readClaims = (
  runner: Runner,
  userId: string,
  { before = null, type = null, most }: { before?: string | null; type?: PaidType | null; most: number },
) =>
  many(
    sql<Claim>`
      select ${CLAIM} from benefits.claims where user_id = ${userId} and (${type}::text is null or type = ${type})
        and (${before}::uuid is null or (sent_at, claim_id) < (select b.sent_at, b.claim_id from benefits.claims b where b.claim_id = ${before}))
      order by sent_at desc, claim_id desc limit ${most}`,
    runner,
  );
export const claimsOfReceipt = (runner: Runner, receiptId: string) =>
  many(
    sql<Claim>`
      select ${CLAIM} from benefits.claims where state = 'reading'
        and claim_id in (select claim_id from benefits.claim_receipts where receipt_id = ${receiptId}) order by claim_id`,
    runner,
  );
/** Those that an order of ours still has a word in. */
export const claimsOfOrders = (runner: Runner, orderIds: readonly string[]) =>
  many(
    sql<Claim>`
      select ${CLAIM} from benefits.claims
      where order_id = any (${orderIds}::uuid[]) and state in ('reading', 'review', 'asked', 'approved', 'paid', 'appealed') order by claim_id`,
    runner,
  );
/** Those that a purchase of a mail still has a word in. */
export const claimsOfMails = (runner: Runner, userId: string, purchases: readonly string[]) =>
  many(
    sql<Claim>`
      select ${CLAIM} from benefits.claims
      where user_id = ${userId} and mail ->> 'purchase' = any (${purchases}::text[])
        and state in ('reading', 'review', 'asked', 'approved', 'paid', 'appealed') order by claim_id`,
    runner,
  );
export const claimsIn = (runner: Runner, asked: { state: ClaimState; changed_before: Date; most: number }) =>
  many(
    sql<Claim>`
      select ${CLAIM} from benefits.claims where state = ${asked.state} and changed_at <= ${asked.changed_before}
      order by changed_at, claim_id limit ${asked.most}`,
    runner,
  );
/** A page of those in a state that changed since an instant, by their ids, after one of them. */
export const claimsAfter = (
  runner: Runner,
  asked: { state: ClaimState; since: Date; after: string | null; most: number },
) =>
  many(
    sql<Claim>`
      select ${CLAIM} from benefits.claims where state = ${asked.state} and changed_at >= ${asked.since}
        and (${asked.after}::uuid is null or claim_id > ${asked.after}::uuid)
      order by claim_id limit ${asked.most}`,
    runner,
  );
/** What somebody was asked for and did not bring by its day. */
export const claimsLapsed = (runner: Runner, today: string, most: number) =>
  many(
    sql<Claim>`
      select ${CLAIM} from benefits.claims where state = 'asked' and answer_by < ${today}::date order by answer_by, sent_at limit ${most}`,
    runner,
  );
export const claimsOpen = (tx: Tx, userId: string) =>
  many(
    sql<Claim>`
      select ${CLAIM} from benefits.claims
      where user_id = ${userId} and state in ('reading', 'review', 'asked', 'approved', 'appealed') order by claim_id for update`,
    tx,
  );

const insertClaim = async (tx: Tx, c: Claim): Promise<void> => {
  await sql`
    insert into benefits.claims (claim_id, reference, user_id, request_key, type, country, partner, membership_id, terms, merchant, merchant_key,
      purchased_on, paid_minor, order_id, price_drop, mail, rebate_minor, cut_by, limit_subject, reserved_at, state, answer_by, sequence, sent_at, changed_at)
    values (${c.claim_id}, ${c.reference}, ${c.user_id}, ${c.request_key}, ${c.type}, ${c.country}, ${c.partner}, ${c.membership_id},
      ${JSON.stringify(c.terms)}::jsonb, ${c.merchant}, ${c.merchant_key}, ${c.purchased_on}, ${c.paid_minor}, ${c.order_id}, ${c.drop ? JSON.stringify(c.drop) : null}::jsonb,
      ${c.mail ? JSON.stringify(c.mail) : null}::jsonb, ${c.rebate_minor},
      ${c.cut_by}, ${c.limit_subject}, ${c.reserved_at}, ${c.state}, ${c.answer_by}, ${c.sequence}, ${c.sent_at}, ${c.changed_at})`.execute(
    tx,
  );
};

export type ClaimEvent = {
  claim_id: string;
  sequence: number;
  at: Date;
  from_state: ClaimState | null;
  state: ClaimState;
  reason: ClaimReason | null;
  rebate_minor: bigint;
  by_whom: string;
  words: string;
};

/** Writes a claim as it now is, with its row of history. `from` is null for a new one. */
export async function saveClaim(
  tx: Tx,
  claim: Claim,
  event: { from: ClaimState | null; by: string; words?: string },
): Promise<void> {
  if (event.from === null) await insertClaim(tx, claim);
  else
    await sql`
      update benefits.claims set membership_id = ${claim.membership_id}, rebate_minor = ${claim.rebate_minor}, cut_by = ${claim.cut_by},
        limit_subject = ${claim.limit_subject}, reserved_at = ${claim.reserved_at}, state = ${claim.state}, reason = ${claim.reason},
        doubt = ${claim.doubt}, answer_by = ${claim.answer_by}, decided_by = ${claim.decided_by}, decided_at = ${claim.decided_at},
        appeal_words = ${claim.appeal_words}, sampled = ${claim.sampled}, posted_pending = ${claim.posted_pending},
        posted_confirmed = ${claim.posted_confirmed}, sequence = ${claim.sequence}, changed_at = ${claim.changed_at}
      where claim_id = ${claim.claim_id}`.execute(tx);
  await sql`
    insert into benefits.claim_events (claim_id, sequence, at, from_state, state, reason, rebate_minor, by_whom, words)
    values (${claim.claim_id}, ${claim.sequence}, ${claim.changed_at}, ${event.from}, ${claim.state}, ${claim.reason}, ${claim.rebate_minor},
      ${event.by}, ${event.words ?? ""})`.execute(tx);
}

export async function addReceipts(tx: Tx, claimId: string, receiptIds: readonly string[]): Promise<void> {
  await sql`
    insert into benefits.claim_receipts (claim_id, receipt_id, position)
    select ${claimId}, r.id, r.place + (select count(*) from benefits.claim_receipts where claim_id = ${claimId})
    from unnest(${receiptIds}::uuid[]) with ordinality as r(id, place) on conflict do nothing`.execute(tx);
}
export const readReceiptIds = async (runner: Runner, claimId: string): Promise<string[]> =>
  (
    await sql<{ receipt_id: string }>`
      select receipt_id from benefits.claim_receipts where claim_id = ${claimId} order by position`.execute(runner)
  ).rows.map((row) => row.receipt_id);
/** Which of some receipts stand in a claim that counts, this one aside. */
export const receiptsInUse = async (
  runner: Runner,
  receiptIds: readonly string[],
  exceptId: string,
): Promise<Set<string>> =>
  new Set(
    (
      await sql<{ receipt_id: string }>`
        select distinct r.receipt_id from benefits.claim_receipts r join benefits.claims c using (claim_id)
        where r.receipt_id = any (${receiptIds}::uuid[]) and c.claim_id <> ${exceptId}
          and c.state in ('reading', 'review', 'asked', 'approved', 'paid', 'appealed')`.execute(runner)
    ).rows.map((row) => row.receipt_id),
  );

/** What the store gave back itself. `claim` is locked, and handed back as it is then. */
export async function noteRefunds(tx: Tx, claim: Claim, refunded: Refunded): Promise<Claim> {
  const [drop, mail] = [
    claim.drop && withRefunds(claim.drop, refunded),
    claim.mail && withRefunds(claim.mail, refunded),
  ];
  await sql`
    update benefits.claims set price_drop = ${drop ? JSON.stringify(drop) : null}::jsonb, mail = ${mail ? JSON.stringify(mail) : null}::jsonb
    where claim_id = ${claim.claim_id}`.execute(tx);
  return { ...claim, drop, mail };
}

/** What was decided is shown to a person once more. */
export async function setDoubted(tx: Tx, claimId: string, doubt: string): Promise<void> {
  await sql`
    update benefits.claims set sampled = true, looked_at = null, doubt = ${doubt} where claim_id = ${claimId}`.execute(
    tx,
  );
}

export const readEvents = async (runner: Runner, claimId: string): Promise<ClaimEvent[]> =>
  (
    await sql<ClaimEvent>`select * from benefits.claim_events where claim_id = ${claimId} order by sequence`.execute(
      runner,
    )
  ).rows;

export async function saveVerdict(
  tx: Tx,
  verdict: { claim_id: string; sequence: number; version: number; rules: readonly Verdict[]; at: Date },
): Promise<void> {
  await sql`
    insert into benefits.claim_verdicts (claim_id, sequence, version, rules, at)
    values (${verdict.claim_id}, ${verdict.sequence}, ${verdict.version}, ${JSON.stringify(verdict.rules)}::jsonb, ${verdict.at})`.execute(
    tx,
  );
}
export const readVerdicts = async (
  runner: Runner,
  claimId: string,
): Promise<{ sequence: number; version: number; rules: Verdict[]; at: Date }[]> =>
  (
    await sql<{ sequence: number; version: number; rules: Verdict[]; at: Date }>`
      select sequence, version, rules, at from benefits.claim_verdicts where claim_id = ${claimId} order by sequence`.execute(
      runner,
    )
  ).rows;

/** What a member's other claims say about one: for the rules. */
export async function readHistory(
  runner: Runner,
  claim: Claim,
  now: Date,
): Promise<Omit<ClaimFacts["history"], "auto_month">> {
  const same = sql`(c.type = ${claim.type} and (c.order_id = ${claim.order_id} or c.mail->>'purchase' = ${claim.mail?.purchase ?? null}
    or (c.merchant_key = ${claim.merchant_key} and c.purchased_on = ${claim.purchased_on}::date and c.paid_minor = ${claim.paid_minor})))`;
  // An order of ours is without the tax that its paper has, and its day may be the next one elsewhere.
  const near = sql`(c.type = ${claim.type} and c.merchant_key = ${claim.merchant_key} and (c.order_id is null) <> ${claim.order_id === null}
    and abs(c.purchased_on - ${claim.purchased_on}::date) <= 1
    and abs(c.paid_minor - ${claim.paid_minor}::bigint) * 4 <= greatest(c.paid_minor, ${claim.paid_minor}::bigint))`;
  // A store writes of one purchase as an order and, when it is paid for some days later, as a receipt, which is printed too.
  const told = sql`(c.type = ${claim.type} and c.merchant_key = ${claim.merchant_key} and c.paid_minor = ${claim.paid_minor}
    and abs(c.purchased_on - ${claim.purchased_on}::date) <= 3
    and case when c.mail is null then 'paper' when c.mail->>'by_words' is null then 'number' else 'words' end
      <> ${claim.mail === null ? "paper" : claim.mail.by_words ? "words" : "number"})`;
  // Papers go with their account: what its claims were about stays. What shipping costs is the same for many.
  const elsewhere = claim.drop
    ? // Two may buy one thing on one day: only where a paper stands on either side may both be one purchase.
      sql`exists (select 1 from benefits.claims o where o.merchant_key = ${claim.merchant_key} and o.purchased_on = ${claim.purchased_on}::date
          and o.type = ${claim.type} and o.user_id <> ${claim.user_id} and o.price_drop->>'bought_minor' = ${claim.drop.bought_minor}
          and not (${claim.drop.signed} and (o.price_drop->>'signed')::boolean)
          and o.state in ('reading', 'review', 'asked', 'approved', 'paid', 'appealed'))`
    : claim.order_id === null && claim.terms.of === "total"
      ? sql`exists (select 1 from benefits.claims o where o.merchant_key = ${claim.merchant_key} and o.purchased_on = ${claim.purchased_on}::date
          and o.paid_minor = ${claim.paid_minor} and o.type = ${claim.type} and o.user_id <> ${claim.user_id}
          and o.state in ('reading', 'review', 'asked', 'approved', 'paid', 'appealed'))`
      : sql`false`;
  // Several signed mails may tell of one order, each brought by somebody else.
  const mailed = claim.mail
    ? sql`exists (select 1 from benefits.claims o where o.merchant_key = ${claim.merchant_key} and o.type = ${claim.type}
          and o.user_id <> ${claim.user_id} and o.mail->>'purchase' = ${claim.mail.purchase}
          and o.state in ('reading', 'review', 'asked', 'approved', 'paid', 'appealed'))`
    : sql`false`;
  const { rows } = await sql<{
    asked: boolean;
    refused_before: boolean;
    claimed_beside: boolean;
    faults: string;
    lately: string;
    by_rules: bigint;
  }>`
    select exists (select 1 from benefits.claim_events e where e.claim_id = ${claim.claim_id} and e.state = 'asked') as asked,
      coalesce(bool_or(${same} and c.state in ('denied', 'denied_final', 'reversed') and c.reason not in ('cap_reached', 'membership_not_paid')), false) as refused_before,
      ${elsewhere} or ${mailed} or coalesce(bool_or((${same} or ${near} or ${told}) and c.state in ('reading', 'review', 'asked', 'approved', 'paid', 'appealed')), false) as claimed_beside,
      count(*) filter (where c.state in ('denied', 'denied_final', 'reversed') and c.reason in ('altered', 'claimed_elsewhere')
        and c.changed_at > ${now}::timestamptz - interval '365 days') as faults,
      count(*) filter (where c.sent_at > ${now}::timestamptz - interval '30 days') as lately,
      coalesce(sum(c.rebate_minor) filter (where c.state in ('approved', 'paid') and c.decided_by = ${BY_RULES}
        and c.sent_at > ${now}::timestamptz - interval '30 days'), 0)::bigint as by_rules
    from benefits.claims c where c.user_id = ${claim.user_id} and c.claim_id <> ${claim.claim_id}`.execute(runner);
  const found = rows[0];
  return {
    asked: found?.asked ?? false,
    refused_before: found?.refused_before ?? false,
    claimed_beside: found?.claimed_beside ?? false,
    faults: Number(found?.faults ?? 0),
    lately: Number(found?.lately ?? 0),
    by_rules: found?.by_rules ?? 0n,
  };
}

/** What claims say that members have, for the ledger's verification. */
export const readOwned = async (
  tx: Tx,
  { after, until }: { after: string | null; until: string | null },
): Promise<SubLedgerRow[]> =>
  (
    await sql<SubLedgerRow>`
      select user_id::text as owner, sum(posted_pending)::bigint as pending, sum(posted_confirmed)::bigint as settled, 0::bigint as held
      from benefits.claims where (${after}::uuid is null or user_id > ${after}::uuid) and (${until}::uuid is null or user_id <= ${until}::uuid)
      group by user_id having sum(posted_pending + posted_confirmed) > 0`.execute(tx)
  ).rows;
