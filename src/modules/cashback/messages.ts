/** Texts of cash back that calls answer with. */
import type { RefusalTable } from "#platform/http";

/** SPEC §9: the redirect notice stays one second. */
export const REDIRECT_NOTICE_MS = 1_000;

export type CashbackRefusal = "unknown_destination" | "unknown_order";

export const CASHBACK_REFUSALS: RefusalTable<CashbackRefusal> = {
  unknown_destination: {
    status: 404,
    en: "This store or offer is not with us any more.",
    es: "Esta tienda u oferta ya no está con nosotros.",
  },
  unknown_order: {
    status: 404,
    en: "There is no such order in your passbook.",
    es: "Ese pedido no está en tu libreta.",
  },
};
