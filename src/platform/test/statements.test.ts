/** Statements with names, and transactions that begin with one: what they promise is what every transaction promises. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sql } from "#platform/sql";
import { prepare, runPrepared } from "#platform/statements";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase({ connections: 1 });
  await base.handle.pool.query("create table public.things (name text primary key)");
});
beforeEach(() => base.handle.pool.query("truncate public.things"));
afterAll(() => base.drop());

const names = async () => (await base.handle.pool.query("select name from public.things order by name")).rows;
const add = prepare<{ name: string }>("test.add", "insert into public.things (name) values ($1) returning name");
const put = (name: string) => sql`insert into public.things (name) values (${name})`;

it("keeps all of a transaction or nothing, whatever comes first in it", async () => {
  for (const first of ["prepared", "with values", "plain"] as const) {
    const run = (end: "well" | "badly") =>
      base.handle.transaction(async (tx) => {
        if (first === "prepared")
          expect(await runPrepared(tx, add, [`${first} ${end}`])).toEqual([{ name: `${first} ${end}` }]);
        if (first === "with values") await put(`${first} ${end}`).execute(tx);
        if (first === "plain") await sql`insert into public.things (name) values ('plain ${sql.raw(end)}')`.execute(tx);
        if (end === "badly") throw new Error("on purpose");
        await put(`${first} second`).execute(tx);
      });
    await expect(run("badly")).rejects.toThrow("on purpose");
    await run("well");
  }
  expect(await names()).toEqual(
    ["plain second", "plain well", "prepared second", "prepared well", "with values second", "with values well"].map(
      (name) => ({ name }),
    ),
  );
});

it("leaves the connection usable when the very first statement fails, and when none came", async () => {
  await put("there").execute(base.handle.db);
  for (let n = 0; n < 3; n += 1) {
    await expect(base.handle.transaction((tx) => put("there").execute(tx))).rejects.toMatchObject({ code: "23505" });
    await expect(base.handle.transaction((tx) => runPrepared(tx, add, ["there"]))).rejects.toMatchObject({
      code: "23505",
    });
    expect(await base.handle.transaction(async () => "nothing asked")).toBe("nothing asked");
    await expect(base.handle.transaction(() => Promise.reject(new Error("at once")))).rejects.toThrow("at once");
  }
  // No transaction was left open: what is written now is seen by whoever comes next.
  await put("after").execute(base.handle.db);
  const { rows } = await base.handle.pool.query("select now() = statement_timestamp() as alone");
  expect(rows).toEqual([{ alone: true }]);
  expect(await names()).toEqual([{ name: "after" }, { name: "there" }]);
});

it("parses a statement with a name once for each connection, and no other", async () => {
  for (const name of ["one", "two"]) await base.handle.transaction((tx) => runPrepared(tx, add, [name]));
  await put("three").execute(base.handle.db);
  const { rows } = await base.handle.pool.query("select name from pg_prepared_statements");
  expect(rows).toEqual([{ name: "test.add" }]);
});

it("hands over lists as they are, whatever stands in them", async () => {
  const texts = [
    "",
    "plain",
    'a "quoted" one',
    "C:\\\\back\\",
    '\\"',
    "{a,b}",
    "NULL",
    "null",
    null,
    " a ",
    "é🎲",
    "two\nlines",
    '{"a":"\\\\"}',
  ];
  const numbers = [1n, -9_007_199_254_740_993n, null];
  const instants = [new Date("2026-03-08T06:59:59.123Z"), new Date(0), null];
  const back = prepare<{ texts: unknown; numbers: unknown; flags: unknown; instants: unknown; none: unknown }>(
    "test.lists",
    "select to_jsonb($1::text[]) as texts, to_jsonb($2::bigint[]::text[]) as numbers, to_jsonb($3::boolean[]) as flags, $4::timestamptz[] as instants, $5::uuid[] as none",
  );
  expect(await runPrepared(base.handle.db, back, [texts, numbers, [true, false], instants, []])).toEqual([
    { texts, numbers: ["1", "-9007199254740993", null], flags: [true, false], instants, none: [] },
  ]);
  // What is no list of texts and numbers is left to the driver, as before.
  const { rows } =
    await sql`select ${[Buffer.from("ab")]}::bytea[] as bytes, ${[{ a: 1 }]}::text[]::jsonb[] as rows`.execute(
      base.handle.db,
    );
  expect(rows).toEqual([{ bytes: [Buffer.from("ab")], rows: [{ a: 1 }] }]);
});
