/** For tests of what a start makes of the database that it finds. */
import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { createLog } from "#platform/log";
import { prepareDatabase } from "../../src/server/prepare-database.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";

const log = createLog({ level: "silent" });

/** The database of the tests around it, its owner's own connection, and starts with that owner and as the server alone. */
export function ownedDatabase() {
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
  return {
    handle: () => base.handle,
    rowsOf: async <Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> =>
      (await owner.query<Row>(statement)).rows,
    prepare: () => prepareDatabase({ url: base.url, ownerUrl: base.ownerUrl, log }),
    asServer: () => prepareDatabase({ url: base.url, log }),
    /** Names of the migrations that have run. */
    migrated: async () =>
      (await owner.query<{ name: string }>("select name from platform.migrations order by name")).rows,
  };
}
