/** What a process remembers of accounts is as much as it was told, however many members it meets. */
import { expect, it } from "vitest";
import { createAccountIds } from "../account-ids.ts";
import { type AccountName, accountId, CHART } from "../rules.ts";

const KINDS = Object.keys(CHART) as AccountName["kind"][];

it("holds no more than its bound over all kinds together, and says the same of a name as before", () => {
  const ids = createAccountIds(100);
  for (let member = 0; member < 200; member += 1)
    for (const kind of KINDS) {
      const name = { kind, owner: `member-${member}` };
      expect([ids.of(name), ids.of(name)]).toEqual([accountId(name), accountId(name)]);
      expect(ids.size()).toBeLessThanOrEqual(100);
    }
  expect(ids.size()).toBeGreaterThan(0);
});
