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
  "account_kinds",
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
    ["adds a kind of account", "insert into ledger.account_kinds values ('mine', 'asset', 'USD', true, 'none')"],
    ["changes a kind of account", "update ledger.account_kinds set bound = 'none'"],
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
    ["speaks as its owner", "set session authorization tuppence"],
    [
      "puts a trigger on it",
      "create trigger mine before insert on ledger.lines execute function ledger.refuse_change()",
    ],
    ["puts a rule on it", "create rule mine as on update to ledger.accounts do instead nothing"],
    ["hides rows of it", "alter table ledger.lines enable row level security"],
    ["makes itself a parent of it", "create table landing.mine () inherits (ledger.lines)"],
    ["makes a schema that hides another", "create schema tuppence"],
    [
      "listens to the owner's commands",
      "create event trigger mine on ddl_command_end execute function ledger.refuse_change()",
    ],
    ["reads files", "select pg_read_file('postgresql.conf')"],
    ["copies out of the database", "copy ledger.seals to '/tmp/tuppence-seals'"],
    ["runs programs", "copy (select 1) to program 'true'"],
    ["changes the server", "alter system set fsync = off"],
    ["gives the owner another search path", "alter role tuppence set search_path = landing"],
    ["takes what the owner makes later", "alter default privileges for role tuppence grant all on tables to public"],
    ["says that a migration ran", "insert into platform.migrations (name, timestamp) values ('x', 'now')"],
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

  it("is prepared by many processes at once, and again when the server's role has dropped the queue", async () => {
    const own = { url: base.url, log };
    const all = { ...own, ownerUrl: base.ownerUrl };
    const shielded = Array(4).fill({ shielded: true });
    expect(await Promise.all([all, own, all, own].map(prepareDatabase))).toEqual(shielded);
    for (let round = 0; round < 5; round += 1) {
      await base.handle.pool.query("drop schema graphile_worker cascade");
      expect(await Promise.all([all, own, all, all].map(prepareDatabase))).toEqual(shielded);
    }
    const { rows } = await base.handle.pool.query(
      "select pg_get_userbyid(nspowner) as owner from pg_namespace where nspname = 'graphile_worker'",
    );
    expect(rows).toEqual([{ owner: "tuppence_server" }]);
  });

  it("gives the owner no code to run at its next start", async () => {
    // All that its own functions do for the owner: they look as who calls them.
    for (const statement of [
      `create function graphile_worker.rob() returns int language plpgsql as $$ begin
         if current_user <> 'tuppence_server' then alter table ledger.lines disable trigger all; end if;
         return 0; end $$`,
      "alter table graphile_worker.migrations rename to former",
      "create view graphile_worker.migrations as select id + graphile_worker.rob() as id, ts, breaking from graphile_worker.former",
      // A better match than the system's own, where the owner would look for it next.
      `create function public.format(text, text) returns text language plpgsql as $$ begin
         if current_user <> 'tuppence_server' then alter table ledger.lines disable trigger all; end if;
         return pg_catalog.format($1, variadic array[$2]); end $$`,
    ])
      await base.handle.pool.query(statement);
    await prepareDatabase({ url: base.url, ownerUrl: base.ownerUrl, log });
    const found = await base.handle.pool.query(
      "select distinct tgenabled from pg_trigger where tgrelid = 'ledger.lines'::regclass and not tgisinternal",
    );
    expect(found.rows).toEqual([{ tgenabled: "O" }]);
  });

  it("is told that it needs the owner when migrations have not run", async () => {
    const owner = new pg.Client({ connectionString: base.ownerUrl });
    await owner.connect();
    await owner.query("delete from platform.migrations where name like '%seals%'");
    await owner.end();
    await expect(prepareDatabase({ url: base.url, log })).rejects.toThrow(
      "DATABASE_OWNER_URL: is needed for migrations that have not run yet (1)",
    );
  });
});
