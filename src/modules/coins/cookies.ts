/** Cookies of coins: what somebody went for, as the specification names it. */
import type { DeclaredCookie } from "#platform/module";
import { ORIGINAL_ITEM_DAYS } from "./messages.ts";

export const cookies: readonly DeclaredCookie[] = [
  {
    name: "offer_original_item",
    days: ORIGINAL_ITEM_DAYS,
    needed: true,
    what: { en: "The offer that you went for last", es: "La última oferta a la que fuiste" },
  },
  {
    name: "survey_original_item",
    days: ORIGINAL_ITEM_DAYS,
    needed: true,
    what: { en: "The survey that you went for last", es: "La última encuesta a la que fuiste" },
  },
];
