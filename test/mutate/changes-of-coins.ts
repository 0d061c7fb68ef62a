/** Changes to coins, what they are worth, who paid for them, and how they leave; and to the kinds of accounts that money lies on. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code as it stands in its files.
import type { Change } from "./changes.ts";

export const COINS: readonly Change[] = [
  {
    file: "src/modules/ledger/credit-member.ts",
    before: 'kind: standing.closed ? GIVEN_UP : COIN_RESERVE, owner: "house"',
    after: 'kind: COIN_RESERVE, owner: "house"',
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
  {
    file: "src/modules/payouts/gift-code-store.ts",
    before: "where code_hash = ${hash} for update`",
    after: "where code_hash = ${hash}`",
    does: "a code that two redeem at once is told as a fault of ours",
    tests: ["src/modules/payouts/test/gift-codes.test.ts"],
  },
  {
    file: "src/modules/payouts/gift-codes.ts",
    before: 'if (row.given_to !== null && row.given_to !== who.user_id) return refused("code_foreign" as const);',
    after: "",
    does: "who finds a letter takes the coins of another",
    tests: ["src/modules/payouts/test/gift-codes.test.ts"],
  },
  {
    file: "src/modules/payouts/gift-codes.ts",
    before: "const approved = gift.approved_by !== null && gift.approved_by !== gift.by;",
    after: "const approved = gift.approved_by !== null;",
    does: "an operator is their own second person",
    tests: ["src/modules/payouts/test/gift-codes.test.ts"],
  },
  {
    file: "src/modules/payouts/request-withdrawal.ts",
    before: "if (card.face_values.length > 0 && !card.face_values.includes(amount))",
    after: "if (card.face_values.includes(amount))",
    does: "a card is ordered for an amount that it is not made in",
    tests: ["src/modules/payouts/test/coins.test.ts"],
  },
  {
    file: "src/modules/payouts/payable.ts",
    before: 'if (to === "fulfilled" && row.coins === null) await',
    after: 'if (to === "fulfilled") await',
    does: "coins that were paid out count as cash back of orders that was",
    tests: ["src/modules/payouts/test/withdrawals.test.ts"],
  },
  {
    file: "src/modules/passbook/read-coin-history.ts",
    before: "const whole = lines.length < most ? groups : groups.slice(0, -1);",
    after: "const whole = groups.slice(1);",
    does: "the newest line of each page is left out",
    tests: ["src/modules/passbook/test/long-histories.test.ts"],
  },
  {
    file: "src/modules/payables/cash-store.ts",
    before: "where unit = 'USD' and held_in = 'USD' and hold_id is not null",
    after: "where unit = 'USD' and hold_id is not null",
    does: "a month does not balance while coins are on their way out",
    tests: ["src/modules/treasury/test/coins.test.ts"],
  },
  {
    file: "src/modules/ledger/post-transfers.ts",
    before: "chart.get(name.kind.name) === name.kind,",
    after: "chart.has(name.kind.name),",
    does: "the double of a kind of account is posted to, with terms that nobody declared",
    tests: ["src/server/test/account-kinds.test.ts"],
  },
  {
    file: "src/server/prepare-database.ts",
    before: "if (faults.length) throw",
    after: "if (faults.length > 99) throw",
    does: "money is moved in a database whose kinds of accounts are others",
    tests: ["src/server/test/account-kinds.test.ts"],
  },
];
