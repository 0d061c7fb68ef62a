/** Callbacks in rounds: none beside another of its member or transaction, and each after those that were told before. */
import { expect, it } from "vitest";
import type { Telling } from "../agreed-terms.ts";
import { roundsOf } from "../apply-callback.ts";

const telling = (inbox_id: string, user_id: string, name: string): Telling => ({
  ...{ inbox_id, user_id, name, provider: "ayet" },
  told: {
    ...{
      kind: "credit",
      tx_id: name,
      origin_tx_id: null,
      user_ref: user_id,
      start: null,
      offer_id: null,
      goal_id: null,
    },
    ...{ payout_micros: 1n, told_coins: null, reason: null, said_at: null },
  },
});
const idsOf = (tellings: readonly Telling[]) =>
  roundsOf(tellings).map((round) => round.map(({ inbox_id }) => inbox_id));

it("of members who have nothing in common there is one round", () => {
  expect(idsOf([telling("1", "a", "x"), telling("2", "b", "y"), telling("3", "c", "z")])).toEqual([["1", "2", "3"]]);
  expect(idsOf([])).toEqual([]);
});

it("what is told of one member or transaction keeps its order, also where one leads to the other", () => {
  expect(
    idsOf([telling("1", "a", "x"), telling("2", "a", "y"), telling("3", "b", "z"), telling("4", "a", "x")]),
  ).toEqual([["1", "3"], ["2"], ["4"]]);
  // The second is behind the first by its member, the third behind the second by its transaction.
  expect(
    idsOf([telling("1", "a", "x"), telling("2", "a", "y"), telling("3", "b", "y"), telling("4", "b", "z")]),
  ).toEqual([["1"], ["2"], ["3"], ["4"]]);
});
