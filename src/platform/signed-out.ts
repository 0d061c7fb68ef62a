/**
 * What somebody is told whom a call does not know. Apart from `http.ts`, because tables of texts that screens read name
 * it too, and a browser must not be sent the server's interface with it.
 */

/** SPEC §8: who had a session and has it no more. */
export const LOGGED_OUT = { status: 401, en: "You have been logged out", es: "Se cerró tu sesión" } as const;
/** Who brought none. */
export const LOG_IN_FIRST = { status: 401, en: "Log in first.", es: "Primero inicia sesión." } as const;
