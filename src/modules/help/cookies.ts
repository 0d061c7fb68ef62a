/** The cookies that this module sets, for the page that lists them all. */
import type { DeclaredCookie } from "#platform/module";

export const cookies: readonly DeclaredCookie[] = [
  {
    name: "tp_chat",
    days: 7,
    needed: true,
    what: {
      en: "Keeps a chat that you begin without an account, so that a reload doesn't end it.",
      es: "Conserva un chat que empiezas sin cuenta, para que no termine al recargar la página.",
    },
  },
];
