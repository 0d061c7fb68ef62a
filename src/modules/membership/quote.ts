/**
 * What a membership would cost somebody, with calendar dates, before any card is asked for; and the words of consent,
 * which are made here alone: a sign-up is taken only with exactly these (SPEC §3 placeholders).
 */
import type { Brand } from "#partners";
import type { CivilDate } from "#platform/clock";
import { showUsd } from "#platform/money";
import { plusDays, plusMonths } from "./calendar.ts";
import { TIER_NAMES } from "./messages.ts";
import { LINE_OF, type Line, planOf, type Tier } from "./rules.ts";

export type Quote = {
  tier: Tier;
  line: Line;
  with_trial: boolean;
  trial_days: number;
  /** Charged today. */
  first_minor: string;
  monthly_minor: string;
  today: CivilDate;
  /** First day that is not part of the trial (or of the first month): the day of the next charge. */
  first_charge_on: CivilDate;
  /** The last day on which cancelling surely keeps that charge away. */
  cancel_by: CivilDate;
  zone: string;
  /** The specification's placeholders (SPEC §3), ready for texts. */
  placeholders: {
    trialDays: string;
    price: string;
    planAmount: string;
    currencySymbol: string;
    amount: string;
    start_date: CivilDate;
    brandName: string;
    productName: string;
  };
  consent: { en: string; es: string };
};

const MONTHS = {
  en: [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
  ],
  es: [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
  ],
} as const;
export function longDay(date: CivilDate, language: "en" | "es"): string {
  const [year, month = "1", day = "1"] = date.split("-");
  const name = MONTHS[language][Number(month) - 1] ?? "";
  return language === "en" ? `${name} ${Number(day)}, ${year}` : `${Number(day)} de ${name} de ${year}`;
}

export function makeQuote(input: { brand: Brand; tier: Tier; today: CivilDate; zone: string; trial: boolean }): Quote {
  const { brand, tier, today } = input;
  const plan = planOf(brand, tier);
  const with_trial = input.trial && plan.trial_days > 0;
  const first = with_trial ? plan.trial_minor : plan.monthly_minor;
  const next = with_trial ? plusDays(today, plan.trial_days) : plusMonths(today, 1);
  const monthly = showUsd(plan.monthly_minor);
  const day = { en: longDay(next, "en"), es: longDay(next, "es") };
  const name = { en: `${brand.name} ${TIER_NAMES[tier].en}`, es: `${TIER_NAMES[tier].es} de ${brand.name}` };
  const consent = with_trial
    ? {
        en: `${name.en}: I pay ${showUsd(first)} today for a trial of ${plan.trial_days} days. On ${day.en} my card is charged ${monthly}, and then ${monthly} every month, until I cancel. I can cancel online at any time; if I do so before ${day.en}, nothing more is charged.`,
        es: `${name.es}: pago ${showUsd(first)} hoy por una prueba de ${plan.trial_days} días. El ${day.es} se cobran ${monthly} en mi tarjeta, y después ${monthly} cada mes, hasta que cancele. Puedo cancelar en línea cuando quiera; si lo hago antes del ${day.es}, no se cobra nada más.`,
      }
    : {
        en: `${name.en}: I pay ${showUsd(first)} today for the first month. On ${day.en} my card is charged ${monthly}, and then ${monthly} every month, until I cancel. I can cancel online at any time; if I do so before ${day.en}, nothing more is charged.`,
        es: `${name.es}: pago ${showUsd(first)} hoy por el primer mes. El ${day.es} se cobran ${monthly} en mi tarjeta, y después ${monthly} cada mes, hasta que cancele. Puedo cancelar en línea cuando quiera; si lo hago antes del ${day.es}, no se cobra nada más.`,
      };
  return {
    tier,
    line: LINE_OF[tier],
    with_trial,
    trial_days: with_trial ? plan.trial_days : 0,
    first_minor: first.toString(),
    monthly_minor: plan.monthly_minor.toString(),
    today,
    first_charge_on: next,
    cancel_by: plusDays(next, -1),
    zone: input.zone,
    placeholders: {
      trialDays: String(with_trial ? plan.trial_days : 0),
      price: showUsd(first),
      planAmount: monthly,
      currencySymbol: brand.plan.currency_symbol,
      amount: monthly.slice(1),
      start_date: next,
      brandName: brand.name,
      productName: brand.product,
    },
    consent,
  };
}
