/** Databases of other versions: of before, and of later. */
import { expect, it } from "vitest";
import { ownedDatabase } from "../../../test/support/owned-database.ts";

const { rowsOf, prepare, asServer, migrated } = ownedDatabase();

it("goes on with a database whose list of migrations has its former name", async () => {
  const before = await migrated();
  await rowsOf("alter table platform.migrations rename to kysely_migration");
  await rowsOf("create table platform.kysely_migration_lock (id varchar(255) primary key)");
  await rowsOf("delete from platform.kysely_migration where name like '0127-pp-platform-%'");
  await expect(asServer()).rejects.toThrow("DATABASE_OWNER_URL: is needed for migrations that have not run yet (1)");
  expect(await prepare()).toEqual({ shielded: true });
  expect(await migrated()).toEqual(before);
  const rows = await rowsOf("select to_regclass('platform.kysely_migration_lock') as lock");
  expect(rows).toEqual([{ lock: null }]);
});

it("goes on after a version of before was started once more, which leaves its empty tables", async () => {
  const before = await migrated();
  await rowsOf(
    "create table platform.kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)",
  );
  await rowsOf("create table platform.kysely_migration_lock (id varchar(255) primary key)");
  expect(await prepare()).toEqual({ shielded: true });
  expect(await migrated()).toEqual(before);
  const rows = await rowsOf("select tablename from pg_tables where tablename like 'kysely%'");
  expect(rows).toEqual([]);
});

it("leaves a database alone that a newer version has migrated", async () => {
  await rowsOf("insert into platform.migrations values ('9999-pp-platform-later', 'now')");
  await expect(prepare()).rejects.toThrow("a newer version has migrated this database (9999-pp-platform-later)");
  await rowsOf("delete from platform.migrations where name like '9999%'");
  await prepare();
});
