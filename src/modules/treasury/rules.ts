/** Rules of the cash side: pure. What a payment, a deposit or a correction means in the books. */
import { MARGIN, NETWORK_RECEIVABLE } from "#cashback";
import type { AccountName, Line } from "#ledger";
import { CASH_IN_TRANSIT } from "#membership";
import { PAYOUT_FEES, PAYOUT_FLOAT } from "#payables";
import type { AccountKind } from "#platform/account-kind";
import { BANK, EXCHANGE_DIFFERENCES, NETWORK_FEES, REMITTANCE_DIFFERENCE, WRITE_OFFS } from "./accounts.ts";

export const CASH_PROVIDERS = ["paypal", "tremendous"] as const;
export type CashProvider = (typeof CASH_PROVIDERS)[number];
export const isCashProvider = (name: string): name is CashProvider =>
  (CASH_PROVIDERS as readonly string[]).includes(name);

/**
 * What keeps `day` from being one that a statement tells of, or null: it is of the calendar, of this century, and has begun. Our bank is
 * west of the clock's own zone, so that no statement of it shows a day that has not begun here.
 */
export function faultOfDay(day: string, now: Date): string | null {
  const at = /^20\d\d-\d\d-\d\d$/.test(day) ? new Date(`${day}T00:00:00Z`) : null;
  if (!at || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day)
    return "is one of the calendar, such as 2026-10-20.";
  return at > now ? "has not come yet." : null;
}

const OUR_BANK: AccountName = { kind: BANK, owner: "house" };

/** A name in the ledger: told again after it was undone, it is another cause. */
export const causeOf = (what: string, telling: number, ...names: string[]): string =>
  [telling === 1 ? what : `${what}_again:${telling}`, ...names].join(":");

/** What a network says that it paid for a programme (null: for none in particular), and how much of it found orders. */
export type Part = { programme_id: string | null; stated: bigint; matched: bigint };
export type RemittanceSums = {
  /** What arrived at our bank, and what was kept on the way. */
  received: bigint;
  fee: bigint;
  parts: readonly Part[];
};
export type DifferenceKind = "short" | "over" | "currency" | "unmatched";
export type Difference = { kind: DifferenceKind; programme_id: string | null; amount: bigint };

export const sumParts = (parts: readonly Part[], what: "stated" | "matched"): bigint =>
  parts.reduce((sum, part) => sum + part[what], 0n);

/** What of a remittance needs a word. Positive: less came than was to come; negative: more came than we know a reason for. */
export function differencesOf({ received, fee, parts }: RemittanceSums, currency: string): Difference[] {
  const missing = sumParts(parts, "stated") - received - fee;
  const kind = currency === "USD" ? (missing > 0n ? "short" : "over") : "currency";
  return [
    { kind, programme_id: null, amount: missing } as const,
    ...parts.map(({ programme_id, stated, matched }): Difference => {
      return { kind: "unmatched", programme_id, amount: matched - stated };
    }),
  ].filter(({ amount }) => amount !== 0n);
}

export function remittanceLines(network: string, sums: RemittanceSums, currency: string): Line[] {
  const left = differencesOf(sums, currency).reduce((sum, one) => sum + one.amount, 0n);
  return [
    { account: OUR_BANK, amount: -sums.received },
    { account: { kind: NETWORK_FEES, owner: network }, amount: -sums.fee },
    { account: { kind: REMITTANCE_DIFFERENCE, owner: network }, amount: -left },
    { account: { kind: NETWORK_RECEIVABLE, owner: network }, amount: sumParts(sums.parts, "matched") },
  ];
}

/** What a person may say that a difference is. `orders`: orders that have come since; see `settle-difference.ts`. */
export const SETTLED_AS = {
  fee: { kind: NETWORK_FEES, owned: true },
  currency: { kind: EXCHANGE_DIFFERENCES, owned: false },
  write_off: { kind: WRITE_OFFS, owned: false },
  /** Paid for orders that belong to no member: ours. */
  commission: { kind: MARGIN, owned: false },
} as const satisfies Record<string, { kind: AccountKind; owned: boolean }>;
export type SettledAs = keyof typeof SETTLED_AS | "orders";

export function settlementLines(network: string, amount: bigint, as: keyof typeof SETTLED_AS): Line[] {
  const { kind, owned } = SETTLED_AS[as];
  return [
    { account: { kind: REMITTANCE_DIFFERENCE, owner: network }, amount },
    { account: { kind, owner: owned ? network : "house" }, amount: -amount },
  ];
}

/** What takes a remittance back whole: its payment, its orders, what stands open of it, and what a person said of the rest. */
export function undoneLines(
  network: string,
  sums: { received: bigint; fee: bigint; matched: bigint },
  differences: readonly { settled_as: SettledAs | null; amount_minor: bigint }[],
): Line[] {
  return [
    { account: OUR_BANK, amount: sums.received },
    { account: { kind: NETWORK_FEES, owner: network }, amount: sums.fee },
    { account: { kind: NETWORK_RECEIVABLE, owner: network }, amount: -sums.matched },
    ...differences.flatMap(({ settled_as, amount_minor }): Line[] => {
      // What found orders is among them.
      if (settled_as === "orders") return [];
      const { kind, owned } = settled_as ? SETTLED_AS[settled_as] : { kind: REMITTANCE_DIFFERENCE, owned: true };
      return [{ account: { kind, owner: owned ? network : "house" }, amount: amount_minor }];
    }),
  ];
}

export const ENTRY_KINDS = ["deposit", "withdrawal", "arrival", "fee", "correction"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** What an entry takes from the provider's side (negative: brings it there), and where it goes. */
const ENTRY_ROUTES: Record<EntryKind, { from: AccountKind; to: (provider: string) => AccountName; sign: bigint }> = {
  deposit: { from: PAYOUT_FLOAT, to: () => OUR_BANK, sign: -1n },
  withdrawal: { from: PAYOUT_FLOAT, to: () => OUR_BANK, sign: 1n },
  arrival: { from: CASH_IN_TRANSIT, to: () => OUR_BANK, sign: 1n },
  fee: { from: PAYOUT_FLOAT, to: (owner) => ({ kind: PAYOUT_FEES, owner }), sign: 1n },
  correction: { from: PAYOUT_FLOAT, to: () => ({ kind: WRITE_OFFS, owner: "house" }), sign: 1n },
};

export function entryLines(provider: string, kind: EntryKind, amount: bigint): Line[] {
  const { from, to, sign } = ENTRY_ROUTES[kind];
  return [
    { account: { kind: from, owner: provider }, amount: sign * amount },
    { account: to(provider), amount: -sign * amount },
  ];
}

/** What entries leave on the provider's account, or on the way to the bank; and what they bring to the bank. */
export const atProvider = (kind: EntryKind, amount: bigint): bigint => -ENTRY_ROUTES[kind].sign * amount;
export const atBank = (kind: EntryKind, amount: bigint): bigint =>
  ENTRY_ROUTES[kind].to("").kind === BANK ? ENTRY_ROUTES[kind].sign * amount : 0n;

/** "2026-10": from its first instant to that of the next month, UTC. Null for anything else. */
export function monthSpan(text: string): { from: Date; to: Date } | null {
  const match = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(text);
  if (!match) return null;
  const [year, month] = [Number(match[1]), Number(match[2]) - 1];
  return { from: new Date(Date.UTC(year, month, 1)), to: new Date(Date.UTC(year, month + 1, 1)) };
}
