/** Payouts as entries of the passbook, read from the ledger alone: money that left, and money that came back after it had. */
import { transferId } from "#ledger";
import type { Describer, EntryIcon, InWords, MovedLine, PayoutEntry } from "#platform/describer";
import { METHODS, type Method } from "./rules.ts";

const LEFT = "hold.captured";
const CAME_BACK = "hold.returned";

const ICONS: Readonly<Record<Method, EntryIcon>> = { paypal: "paypal", venmo: "venmo", gift_card: "gift" };

/** The transfer names the method by its English name. */
const methodOf = (name: string): Method | null =>
  (Object.keys(METHODS) as Method[]).find((method) => METHODS[method].en === name) ?? null;

function titleOf(name: string, method: Method | null, cameBack: boolean): InWords {
  const words = method ? METHODS[method] : name ? { en: name, es: name } : { en: "your account", es: "tu cuenta" };
  if (cameBack) return { en: `Came back from ${words.en}`, es: `Devuelto por ${words.es}` };
  if (method === "gift_card") return { en: "Paid out as a gift card", es: "Pagado con tarjeta de regalo" };
  return { en: `Paid out to ${words.en}`, es: `Pagado a ${words.es}` };
}

function entryOf(line: MovedLine, amount: bigint): PayoutEntry {
  const cameBack = line.kind === CAME_BACK;
  const name = String(line.data.method ?? "");
  const reference = String(line.data.reference ?? "");
  const method = methodOf(name);
  return {
    type: "payout",
    id: transferId.show(line.transfer_id),
    at: line.at.toISOString(),
    title: titleOf(name, method, cameBack),
    note: { en: `Payout ${reference}`, es: `Pago ${reference}` },
    icon: method ? ICONS[method] : "wallet",
    file: { name: `${cameBack ? "Payout returned" : "Payout"} (${name})`, reference },
    amount_minor: amount.toString(),
    came_back: cameBack,
  };
}

function entriesOf(lines: readonly MovedLine[]): PayoutEntry[] {
  const sums = new Map<string, { line: MovedLine; amount: bigint }>();
  for (const line of lines) {
    const left = line.kind === LEFT && line.account_kind === "member_held";
    // What came back may have paid a debt first: both lines together are the payout.
    const back = line.kind === CAME_BACK && line.account_kind !== "member_held";
    if (!left && !back) continue;
    const amount = (sums.get(line.transfer_id)?.amount ?? 0n) + line.amount;
    sums.set(line.transfer_id, { line, amount });
  }
  return [...sums.values()].map(({ line, amount }) => entryOf(line, amount));
}

export const payoutDescribers: readonly Describer[] = [
  { kinds: [LEFT, CAME_BACK], entries: entriesOf },
  {
    kinds: ["hold.opened", "hold.released"],
    told: "the page of withdrawals, and what is on its way among the balances",
  },
];
