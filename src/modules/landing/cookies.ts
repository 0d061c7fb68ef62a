/** The cookies that this module sets, for the page that lists them all. */
import type { DeclaredCookie } from "#platform/module";

export const cookies: readonly DeclaredCookie[] = [
  {
    name: "tp_flow",
    days: 30,
    needed: true,
    what: {
      en: "Keeps your place in the offer, so reloading or going back loses nothing.",
      es: "Guarda tu camino por la oferta, para que recargar o volver no pierda nada.",
    },
  },
  {
    name: "vprops",
    days: 0,
    needed: true,
    what: { en: "Props of an extra that you were offered.", es: "Datos de un extra que se te ofreció." },
  },
  {
    name: "exit_asked",
    days: 7,
    needed: true,
    what: {
      en: "Remembers that you saw an exit offer, so it isn't shown again.",
      es: "Que se mostró una oferta al salir, para que no vuelva.",
    },
  },
];
