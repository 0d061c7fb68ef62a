/** The cookies that this module sets, for the page that lists them all. */
import type { DeclaredCookie } from "#platform/module";

export const cookies: readonly DeclaredCookie[] = [
  {
    name: "privacy_choices",
    days: 180,
    needed: true,
    what: { en: "What you allowed and refused.", es: "Lo que permitiste y rechazaste." },
  },
  {
    name: "privacy_region",
    days: 1,
    needed: true,
    what: { en: "Whether your location requires consent first.", es: "Si tu lugar pide permiso antes." },
  },
  {
    name: "sm_landers",
    days: 25,
    needed: false,
    what: { en: "Which campaign brought you.", es: "Qué campaña te trajo." },
  },
];
