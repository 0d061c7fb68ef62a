/** How often something may be tried: by the rules that modules declare, each counted by itself. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays, fixedClock } from "#platform/clock";
import { createLimits, defineLimits, type LimitRule, type Limits } from "#platform/limits";
import type { Module } from "#platform/module";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { MODULES } from "../../modules/order.ts";

const NOW = new Date("2026-11-23T10:00:00Z");
const rules = MODULES.flatMap((module: Module<never>) => Object.values(module.limits ?? {}));
const clock = fixedClock(NOW);
let base: TestDatabase;
const counting = (counted: readonly LimitRule[]): Limits =>
  createLimits({ db: base.handle.db, clock, factor: 1, rules: counted });
beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.drop());

it("a try at one thing is no try at another, whoever declares it", async () => {
  const limits = counting(rules);
  expect(rules.length).toBeGreaterThan(70);
  for (const rule of rules) await limits.take(rule, "203.0.113.9");
  const used = await Promise.all(rules.map(async (rule) => [rule.scope, await limits.used(rule, "203.0.113.9")]));
  expect(used.filter(([, tries]) => tries !== 1)).toEqual([]);
});

it("two rules of one name stop the start, and a rule that no module declares is counted by nobody", async () => {
  const own = defineLimits({ letters: { tries: 2, minutes: 60 } });
  const other = defineLimits({ letters: { tries: 9, minutes: 15 } });
  expect(() => counting([own.letters, other.letters])).toThrow(/letters is declared twice/);
  const limits = counting([own.letters]);
  for (const ask of [limits.take, limits.used, limits.forget])
    await expect(ask(other.letters, "Ann")).rejects.toThrow(/no module declares the limit letters/);
});

it("a count stays until its window has closed, also that of the longest, and is gone with it", async () => {
  const { week, minute } = defineLimits({ week: { tries: 1, minutes: 10_080 }, minute: { tries: 1, minutes: 1 } });
  const limits = counting([week, minute]);
  // A week, counted from 1970, begins on a Thursday.
  clock.set(new Date("2026-11-26T00:00:00Z"));
  for (const rule of [week, minute]) await limits.take(rule, "Ben");
  clock.set(addDays(clock.now(), 6));
  await limits.dropOld();
  expect(await limits.used(week, "Ben")).toBe(1);
  clock.set(addDays(clock.now(), 2));
  await limits.dropOld();
  const { rows } = await base.handle.pool.query("select 1 from platform.tries where scope = any('{week,minute}')");
  expect(rows).toEqual([]);
});
