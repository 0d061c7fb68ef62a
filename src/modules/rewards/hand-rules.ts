/**
 * What a person may give a member or take from them by hand: the reasons, as members read them. How much: `#platform/hand-limits`.
 */
import type { InWords } from "#platform/describer";

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
    note: { en: "For an order that the store didn't report to us.", es: "Por un pedido que la tienda no nos reportó." },
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
