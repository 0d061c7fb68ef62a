/**
 * What comes next for a membership, and when: pure. The billing job does nothing but look here, do the first thing that is
 * due, and look again; so every rule of dates stands in one place and can be tried without a database.
 */
import type { CivilDate } from "#platform/clock";
import { dayOf, daysBetween, instantAt, plusDays, plusMonths } from "./calendar.ts";
import {
  GRACE_DAYS,
  type MembershipState,
  PAST_DUE_DAYS,
  PRICE_NOTICE_DAYS,
  REMINDER_DAYS,
  type Tier,
  TRY_DAYS,
} from "./rules.ts";

export type AgendaInput = {
  state: MembershipState;
  zone: string;
  joined_on: CivilDate;
  next_charge_on: CivilDate;
  cancel_at_period_end: boolean;
  ends_on: CivilDate | null;
  benefits_paused: boolean;
  next_price_minor: bigint | null;
  next_price_on: CivilDate | null;
  /** The last letter for `next_price_on` named `next_price_minor`. */
  price_told: boolean;
  next_tier: Tier | null;
  /** The charge of the period that begins on `next_charge_on`, once it was tried. */
  open_charge: {
    tries: number;
    may_retry: boolean;
    in_flight: boolean;
    /** What is in flight waits for its owner to confirm it with the bank. */
    waits_for_owner?: boolean;
    needs_person?: boolean;
  } | null;
  opted_out: boolean;
  /** `kind:date` of every letter that was sent. */
  sent: ReadonlySet<string>;
};

export type AgendaItem =
  | { do: "remind"; days: (typeof REMINDER_DAYS)[number]; at: Date }
  | { do: "charge" | "retry" | "pause" | "end" | "give_up" | "tell_price"; at: Date }
  | { do: "yearly"; on: CivilDate; at: Date };

/** The last anniversary that is not after a day, or the first one of all. */
export function anniversaryBy(joined: CivilDate, today: CivilDate): CivilDate {
  const years = Math.max(1, Math.floor(daysBetween(joined, today) / 365.2425 + 0.01));
  const guess = plusMonths(joined, years * 12, dayOf(joined));
  return daysBetween(guess, today) < 0 && years > 1 ? plusMonths(joined, (years - 1) * 12, dayOf(joined)) : guess;
}

/** When a late charge ends its membership: an hour behind the last try, so that it is heard before. */
export const giveUpAt = ({ next_charge_on, zone }: Pick<AgendaInput, "next_charge_on" | "zone">): Date =>
  new Date(instantAt(plusDays(next_charge_on, PAST_DUE_DAYS), zone).getTime() + 3_600_000);

export function agendaOf(row: AgendaInput, today: CivilDate): AgendaItem[] {
  if (row.state === "ended") return [];
  const at = (date: CivilDate) => instantAt(date, row.zone);
  const due = row.next_charge_on;
  const pause: AgendaItem[] =
    row.state === "past_due" && !row.benefits_paused ? [{ do: "pause", at: at(plusDays(due, GRACE_DAYS)) }] : [];
  if (row.open_charge?.in_flight) {
    // Nothing else is asked for meanwhile; but who opens a payment again and again and never confirms it has not paid.
    const { waits_for_owner, needs_person } = row.open_charge;
    return waits_for_owner && !needs_person && !row.cancel_at_period_end ? pause : [];
  }
  if (row.cancel_at_period_end) return [{ do: "end", at: at(row.ends_on ?? due) }];
  const items: AgendaItem[] = [];
  // While a person looks at what the processor never answered, nothing is asked for, and nobody loses anything by it.
  if (row.open_charge?.needs_person) return [];
  if (row.state === "past_due") {
    const { tries, may_retry } = row.open_charge ?? { tries: 0, may_retry: true };
    const days = TRY_DAYS[tries];
    if (may_retry && !row.opted_out && days !== undefined) items.push({ do: "retry", at: at(plusDays(due, days)) });
    items.push(...pause, { do: "give_up", at: giveUpAt(row) });
  } else {
    if (row.state === "trial")
      for (const days of REMINDER_DAYS)
        if (!row.sent.has(`trial_reminder_${days}:${due}`))
          items.push({ do: "remind", days, at: at(plusDays(due, -days)) });
    items.push({ do: "charge", at: at(due) });
    const yearly = anniversaryBy(row.joined_on, today);
    for (const on of [yearly, plusMonths(yearly, 12, dayOf(row.joined_on))])
      if (!row.sent.has(`yearly:${on}`)) items.push({ do: "yearly", on, at: at(on) });
  }
  // Who leaves the plan with the next period never pays its new price, and is told of it only when they stay after all.
  if (row.next_price_minor !== null && row.next_price_on && !row.price_told && row.next_tier === null)
    items.push({ do: "tell_price", at: at(plusDays(row.next_price_on, -PRICE_NOTICE_DAYS.most)) });
  const order = ["remind", "tell_price", "yearly", "retry", "charge", "pause", "give_up", "end"];
  return items.sort((a, b) => a.at.getTime() - b.at.getTime() || order.indexOf(a.do) - order.indexOf(b.do));
}
