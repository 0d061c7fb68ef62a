/**
 * Small wrong changes to the product, and the tests that must notice each (docs/decisions/0026-mutations-by-a-list.md).
 * `npm run mutate` makes them one at a time in a copy of the tree. The text of each stands in its file exactly once, which
 * `test/tidy/mutations.test.ts` looks after: a change follows its code when that moves.
 */
import { ACCESS } from "./changes-of-access.ts";
import { COINS } from "./changes-of-coins.ts";
import { MONEY } from "./changes-of-money.ts";
import { OPERATORS } from "./changes-of-operators.ts";
import { PEOPLE } from "./changes-of-people.ts";
import { PROMISES } from "./changes-of-promises.ts";

export type Change = {
  file: string;
  /** Stands in the file once. */
  before: string;
  after: string;
  /** What would come of it. */
  does: string;
  /** Files of unit tests and stories, one of which must fail. */
  tests: readonly string[];
  /** Why no test notices it, as long as none does. It counts as not noticed all the same. */
  unnoticed?: string;
};

export const CHANGES: readonly Change[] = [...MONEY, ...COINS, ...ACCESS, ...PEOPLE, ...OPERATORS, ...PROMISES];

/** How often a change's text stands in what its file holds. */
export const timesIn = (text: string, change: Change): number => text.split(change.before).length - 1;
