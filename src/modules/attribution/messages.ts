/** Constants of attribution (SPEC §3, §9), the closed lists of the module, and its refusals in both languages. */
import type { RefusalTable } from "#platform/http";

/** SPEC §3, §9: the attribution record and its life. */
export const ATTRIBUTION_COOKIE = "sm_landers";
export const ATTRIBUTION_COOKIE_DAYS = 25;
/** SPEC §9: registration pixels may be kept by a browser for 7 days. */
export const PIXEL_CACHE_MINUTES = 10_080;
/** What a visitor decided, readable by script: whether the banner is still to be shown. Asked again after half a year. */
export const CHOICES_COOKIE = "privacy_choices";
export const CHOICES_COOKIE_DAYS = 180;
/** Whether the law of the reader's place asks for consent first; for the session, and about no person. */
export const REGION_COOKIE = "privacy_region";

export const MAX_EVENTS = 25;
export const MAX_EVENT_BYTES = 4_096;
export const MAX_BEACON_BYTES = 65_536;

export type AttributionRefusal =
  | "not_your_account"
  | "client_id_invalid"
  | "event_invalid"
  | "event_unknown"
  | "event_too_large"
  | "too_many_events"
  | "wording_changed"
  | "transaction_missing"
  | "rate_limited";

export const ATTRIBUTION_REFUSALS: RefusalTable<AttributionRefusal> = {
  not_your_account: {
    status: 403,
    field: "user_id",
    en: "You're signed in to a different account.",
    es: "Esta no es la cuenta que inició sesión.",
  },
  client_id_invalid: {
    status: 422,
    field: "client_id",
    en: "A client ID is two numbers separated by a dot.",
    es: "Un identificador de cliente son dos números separados por un punto.",
  },
  event_invalid: {
    status: 422,
    en: "This isn't a JSON event or list of events.",
    es: "Esto no es un evento ni una lista de eventos en JSON.",
  },
  event_unknown: {
    status: 422,
    field: "action",
    en: "That action doesn't exist.",
    es: "Esa acción no existe.",
  },
  event_too_large: {
    status: 413,
    en: "An event can be at most 4 KiB.",
    es: "Un evento puede tener 4 KiB como máximo.",
  },
  too_many_events: {
    status: 422,
    en: "Send at most 25 events at once.",
    es: "Envía 25 eventos a la vez como máximo.",
  },
  wording_changed: {
    status: 409,
    field: "version",
    en: "This text has changed. Read it again, then choose.",
    es: "Este texto cambió. Léelo de nuevo y luego elige.",
  },
  transaction_missing: {
    status: 422,
    field: "transaction_id",
    en: "A purchase needs a transaction ID: letters, digits, dots and dashes.",
    es: "Una compra necesita su identificador: letras, dígitos, puntos y guiones.",
  },
  rate_limited: {
    status: 429,
    en: "Too many events in one minute. This one wasn't saved.",
    es: "Demasiados eventos en un minuto. Este no se guardó.",
  },
};
