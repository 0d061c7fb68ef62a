/** Texts of the passbook that calls answer with. */
import type { RefusalTable } from "#platform/http";

export type PassbookRefusal = "sign_in_again";

export const PASSBOOK_REFUSALS: RefusalTable<PassbookRefusal> = {
  sign_in_again: {
    status: 401,
    en: "Please sign in again first. The file with all your entries can only be downloaded within ten minutes of signing in.",
    es: "Primero inicia sesión de nuevo. El archivo con todos tus movimientos solo se puede descargar durante los diez minutos siguientes.",
  },
};
