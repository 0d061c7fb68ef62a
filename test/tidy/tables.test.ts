/** The picture of each schema is true, and every state machine is the same in code and in the database. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ORDER_TRANSITIONS } from "../../src/modules/cashback/rules.ts";
import { BONUS_TRANSITIONS } from "../../src/modules/landing/rules.ts";
import { UPSELL_TRANSITIONS } from "../../src/modules/landing/upsell/upsell-rules.ts";
import { HOLD_TRANSITIONS } from "../../src/modules/ledger/rules.ts";
import { CHARGE_TRANSITIONS, MEMBERSHIP_TRANSITIONS } from "../../src/modules/membership/rules.ts";
import { MAIL_TRANSITIONS } from "../../src/modules/notifications/rules.ts";
import { MIGRATION_PLACES, MODULE_NAMES } from "../../src/modules/order.ts";
import { WITHDRAWAL_TRANSITIONS } from "../../src/modules/payouts/rules.ts";
import { REFERRAL_TRANSITIONS } from "../../src/modules/rewards/rules.ts";
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
    expect(MIGRATION_PLACES.toSorted()).toEqual(MODULE_NAMES.toSorted());
    const { rows } = await base.handle.pool.query<{ name: string }>("select name from platform.kysely_migration");
    expect(rows.map((row) => row.name)).toEqual(
      expect.arrayContaining(["0001-00-ledger-ledger", "0001-06-identity-accounts", "0001-16-treasury-treasury"]),
    );
  });
});

const MACHINES = [
  ["cashback.orders", ORDER_TRANSITIONS],
  ["membership.memberships", MEMBERSHIP_TRANSITIONS],
  ["membership.charges", CHARGE_TRANSITIONS],
  ["payouts.withdrawals", WITHDRAWAL_TRANSITIONS],
  ["ledger.holds", HOLD_TRANSITIONS],
  ["notifications.mails", MAIL_TRANSITIONS],
  ["rewards.referrals", REFERRAL_TRANSITIONS],
  ["landing.bonuses", BONUS_TRANSITIONS],
  ["landing.upsells", UPSELL_TRANSITIONS],
] as const;

describe("state machines", () => {
  it.each(MACHINES)("%s knows the same states in its check as in its rules", async (table, transitions) => {
    const { rows } = await base.handle.pool.query<{ definition: string }>(
      "select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'c'",
      [table],
    );
    const check = rows.map((row) => row.definition).find((text) => /state = ANY/.test(text)) ?? "";
    const states = [...check.matchAll(/'([a-z_]+)'::text/g)].map((match) => match[1]);
    expect(states.toSorted()).toEqual(Object.keys(transitions).toSorted());
  });

  it.each(MACHINES)("%s leads only to states that exist", (_table, transitions) => {
    const states = Object.keys(transitions);
    for (const targets of Object.values(transitions) as readonly (readonly string[])[]) {
      expect(targets.filter((target) => !states.includes(target))).toEqual([]);
    }
  });
});
