/**
 * After two accounts became one and that one ended, neither is left in any table but those whose rows the law keeps. The tables are the
 * database's own, each with a row of the old account, so that a table which is new is asked as well.
 */
import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let owner: pg.Client;
beforeAll(async () => {
  world = await createWorld();
  owner = new pg.Client({ connectionString: world.base.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

/** What stays by the members' ids when both are gone, and why. A table that is not here holds nothing of either. */
const KEPT: Record<string, string> = {
  "benefits.boosts": "money in the books",
  "benefits.claims": "money in the books",
  "cashback.clicks": "what an order of the books came from",
  "cashback.inquiries": "what a network was asked of an order",
  "cashback.orders": "money in the books",
  "coins.claims": "what a provider was asked of a reward",
  "coins.member_refs": "what a provider names a reward by",
  "coins.rewards": "coins in the books",
  "coins.starts": "what a reward of the books came from",
  "coins.survey_visits": "what a reward of the books came from",
  "help.messages": "that there was a message, emptied",
  "identity.looks": "who of us looked, without the reason",
  "identity.safety_events": "what happened to the account, emptied",
  "identity.sessions": "that there was a sign-in, emptied",
  "identity.users": "the row that the books point to, emptied",
  "landing.bonuses": "money in the books",
  "landing.draw_winners": "who won, as sweepstakes must show",
  "membership.cards": "which card was charged",
  "membership.consents": "the proof of what was agreed to",
  "membership.customers": "who was charged",
  "membership.joins": "what a charge came from",
  "membership.memberships": "what was charged for",
  "membership.retry_opt_outs": "the proof that a card was not tried again",
  "notifications.mails": "that a letter left, emptied",
  "payouts.held": "money in the books",
  "payouts.receivers": "that a receiver serves one person",
  "payouts.withdrawals": "money in the books",
  "privacy.requests": "the register of requests, for 24 months",
  "rewards.codes": "whom a reward of the books was for",
  "rewards.credits": "money in the books",
  "rewards.first_orders": "whom a reward of the books was for",
  "rewards.hand_moves": "money in the books",
};

type Column = { name: string; type: string; needed: boolean };
type Table = { name: string; columns: Column[]; checks: string };

/** Each table with a column `user_id`, and what its checks say: values of closed lists are taken from there. */
async function tablesOfMembers(): Promise<Table[]> {
  const { rows } = await owner.query<Table>(`
    select c.oid::regclass::text as name,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
         'needed', a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '') order by a.attnum)
       from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'), '') as checks
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped)
    order by 1`);
  return rows;
}

/** Anything that the column takes; only who it is about matters here. */
function valueFor({ name, type }: Column, checks: string, userId: string): unknown {
  if (name === "user_id") return userId;
  const listed = new RegExp(`\\b${name} = (?:ANY \\(ARRAY\\[)?'([^']*)'`).exec(checks)?.[1];
  if (listed !== undefined) return listed;
  if (type === "uuid") return randomUUID();
  if (/int|numeric/.test(type)) return 1;
  if (/^(timestamp|date)/.test(type)) return world.clock.now();
  if (type.endsWith("[]") || type.startsWith("json")) return "{}";
  if (type === "boolean") return false;
  if (type === "bytea") return randomBytes(32);
  if (type.startsWith("bit")) return "0".repeat(64);
  return type === "text" ? randomUUID() : "1";
}

/** Rows that are about nothing else: what tables ask of each other and of their values is no matter here. */
async function forgetConstraints(): Promise<void> {
  await owner.query(`do $$ declare k record; begin
    for k in select conrelid::regclass as place, conname from pg_constraint c join pg_namespace n on n.oid = c.connamespace
      where contype in ('c', 'f') and conparentid = 0 and nspname not in ('pg_catalog', 'information_schema') loop
      execute format('alter table %s drop constraint %I', k.place, k.conname);
    end loop; end $$`);
  await owner.query("create table attribution.events_of_any_day partition of attribution.events default");
}

it("what both accounts kept of one person goes with the one that goes on, in every table", async () => {
  const tables = await tablesOfMembers();
  const [old, kept] = [await world.member("Old"), await world.member("Kept")];
  const ids = [old.user_id, kept.user_id];
  await forgetConstraints();
  for (const { name, columns, checks } of tables) {
    if (name === "identity.users") continue;
    const used = columns.filter(({ name: column, needed }) => needed || column === "user_id");
    await owner.query(
      `insert into ${name} (${used.map((one) => `"${one.name}"`)}) values (${used.map((_, at) => `$${at + 1}`)})`,
      used.map((column) => valueFor(column, checks, old.user_id)),
    );
  }
  await owner.query("update identity.users set sid = 'spring', cid = 'c-9', country_code = 'US' where user_id = $1", [
    old.user_id,
  ]);
  await owner.query(
    "update identity.sessions set user_agent = 'Firefox', address = '203.0.113.9' where user_id = any($1)",
    [ids],
  );
  expect(await world.identity.merge({ from: old.user_id, to: kept.user_id })).toMatchObject({ ok: true });
  const wish = { password: kept.password, give_up: true, user_agent: "", address: "" };
  expect(await world.identity.deleteAccount(kept, wish)).toMatchObject({ ok: true });

  const left: string[] = [];
  for (const { name } of tables)
    if ((await owner.query(`select from ${name} where user_id = any($1) limit 1`, [ids])).rowCount) left.push(name);
  const { rows: users } = await owner.query("select name, email, sid, cid, country_code from identity.users");
  const { rows: sessions } = await owner.query("select distinct user_agent, address, country from identity.sessions");
  const { rows: told } = await owner.query("select distinct detail, address from identity.safety_events");
  // Rows that came from nowhere are no books: who verifies these when the world ends finds none.
  await owner.query("set session_replication_role = replica");
  for (const name of left.filter((one) => one !== "identity.users"))
    await owner.query(`delete from ${name} where user_id = any($1)`, [ids]);

  expect(left).toEqual(Object.keys(KEPT));
  const nobody = { name: "Deleted", email: null, sid: null, cid: null, country_code: null };
  expect(users).toEqual([nobody, nobody]);
  expect(sessions).toEqual([{ user_agent: "", address: "", country: null }]);
  expect(told).toEqual([{ detail: "", address: "" }]);
});
