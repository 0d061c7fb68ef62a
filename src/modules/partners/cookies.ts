/** The cookies that this module sets, for the page that lists them all. */
import type { DeclaredCookie } from "#platform/module";

export const cookies: readonly DeclaredCookie[] = [
  {
    name: "partner",
    days: 365,
    needed: true,
    what: { en: "Which brand the site shows.", es: "La marca que lleva el sitio." },
  },
  {
    name: "pack_preview",
    days: 0,
    needed: true,
    what: {
      en: "For those who run the site: which draft of a brand they look at.",
      es: "Para quienes administran el sitio: qué borrador de una marca están viendo.",
    },
  },
];
