/** Texts of protection that calls and forms answer with. */
import { BENEFIT_REFUSALS, type BenefitRefusal } from "#benefits";
import type { RefusalTable } from "#platform/http";

export type ProtectionRefusal =
  | BenefitRefusal
  | "unknown_item"
  | "price_invalid"
  | "day_invalid"
  | "pieces_invalid"
  | "too_many_watches"
  | "unknown_watch"
  | "drop_gone"
  | "not_read_twice"
  | "window_over"
  | "already_paid"
  | "not_open"
  | "country"
  | "used_up";

export const PROTECTION_REFUSALS: RefusalTable<ProtectionRefusal> = {
  ...BENEFIT_REFUSALS,
  receipt_missing: {
    ...{ status: 422, field: "receipt_ids" },
    en: "Add the receipt: it says what you paid. A mail that the store signed does it too.",
    es: "Añade el recibo: dice lo que pagaste. También sirve un correo firmado por la tienda.",
  },
  unknown_item: {
    ...{ status: 422, field: "listing_id" },
    en: "Choose the item at the store where you bought it. It must be priced in dollars.",
    es: "Elige el artículo en la tienda donde lo compraste. Su precio debe estar en dólares.",
  },
  price_invalid: {
    ...{ status: 422, field: "paid_minor" },
    en: "Enter what you paid for one, between $1 and $10,000.",
    es: "Escribe lo que pagaste por uno, entre $1 y $10,000.",
  },
  day_invalid: {
    ...{ status: 422, field: "bought_on" },
    en: "Enter the day you bought it, within the last 30 days.",
    es: "Escribe el día en que lo compraste, dentro de los últimos 30 días.",
  },
  pieces_invalid: {
    ...{ status: 422, field: "pieces" },
    en: "Enter how many you bought, from 1 to 20.",
    es: "Escribe cuántos compraste, de 1 a 20.",
  },
  too_many_watches: {
    status: 429,
    en: "You watch as much as we can watch for one member. Stop watching something first.",
    es: "Ya vigilas todo lo que podemos vigilar por miembro. Deja de vigilar algo primero.",
  },
  unknown_watch: { status: 404, en: "We don't know this purchase.", es: "No conocemos esta compra." },
  drop_gone: {
    status: 409,
    en: "The price went up again before you claimed. We keep looking until the last day.",
    es: "El precio volvió a subir antes de que lo pidieras. Seguimos mirando hasta el último día.",
  },
  not_read_twice: {
    status: 409,
    en: "We have read the lower price only once. We read it again within the hour.",
    es: "Solo hemos leído una vez el precio más bajo. Lo leemos otra vez en una hora.",
  },
  window_over: {
    status: 409,
    en: "The last day to claim has passed.",
    es: "Ya pasó el último día para pedirlo.",
  },
  already_paid: {
    status: 409,
    en: "This purchase was paid back already, or is claimed.",
    es: "Esta compra ya se devolvió o ya está pedida.",
  },
  not_open: {
    status: 403,
    en: "We don't pay price drops under this plan. You can still ask the store.",
    es: "Este plan no paga bajadas de precio. Aún puedes pedírselo a la tienda.",
  },
  country: {
    status: 403,
    en: "We pay price drops in the United States alone. You can still ask the store.",
    es: "Solo pagamos bajadas de precio en Estados Unidos. Aún puedes pedírselo a la tienda.",
  },
  used_up: {
    status: 409,
    en: "You used all of this month's or year's limit. You can still ask the store.",
    es: "Ya usaste todo el límite del mes o del año. Aún puedes pedírselo a la tienda.",
  },
};
