/** Whether a member's memberships cover a benefit, now and on a day, and whether what they bring is paid for. */
import type { Membership } from "#membership";
import type { Brand } from "#partners";
import type { CivilDate } from "#platform/clock";
import type { Tx } from "#platform/database";
import { readAddress } from "./address-store.ts";
import type { BenefitReader, ClosedReason, RebateAddress } from "./benefits.types.ts";
import type { BenefitsDeps } from "./context.ts";

export type MembershipRow = Awaited<ReturnType<Membership["membershipsOf"]>>[number];
export type Standing = {
  brand: Brand;
  country: string;
  address: RebateAddress | null;
  /** Newest first, also those that have ended. */
  memberships: readonly MembershipRow[];
};

export async function readStanding(
  context: BenefitsDeps,
  reader: Pick<BenefitReader, "user_id" | "country_code" | "partner">,
): Promise<Standing> {
  const brand = context.partners.named(reader.partner);
  const [address, memberships] = await Promise.all([
    readAddress(context.database.db, reader.user_id),
    context.membership.membershipsOf(reader.user_id),
  ]);
  const told = reader.country_code?.toUpperCase() ?? "";
  const known = told === "UK" ? "GB" : told;
  const country = address?.country ?? (/^[A-Z]{2}$/.test(known) ? known : (brand.offer.countries[0] ?? "US"));
  return { brand, country, address, memberships };
}

type Cover =
  | { membership: MembershipRow }
  | { closed: Extract<ClosedReason, "no_membership" | "other_plan" | "paused"> };

/** The membership that opens something to these tiers: one that is paid for before one in its trial. */
export function coverOf(memberships: readonly MembershipRow[], tiers: readonly string[]): Cover {
  const running = memberships.filter(({ state }) => state !== "ended");
  if (running.length === 0) return { closed: "no_membership" };
  const fitting = running.filter(({ tier }) => tiers.includes(tier));
  if (fitting.length === 0) return { closed: "other_plan" };
  const open = fitting.filter(({ benefits_paused }) => !benefits_paused);
  const membership = open.find(({ state }) => state !== "trial") ?? open[0];
  return membership ? { membership } : { closed: "paused" };
}

/**
 * By the plans of that day, whatever runs now. Days are those of the membership's own zone, whole at its end; on a day of change both
 * plans ran.
 */
export const wasMember = (
  { dayOf }: Pick<Membership, "dayOf">,
  memberships: readonly MembershipRow[],
  { tiers, day }: { tiers: readonly string[]; day: string },
): boolean =>
  memberships.some(({ plans, joined_on, ended_at, zone }) => {
    if (joined_on > day || (ended_at !== null && day > dayOf(ended_at, zone))) return false;
    return plans.some(({ tier, since }, place) => {
      const next = plans[place + 1];
      return tiers.includes(tier) && dayOf(since, zone) <= day && (!next || day <= dayOf(next.since, zone));
    });
  });

/** The day where a member lives, as the membership says that they use or used last; that of UTC without one. */
export const dayFor = (
  { dayOf }: Pick<Membership, "dayOf">,
  memberships: readonly Pick<MembershipRow, "state" | "zone">[],
  at: Date,
): CivilDate => dayOf(at, (memberships.find(({ state }) => state !== "ended") ?? memberships[0])?.zone ?? "UTC");

/** The plan that ran at an instant; null before the first. */
export const planAt = ({ plans }: Pick<MembershipRow, "plans">, at: Date): MembershipRow["tier"] | null =>
  plans.findLast(({ since }) => since <= at)?.tier ?? null;

/** Whether what it brings waited for a month to be paid then, whatever was paid since. */
export const wasPausedAt = ({ pauses }: Pick<MembershipRow, "pauses">, at: Date): boolean =>
  pauses.some(({ from, until }) => from <= at && (until === null || at < until));

export function closedReason(
  standing: Standing,
  terms: { tiers: readonly string[]; countries?: readonly string[] },
): ClosedReason | null {
  const cover = coverOf(standing.memberships, terms.tiers);
  if ("closed" in cover) return cover.closed;
  return terms.countries && !terms.countries.includes(standing.country) ? "country" : null;
}

/**
 * `waits`: the trial goes on, and with it the money. `unpaid`: it ended before a month was paid, so that nothing is owed for it.
 */
export type Backing = "paid" | "waits" | "unpaid";
export async function backingOf(
  tx: Tx,
  { membership, clock }: Pick<BenefitsDeps, "membership" | "clock">,
  row: MembershipRow | undefined,
): Promise<Backing> {
  if (!row) return "unpaid";
  if (row.state === "trial") return "waits";
  if (row.state === "active" || !row.had_trial) return "paid";
  const { line, joined_at: since } = row;
  const paid = await membership.hasPaidMonth(tx, row.user_id, { line, since, until: clock.now() });
  if (paid) return "paid";
  return row.state === "ended" ? "unpaid" : "waits";
}
