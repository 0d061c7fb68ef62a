/** The catalogue's refusals, in both languages. */
import type { RefusalTable } from "#platform/http";

export type CatalogRefusal =
  | "unknown_store"
  | "unknown_coupon"
  | "already_voted"
  | "no_name"
  | "too_many_wishes"
  | "unknown_product"
  | "too_many_alerts"
  | "unknown_alert"
  | "bad_price";

export const CATALOG_REFUSALS: RefusalTable<CatalogRefusal> = {
  unknown_store: { status: 404, en: "There is no store of that name.", es: "No hay ninguna tienda con ese nombre." },
  unknown_coupon: { status: 404, en: "There is no such coupon.", es: "Ese cupón no existe." },
  already_voted: {
    status: 409,
    en: "You have already told us about this coupon.",
    es: "Ya nos has dicho si funciona este cupón.",
  },
  no_name: { status: 400, en: "Tell us the store's name.", es: "Dinos el nombre de la tienda." },
  too_many_wishes: {
    status: 409,
    en: "You have wished for 100 stores. We are working on them.",
    es: "Ya pediste 100 tiendas. Estamos en ello.",
  },
  unknown_product: {
    status: 404,
    en: "No store has this product now.",
    es: "Ninguna tienda tiene este producto ahora.",
  },
  unknown_alert: {
    status: 404,
    en: "You no longer have an alert for this price.",
    es: "Ya no tienes una alerta de este precio.",
  },
  bad_price: {
    status: 400,
    en: "Enter a price, for example 12.50, or leave it empty for any drop.",
    es: "Escribe un precio, por ejemplo 12.50, o déjalo vacío para cualquier baja.",
  },
  too_many_alerts: {
    status: 409,
    en: "You have 100 price alerts. Turn one off first.",
    es: "Ya tienes 100 alertas de precio. Desactiva alguna primero.",
  },
};
