/** The server's own role adds to the ledger and does nothing else to it; every other test of the product works as that role. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "#platform/log";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { prepareDatabase } from "../../../server/prepare-database.ts";

let base: TestDatabase;
const log = createLog({ level: "silent" });
beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.drop());

const TABLES = [
  "accounts",
  "heads",
  "transfers",
  "lines",
  "house_chain",
  "house_mark",
  "holds",
  "verifications",
  "seals",
];

describe("the server's role", () => {
  it.each<[string, string]>([
    ...TABLES.map((table): [string, string] => [`deletes from ${table}`, `delete from ledger.${table}`]),
    ...TABLES.map((table): [string, string] => [`empties ${table}`, `truncate ledger.${table} cascade`]),
    ["changes an amount", "update ledger.lines set amount = amount + 1"],
    ["changes a reason", "update ledger.transfers set reason = 'other'"],
    ["moves a date", "update ledger.transfers set at = now()"],
    ["changes the chain of the house", "update ledger.house_chain set balance = 0"],
    ["lifts a bound", "update ledger.accounts set bound = 'none'"],
    ["lifts a bound beside the balance", "update ledger.heads set bound = 'none'"],
    ["gives an account away", "update ledger.accounts set owner = 'mallory'"],
    ["changes what is set aside", "update ledger.holds set amount = 1"],
    ["changes a verification", "update ledger.verifications set findings = '[]'"],
    ["forgets a seal", "update ledger.seals set number = 0"],
    ["switches a trigger off", "alter table ledger.lines disable trigger immutable"],
    ["switches all triggers off", "alter table ledger.transfers disable trigger all"],
    ["switches triggers off for itself", "set session_replication_role = replica"],
    ["drops a trigger", "drop trigger immutable on ledger.lines"],
    ["drops a table", "drop table ledger.seals"],
    ["takes a check away", "alter table ledger.lines drop constraint lines_amount_check"],
    [
      "replaces a function",
      "create or replace function ledger.refuse_change() returns trigger language plpgsql as 'begin return new; end'",
    ],
    ["makes something new there", "create table ledger.mine (n int)"],
    ["takes the ledger", "alter schema ledger owner to current_user"],
    ["gives itself more", "grant all on ledger.lines to current_user with grant option"],
    ["gives itself more by our own function", "select ledger.shield('tuppence_server')"],
    ["becomes its owner", "set role tuppence"],
    ["says that a migration ran", "insert into platform.kysely_migration (name, timestamp) values ('x', 'now')"],
  ])("is refused when it %s", async (_name, statement) => {
    const refusal = await base.handle.pool.query(statement).then(
      () => null,
      (error: unknown) => error as pg.DatabaseError,
    );
    // Insufficient privilege; PostgreSQL grants nothing of what may not be granted, with a warning only.
    if (statement.startsWith("grant")) await expectNoGrant();
    else expect(refusal?.code).toBe("42501");
  });

  async function expectNoGrant() {
    const found = await base.handle.pool.query("select has_table_privilege('ledger.lines', 'update') as may");
    expect(found.rows).toEqual([{ may: false }]);
  }

  it("may be told apart: with another owner the ledger is shielded, with none it is not", async () => {
    expect(await prepareDatabase({ url: base.url, log })).toEqual({ shielded: true });
    expect(await prepareDatabase({ url: base.url, ownerUrl: base.ownerUrl, log })).toEqual({ shielded: true });
    expect(await prepareDatabase({ url: base.ownerUrl, log })).toEqual({ shielded: false });
    await expect(prepareDatabase({ url: base.ownerUrl, ownerUrl: base.ownerUrl, log })).rejects.toThrow(
      "names the role of DATABASE_URL",
    );
  });

  it("is told that it needs the owner when migrations have not run", async () => {
    const owner = new pg.Client({ connectionString: base.ownerUrl });
    await owner.connect();
    await owner.query("delete from platform.kysely_migration where name like '%seals%'");
    await owner.end();
    await expect(prepareDatabase({ url: base.url, log })).rejects.toThrow(
      "DATABASE_OWNER_URL: is needed for 1 migration",
    );
  });
});
