/** What is said when a hand-over cannot be taken, or an extra cannot be added (a closed list). */
import type { RefusalTable } from "#platform/http";

export type HandOverRefusal =
  | "handover_invalid"
  | "host_not_allowed"
  | "state_invalid"
  | "state_expired"
  | "state_used"
  | "token_used"
  | "other_account";

export const HAND_OVER_REFUSALS: RefusalTable<HandOverRefusal> = {
  handover_invalid: {
    status: 400,
    en: "Something in this link is missing or wrong ({{key}}). We didn't follow it, and nothing was saved or charged.",
    es: "A este enlace le falta algo o algo está mal ({{key}}). No lo seguimos, y no se guardó ni se cobró nada.",
  },
  host_not_allowed: {
    status: 403,
    en: "This link leads to {{host}}, which isn't one of our sites. We didn't follow it, and nothing was saved or charged.",
    es: "Este enlace lleva a {{host}}, que no es un sitio nuestro. No lo seguimos, y no se guardó ni se cobró nada.",
  },
  state_invalid: {
    status: 403,
    en: "This link was altered. We didn't follow it, and nothing was saved or charged.",
    es: "Este enlace fue modificado. No lo seguimos, y no se guardó ni se cobró nada.",
  },
  state_expired: {
    status: 410,
    en: "This link was valid for 15 minutes and has expired. Nothing was charged.",
    es: "Este enlace era válido por 15 minutos y ya venció. No se cobró nada.",
  },
  state_used: {
    status: 410,
    en: "You've already answered this offer. You won't be charged a second time.",
    es: "Ya respondiste a esta oferta. No se te cobrará por segunda vez.",
  },
  token_used: {
    status: 410,
    en: "This link works once, within ten minutes, and has expired. Nothing was charged.",
    es: "Este enlace funciona una vez, durante diez minutos, y ya venció. No se cobró nada.",
  },
  other_account: {
    status: 403,
    en: "This offer was for a different account than the one signed in here. Nothing was changed or charged.",
    es: "Esta oferta era para una cuenta distinta de la que inició sesión aquí. No se cambió ni se cobró nada.",
  },
};
