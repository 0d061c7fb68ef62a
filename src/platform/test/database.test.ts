/** What the handle promises beyond the driver. */
import { Socket } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { likeAnotherProcess, type Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase({ connections: 4 });
});
afterAll(() => base.drop());

const SECOND = "a second connection inside a transaction";

it("lets no test ask for a second connection inside a transaction, by whatever way", async () => {
  const { handle } = base;
  const asked = [
    () => sql`select 1`.execute(handle.db),
    async () => handle.pool.query("select 1"),
    () => handle.transaction((tx) => sql`select 1`.execute(tx)),
    // However deep, and however late.
    async () => {
      await new Promise((next) => setImmediate(next));
      await Promise.all([sql`select 1`.execute(handle.db)]);
    },
  ];
  for (const ask of asked)
    await expect(
      handle.transaction(async (tx) => {
        await sql`select 1`.execute(tx);
        await ask();
      }),
    ).rejects.toThrow(SECOND);
});

it("minds neither what comes after the end, nor what runs beside", async () => {
  const { handle } = base;
  let later: Promise<unknown> = Promise.resolve();
  let end = () => {};
  const ended = new Promise<void>((settle) => {
    end = settle;
  });
  await handle.transaction(async (tx) => {
    await sql`select 1`.execute(tx);
    later = ended.then(() => sql`select 1`.execute(handle.db));
  });
  end();
  await later;
  const both = Promise.all([handle.transaction((tx) => sql`select 1`.execute(tx)), sql`select 1`.execute(handle.db)]);
  expect(await both).toHaveLength(2);
});

it("asks nothing more in a transaction that has ended, well or badly", async () => {
  const { handle } = base;
  for (const end of ["well", "badly"]) {
    let kept: Tx | undefined;
    const ended = handle.transaction(async (tx) => {
      kept = tx;
      if (end === "badly") throw new Error("on purpose");
    });
    await ended.catch(() => {});
    await expect(sql`select 1`.execute(kept as Tx)).rejects.toThrow("has ended");
  }
});

it("closes a connection whose transaction could not be undone", async () => {
  const { handle } = base;
  const lost = handle.transaction(async (tx) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
  });
  await expect(lost).rejects.toThrow();
  for (let n = 0; n < 8; n += 1)
    expect((await handle.transaction((tx) => sql`select 1 as one`.execute(tx))).rows).toEqual([{ one: 1 }]);
});

it("reads one moment, also beside another that does", async () => {
  const { handle } = base;
  const count = (tx: Tx) => sql<{ n: number }>`select count(*)::integer as n from public.moments`.execute(tx);
  await handle.pool.query("create table public.moments ()");
  const seen = await handle.momentary(async (tx) => {
    const before = (await count(tx)).rows;
    await likeAnotherProcess(() => handle.pool.query("insert into public.moments default values"));
    const beside = (await handle.momentary(count)).rows;
    return [before, (await count(tx)).rows, beside];
  });
  expect(seen).toEqual([[{ n: 0 }], [{ n: 0 }], [{ n: 1 }]]);
});

it("asks silent connections whether the other end is there: one that only listens would never learn that it is not", async () => {
  const asked = vi.spyOn(Socket.prototype, "setKeepAlive");
  const { handle, drop } = await createTestDatabase({ connections: 1 });
  try {
    for (const pool of [handle.pool, handle.jobsPool]) {
      // One that there is would be handed out again.
      (await pool.connect()).release(true);
      asked.mockClear();
      (await pool.connect()).release();
      expect(asked).toHaveBeenCalledWith(true, 10_000);
    }
  } finally {
    asked.mockRestore();
    await drop();
  }
});
