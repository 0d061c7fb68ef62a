/**
 * Credits and rewards as entries of the passbook, read from the ledger alone: whoever gave one names it in the transfer's
 * data (`bonus` is its own id), and what it holds now is the sum of its lines.
 */
import type { BonusEntry, Describer, EntryIcon, InWords, MovedLine } from "#platform/describer";
import { MEMBER_PENDING } from "./accounts.ts";
import { transferId } from "./ids.ts";

/** What a credit is called; `file` is its name in the file of all entries, when that is another. */
export type CreditWords = { title: InWords; icon: EntryIcon; file?: string };

const FROM_US: InWords = { en: "A bonus from us, not cash back.", es: "Un premio nuestro, no dinero de vuelta." };
const REVERSED: InWords = {
  en: "The order it depended on was reversed.",
  es: "El pedido del que dependía no se mantuvo.",
};
/** By the reason that the last transfer of a credit was posted with. */
const REVERSED_BY: Readonly<Record<string, InWords>> = {
  payment_returned: {
    en: "The payment it depended on was refunded.",
    es: "El pago del que dependía se devolvió.",
  },
  membership_ended: {
    en: "The membership ended before its first full month was paid.",
    es: "La membresía terminó antes de pagarse su primer mes completo.",
  },
  one_a_person: {
    en: "One per person: another account of yours already had it.",
    es: "Uno por persona: otra cuenta tuya ya lo tuvo.",
  },
  card_had: {
    en: "One per person: your card already had it on another account.",
    es: "Uno por persona: tu tarjeta ya lo tuvo en otra cuenta.",
  },
  lapsed: { en: "It expired before anything earned it.", es: "Venció antes de que algo lo ganara." },
};

function noteOf(state: BonusEntry["state"], reason: string | null): InWords {
  // Waiting again is told as well: it had been earned, and its payment went back.
  if (reason === "payment_returned" && state === "pending") return REVERSED_BY.payment_returned ?? REVERSED;
  return state === "reversed" ? (REVERSED_BY[reason ?? ""] ?? REVERSED) : FROM_US;
}

type Sums = { first: MovedLine; last: MovedLine; pending: bigint; confirmed: bigint; amount: bigint };

export const describeCredits = (
  kinds: readonly string[],
  wordsOf: (data: MovedLine["data"]) => CreditWords,
): Describer => ({
  kinds,
  entries(lines) {
    const found = new Map<string, Sums>();
    for (const line of lines) {
      const id = line.data.bonus;
      if (typeof id !== "string") continue;
      const sums = found.get(id) ?? { first: line, last: line, pending: 0n, confirmed: 0n, amount: 0n };
      if (line.account_kind === MEMBER_PENDING.name) sums.pending += line.amount;
      else sums.confirmed += line.amount;
      const held = sums.pending + sums.confirmed;
      // What was lost stays on view: the amount is what it held last.
      if (held > 0n) sums.amount = held;
      found.set(id, { ...sums, last: line });
    }
    return [...found].map(([id, sums]) => entryOf(id, sums, wordsOf(sums.first.data)));
  },
});

function entryOf(id: string, { first, last, pending, confirmed, amount }: Sums, words: CreditWords): BonusEntry {
  const state = pending > 0n ? "pending" : confirmed > 0n ? "confirmed" : "reversed";
  return {
    type: "bonus",
    id: id.replaceAll("-", "").replaceAll(":", "-"),
    at: first.at.toISOString(),
    title: words.title,
    note: noteOf(state, last.reason),
    icon: words.icon,
    object: { kind: "transfer", id: transferId.show(first.transfer_id) },
    file: { name: words.file ?? words.title.en, reference: "" },
    amount_minor: amount.toString(),
    state,
    expected_at: typeof last.data.expected_at === "string" ? last.data.expected_at : null,
    decided_at: last.at.toISOString(),
  };
}
