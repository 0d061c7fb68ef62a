/** What is answered when there is no bundle. */
import type { RefusalTable } from "#platform/http";

export type ExtensionRefusal = "no_bundle";

export const EXTENSION_REFUSALS: RefusalTable<ExtensionRefusal> = {
  no_bundle: {
    status: 404,
    en: "There is no such list for the extension. Ask for the newest manifest.",
    es: "No existe esa lista para la extensión. Pide el manifiesto más reciente.",
  },
};
