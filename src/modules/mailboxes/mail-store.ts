/** SQL of mails that were read and of their facts. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { storableJson, storableText } from "#platform/storable-json";
import type { FactContent, MailFact, MailProof, MailStore } from "./mailboxes.types.ts";

export type MailInsert = {
  mail_id: string;
  user_id: string;
  /** Hexadecimal. */
  mail_key: string;
  link_id: string | null;
  message_id: string;
  subject: string;
  sender: string;
  sent_at: Date;
  read_at: Date;
  proof: MailProof;
  proof_why: string;
  outcome: "facts" | "code" | "nothing";
  why: string;
  code: string | null;
  code_href: string | null;
};
export type FactInsert = { fact_id: string; store: MailStore; content: FactContent };

/** Held until the transaction ends, so that one mail told at once by two ways, or to two members, is told one after the other. */
export async function lockMail(tx: Tx, mailKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail:${mailKey}`}, 0))`.execute(tx);
}

export async function findSame(tx: Tx, mailKey: string): Promise<{ user_id: string; proof: MailProof }[]> {
  const { rows } = await sql<{ user_id: string; proof: MailProof }>`
    select user_id, proof from mailboxes.mails where mail_key = ${`\\x${mailKey}`}::bytea`.execute(tx);
  return rows;
}

export async function insertMail(tx: Tx, mail: MailInsert, facts: readonly FactInsert[]): Promise<void> {
  await sql`
    insert into mailboxes.mails (mail_id, user_id, mail_key, link_id, message_id, subject, sender, sent_at, read_at, proof, proof_why,
      outcome, why, code, code_href)
    values (${mail.mail_id}, ${mail.user_id}, ${`\\x${mail.mail_key}`}::bytea, ${mail.link_id}, ${storableText(mail.message_id)},
      ${storableText(mail.subject)}, ${storableText(mail.sender)}, ${mail.sent_at}, ${mail.read_at}, ${mail.proof}, ${mail.proof_why},
      ${mail.outcome}, ${mail.why}, ${mail.code}, ${mail.code_href})`.execute(tx);
  if (facts.length === 0) return;
  await sql`
    insert into mailboxes.facts (fact_id, mail_id, user_id, position, kind, store, content)
    select x.fact_id, ${mail.mail_id}, ${mail.user_id}, x.position - 1, x.content::jsonb ->> 'kind', x.store::jsonb, x.content::jsonb
    from unnest(${facts.map(({ fact_id }) => fact_id)}::uuid[], ${facts.map(({ store }) => storableJson(store))}::text[],
      ${facts.map(({ content }) => storableJson(toStored(content)))}::text[]) with ordinality as x(fact_id, store, content, position)`.execute(
    tx,
  );
}

/** Amounts are texts in JSON: numbers there would pass through floats. */
const toStored = (value: unknown): unknown =>
  typeof value === "bigint"
    ? value.toString()
    : Array.isArray(value)
      ? value.map(toStored)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toStored(each)]))
        : value;

function fromStored(value: unknown, name = ""): unknown {
  if (typeof value === "string" && name.endsWith("_minor")) return BigInt(value);
  if (Array.isArray(value)) return value.map((each) => fromStored(each));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([own, each]) => [own, fromStored(each, own)]));
  return value;
}

type FactRow = Omit<MailFact, "content"> & { content: unknown };
/** What was stored was of this type when it was read. */
const toFact = ({ content, ...row }: FactRow): MailFact => ({ ...row, content: fromStored(content) as FactContent });

export async function readFacts(runner: Database | Tx, mailIds: readonly string[]): Promise<MailFact[]> {
  if (mailIds.length === 0) return [];
  const { rows } = await sql<FactRow>`
    select f.fact_id, f.mail_id, f.user_id, m.proof, m.sent_at, f.store, f.content
    from mailboxes.facts f join mailboxes.mails m using (mail_id)
    where f.mail_id = any (${mailIds}::uuid[]) order by m.sent_at, f.mail_id, f.position`.execute(runner);
  return rows.map(toFact);
}

export async function readFactsOfMember(runner: Database, userId: string): Promise<MailFact[]> {
  const { rows } = await sql<FactRow>`
    select f.fact_id, f.mail_id, f.user_id, m.proof, m.sent_at, f.store, f.content
    from mailboxes.facts f join mailboxes.mails m using (mail_id)
    where f.user_id = ${userId} order by m.sent_at, f.mail_id, f.position`.execute(runner);
  return rows.map(toFact);
}

/** Bookings that can be canceled for free until some time of these days; local to their place, so days are compared and no instants. */
export async function readBookingsUntil(runner: Database, from: string, to: string): Promise<MailFact[]> {
  const { rows } = await sql<FactRow>`
    select f.fact_id, f.mail_id, f.user_id, m.proof, m.sent_at, f.store, f.content
    from mailboxes.facts f join mailboxes.mails m using (mail_id)
    where f.kind in ('stay', 'car') and left(f.content->>'cancel_free_until', 10) between ${from} and ${to}
    order by m.sent_at, f.mail_id, f.position`.execute(runner);
  return rows.map(toFact);
}

export type MailRow = Omit<MailInsert, "mail_key" | "message_id">;
const COLUMNS = sql`mail_id, user_id, link_id, subject, sender, sent_at, read_at, proof, proof_why, outcome, why, code, code_href`;

export async function readMails(runner: Database, userId: string, most: number): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    select ${COLUMNS} from mailboxes.mails where user_id = ${userId} order by read_at desc, mail_id desc limit ${most}`.execute(
    runner,
  );
  return rows;
}

export async function readMailRow(runner: Database, mailId: string): Promise<MailRow | null> {
  const { rows } = await sql<MailRow>`select ${COLUMNS} from mailboxes.mails where mail_id = ${mailId}`.execute(runner);
  return rows[0] ?? null;
}

/** What came by one way: a link, or the forwarding address (null). */
export type WayCount = { link_id: string | null; mails: number; facts: number; newest: Date | null };
export async function countByWay(runner: Database, userId: string): Promise<WayCount[]> {
  const { rows } = await sql<WayCount>`
    select m.link_id, count(distinct m.mail_id)::int as mails, count(f.fact_id)::int as facts, max(m.read_at) as newest
    from mailboxes.mails m left join mailboxes.facts f using (mail_id) where m.user_id = ${userId} group by m.link_id`.execute(
    runner,
  );
  return rows;
}

/** Mails without facts are named for some time only. */
export async function dropEmpty(runner: Database, before: Date): Promise<number> {
  const result = await sql`delete from mailboxes.mails where outcome <> 'facts' and read_at < ${before}`.execute(
    runner,
  );
  return result.rowCount;
}

export async function dropMails(tx: Tx, which: { user_id: string; link_id?: string | null }): Promise<number> {
  const result = await sql`
    delete from mailboxes.mails where user_id = ${which.user_id}
      and (${which.link_id === undefined} or link_id is not distinct from ${which.link_id ?? null}::uuid)`.execute(tx);
  return result.rowCount;
}

export async function countRead(
  runner: Database,
  which: "all" | "facts",
  { from, to }: { from: Date; to: Date },
): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from mailboxes.mails where read_at >= ${from} and read_at < ${to} and (${which} = 'all' or outcome = 'facts')`.execute(
    runner,
  );
  return rows[0]?.count ?? 0n;
}
