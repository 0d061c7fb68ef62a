/** Texts of benefits that calls and forms answer with. */
import type { RefusalTable } from "#platform/http";
import { LOGGED_OUT } from "#platform/signed-out";

export type BenefitRefusal =
  | "unknown_benefit"
  | "no_membership"
  | "other_plan"
  | "paused"
  | "merchant_invalid"
  | "date_invalid"
  | "amount_invalid"
  | "receipt_missing"
  | "too_many_receipts"
  | "unknown_receipt"
  | "receipt_used"
  | "unknown_order"
  | "order_claimed"
  | "too_many_claims"
  | "unknown_claim"
  | "not_now"
  | "words_missing"
  | "answer_missing"
  | "too_late"
  | "line1_invalid"
  | "city_invalid"
  | "region_invalid"
  | "postal_code_invalid"
  | "country_invalid"
  | "not_signed_in";

export const BENEFIT_REFUSALS: RefusalTable<BenefitRefusal> = {
  unknown_benefit: {
    status: 404,
    en: "There is no such rebate in your membership.",
    es: "Tu membresía no tiene este reintegro.",
  },
  no_membership: {
    status: 403,
    en: "Rebates belong to a membership. Join first, and purchases from then on count.",
    es: "Los reintegros son parte de una membresía. Únete primero; cuentan las compras desde ese día.",
  },
  other_plan: {
    status: 403,
    en: "Your plan does not include this rebate.",
    es: "Tu plan no incluye este reintegro.",
  },
  paused: {
    status: 403,
    en: "Your benefits are paused because a payment is open. They go on as soon as it is paid.",
    es: "Tus beneficios están en pausa porque hay un pago pendiente. Siguen en cuanto se pague.",
  },
  merchant_invalid: {
    status: 422,
    field: "merchant",
    en: "Tell us where you bought it.",
    es: "Dinos dónde lo compraste.",
  },
  date_invalid: {
    status: 422,
    field: "purchased_on",
    en: "Enter the day of the purchase. It cannot be later than today.",
    es: "Escribe el día de la compra. No puede ser posterior a hoy.",
  },
  amount_invalid: {
    status: 422,
    field: "paid_minor",
    en: "Enter what you paid, between $0.01 and $10,000.00.",
    es: "Escribe lo que pagaste, entre $0.01 y $10,000.00.",
  },
  receipt_missing: {
    status: 422,
    field: "receipt_ids",
    en: "Add the receipt or bill.",
    es: "Agrega el recibo o la factura.",
  },
  too_many_receipts: {
    status: 422,
    field: "receipt_ids",
    en: "Up to 4 files prove one purchase.",
    es: "Una compra se prueba con 4 archivos como máximo.",
  },
  unknown_receipt: {
    status: 404,
    field: "receipt_ids",
    en: "We don't have this file any more. Add it again.",
    es: "Ya no tenemos este archivo. Agrégalo otra vez.",
  },
  receipt_used: {
    status: 409,
    field: "receipt_ids",
    en: "This file proves another claim already. Each purchase needs its own.",
    es: "Este archivo ya prueba otra solicitud. Cada compra necesita el suyo.",
  },
  unknown_order: {
    status: 404,
    field: "order_id",
    en: "We can't find this order among those that can be claimed.",
    es: "No encontramos este pedido entre los que se pueden usar para un reintegro.",
  },
  order_claimed: {
    status: 409,
    field: "order_id",
    en: "You have already claimed this order. Its answer is among your claims.",
    es: "Ya pediste el reintegro de este pedido. La respuesta está en tus solicitudes.",
  },
  too_many_claims: {
    status: 429,
    en: "That's a lot of claims for one day. Come back tomorrow; nothing is lost.",
    es: "Son muchas solicitudes para un día. Vuelve mañana; no se pierde nada.",
  },
  unknown_claim: {
    status: 404,
    en: "We can't find a claim with these details.",
    es: "No encontramos una solicitud con estos datos.",
  },
  not_now: {
    status: 409,
    en: "This claim has moved on. Its page shows how it stands.",
    es: "Esta solicitud ya cambió. Su página muestra cómo está.",
  },
  words_missing: {
    status: 422,
    field: "words",
    en: "Tell us in a sentence or two what is not right.",
    es: "Dinos en una o dos frases qué no es correcto.",
  },
  answer_missing: {
    status: 422,
    field: "words",
    en: "Add a file, or write a sentence.",
    es: "Agrega un archivo o escribe una frase.",
  },
  too_late: {
    status: 409,
    en: "The 30 days for an appeal are over.",
    es: "Los 30 días para apelar ya pasaron.",
  },
  line1_invalid: {
    status: 422,
    field: "line1",
    en: "Enter street and number.",
    es: "Escribe la calle y el número.",
  },
  city_invalid: { status: 422, field: "city", en: "Enter the city.", es: "Escribe la ciudad." },
  region_invalid: {
    status: 422,
    field: "region",
    en: "Choose the state or province.",
    es: "Elige el estado o la provincia.",
  },
  postal_code_invalid: {
    status: 422,
    field: "postal_code",
    en: "This ZIP or postal code does not belong to the address.",
    es: "Este código postal no corresponde a la dirección.",
  },
  country_invalid: { status: 422, field: "country", en: "Choose the country.", es: "Elige el país." },
  not_signed_in: LOGGED_OUT,
};
