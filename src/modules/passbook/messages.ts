/** Texts of the passbook that calls answer with. */
import type { RefusalTable } from "#platform/http";

export type PassbookRefusal = "sign_in_again";

export const PASSBOOK_REFUSALS: RefusalTable<PassbookRefusal> = {
  sign_in_again: {
    status: 401,
    en: "Please sign in once more first: the file with all your entries can be downloaded within ten minutes of a sign-in.",
    es: "Primero inicia sesión de nuevo: el archivo con todos tus movimientos se puede descargar durante los diez minutos siguientes.",
  },
};
