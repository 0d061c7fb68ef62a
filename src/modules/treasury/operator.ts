/** What operators see and do of differences between what networks owe and what they paid. */

import { chargeId } from "#membership";
import { showUsd } from "#platform/money";
import type { HealthCheck, OperatorView, Told } from "#platform/operator";
import { done, refused } from "#platform/outcome";
import { type EvidenceDoors, writeEvidence } from "./evidence.ts";
import { differenceId } from "./ids.ts";
import { balanceList, balanceObject, differenceObject, fundingQueue } from "./operator-money.ts";
import { payerList, payerObject, transferActs } from "./operator-tellings.ts";
import type { SettledAs } from "./rules.ts";
import type { Treasury } from "./treasury.server.ts";

const WHAT: Record<SettledAs, string> = {
  fee: "The network, or a bank on the way, kept it.",
  currency: "The exchange made it.",
  write_off: "It is given up.",
  commission: "It was paid for orders that belong to no member: it is ours.",
  orders: "Orders that have come since are paid for by it, as far as it reaches.",
};

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

export type TreasuryDoors = EvidenceDoors & { treasury: Treasury };

const fundingCheck = (doors: TreasuryDoors): HealthCheck => ({
  name: "funding",
  what: "Whether what payout providers hold will do for what waits and for the next days",
  async look() {
    const short = await fundingQueue(doors).list(10);
    if (short.length > 0) return { state: "bad", line: short.map(({ line }) => line).join("; "), queue: "funding" };
    return { state: "fine", line: "Balances will do" };
  },
});

export function treasuryView({ treasury, ...doors }: TreasuryDoors): OperatorView {
  const transfers = transferActs({ treasury });
  return {
    objects: [
      balanceObject({ treasury, ...doors }, [transfers.tell, transfers.undo]),
      differenceObject({ treasury, ...doors }),
      payerObject({ treasury }),
    ],
    lists: [balanceList({ treasury, ...doors }), payerList({ treasury })],
    files: [
      {
        name: "month",
        what: "Debit and credit of every account by day and kind of transfer; its amounts sum to nothing",
        permission: "money.export",
        of: "a month such as 2026-11",
        freshSignIn: true,
        reason: true,
        async read(of) {
          const text = MONTH.test(of) ? await treasury.journal(of) : null;
          return text === null ? null : { name: `journal-${of}.csv`, type: "text/csv; charset=utf-8", text };
        },
      },
      {
        name: "evidence",
        what: "For a bank: what was agreed to, logins, use of the service, what was told, what was given back",
        permission: "money.export",
        of: "a charge",
        kind: "charge",
        freshSignIn: true,
        reason: true,
        async read(of) {
          const id = chargeId.read(of);
          const text = id && (await writeEvidence(doors, id));
          return text ? { name: `evidence-${of}.txt`, type: "text/plain; charset=utf-8", text } : null;
        },
      },
    ],
    checks: [fundingCheck({ treasury, ...doors })],
    queues: [
      fundingQueue({ treasury, ...doors }, [transfers.deposit]),
      {
        name: "differences",
        what: "What networks paid more or less than their orders say, until a person says what it is",
        permission: "differences.decide",
        list: async (most) =>
          (await treasury.differences()).slice(0, most).map((row) => ({
            id: differenceId.show(row.difference_id),
            since: row.opened_at,
            due: null,
            line: `${row.network} ${row.reference}${row.programme_id ? ` program ${row.programme_id}` : ""}: ${row.kind} ${showUsd(row.amount_minor)}`,
          })),
        acts: (Object.keys(WHAT) as SettledAs[]).map((as) => ({
          name: as,
          what: WHAT[as],
          permission: "differences.decide" as const,
          freshSignIn: true as const,
          reason: true,
          async run(shown: string, { by, reason }: Told) {
            if (by.trim() === "" || reason.trim() === "")
              return refused("not_possible" as const, { why: "It says who does it and why." });
            const difference_id = differenceId.read(shown);
            if (!difference_id) return refused("unknown" as const);
            const outcome = await treasury.settle({ difference_id, as, by, reason });
            if (outcome.ok) return done(`${showUsd(outcome.value)} settled.`);
            return refused(outcome.code === "unknown_difference" ? ("unknown" as const) : ("not_possible" as const));
          },
        })),
      },
    ],
  };
}
