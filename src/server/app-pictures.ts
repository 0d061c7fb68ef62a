/**
 * Pictures of our own pages, by which browsers show what would be installed. `npm run app-shots` takes them from the running product
 * into `public/app-pictures`, by brand and language; a brand of which none were taken has none.
 */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "#platform/http";

export const APP_PICTURES = join(import.meta.dirname, "../../public/app-pictures");

/** A page as it is taken, and its picture's pixels. */
export const FORMS = {
  narrow: { viewport: { width: 390, height: 780 }, scale: 1.5, sizes: "585x1170" },
  wide: { viewport: { width: 1280, height: 800 }, scale: 1, sizes: "1280x800" },
} as const;

export const PICTURES: readonly {
  name: string;
  form: keyof typeof FORMS;
  path: string;
  /** Taken with a member's session. */
  member: boolean;
  label: Record<Language, string>;
}[] = [
  {
    name: "dashboard",
    form: "narrow",
    path: "/mobile/dashboard",
    member: true,
    label: { en: "What you have and what is on its way", es: "Lo que tienes y lo que viene en camino" },
  },
  {
    name: "store",
    form: "narrow",
    path: "/marlow-finch-coupons",
    member: false,
    label: { en: "A store's codes and what comes back", es: "Los códigos de una tienda y lo que vuelve" },
  },
  {
    name: "home",
    form: "wide",
    path: "/",
    member: false,
    label: { en: "Stores, codes and prices in one search", es: "Tiendas, códigos y precios en una sola búsqueda" },
  },
];

export const pictureFile = (partner: string, name: string, language: Language): string =>
  `${partner}-${name}-${language}.webp`;

export function readAppPictures() {
  const taken = new Set(readdirSync(APP_PICTURES));
  return (partner: string, language: Language) =>
    PICTURES.filter(({ name }) => taken.has(pictureFile(partner, name, language))).map(({ name, form, label }) => ({
      src: `/app-pictures/${pictureFile(partner, name, language)}`,
      sizes: FORMS[form].sizes,
      type: "image/webp",
      form_factor: form,
      label: label[language],
    }));
}
