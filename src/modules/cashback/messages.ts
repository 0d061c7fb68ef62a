/** Texts of cash back that calls answer with. */
import type { RefusalTable } from "#platform/http";

/** SPEC §9: the redirect notice stays one second. */
export const REDIRECT_NOTICE_MS = 1_000;

export type CashbackRefusal = "unknown_destination" | "not_signed_in" | "unknown_order";

export const CASHBACK_REFUSALS: RefusalTable<CashbackRefusal> = {
  unknown_destination: {
    status: 404,
    en: "This store or offer is not with us any more.",
    es: "Esta tienda u oferta ya no está con nosotros.",
  },
  not_signed_in: {
    status: 401,
    en: "Log in first so we can track the cash back as yours.",
    es: "Inicia sesión primero para que registremos el dinero de vuelta a tu nombre.",
  },
  unknown_order: {
    status: 404,
    en: "There is no such order in your passbook.",
    es: "Ese pedido no está en tu libreta.",
  },
};
