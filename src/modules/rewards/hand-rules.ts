/**
 * What a person may give a member or take from them by hand: the reasons, as members read them, and how much without a second
 * person. Amounts are cents; what is taken counts as much as what is given.
 */
import type { InWords } from "#platform/describer";
import { parseMajor } from "#platform/money";

type Reason = { readonly what: string; readonly note: InWords };

export const GIVEN = {
  goodwill: {
    what: "Something went badly for them, and nobody owes it",
    note: {
      en: "For the trouble you had. Thank you for your patience.",
      es: "Por las molestias. Gracias por tu paciencia.",
    },
  },
  missing_order: {
    what: "An order that the store never told us of",
    note: { en: "For an order that the store didn't report to us.", es: "Por un pedido que la tienda no nos informó." },
  },
  our_mistake: {
    what: "We did something wrong, and this is what it cost them",
    note: { en: "We made a mistake. This puts it right.", es: "Cometimos un error. Con esto queda corregido." },
  },
} as const satisfies Record<string, Reason>;

export const TAKEN = {
  given_wrongly: {
    what: "A credit by hand that was not theirs",
    note: {
      en: "A credit you had from us was added by mistake.",
      es: "Un crédito nuestro se había agregado por error.",
    },
  },
  given_twice: {
    what: "They had the same money twice",
    note: { en: "You had the same amount from us twice.", es: "Tenías la misma cantidad nuestra dos veces." },
  },
} as const satisfies Record<string, Reason>;

export type HandReason = keyof typeof GIVEN | keyof typeof TAKEN;
const ALL: Readonly<Record<string, Reason>> = { ...GIVEN, ...TAKEN };
export const noteOf = (code: string): InWords | null => ALL[code]?.note ?? null;
export const isReason = (code: string, reasons: Readonly<Record<string, Reason>>): boolean =>
  Object.hasOwn(reasons, code);

/** What one may do alone for one member in a month and for all in a day; then a second person is asked. */
export const ALONE = { member_month: 2_500n, operator_day: 10_000n } as const;
/** What nobody may pass, two or not. */
export const CEILING = { press: 50_000n, operator_day: 100_000n } as const;

/** Both as absolute sums: what was done alone before, what with a second person as well. */
export type HandSums = { member_month: bigint; operator_day: bigint; operator_day_all: bigint };

export const needsSecond = (amount: bigint, sums: HandSums): boolean =>
  sums.member_month + amount > ALONE.member_month || sums.operator_day + amount > ALONE.operator_day;
export const isTooMuch = (amount: bigint, sums: HandSums): boolean =>
  amount > CEILING.press || sums.operator_day_all + amount > CEILING.operator_day;

/** "12.50" as cents; null for what is no amount above nothing. */
export function readAmount(text: string | undefined): bigint | null {
  const minor = /^\$?\d{1,6}(\.\d{1,2})?$/.test(text?.trim() ?? "") ? parseMajor(text?.trim().replace("$", "")) : null;
  return minor !== null && minor > 0n ? minor : null;
}
