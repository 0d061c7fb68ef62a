import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { SQLInputValue, StatementSync } from "node:sqlite";
import { DatabaseSync } from "node:sqlite";

/** A thin cover over node:sqlite: statements are prepared once, rows come back typed by the caller. */
export interface Database {
  all<T>(sql: string, ...params: SQLInputValue[]): T[];
  get<T>(sql: string, ...params: SQLInputValue[]): T | undefined;
  run(sql: string, ...params: SQLInputValue[]): number;
  transaction<T>(work: () => T): T;
  close(): void;
}

const SCHEMA = `
create table if not exists meta (key text primary key, value text not null);
create table if not exists clicks (
  id text primary key, network text not null, programme_id text not null, merchant text not null,
  sub1 text not null, sub2 text not null, sub3 text not null, shared text not null,
  destination text not null, at integer not null);
create table if not exists orders (
  network text not null, id text not null, programme_id text not null, merchant text not null,
  click_id text, click_at integer, sub1 text not null, sub2 text not null, sub3 text not null, shared text not null,
  order_ref text not null, currency text not null, amount integer not null, payout integer not null,
  first_amount integer not null, first_payout integer not null, discount integer not null, coupon text,
  items text not null, state text not null, reason text, extended integer not null default 0,
  amended integer not null default 0, amend_reason text, amended_at integer, hold integer not null default 0,
  event_at integer not null, created_at integer not null, updated_at integer not null, locking_at integer not null,
  validated_at integer, cleared_at integer, primary key (network, id));
create index if not exists orders_ref on orders (network, programme_id, order_ref);
create table if not exists impact_updates (
  id integer primary key autoincrement, action_id text not null, at integer not null, state text not null,
  detail text not null, reason text, amount integer not null, payout integer not null,
  delta_amount integer not null, delta_payout integer not null);
create table if not exists cj_commissions (
  id integer primary key autoincrement, action_id text not null, original integer not null, status text not null,
  posting_at integer not null, amount integer not null, payout integer not null, reason text, items text not null);
create index if not exists cj_action on cj_commissions (action_id);
create table if not exists deliveries (
  id integer primary key autoincrement, channel text not null, subject text not null, event text not null,
  url text not null, content_type text not null, body text not null, state text not null, forged integer not null,
  attempts integer not null default 0, max_attempts integer not null, last_status text, created_at integer not null,
  finished_at integer);
create table if not exists carts (
  id text not null, shop text not null, lines text not null, coupon text, primary key (id, shop));
create table if not exists shop_orders (
  ref text primary key, shop text not null, buyer text not null, summary text not null, network text,
  network_order text, at integer not null);
create table if not exists analytics_events (
  id integer primary key autoincrement, measurement_id text not null, client_id text not null, user_id text not null,
  name text not null, body text not null, at integer not null);
create table if not exists mails (
  id integer primary key autoincrement, sender text not null, recipients text not null, subject text not null,
  body_text text not null, body_html text not null, headers text not null, at integer not null);
create table if not exists texts (
  id integer primary key autoincrement, sid text not null unique, sender text not null, recipient text not null,
  body text not null, at integer not null);
create table if not exists paypal_batches (
  id text primary key, sender_batch_id text not null unique, header text not null, status text not null,
  created_at integer not null, completed_at integer);
create table if not exists paypal_items (
  id text primary key, batch_id text not null, position integer not null, item text not null, receiver text not null,
  amount text not null, currency text not null, status text not null, transaction_id text, error text,
  planned text not null, updated_at integer not null, unclaimed_at integer);
create table if not exists tremendous_orders (
  id text primary key, external_id text unique, created_at integer not null, status text not null, body text not null,
  reward_id text not null, token text not null, code text not null, amount text not null, currency text not null,
  product text not null, delivery text not null);
create table if not exists stripe_objects (
  seq integer primary key autoincrement, id text not null unique, object text not null, created integer not null,
  body text not null);
create index if not exists stripe_kind on stripe_objects (object, seq);
create table if not exists stripe_keys (
  key text primary key, fingerprint text not null, status integer, reply text not null, at integer not null);
create table if not exists people (body text not null);
create table if not exists consents (provider text not null, id text not null, primary key (provider, id));
`;

const TABLES = [
  "clicks",
  "orders",
  "impact_updates",
  "cj_commissions",
  "deliveries",
  "carts",
  "shop_orders",
  "analytics_events",
  "mails",
  "texts",
  "paypal_batches",
  "paypal_items",
  "tremendous_orders",
  "stripe_objects",
  "stripe_keys",
  "people",
  "consents",
];

export function openDatabase(dataDir: string | null): Database {
  if (dataDir !== null) mkdirSync(dataDir, { recursive: true });
  const db = new DatabaseSync(dataDir === null ? ":memory:" : join(dataDir, "sandbox.db"));
  db.exec("pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;");
  db.exec(SCHEMA);
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    let statement = prepared.get(sql);
    if (!statement) {
      statement = db.prepare(sql);
      prepared.set(sql, statement);
    }
    return statement;
  };
  let depth = 0;
  return {
    all: <T>(sql: string, ...params: SQLInputValue[]) => prepare(sql).all(...params) as T[],
    get: <T>(sql: string, ...params: SQLInputValue[]) => prepare(sql).get(...params) as T | undefined,
    run: (sql, ...params) => Number(prepare(sql).run(...params).lastInsertRowid),
    transaction(work) {
      if (depth > 0) return work();
      db.exec("begin immediate");
      depth += 1;
      try {
        const result = work();
        db.exec("commit");
        return result;
      } catch (error) {
        db.exec("rollback");
        throw error;
      } finally {
        depth -= 1;
      }
    },
    close: () => db.close(),
  };
}

/** Empties every table of play; counters and keys in `meta` stay, so that no id is ever given twice. */
export function emptyTables(db: Database): void {
  db.transaction(() => {
    for (const table of TABLES) db.run(`delete from ${table}`);
  });
}

/** The next number of a named sequence, kept over restarts and resets. */
export function nextNumber(db: Database, name: string, first: number): number {
  const key = `sequence.${name}`;
  const row = db.get<{ value: string }>("select value from meta where key = ?", key);
  const next = row ? Number(row.value) + 1 : first;
  db.run(
    "insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value",
    key,
    `${next}`,
  );
  return next;
}

export function readMeta(db: Database, key: string): string | undefined {
  return db.get<{ value: string }>("select value from meta where key = ?", key)?.value;
}

export function writeMeta(db: Database, key: string, value: string): void {
  db.run(
    "insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value",
    key,
    value,
  );
}
