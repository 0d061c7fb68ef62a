/** Why a claim was refused, taken back or needs something, and what would change it: every code in both languages. */
import type { InWords } from "#platform/describer";
import type { ClaimReason } from "./benefits.types.ts";

type Words = InWords & { change: InWords };
export const REASON_WORDS: Readonly<Record<ClaimReason, Words>> = {
  outside_window: {
    en: "The purchase is older than this benefit covers.",
    es: "La compra es más antigua de lo que cubre este beneficio.",
    change: {
      en: "If the date is wrong, appeal and tell us the right one.",
      es: "Si la fecha no es correcta, apela y dinos cuál es.",
    },
  },
  cap_reached: {
    en: "The limit of this benefit is used up.",
    es: "El límite de este beneficio ya se usó.",
    change: {
      en: "Limits start again on the first of the month, and those of a year in January. Send it again then if its days allow.",
      es: "Los límites empiezan de nuevo el día primero del mes, y los del año en enero. Envíala entonces si el plazo lo permite.",
    },
  },
  not_member_then: {
    en: "On the day of the purchase there was no membership that covers it.",
    es: "El día de la compra no había una membresía que la cubriera.",
    change: {
      en: "If the date is wrong, appeal and tell us the right one. Purchases from the day you joined count.",
      es: "Si la fecha no es correcta, apela y dinos cuál es. Cuentan las compras desde el día en que te uniste.",
    },
  },
  not_covered: {
    en: "This business or purchase is not one that the benefit covers.",
    es: "El beneficio no cubre este negocio o esta compra.",
    change: {
      en: "The benefit's page lists every business that is covered. If yours is one of them, appeal and tell us which.",
      es: "La página del beneficio muestra todos los negocios cubiertos. Si el tuyo está allí, apela y dinos cuál es.",
    },
  },
  no_proof_of_payment: {
    en: "The paper does not show that the purchase was paid.",
    es: "El documento no muestra que la compra se pagó.",
    change: {
      en: "Send a receipt or bill that shows the payment.",
      es: "Envía un recibo o una factura que muestre el pago.",
    },
  },
  unreadable: {
    en: "The receipt cannot be read.",
    es: "El recibo no se puede leer.",
    change: {
      en: "Send a sharper picture in good light, with all four corners on it.",
      es: "Envía una foto más nítida, con buena luz y las cuatro esquinas visibles.",
    },
  },
  amount_mismatch: {
    en: "The amount on the paper is another than the one you entered.",
    es: "El monto del documento es distinto del que escribiste.",
    change: {
      en: "Send the paper that shows the amount, or tell us which figure on it counts.",
      es: "Envía el documento que muestre el monto o dinos qué cifra cuenta.",
    },
  },
  date_mismatch: {
    en: "The date on the paper is another than the one you entered.",
    es: "La fecha del documento es distinta de la que escribiste.",
    change: {
      en: "Send the paper of this purchase, or tell us the right date.",
      es: "Envía el documento de esta compra o dinos la fecha correcta.",
    },
  },
  merchant_mismatch: {
    en: "The business on the paper is another than the one you named.",
    es: "El negocio del documento es distinto del que indicaste.",
    change: {
      en: "Send the paper of this business, or tell us how the two belong together.",
      es: "Envía el documento de este negocio o dinos qué relación tienen los dos.",
    },
  },
  already_claimed: {
    en: "This purchase was claimed before.",
    es: "Ya se pidió el reintegro de esta compra.",
    change: {
      en: "If these are two purchases, appeal and tell us how they differ.",
      es: "Si son dos compras, apela y dinos en qué se diferencian.",
    },
  },
  claimed_elsewhere: {
    en: "The same receipt belongs to another member's claim.",
    es: "El mismo recibo pertenece a la solicitud de otro miembro.",
    change: {
      en: "If the purchase is yours, appeal with something that shows it, such as the line of your card's statement.",
      es: "Si la compra es tuya, apela con algo que lo muestre, como la línea del estado de tu tarjeta.",
    },
  },
  refunded_by_store: {
    en: "The store took the order back, so what it cost is no longer yours to get back.",
    es: "La tienda anuló el pedido, así que ya no hay nada que reintegrar.",
    change: {
      en: "If the store did not refund you, write to us with its answer.",
      es: "Si la tienda no te devolvió el dinero, escríbenos con su respuesta.",
    },
  },
  altered: {
    en: "The paper was changed after it was made.",
    es: "El documento se modificó después de crearse.",
    change: {
      en: "Send it as you got it: the store's own file or mail, or a picture of the paper.",
      es: "Envíalo tal como lo recibiste: el archivo o correo de la tienda, o una foto del papel.",
    },
  },
  country_not_covered: {
    en: "This benefit is not open in your country.",
    es: "Este beneficio no está disponible en tu país.",
    change: {
      en: "It follows your rebate address. If that is wrong, change it in your rebates and send the claim again.",
      es: "Depende de tu dirección de reintegros. Si no es correcta, cámbiala en tus reintegros y envía la solicitud otra vez.",
    },
  },
  membership_not_paid: {
    en: "The membership ended before its first month was paid.",
    es: "La membresía terminó antes de pagarse su primer mes.",
    change: {
      en: "Purchases made while a membership runs can be claimed when its first month is paid.",
      es: "Las compras hechas con una membresía activa se pueden usar para un reintegro cuando se paga su primer mes.",
    },
  },
};

/** Those that a person may refuse with, and those that may be asked for. */
export const DENY_REASONS = [
  "not_covered",
  "no_proof_of_payment",
  "unreadable",
  "amount_mismatch",
  "date_mismatch",
  "merchant_mismatch",
  "already_claimed",
  "claimed_elsewhere",
  "refunded_by_store",
  "altered",
  "outside_window",
  "not_member_then",
] as const satisfies readonly ClaimReason[];
export const ASK_REASONS = [
  "no_proof_of_payment",
  "unreadable",
  "amount_mismatch",
  "date_mismatch",
  "merchant_mismatch",
] as const satisfies readonly ClaimReason[];
export const TAKE_BACK_REASONS = [
  "refunded_by_store",
  "claimed_elsewhere",
  "altered",
  "already_claimed",
] as const satisfies readonly ClaimReason[];
