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
    en: "You do not wait for this price any more.",
    es: "Ya no esperas este precio.",
  },
  bad_price: {
    status: 400,
    en: "Write a price like 12.50, or nothing to hear of every fall.",
    es: "Escribe un precio como 12.50, o nada para enterarte de cada bajada.",
  },
  too_many_alerts: {
    status: 409,
    en: "You wait for 100 prices. Let go of some first.",
    es: "Ya esperas 100 precios. Suelta alguno primero.",
  },
};
