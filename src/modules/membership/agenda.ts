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
  open_charge: { tries: number; may_retry: boolean; in_flight: boolean; needs_person?: boolean } | null;
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

export function agendaOf(row: AgendaInput, today: CivilDate): AgendaItem[] {
  if (row.state === "ended") return [];
  const at = (date: CivilDate) => instantAt(date, row.zone);
  if (row.open_charge?.in_flight) return [];
  if (row.cancel_at_period_end) return [{ do: "end", at: at(row.ends_on ?? row.next_charge_on) }];
  const items: AgendaItem[] = [];
  const due = row.next_charge_on;
  // While a person looks at what the processor never answered, nothing is asked for, and nobody loses anything by it.
  if (row.open_charge?.needs_person) return [];
  if (row.state === "past_due") {
    const { tries, may_retry } = row.open_charge ?? { tries: 0, may_retry: true };
    const days = TRY_DAYS[tries];
    if (may_retry && !row.opted_out && days !== undefined) items.push({ do: "retry", at: at(plusDays(due, days)) });
    if (!row.benefits_paused) items.push({ do: "pause", at: at(plusDays(due, GRACE_DAYS)) });
    // An hour behind the last try, so that it is heard before.
    const end = at(plusDays(due, PAST_DUE_DAYS));
    items.push({ do: "give_up", at: new Date(end.getTime() + 3_600_000) });
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
