/** Payouts as entries of the passbook, read from the ledger alone: money that left, and money that came back after it had. */
import { MEMBER_AVAILABLE, MEMBER_CLAWBACK, MEMBER_HELD, transferId } from "#ledger";
import type { CoinWords, Describer, EntryIcon, InWords, MovedLine, PayoutEntry } from "#platform/describer";
import { showUsd } from "#platform/money";
import { withdrawalId } from "./ids.ts";
import { METHODS, type Method, REASONS, type ReasonCode } from "./rules.ts";

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

/** Transfers from before there were payables name none. */
const objectOf = ({ data, transfer_id }: MovedLine): { kind: string; id: string } =>
  typeof data.payable === "string"
    ? { kind: "withdrawal", id: withdrawalId.show(data.payable) }
    : { kind: "transfer", id: transferId.show(transfer_id) };

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
    object: objectOf(line),
    file: { name: `${cameBack ? "Payout returned" : "Payout"} (${name})`, reference },
    amount_minor: amount.toString(),
    came_back: cameBack,
  };
}

/** Set aside and not there yet: it has left the available money, whatever its provider has done so far. */
function underWay(line: MovedLine): PayoutEntry {
  const { arrives_by } = line.data;
  const entry = entryOf(line, -line.amount);
  const words = methodOf(String(line.data.method ?? ""));
  return {
    ...entry,
    title:
      words === "gift_card"
        ? { en: "Withdrawal as a gift card", es: "Retiro con tarjeta de regalo" }
        : {
            en: `Withdrawal to ${words ? METHODS[words].en : "your account"}`,
            es: `Retiro a ${words ? METHODS[words].es : "tu cuenta"}`,
          },
    file: { ...entry.file, name: `Withdrawal (${String(line.data.method ?? "")})` },
    under_way: { arrives_by: typeof arrives_by === "string" ? arrives_by : null },
  };
}

function entriesOf(lines: readonly MovedLine[]): PayoutEntry[] {
  const sums = new Map<string, { line: MovedLine; amount: bigint }>();
  for (const line of lines) {
    const left = line.kind === LEFT && line.account_kind === MEMBER_HELD.name;
    // What came back may have paid a debt first: both lines together are the payout.
    const back =
      line.kind === CAME_BACK &&
      (line.account_kind === MEMBER_AVAILABLE.name || line.account_kind === MEMBER_CLAWBACK.name);
    if (!left && !back) continue;
    const amount = (sums.get(line.transfer_id)?.amount ?? 0n) + line.amount;
    sums.set(line.transfer_id, { line, amount });
  }
  return [...sums.values()].map(({ line, amount }) => entryOf(line, amount));
}

/** "Amazon gift card", or PayPal by its name. */
function whatFor({ data }: MovedLine): InWords {
  const card = typeof data.card === "string" ? data.card.replace(/ gift card$/i, "") : null;
  if (card) return { en: `${card} gift card`, es: `Tarjeta de regalo de ${card}` };
  const method = methodOf(String(data.method ?? ""));
  return method ? METHODS[method] : { en: "A withdrawal", es: "Un retiro" };
}
const worthOf = ({ data }: MovedLine): string => (typeof data.worth === "string" ? showUsd(BigInt(data.worth)) : "");
const payoutOf = ({ data }: MovedLine): InWords => ({
  en: `Payout ${String(data.reference ?? "")}`,
  es: `Pago ${String(data.reference ?? "")}`,
});

/** What leaves is told where it is set aside: when it is paid nothing more leaves the free coins. */
function coinsSpent(line: MovedLine): CoinWords {
  const what = whatFor(line);
  const payout = payoutOf(line);
  const worth = worthOf(line);
  return {
    title: { en: `Swapped for: ${what.en}`, es: `Canje: ${what.es}` },
    note: { en: `${worth}, ${payout.en}`, es: `${worth}, ${payout.es}` },
    icon: "gift",
  };
}

/** Refused or come back, with the reason as the page of withdrawals tells it. */
function coinsBack(line: MovedLine): CoinWords {
  const reason = Object.hasOwn(REASONS, line.reason ?? "") ? (line.reason as ReasonCode) : "provider_refused";
  return {
    title: { en: "Coins came back", es: "Monedas devueltas" },
    note: line.kind === CAME_BACK ? REASONS.returned : REASONS[reason],
    icon: "gift",
  };
}

export const payoutDescribers: readonly Describer[] = [
  {
    kinds: [LEFT, CAME_BACK],
    entries: entriesOf,
    coins: (line) => (line.kind === LEFT ? coinsSpent(line) : coinsBack(line)),
  },
  {
    kinds: ["hold.opened", "hold.released"],
    told: "the page of withdrawals, once it has ended",
    underWay,
    coins: (line) => (line.kind === "hold.opened" ? coinsSpent(line) : coinsBack(line)),
  },
  {
    kinds: ["code.redeemed"],
    told: "the history of coins",
    coins: () => ({
      title: { en: "Gift code", es: "Código de regalo" },
      note: { en: "A code that you redeemed.", es: "Un código que canjeaste." },
      icon: "gift",
    }),
  },
];
