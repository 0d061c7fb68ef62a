/**
 * Connections for the job library that outlive an outage of the database. The library ends itself, and through an
 * unhandled rejection the process, when one of its statements meets a lost connection; here such a statement waits until
 * the database is back and is run again, as is one that PostgreSQL ended to resolve a deadlock. All of its statements may
 * be: they name the rows and the worker they are about.
 */
import type pg from "pg";
import { isRetryable, isUnreachable } from "#platform/database";
import type { Log } from "#platform/log";

const WAIT_MS = 250;

export type SteadyPool = { pool: pg.Pool; stop(): void };

/**
 * `afterLoss` runs on the first new connection, before the statement that was lost is run again. `asWanted`: a statement of the
 * library's as it is to be run.
 */
export function createSteadyPool(
  pool: pg.Pool,
  log: Log,
  {
    afterLoss,
    asWanted,
  }: {
    afterLoss: (client: pg.PoolClient, statement: string) => Promise<void>;
    asWanted: (statement: string) => string;
  },
): SteadyPool {
  let stopped = false;

  async function connect(): Promise<pg.PoolClient> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await pool.connect();
      } catch (error) {
        if (stopped || !isUnreachable(error)) throw error;
        if (tries === 0) log.warn({ err: error }, "jobs wait for the database");
        await new Promise((wake) => setTimeout(wake, WAIT_MS));
      }
    }
  }

  async function connectSteady(): Promise<pg.PoolClient> {
    let client = await connect();
    let inTransaction = false;
    async function query(...[statement, ...rest]: [statement: string | { text: string }, ...rest: unknown[]]) {
      const text = asWanted(typeof statement === "string" ? statement : statement.text);
      const parameters = [typeof statement === "string" ? text : { ...statement, text }, ...rest];
      for (let lost = false; ; ) {
        try {
          if (lost) await afterLoss(client, text);
          const result = await (client.query as (...all: unknown[]) => Promise<unknown>)(...parameters);
          if (/^\s*begin\b/i.test(text)) inTransaction = true;
          if (/^\s*(commit|rollback)\b/i.test(text)) inTransaction = false;
          return result;
        } catch (error) {
          // What a transaction had done before is gone with its connection: only its caller can begin anew.
          if (inTransaction) throw error;
          if (isRetryable(error)) continue;
          if (stopped || !isUnreachable(error)) throw error;
          client.release(true);
          client = await connect();
          lost = true;
        }
      }
    }
    return new Proxy(client, {
      get: (_target, name) => {
        if (name === "query") return query;
        const value = Reflect.get(client, name, client) as unknown;
        return typeof value === "function" ? value.bind(client) : value;
      },
    });
  }

  return {
    pool: new Proxy(pool, {
      get: (target, name) => {
        // With a callback the library asks for its listening connection, which it renews by itself. The callback is
        // handed on as it came.
        if (name === "connect")
          return (callback?: unknown) => (callback ? target.connect(callback as never) : connectSteady());
        const value = Reflect.get(target, name, target) as unknown;
        return typeof value === "function" ? value.bind(target) : value;
      },
    }),
    stop: () => {
      stopped = true;
    },
  };
}
