/** What is answered when there is no bundle, and when a network tells too much. */
import type { RefusalTable } from "#platform/http";

export type ExtensionRefusal = "no_bundle" | "too_many" | "no_product" | "too_many_asked";

export const EXTENSION_REFUSALS: RefusalTable<ExtensionRefusal> = {
  no_bundle: {
    status: 404,
    en: "There is no such list for the extension. Ask for the newest manifest.",
    es: "No existe esa lista para la extensión. Pide el manifiesto más reciente.",
  },
  no_product: {
    status: 404,
    en: "No store of ours sells this product now.",
    es: "Ninguna de nuestras tiendas vende este producto ahora.",
  },
  too_many_asked: {
    status: 429,
    en: "Too much was asked from this network. Try again in {{minutes}} minutes.",
    es: "Se preguntó demasiado desde esta red. Inténtalo de nuevo en {{minutes}} minutos.",
  },
  too_many: {
    status: 429,
    en: "Too much was told from this network today. Try again in {{minutes}} minutes.",
    es: "Hoy ya se contó demasiado desde esta red. Inténtalo de nuevo en {{minutes}} minutos.",
  },
};
