/** Refusals of mailboxes. Screens may import this file. */
import type { RefusalTable } from "#platform/http";

export type MailboxRefusal = "too_many";

export const MAILBOX_REFUSALS: RefusalTable<MailboxRefusal> = {
  too_many: {
    status: 429,
    en: "You have changed your address often today. Try again in {{minutes}} minutes.",
    es: "Cambiaste tu dirección muchas veces hoy. Inténtalo de nuevo en {{minutes}} minutos.",
  },
};
