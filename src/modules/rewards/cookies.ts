/** The cookies that this module sets, for the page that lists them all. */
import type { DeclaredCookie } from "#platform/module";

export const cookies: readonly DeclaredCookie[] = [
  {
    name: "referral_code",
    days: 30,
    needed: true,
    what: { en: "The friend who invited you.", es: "La persona que te invitó." },
  },
  {
    name: "register_promo",
    days: 30,
    needed: true,
    what: { en: "The credit that a page promised you.", es: "El crédito que te prometió una página." },
  },
  {
    name: "tp_promo",
    days: 30,
    needed: true,
    what: {
      en: "The proof of that promise, which only our server reads.",
      es: "La prueba de esa promesa, que solo lee nuestro servidor.",
    },
  },
];
