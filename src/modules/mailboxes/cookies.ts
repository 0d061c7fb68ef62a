/** The cookies that this module sets, for the page that lists them all. */
import type { DeclaredCookie } from "#platform/module";

export const cookies: readonly DeclaredCookie[] = [
  {
    name: "tp_mail_link",
    days: 0,
    needed: true,
    what: {
      en: "Binds the linking of a mailbox to this browser while you are at Google or Microsoft.",
      es: "Ata a este navegador la vinculación de un buzón mientras estás en Google o Microsoft.",
    },
  },
];
