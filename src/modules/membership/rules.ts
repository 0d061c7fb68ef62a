/** Rules of the membership: pure. States, plans, retries, and what a change of plan costs. */
import type { Brand } from "#partners";
import type { CivilDate } from "#platform/clock";
import { sha256 } from "#platform/ids";
import { assert } from "#platform/outcome";
import { isZone } from "#platform/zone";
import { daysBetween } from "./calendar.ts";

export const MEMBERSHIP_TRANSITIONS = {
  trial: ["active", "past_due", "ended"],
  active: ["past_due", "ended"],
  past_due: ["active", "ended"],
  ended: [],
} as const satisfies Record<string, readonly string[]>;
export type MembershipState = keyof typeof MEMBERSHIP_TRANSITIONS;
export const mayBecome = (from: MembershipState, to: MembershipState): boolean =>
  (MEMBERSHIP_TRANSITIONS[from] as readonly string[]).includes(to);

/** One row for each sum that falls due. `trying`: the processor has been asked and has not answered for good. */
export const CHARGE_TRANSITIONS = {
  due: ["trying", "succeeded", "declined"],
  trying: ["succeeded", "declined"],
  declined: ["trying", "succeeded"],
  succeeded: ["refunded"],
  refunded: [],
} as const satisfies Record<string, readonly string[]>;
export type ChargeState = keyof typeof CHARGE_TRANSITIONS;
/** trial: the price of the trial · period: a month · upgrade: the difference for the rest of a month. */
export type ChargeKind = "trial" | "period" | "upgrade";

/** What was given up or lost may be paid after all: the money is there, whatever was thought of it. */
export const ATTEMPT_TRANSITIONS = {
  sent: ["processing", "requires_action", "succeeded", "declined", "lost"],
  processing: ["requires_action", "succeeded", "declined", "lost"],
  requires_action: ["processing", "succeeded", "declined", "lost"],
  declined: ["succeeded"],
  lost: ["succeeded"],
  succeeded: [],
} as const satisfies Record<string, readonly string[]>;
export type AttemptState = keyof typeof ATTEMPT_TRANSITIONS;
export const attemptMayBecome = (from: AttemptState, to: AttemptState): boolean =>
  from === to || (ATTEMPT_TRANSITIONS[from] as readonly string[]).includes(to);
/** The processor refuses smaller sums: what would be less is not asked for. */
export const MIN_CHARGE_MINOR = 50n;
/** So often a sum is asked for without any clear answer; then a person has it. */
export const MAX_UNCLEAR = 3;
/** `done` may fail later: the bank sends it back. `closed`: a person settled it another way. */
export const REFUND_TRANSITIONS = {
  asked: ["done", "failed"],
  done: ["failed"],
  failed: ["asked", "done", "closed"],
  closed: [],
} as const satisfies Record<string, readonly string[]>;
export type RefundState = keyof typeof REFUND_TRANSITIONS;
/** A sign-up until its first sum is paid. */
export const JOIN_TRANSITIONS = { open: ["joined", "failed"], joined: [], failed: [] } as const;
export type JoinState = keyof typeof JOIN_TRANSITIONS;
/** While one of these stands, nothing else is asked of the processor for the same charge. */
export const LIVE_ATTEMPTS = ["sent", "processing", "requires_action"] as const satisfies readonly AttemptState[];

/** What somebody who leaves may say of it. */
export const LEAVING_REASONS = ["price", "unused", "missing", "other"] as const;
export type LeavingReason = (typeof LEAVING_REASONS)[number];

export const TIERS = ["standard", "plus", "shipright"] as const;
export type Tier = (typeof TIERS)[number];
/** Memberships of different lines stand side by side; within one, a member has one tier. */
export const LINE_OF = { standard: "main", plus: "main", shipright: "shipping" } as const satisfies Record<
  Tier,
  string
>;
export type Line = (typeof LINE_OF)[Tier];

export type TierPlan = { trial_days: number; trial_minor: bigint; monthly_minor: bigint };

/** Shorter trials could not be told of seven days before the first full charge (card schemes, references). */
export const SHORTEST_TRIAL_DAYS = 8;

export function planOf(brand: Brand, tier: Tier): TierPlan {
  const { plan } = brand;
  const found = tier === "standard" ? plan : plan.tiers[tier];
  return {
    trial_days: found.trial_days,
    trial_minor: BigInt(found.trial_minor),
    monthly_minor: BigInt(found.monthly_minor),
  };
}

/** Nobody pays for rebates that cannot be claimed: whoever has it already keeps it, and is billed as agreed. */
export const isSold = (brand: Brand, tier: Tier): boolean => LINE_OF[tier] !== "shipping" || brand.shipping_open;

/** A brand pack that cannot be billed honestly stops the start. */
export function checkPlans(brands: readonly Brand[]): void {
  for (const brand of brands) {
    assert(isZone(brand.zone), `${brand.name} has a time zone`);
    for (const tier of TIERS) {
      const plan = planOf(brand, tier);
      assert(
        plan.trial_days === 0 || plan.trial_days >= SHORTEST_TRIAL_DAYS,
        `a trial of ${brand.name} (${tier}) has 0 or at least ${SHORTEST_TRIAL_DAYS} days`,
      );
      assert(
        plan.monthly_minor >= MIN_CHARGE_MINOR && (plan.trial_minor === 0n || plan.trial_minor >= MIN_CHARGE_MINOR),
        `a price of ${brand.name} (${tier}) is nothing or at least ${MIN_CHARGE_MINOR} cents`,
      );
    }
  }
}

export const REMINDER_DAYS = [7, 3] as const;
/** A higher price is told so many days before the first charge of it, no sooner and no later. */
export const PRICE_NOTICE_DAYS = { least: 7, most: 30 } as const;

/**
 * Days after the due date on which a declined card is tried: eight tries within 14 days, at growing distances. The last
 * one ends the membership when it is declined too.
 */
export const TRY_DAYS = [0, 1, 2, 3, 5, 7, 10, 14] as const;
export const PAST_DUE_DAYS = TRY_DAYS[TRY_DAYS.length - 1] as number;
/** Access stays whole for so many days after the due date; then benefits pause until a card works. */
export const GRACE_DAYS = 7;

export const hasAccess = (row: { state: MembershipState; benefits_paused: boolean }): boolean =>
  row.state !== "ended" && !row.benefits_paused;

export type AccessFlags = {
  subscribed: boolean;
  standard_active: boolean;
  plus_active: boolean;
  shipping_active: boolean;
};
export function flagsOf(
  rows: readonly { state: MembershipState; tier: Tier; benefits_paused: boolean }[],
): AccessFlags {
  const open = rows.filter(hasAccess).map((row) => row.tier);
  return {
    subscribed: open.length > 0,
    standard_active: open.includes("standard"),
    plus_active: open.includes("plus"),
    shipping_active: open.includes("shipright"),
  };
}

/**
 * What a better plan costs for the rest of a paid period: the difference by days, today included, rounded down, which is
 * the member's favour; less than the processor takes is not asked for at all. A cheaper plan begins with the next period
 * and gives nothing back.
 */
export function upgradeCost(input: {
  from_minor: bigint;
  to_minor: bigint;
  period_start: CivilDate;
  period_end: CivilDate;
  today: CivilDate;
}): bigint {
  const difference = input.to_minor - input.from_minor;
  const whole = daysBetween(input.period_start, input.period_end);
  const left = Math.max(0, Math.min(whole, daysBetween(input.today, input.period_end)));
  const cost = difference <= 0n ? 0n : (difference * BigInt(left)) / BigInt(whole);
  return cost < MIN_CHARGE_MINOR ? 0n : cost;
}

/**
 * What of a paid sum stands for days that are still to come, today included. Rounded up, which is the member's favour:
 * only whole days that have passed are kept.
 */
export function restOf(input: { amount_minor: bigint; start: CivilDate; end: CivilDate; today: CivilDate }): bigint {
  const whole = BigInt(daysBetween(input.start, input.end));
  const passed = BigInt(Math.max(0, daysBetween(input.start, input.today)));
  if (whole <= 0n || passed >= whole) return 0n;
  return input.amount_minor - (input.amount_minor * passed) / whole;
}

/** One mailbox, however it is written: what makes a trial "once a person" beside the account and the card. */
export function personOf(email: string): string {
  const [local = "", domain = ""] = email.trim().toLowerCase().split("@");
  const plain = local.split("+")[0] ?? "";
  const google = domain === "gmail.com" || domain === "googlemail.com";
  return google ? `${plain.replaceAll(".", "")}@gmail.com` : `${plain}@${domain}`;
}
/** Kept as a hash: it outlives the account, and need not tell who it was. */
export const trialKey = (kind: "account" | "mailbox" | "card", value: string): string =>
  sha256(`trial:${kind}:${value}`).toString("hex");
/** Null for an account without an address. */
export const mailboxKey = (email: string | null): string | null =>
  email ? trialKey("mailbox", personOf(email)) : null;

/** At most 22 characters; the first full charge after a trial says so (Visa). */
export const statementOf = (brand: string, afterTrial: boolean): string =>
  (afterTrial ? `${brand.slice(0, 12)} TRIAL END` : brand).toUpperCase().slice(0, 22);

export const invoiceNumber = (n: bigint): string => `TUP-${String(n).padStart(6, "0")}`;
/** Null for what is no number of ours. */
export function readInvoiceNumber(text: string): bigint | null {
  const digits = /^TUP-(\d{6,18})$/.exec(text)?.[1];
  return digits === undefined ? null : BigInt(digits);
}

/** Kinds of ledger transfers that a membership alone brings: with one of them a trial was used. */
export const BENEFIT_KINDS = /^(rebate|benefit|protection)\./;
