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
    en: "Something is missing or wrong in this link ({{key}}). It was not followed, and nothing was kept or charged.",
    es: "A este enlace le falta algo o algo está mal ({{key}}). No lo seguimos, y no se guardó ni se cobró nada.",
  },
  host_not_allowed: {
    status: 403,
    en: "This link would lead to {{host}}, which is not a place of ours. It was not followed, and nothing was kept or charged.",
    es: "Este enlace llevaría a {{host}}, que no es un sitio nuestro. No lo seguimos, y no se guardó ni se cobró nada.",
  },
  state_invalid: {
    status: 403,
    en: "This link was changed on its way. It was not followed, and nothing was kept or charged.",
    es: "Este enlace se cambió por el camino. No lo seguimos, y no se guardó ni se cobró nada.",
  },
  state_expired: {
    status: 410,
    en: "This link was good for 15 minutes, and they are over. Nothing was charged through it.",
    es: "Este enlace valía 15 minutos y ya pasaron. No se cobró nada por medio de él.",
  },
  state_used: {
    status: 410,
    en: "You have answered this offer already, and your answer stands. Nothing is charged a second time.",
    es: "Ya respondiste a esta oferta y tu respuesta vale. Nada se cobra por segunda vez.",
  },
  token_used: {
    status: 410,
    en: "This link signs in once, within ten minutes, and that is over. Nothing was charged.",
    es: "Este enlace abre la sesión una vez y durante diez minutos, y ya pasó. No se cobró nada.",
  },
  other_account: {
    status: 403,
    en: "This offer was made for another account than the one that is signed in here. Nothing was changed or charged.",
    es: "Esta oferta era para otra cuenta, no para la que tiene la sesión abierta aquí. No se cambió ni se cobró nada.",
  },
};
