/**
 * What a connection does for Kysely beyond its own driver: statements of hot paths are parsed and planned once for each
 * connection, and `begin` travels with the first statement of its transaction, so that it costs no round trip.
 */
import { CompiledQuery, type PostgresPool, type PostgresPoolClient } from "kysely";
import pg from "pg";
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

const BEGIN = "begin";

/** The part of the driver's wire that is used here. */
type Wire = {
  bind(config: { statement: string; values: unknown[] }): void;
  execute(config: { portal: string }): void;
};
type Done = (error: Error | undefined, result: pg.QueryResult) => void;
/** The driver's query, with those of its methods that its types leave out. */
const DriverQuery = pg.Query as unknown as new (
  config: pg.QueryConfig,
  done: Done,
) => pg.Submittable & {
  prepare(wire: Wire): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
};

/** A statement with `begin` before it, in one message: both are answered together, and fail together. */
class OpeningQuery extends DriverQuery {
  #begun = false;
  override prepare(wire: Wire) {
    wire.bind({ statement: BEGIN, values: [] });
    wire.execute({ portal: "" });
    super.prepare(wire);
  }
  override handleCommandComplete(message: unknown, wire: Wire) {
    if (this.#begun) super.handleCommandComplete(message, wire);
    this.#begun = true;
  }
}

const NOTHING = { command: "SELECT", rowCount: 0, rows: [] };

function dress(client: pg.PoolClient): PostgresPoolClient {
  let opening = false;
  let canBegin = false;

  async function begin() {
    // Only here is `begin` parsed; from then on its name is known to this connection.
    await client.query({ name: BEGIN, text: BEGIN });
    canBegin = true;
  }
  function run(text: string, values: readonly unknown[]): Promise<unknown> {
    if (text === BEGIN) {
      opening = true;
      return Promise.resolve(NOTHING);
    }
    const config = { name: names.get(text), text, values: [...values] };
    if (!opening) return client.query(config);
    opening = false;
    // A transaction in which nothing was asked has nothing to end.
    if (text === "commit" || text === "rollback") return Promise.resolve(NOTHING);
    // Text without values may hold several statements, which cannot be prepared.
    if (!canBegin || (!config.name && values.length === 0)) {
      const begun = begin();
      const result = client.query(config);
      return begun.then(
        () => result,
        (error) => {
          result.catch(() => {});
          throw error;
        },
      );
    }
    return new Promise((settle, fail) => {
      client.query(new OpeningQuery(config, (error, result) => (error ? fail(error) : settle(result))));
    });
  }
  function release() {
    opening = false;
    client.release();
  }
  // Kysely's type also knows cursors, which are not used in this house.
  return { query: run, release } as PostgresPoolClient;
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
