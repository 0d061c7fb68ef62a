/**
 * `npm run tables`: writes each module's `tables.sql`, its schema as it stands after all migrations, read from a real
 * database. `test/tidy` compares the files, so that a migration and its picture never differ.
 */
import { writeFile } from "node:fs/promises";
import { createTestDatabase } from "../../../test/support/database.ts";
import { MODULE_NAMES } from "../../modules/order.ts";
import { describeSchema } from "../describe-schema.ts";

export async function run() {
  const base = await createTestDatabase();
  for (const module of MODULE_NAMES) {
    const text = await describeSchema(base.handle.pool, module);
    if (text) await writeFile(`src/modules/${module}/tables.sql`, text);
  }
  await base.drop();
  process.exit(0);
}
