/** Cookies of no module's: those of every page. */
import type { DeclaredCookie } from "#services";

export const SITE_COOKIES: readonly DeclaredCookie[] = [
  { name: "lang", days: 365, needed: true, what: { en: "Your language.", es: "Tu idioma." } },
  {
    name: "zone",
    days: 365,
    needed: true,
    what: {
      en: "Your time zone, so that dates are those of your calendar.",
      es: "Tu zona horaria, para que las fechas sean las de tu calendario.",
    },
  },
  {
    name: "dismissed_extension_install",
    days: 7,
    needed: true,
    what: {
      en: "Remembers that you closed a prompt, so it doesn't come back.",
      es: "Que cerraste un aviso, para que no vuelva.",
    },
  },
  {
    name: "extension_installed",
    days: 365,
    needed: true,
    what: {
      en: "Remembers that you have the extension and since when, so we don't offer it.",
      es: "Que la extensión está instalada y desde cuándo, para no ofrecerla.",
    },
  },
];
