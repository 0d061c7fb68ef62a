/** The cookies that this module sets, for the page that lists them all. */
import type { DeclaredCookie } from "#platform/module";

export const cookies: readonly DeclaredCookie[] = [
  {
    name: "partner",
    days: 365,
    needed: true,
    what: { en: "Which brand the site shows.", es: "La marca que lleva el sitio." },
  },
];
