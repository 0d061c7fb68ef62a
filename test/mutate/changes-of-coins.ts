/** Changes to coins: what they are worth, who paid for them, and how they leave. */
import type { Change } from "./changes.ts";

export const COINS: readonly Change[] = [
  {
    file: "src/modules/ledger/credit-member.ts",
    before: 'kind: standing.closed ? "given_up" : "coin_reserve", owner: "house"',
    after: 'kind: "coin_reserve", owner: "house"',
    does: "what was paid for coins of somebody who has left stays aside for ever",
    tests: ["src/modules/ledger/test/coins.test.ts"],
  },
  {
    file: "src/modules/ledger/hold-money.ts",
    before: "return [...issue(-hold.amount, -hold.worth), { account: to, amount: hold.worth }];",
    after: "return [...issue(-hold.amount, -hold.amount), { account: to, amount: hold.amount }];",
    does: "coins leave for as many cents as they are coins",
    tests: ["src/modules/ledger/test/coins.test.ts"],
  },
  {
    file: "src/modules/ledger/verify-store.ts",
    before: "where x.coins * 100 > x.reserve *",
    after: "where x.coins > x.reserve *",
    does: "coins that nobody paid for are not found",
    tests: ["src/modules/ledger/test/coins.test.ts"],
  },
];
