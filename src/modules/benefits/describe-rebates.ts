/** How rebates read in the passbook: one entry each, whatever became of it. */
import { MEMBER_PENDING } from "#ledger";
import type { BonusEntry, Describer, InWords, MovedLine } from "#platform/describer";
import { BENEFIT_TYPES } from "../../../brands/benefits.ts";
import { BENEFIT_WORDS } from "./benefit-words.ts";
import { CLAIM_REASONS } from "./benefits.types.ts";
import { rebateClaimId } from "./ids.ts";
import { REASON_WORDS } from "./reason-words.ts";

const NOTES: Readonly<Record<BonusEntry["state"], InWords>> = {
  pending: {
    en: "Approved. It is paid when the first month of your membership is.",
    es: "Aprobado. Se paga cuando se pague el primer mes de tu membresía.",
  },
  confirmed: { en: "Paid back by your membership.", es: "Te lo devuelve tu membresía." },
  reversed: { en: "Taken back.", es: "Revertido." },
};

function titleOf({ type, merchant }: MovedLine["data"]): InWords {
  const known = BENEFIT_TYPES.find((one) => one === type);
  const name = known ? BENEFIT_WORDS[known].name : { en: "Rebate", es: "Reintegro" };
  return { en: `${name.en}: ${String(merchant ?? "")}`, es: `${name.es}: ${String(merchant ?? "")}` };
}

function noteOf(state: BonusEntry["state"], reason: string | null): InWords {
  const code = state === "reversed" ? CLAIM_REASONS.find((one) => one === reason) : undefined;
  return code ? { en: REASON_WORDS[code].en, es: REASON_WORDS[code].es } : NOTES[state];
}

type Sums = { first: MovedLine; last: MovedLine; pending: bigint; confirmed: bigint; amount: bigint };

function entryOf(id: string, { first, last, pending, confirmed, amount }: Sums): BonusEntry {
  const state = pending > 0n ? "pending" : confirmed > 0n ? "confirmed" : "reversed";
  return {
    ...{ type: "bonus", id: rebateClaimId.show(id), at: first.at.toISOString(), icon: "wallet", state },
    ...{ title: titleOf(first.data), note: noteOf(state, last.reason) },
    file: { name: titleOf(first.data).en, reference: "" },
    object: { kind: "rebate claim", id: rebateClaimId.show(id) },
    amount_minor: amount.toString(),
    ...{ expected_at: null, decided_at: last.at.toISOString() },
  };
}

export const rebateDescribers: readonly Describer[] = [
  {
    kinds: ["rebate.approved", "rebate.paid", "rebate.reversed"],
    entries(lines) {
      const found = new Map<string, Sums>();
      for (const line of lines) {
        const id = line.data.rebate;
        if (typeof id !== "string") continue;
        const sums = found.get(id) ?? { first: line, last: line, pending: 0n, confirmed: 0n, amount: 0n };
        if (line.account_kind === MEMBER_PENDING.name) sums.pending += line.amount;
        else sums.confirmed += line.amount;
        const held = sums.pending + sums.confirmed;
        // What was lost stays on view: the amount is what it held last.
        if (held > 0n) sums.amount = held;
        found.set(id, { ...sums, last: line });
      }
      return [...found].map(([id, sums]) => entryOf(id, sums));
    },
  },
];
