/** The picture of each schema is true, and every state machine is the same in code and in the database. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MIGRATION_PLACES, MODULE_NAMES, MODULES } from "../../src/modules/order.ts";
import type { Module } from "../../src/platform/module.ts";
import { describeSchema } from "../../src/server/describe-schema.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.drop());

const pictureOf = (module: string) => {
  try {
    return readFileSync(`src/modules/${module}/tables.sql`, "utf8");
  } catch {
    return null;
  }
};

describe("tables.sql", () => {
  it.each(MODULE_NAMES)("of %s is what the migrations make (npm run tables writes it)", async (module) => {
    expect(pictureOf(module)).toBe(await describeSchema(base.handle.pool, module));
  });
});

describe("migrations", () => {
  it("keep the names by which databases know them, wherever their module stands in the order", async () => {
    // Each number once, and none left out: a database counts them from nought.
    expect(MODULES.map(({ migration_place }) => migration_place).toSorted((a, b) => a - b)).toEqual([
      ...MODULES.keys(),
    ]);
    expect(MIGRATION_PLACES.toSorted()).toEqual(MODULE_NAMES.toSorted());
    const { rows } = await base.handle.pool.query<{ name: string }>("select name from platform.migrations");
    expect(rows.map((row) => row.name)).toEqual(
      expect.arrayContaining(["0001-00-ledger-ledger", "0001-06-identity-accounts", "0001-16-treasury-treasury"]),
    );
  });
});

const MACHINES = MODULES.flatMap((module: Module<never>) => Object.entries(module.states ?? {}));
/**
 * The first two say what was found the last time that somebody looked, so that they may become any other; the platform's inbox,
 * which is no module's, has its steps in its own statements.
 */
const WITHOUT = ["catalog.media", "coins.offers", "platform.inbox"];

describe("state machines", () => {
  it("are declared by their modules, each that the database checks", async () => {
    const { rows } = await base.handle.pool.query<{ name: string }>(
      `select conrelid::regclass::text as name from pg_constraint
       where contype = 'c' and pg_get_constraintdef(oid) like 'CHECK ((state = ANY%' order by 1`,
    );
    expect(rows.length).toBeGreaterThan(30);
    const declared = MACHINES.map(([table]) => table);
    expect(rows.map(({ name }) => name)).toEqual([...declared, ...WITHOUT].toSorted());
  });

  it.each(MACHINES)("%s knows the same states in its check as in its rules", async (table, transitions) => {
    const { rows } = await base.handle.pool.query<{ definition: string }>(
      "select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'c'",
      [table],
    );
    const check = rows.map((row) => row.definition).find((text) => /^CHECK \(\(state = ANY/.test(text)) ?? "";
    const states = [...check.matchAll(/'([a-z_]+)'::text/g)].map((match) => match[1]);
    expect(states.toSorted()).toEqual(Object.keys(transitions).toSorted());
  });

  it.each(MACHINES)("%s leads only to states that exist", (_table, transitions) => {
    const states = Object.keys(transitions);
    for (const targets of Object.values(transitions)) {
      expect(targets.filter((target) => !states.includes(target))).toEqual([]);
    }
  });
});
