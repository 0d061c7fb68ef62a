/** Texts of shipments that calls answer with. */
import type { RefusalTable } from "#platform/http";

export type ShipmentRefusal =
  | "number_unknown"
  | "too_many_parcels"
  | "too_often"
  | "unknown_parcel"
  | "unknown_case"
  | "unknown_carrier"
  | "case_open"
  | "paid_with_missing"
  | "not_now";

export const SHIPMENT_REFUSALS: RefusalTable<ShipmentRefusal> = {
  number_unknown: {
    status: 422,
    field: "number",
    en: "No carrier we know writes numbers like this. Copy it from the store's email, without words around it.",
    es: "Ninguna empresa de envíos que conocemos usa números así. Cópialo del correo de la tienda, sin palabras alrededor.",
  },
  too_many_parcels: {
    status: 422,
    field: "number",
    en: "You follow 200 packages. Remove some that arrived first.",
    es: "Sigues 200 paquetes. Quita primero algunos que ya llegaron.",
  },
  too_often: {
    status: 429,
    field: "number",
    en: "That was many numbers in one day. Try again in {{minutes}} minutes.",
    es: "Fueron muchos números en un día. Inténtalo de nuevo en {{minutes}} minutos.",
  },
  unknown_parcel: { status: 404, en: "You don't follow such a package.", es: "No sigues ningún paquete así." },
  unknown_case: { status: 404, en: "You don't have such a case.", es: "No tienes ningún caso así." },
  unknown_carrier: {
    status: 422,
    field: "carrier",
    en: "This carrier doesn't write such numbers.",
    es: "Esta empresa de envíos no usa números así.",
  },
  case_open: {
    status: 409,
    en: "There is an open case about this package. Close it first.",
    es: "Hay un caso abierto sobre este paquete. Ciérralo primero.",
  },
  paid_with_missing: {
    status: 422,
    field: "paid_with",
    en: "Say how you paid: what the bank owes depends on it.",
    es: "Di cómo pagaste: de eso depende lo que debe el banco.",
  },
  not_now: {
    status: 409,
    en: "This can't be said of it as it stands now. Reload the page to see how it stands.",
    es: "Esto no se puede decir tal como está ahora. Recarga la página para ver cómo está.",
  },
};
