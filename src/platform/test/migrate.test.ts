/** Databases of other versions: of before, and of later. */
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "#platform/log";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { prepareDatabase } from "../../server/prepare-database.ts";

const log = createLog({ level: "silent" });
let base: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  base = await createTestDatabase();
  owner = new pg.Client({ connectionString: base.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await base.drop();
});
const prepare = () => prepareDatabase({ url: base.url, ownerUrl: base.ownerUrl, log });
const names = async () =>
  (await owner.query<{ name: string }>("select name from platform.migrations order by name")).rows;

it("goes on with a database whose list of migrations has its former name", async () => {
  const before = await names();
  await owner.query("alter table platform.migrations rename to kysely_migration");
  await owner.query("create table platform.kysely_migration_lock (id varchar(255) primary key)");
  await owner.query("delete from platform.kysely_migration where name like '0127-pp-platform-%'");
  await expect(prepareDatabase({ url: base.url, log })).rejects.toThrow(
    "DATABASE_OWNER_URL: is needed for migrations that have not run yet (1)",
  );
  expect(await prepare()).toEqual({ shielded: true });
  expect(await names()).toEqual(before);
  const { rows } = await owner.query("select to_regclass('platform.kysely_migration_lock') as lock");
  expect(rows).toEqual([{ lock: null }]);
});

it("goes on after a version of before was started once more, which leaves its empty tables", async () => {
  const before = await names();
  await owner.query(
    "create table platform.kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)",
  );
  await owner.query("create table platform.kysely_migration_lock (id varchar(255) primary key)");
  expect(await prepare()).toEqual({ shielded: true });
  expect(await names()).toEqual(before);
  const { rows } = await owner.query("select tablename from pg_tables where tablename like 'kysely%'");
  expect(rows).toEqual([]);
});

it("leaves a database alone that a newer version has migrated", async () => {
  await owner.query("insert into platform.migrations values ('9999-pp-platform-later', 'now')");
  await expect(prepare()).rejects.toThrow("a newer version has migrated this database (9999-pp-platform-later)");
  await owner.query("delete from platform.migrations where name like '9999%'");
  await prepare();
});
