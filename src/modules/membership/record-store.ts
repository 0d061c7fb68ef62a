/** SQL of what is kept beside the money: consents, letters, cards, trials, opt-outs. Schema `membership` only. */
import type { CivilDate } from "#platform/clock";
import type { Database, Tx } from "#platform/database";
import { sha256 } from "#platform/ids";
import { sql } from "#platform/sql";
import type { CardFace } from "./processor.types.ts";
import { type LeavingReason, type Line, trialKey } from "./rules.ts";

type Runner = Database | Tx;

export type ConsentInput = {
  consent_id: string;
  membership_id: string;
  user_id: string;
  kind: "join" | "change_plan";
  language: "en" | "es";
  words: string;
  facts: Record<string, string | boolean>;
  address: string;
  user_agent: string;
  at: Date;
};
export async function insertConsent(tx: Tx, row: ConsentInput): Promise<void> {
  await sql`
    insert into membership.consents (consent_id, membership_id, user_id, kind, language, words, words_hash, facts, address, user_agent, at)
    values (${row.consent_id}, ${row.membership_id}, ${row.user_id}, ${row.kind}, ${row.language}, ${row.words}, ${sha256(row.words)}, ${JSON.stringify(row.facts)}::jsonb,
      ${row.address}, ${row.user_agent}, ${row.at})`.execute(tx);
}

export async function readConsentWords(runner: Runner, membershipId: string): Promise<string> {
  return (
    (
      await sql<{
        words: string;
      }>`select words from membership.consents where membership_id = ${membershipId} and kind = 'join' order by at limit 1`.execute(
        runner,
      )
    ).rows[0]?.words ?? ""
  );
}

export type ConsentRow = {
  consent_id: string;
  membership_id: string;
  kind: ConsentInput["kind"];
  language: "en" | "es";
  words: string;
  words_hash: Buffer;
  facts: Record<string, string | boolean>;
  at: Date;
};
/** Newest first. */
export async function readConsents(runner: Runner, membershipIds: readonly string[]): Promise<ConsentRow[]> {
  return (
    await sql<ConsentRow>`
      select consent_id, membership_id, kind, language, words, words_hash, facts, at from membership.consents
      where membership_id = any (${[...membershipIds]}::uuid[]) order by at desc, consent_id desc`.execute(runner)
  ).rows;
}

/** False when this letter was sent before. */
export async function insertNotice(
  tx: Tx,
  row: { membership_id: string; kind: string; period: CivilDate; cause: string; at: Date },
): Promise<boolean> {
  const result = await sql`
    insert into membership.notices (membership_id, kind, period, cause, sent_at)
    values (${row.membership_id}, ${row.kind}, ${row.period}, ${row.cause}, ${row.at}) on conflict do nothing`.execute(
    tx,
  );
  return result.rowCount === 1;
}

export type NoticeRow = { membership_id: string; kind: string; period: CivilDate; cause: string; sent_at: Date };
export async function readNoticesOfAll(runner: Runner, membershipIds: readonly string[]): Promise<NoticeRow[]> {
  return (
    await sql<NoticeRow>`
      select membership_id, kind, period, cause, sent_at from membership.notices
      where membership_id = any (${[...membershipIds]}::uuid[]) order by sent_at`.execute(runner)
  ).rows;
}
export const readNotices = (runner: Runner, membershipId: string): Promise<NoticeRow[]> =>
  readNoticesOfAll(runner, [membershipId]);

export async function findCustomer(runner: Runner, userId: string): Promise<string | null> {
  return (
    (
      await sql<{
        customer_id: string;
      }>`select customer_id from membership.customers where user_id = ${userId}`.execute(runner)
    ).rows[0]?.customer_id ?? null
  );
}

/** `left_at`: since when the processor is to forget them; null while the account goes on. */
export async function insertCustomer(
  tx: Tx,
  userId: string,
  customerId: string,
  { at, left_at }: { at: Date; left_at: Date | null },
): Promise<void> {
  await sql`
    insert into membership.customers (user_id, customer_id, created_at, left_at) values (${userId}, ${customerId}, ${at}, ${left_at})
    on conflict do nothing`.execute(tx);
}

/** `charged_from`: since when what runs is charged to it; null for one that somebody only joins with, which may fail. */
export async function keepCard(
  tx: Tx,
  userId: string,
  card: CardFace,
  { at, charged_from }: { at: Date; charged_from: Date | null },
): Promise<void> {
  const key = card.fingerprint ? trialKey("card", card.fingerprint) : null;
  await sql`
    insert into membership.cards (payment_method_id, user_id, brand, last4, exp_month, exp_year, wallet, added_at, card_key, charged_from)
    values (${card.payment_method_id}, ${userId}, ${card.brand}, ${card.last4}, ${card.exp_month}, ${card.exp_year}, ${card.wallet}, ${at}, ${key}, ${charged_from})
    on conflict (payment_method_id) do update set brand = excluded.brand, last4 = excluded.last4, exp_month = excluded.exp_month,
      exp_year = excluded.exp_year, wallet = excluded.wallet, removed_at = null, detached_at = null,
      card_key = coalesce(excluded.card_key, cards.card_key), charged_from = coalesce(cards.charged_from, excluded.charged_from)`.execute(
    tx,
  );
}

export type CardRow = Omit<CardFace, "fingerprint"> & { removed: boolean };
export async function readCards(runner: Runner, ids: readonly string[]): Promise<CardRow[]> {
  return (
    await sql<CardRow>`
      select payment_method_id, brand, last4, exp_month, exp_year, wallet, removed_at is not null as removed from membership.cards where payment_method_id = any (${[...ids]}::text[])`.execute(
      runner,
    )
  ).rows;
}

/** Cards that a member has on file, newest first. */
export async function readOwnCards(runner: Runner, userId: string): Promise<CardRow[]> {
  return (
    await sql<CardRow>`
      select payment_method_id, brand, last4, exp_month, exp_year, wallet, false as removed from membership.cards
      where user_id = ${userId} and removed_at is null order by added_at desc, payment_method_id`.execute(runner)
  ).rows;
}

/** Takes off every card of a member, or those named; what a running membership is charged to stays. */
export async function removeCards(tx: Tx, userId: string, only: readonly string[] | null, at: Date): Promise<void> {
  await sql`
    update membership.cards c set removed_at = ${at}
    where user_id = ${userId} and removed_at is null and (${only === null} or payment_method_id = any (${[...(only ?? [])]}::text[]))
      and not exists (select 1 from membership.memberships m where m.payment_method_id = c.payment_method_id and m.state <> 'ended')`.execute(
    tx,
  );
}

/** Taken off here, and not yet at the processor. */
export async function findUndetached(runner: Runner, userId: string): Promise<string[]> {
  return (
    await sql<{ payment_method_id: string }>`
      select payment_method_id from membership.cards where user_id = ${userId} and removed_at is not null and detached_at is null
      order by added_at`.execute(runner)
  ).rows.map((row) => row.payment_method_id);
}

/** The account ended: the processor's customer is to be forgotten, also one that came along with another account. */
export async function leaveCustomers(tx: Tx, userId: string, at: Date): Promise<void> {
  await sql`
    update membership.customers set left_at = ${at} where left_at is null and (user_id = ${userId}
      or customer_id in (select customer_id from membership.memberships where user_id = ${userId}))`.execute(tx);
}

/** By the account that ended, or by its memberships. */
export async function findUnforgotten(runner: Runner, userId: string): Promise<string[]> {
  return (
    await sql<{ customer_id: string }>`
      select customer_id from membership.customers where left_at is not null and forgotten_at is null and (user_id = ${userId}
        or customer_id in (select customer_id from membership.memberships where user_id = ${userId}))`.execute(runner)
  ).rows.map((row) => row.customer_id);
}

export async function markForgotten(runner: Runner, customerId: string, at: Date): Promise<void> {
  await sql`update membership.customers set forgotten_at = ${at} where customer_id = ${customerId}`.execute(runner);
}

export async function markDetached(runner: Runner, paymentMethodId: string, at: Date): Promise<void> {
  await sql`
    update membership.cards set detached_at = ${at} where payment_method_id = ${paymentMethodId} and removed_at is not null`.execute(
    runner,
  );
}

export async function isTrialUsed(runner: Runner, line: Line, keys: readonly string[]): Promise<boolean> {
  const result = await sql`
    select 1 from membership.trials_used where line = ${line} and key = any (${[...keys]}::text[]) limit 1`.execute(
    runner,
  );
  return result.rows.length > 0;
}

/** Two sign-ups by one person, mailbox or card come one after the other. */
export async function lockTrialKeys(tx: Tx, keys: readonly string[]): Promise<void> {
  for (const key of [...keys].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 748))`.execute(tx);
}

/** Another account's sign-up that holds the trial of this card or mailbox until its payment is decided. */
export async function isTrialHeld(tx: Tx, line: Line, keys: readonly string[], userId: string): Promise<boolean> {
  const result = await sql`
    select 1 from membership.joins
    where (card_key = any (${[...keys]}::text[]) or mailbox_key = any (${[...keys]}::text[]))
      and state = 'open' and with_trial and line = ${line} and user_id <> ${userId} limit 1`.execute(tx);
  return result.rows.length > 0;
}

export async function insertTrialsUsed(
  tx: Tx,
  line: Line,
  keys: readonly string[],
  membershipId: string,
  at: Date,
): Promise<void> {
  await sql`
    insert into membership.trials_used (line, key, membership_id, at)
    select ${line}, k, ${membershipId}, ${at} from unnest(${[...keys]}::text[]) as k on conflict do nothing`.execute(
    tx,
  );
}

export async function insertOptOut(runner: Runner, userId: string, via: "member" | "link", at: Date): Promise<void> {
  await sql`insert into membership.retry_opt_outs (user_id, via, at) values (${userId}, ${via}, ${at}) on conflict do nothing`.execute(
    runner,
  );
}
export async function deleteOptOut(runner: Runner, userId: string): Promise<void> {
  await sql`delete from membership.retry_opt_outs where user_id = ${userId}`.execute(runner);
}
export async function isOptedOut(runner: Runner, userId: string): Promise<boolean> {
  const result = await sql`select 1 from membership.retry_opt_outs where user_id = ${userId}`.execute(runner);
  return result.rows.length > 0;
}

export async function saveLeavingReasons(
  tx: Tx,
  row: { membership_id: string; reasons: readonly LeavingReason[]; at: Date },
): Promise<void> {
  await sql`
    insert into membership.leaving_reasons (membership_id, reasons, at) values (${row.membership_id}, ${[...row.reasons]}::text[], ${row.at})
    on conflict (membership_id) do update set reasons = excluded.reasons, at = excluded.at`.execute(tx);
}
