/** Texts of cash back that calls answer with. */
import type { RefusalTable } from "#platform/http";

/** SPEC §9: the redirect notice stays one second. */
export const REDIRECT_NOTICE_MS = 1_000;

export type CashbackRefusal = "unknown_destination" | "unknown_order";

export const CASHBACK_REFUSALS: RefusalTable<CashbackRefusal> = {
  unknown_destination: {
    status: 404,
    en: "We no longer work with this store or offer.",
    es: "Ya no trabajamos con esta tienda u oferta.",
  },
  unknown_order: {
    status: 404,
    en: "We can't find that order in your passbook.",
    es: "No encontramos ese pedido en tu libreta.",
  },
};
