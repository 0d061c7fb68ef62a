/** One payable of a member with money, at a provider that answers as it is told to. */
import { MARKETING } from "#coins";
import { fixedClock } from "#platform/clock";
import { newId } from "#platform/ids";
import { createLog } from "#platform/log";
import { createMetrics } from "#platform/metrics";
import type { TestDatabase } from "../../../../test/support/database.ts";
import { ACCOUNT_KINDS } from "../../../server/account-kinds.ts";
import { createLedger, NOTHING } from "../../ledger/ledger.server.ts";
import { OPEN, PERSON } from "../metrics.ts";
import { type Answer, createPayables } from "../payables.server.ts";

const log = createLog({ level: "silent" });
export const shown = { reference: "R", item: null };

type Said = () => Promise<Answer>;

/** At a provider of its own, unless it is to be at the same as another. */
export async function setUpPayable(
  base: TestDatabase,
  answers: { send?: Said[]; look?: Said[] },
  provider: string = `p-${newId("event")}`,
) {
  const clock = fixedClock("2027-03-10T12:00:00Z");
  const ledger = createLedger({ database: base.handle, clock, log, accounts: ACCOUNT_KINDS });
  const metrics = createMetrics([OPEN, PERSON]);
  const payables = createPayables({ database: base.handle, clock, log, ledger, metrics });
  const calls: string[] = [];
  payables.registerProvider({
    name: provider,
    send: async () => {
      calls.push("send");
      return (answers.send?.shift() ?? (async () => ({ state: "unclear", code: "?" }) as Answer))();
    },
    look: async () => {
      calls.push("look");
      return (answers.look?.shift() ?? (async () => ({ state: "unclear", code: "?" }) as Answer))();
    },
  });
  const owner = newId("user");
  const payable_id = newId("withdrawal");
  const ask = () =>
    base.handle.transaction(async (tx) => {
      const held = await ledger.hold(tx, { cause: `w:${payable_id}`, owner, unit: "USD", amount: 500n });
      if (!held.ok) throw new Error(held.code);
      const intent = { payable_id, kind: "t", provider, owner, unit: "USD" as const, amount_minor: 500n };
      await payables.request(tx, { ...intent, hold_id: held.value.hold_id, request: {}, data: {} });
    });
  await base.handle.transaction((tx) =>
    ledger.credit(tx, [
      {
        kind: "test.credit",
        cause: `c:${owner}`,
        owner,
        from: NOTHING,
        to: { pending: 0n, confirmed: 500n },
        against: [{ account: { kind: MARKETING, owner: "house" }, amount: -500n }],
      },
    ]),
  );
  await ask();
  return { clock, ledger, payables, metrics, calls, owner, payable_id, ask, provider };
}

export const answer = (value: Answer) => async () => value;
export const lost = async (): Promise<Answer> => {
  throw new Error("no answer");
};
