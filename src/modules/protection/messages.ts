/** Texts of protection that calls and forms answer with. */
import { BENEFIT_REFUSALS, type BenefitRefusal } from "#benefits";
import type { RefusalTable } from "#platform/http";

export type ProtectionRefusal =
  | BenefitRefusal
  | "unknown_item"
  | "price_invalid"
  | "day_invalid"
  | "pieces_invalid"
  | "total_too_high"
  | "too_many_watches"
  | "unknown_watch"
  | "drop_gone"
  | "not_read_twice"
  | "window_over"
  | "already_paid"
  | "not_open"
  | "country"
  | "used_up"
  | "trip_name_missing"
  | "reservation_missing"
  | "begin_invalid"
  | "end_invalid"
  | "free_until_invalid"
  | "total_invalid"
  | "currency_invalid"
  | "adults_invalid"
  | "country_invalid"
  | "rental_too_short"
  | "pick_up_code_invalid"
  | "drop_off_code_invalid"
  | "driver_age_invalid"
  | "same_reservation"
  | "not_less"
  | "trip_settled";

export const PROTECTION_REFUSALS: RefusalTable<ProtectionRefusal> = {
  ...BENEFIT_REFUSALS,
  receipt_missing: {
    ...{ status: 422, field: "receipt_ids" },
    en: "Add the receipt: it says what you paid. A mail that the store signed does it too.",
    es: "Agrega el recibo: dice lo que pagaste. También sirve un correo firmado por la tienda.",
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
  total_too_high: {
    ...{ status: 422, field: "pieces" },
    en: "All pieces together may cost $10,000 at most. Enter fewer of them.",
    es: "En total pueden costar hasta $10,000. Escribe menos piezas.",
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
  trip_name_missing: {
    ...{ status: 422, field: "name" },
    en: "Enter the name of the hotel or rental company.",
    es: "Escribe el nombre del hotel o de la compañía de alquiler.",
  },
  reservation_missing: {
    ...{ status: 422, field: "reservation_number" },
    en: "Enter the reservation number, as your confirmation has it.",
    es: "Escribe el número de reserva, como está en tu confirmación.",
  },
  begin_invalid: {
    ...{ status: 422, field: "begins" },
    en: "Enter the first day. It can't be in the past.",
    es: "Escribe el primer día. No puede estar en el pasado.",
  },
  end_invalid: {
    ...{ status: 422, field: "ends" },
    en: "Enter the last day, after the first one and within 500 days.",
    es: "Escribe el último día, después del primero y dentro de 500 días.",
  },
  free_until_invalid: {
    ...{ status: 422, field: "cancel_free_until" },
    en: "Enter until when it is free to cancel, not after the first day.",
    es: "Escribe hasta cuándo se cancela gratis, no después del primer día.",
  },
  total_invalid: {
    ...{ status: 422, field: "total_minor" },
    en: "Enter the total with taxes and fees, up to 100,000.",
    es: "Escribe el total con impuestos y cargos, hasta 100,000.",
  },
  currency_invalid: {
    ...{ status: 422, field: "currency" },
    en: "Choose the currency of the total.",
    es: "Elige la moneda del total.",
  },
  adults_invalid: {
    ...{ status: 422, field: "adults" },
    en: "Enter how many adults, from 1 to 30.",
    es: "Escribe cuántos adultos, de 1 a 30.",
  },
  country_invalid: {
    ...{ status: 422, field: "country" },
    en: "Choose the country.",
    es: "Elige el país.",
  },
  rental_too_short: {
    ...{ status: 422, field: "ends" },
    en: "Enter a return at least two hours after the pick-up.",
    es: "Escribe una devolución al menos dos horas después de la entrega.",
  },
  pick_up_code_invalid: {
    ...{ status: 422, field: "pick_up_code" },
    en: "Enter the airport's three letters, like DEN, or leave it empty.",
    es: "Escribe las tres letras del aeropuerto, como DEN, o déjalo vacío.",
  },
  drop_off_code_invalid: {
    ...{ status: 422, field: "drop_off_code" },
    en: "Enter the airport's three letters, like DEN, or leave it empty.",
    es: "Escribe las tres letras del aeropuerto, como DEN, o déjalo vacío.",
  },
  driver_age_invalid: {
    ...{ status: 422, field: "driver_age" },
    en: "Enter the driver's age in years, from 18 to 99, or leave it empty.",
    es: "Escribe la edad de quien conduce, de 18 a 99 años, o déjala vacía.",
  },
  same_reservation: {
    ...{ status: 422, field: "reservation_number" },
    en: "That is the number of the old booking. Enter the new one's.",
    es: "Ese es el número de la reserva anterior. Escribe el de la nueva.",
  },
  not_less: {
    ...{ status: 422, field: "total_minor" },
    en: "Enter the new total. It has to be less than the old one.",
    es: "Escribe el total nuevo. Tiene que ser menor que el anterior.",
  },
  trip_settled: {
    status: 409,
    en: "This booking was already settled. Reload the page to see how.",
    es: "Esta reserva ya se resolvió. Recarga la página para ver cómo.",
  },
};
