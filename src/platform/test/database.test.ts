/** What the handle promises beyond the driver. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
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
