/**
 * What a connection does for Kysely beyond its own driver: statements of hot paths have a name, by which they are parsed and
 * planned once for each connection.
 */
import { CompiledQuery, type PostgresPool, type PostgresPoolClient } from "kysely";
import type pg from "pg";
import type { Database, Tx } from "#platform/database";

/** Names by text. Not all statements have one: where the best plan depends on the values, planning each time is better. */
const names = new Map<string, string>();
export type Prepared<Row> = { readonly text: string; readonly row?: Row };

/** `name` is unique, and the text the same for every call. */
export function prepare<Row>(name: string, text: string): Prepared<Row> {
  names.set(text, name);
  return { text };
}

export async function runPrepared<Row>(
  runner: Database | Tx,
  statement: Prepared<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  const result = await runner.executeQuery(CompiledQuery.raw(statement.text, [...values]));
  // What a statement returns is said where it is prepared.
  return result.rows as Row[];
}

/**
 * A list as PostgreSQL reads it. The driver looks at each text twice for signs that have to be escaped, which nearly none has, and that
 * was a large part of what statements for many rows cost. Lists of anything but texts, numbers and instants of our time are left to it.
 */
export function listText(list: readonly unknown[]): string | readonly unknown[] {
  let text = "{";
  for (let at = 0; at < list.length; at += 1) {
    const one = list[at];
    if (at > 0) text += ",";
    if (typeof one === "string") text += SPECIAL.test(one) ? `"${one.replaceAll(SPECIALS, "\\$&")}"` : `"${one}"`;
    else if (typeof one === "bigint" || typeof one === "number" || typeof one === "boolean") text += String(one);
    else if (one === null || one === undefined) text += "NULL";
    else if (one instanceof Date && one.getTime() >= 0 && one.getTime() < YEAR_10_000) text += `"${one.toISOString()}"`;
    else return list;
  }
  return `${text}}`;
}
const YEAR_10_000 = Date.UTC(10_000);
const SPECIAL = /["\\]/;
const SPECIALS = /["\\]/g;

function dress(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]): Promise<unknown> =>
    client.query({
      name: names.get(text),
      text,
      values: values.map((value) => (Array.isArray(value) ? listText(value) : value)),
    });
  // Kysely's type also knows cursors, which are not used in this house.
  return { query, release: () => client.release() } as PostgresPoolClient;
}

/** The pool as Kysely sees it. */
export function dressPool(pool: pg.Pool): PostgresPool {
  const dressed = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const found = dressed.get(client) ?? dress(client);
      dressed.set(client, found);
      return found;
    },
    end: () => pool.end(),
  };
}
