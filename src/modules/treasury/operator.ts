/** What operators see and do of differences between what networks owe and what they paid. */
import { showUsd } from "#platform/money";
import type { OperatorView, Told } from "#platform/operator";
import { done, refused } from "#platform/outcome";
import { differenceId } from "./ids.ts";
import type { SettledAs } from "./rules.ts";
import type { Treasury } from "./treasury.server.ts";

const WHAT: Record<SettledAs, string> = {
  fee: "The network, or a bank on the way, kept it.",
  currency: "The exchange made it.",
  write_off: "It is given up.",
  commission: "It was paid for orders that belong to no member: it is ours.",
  orders: "Orders that have come since are paid for by it, as far as it reaches.",
};

export const treasuryView = (treasury: Treasury): OperatorView => ({
  queues: [
    {
      name: "differences",
      what: "What networks paid more or less than their orders say, until a person says what it is",
      permission: "differences.decide",
      list: async (most) =>
        (await treasury.differences()).slice(0, most).map((row) => ({
          id: differenceId.show(row.difference_id),
          since: row.opened_at,
          due: null,
          line: `${row.network} ${row.reference}${row.programme_id ? ` programme ${row.programme_id}` : ""}: ${row.kind} ${showUsd(row.amount_minor)}`,
        })),
      acts: (Object.keys(WHAT) as SettledAs[]).map((as) => ({
        name: as,
        what: WHAT[as],
        permission: "differences.decide" as const,
        freshSignIn: true as const,
        reason: true,
        async run(shown: string, { by, reason }: Told) {
          const difference_id = differenceId.read(shown);
          if (!difference_id) return refused("unknown" as const);
          const outcome = await treasury.settle({ difference_id, as, by, reason });
          if (outcome.ok) return done(`${showUsd(outcome.value)} settled.`);
          return refused(outcome.code === "unknown_difference" ? ("unknown" as const) : ("not_possible" as const));
        },
      })),
    },
  ],
});
