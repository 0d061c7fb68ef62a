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
  /** Empties every table of play; counters and keys in `meta` stay, so that no id is ever given twice. */
  empty(): void;
  close(): void;
}

/** The sandbox's own; what the providers need they declare themselves. */
const OWN_TABLES = {
  meta: "key text primary key, value text not null",
  deliveries: `id integer primary key autoincrement, channel text not null, subject text not null, event text not null,
    url text not null, content_type text not null, body text not null, state text not null, forged integer not null,
    attempts integer not null default 0, max_attempts integer not null, last_status text, created_at integer not null,
    finished_at integer`,
};

/** `tables`: columns by name; `indexes`: `table (columns)` by name. */
export interface Schema {
  tables?: Readonly<Record<string, string>>;
  indexes?: Readonly<Record<string, string>>;
}

export function openDatabase(dataDir: string | null, schemas: readonly Schema[]): Database {
  if (dataDir !== null) mkdirSync(dataDir, { recursive: true });
  const db = new DatabaseSync(dataDir === null ? ":memory:" : join(dataDir, "sandbox.db"));
  db.exec("pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;");
  const tables = new Map(Object.entries(OWN_TABLES));
  for (const [name, columns] of schemas.flatMap((one) => Object.entries(one.tables ?? {}))) {
    if ((tables.get(name) ?? columns) !== columns) throw new Error(`two parties declare the table ${name} differently`);
    tables.set(name, columns);
  }
  for (const [name, columns] of tables) db.exec(`create table if not exists ${name} (${columns})`);
  for (const [name, on] of schemas.flatMap((one) => Object.entries(one.indexes ?? {})))
    db.exec(`create index if not exists ${name} on ${on}`);
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
  const database: Database = {
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
    empty() {
      database.transaction(() => {
        for (const name of tables.keys()) if (name !== "meta") database.run(`delete from ${name}`);
      });
    },
    close: () => db.close(),
  };
  return database;
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
