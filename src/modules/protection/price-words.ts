/** What happened to a watched price, in a sentence of both languages for each step. */
import type { InWords } from "#platform/describer";
import { showUsd } from "#platform/money";
import type { PriceEvent, PriceRow } from "./price-store.ts";

type Step = Pick<PriceEvent, "state" | "from_state" | "minor" | "why">;

export function stepWords({ state, from_state, minor, why }: Step, { store }: Pick<PriceRow, "store">): InWords {
  const sum = minor === null ? "" : showUsd(minor);
  switch (state) {
    case "watching":
      return from_state === null
        ? { en: `Watched since then. You paid ${sum}.`, es: `Lo vigilamos desde entonces. Pagaste ${sum}.` }
        : { en: "The price went up again.", es: "El precio volvió a subir." };
    case "drop_found":
      return { en: `It cost ${sum} at ${store}.`, es: `Costaba ${sum} en ${store}.` };
    case "re_checked":
      return { en: `Read again: ${sum}.`, es: `Leído otra vez: ${sum}.` };
    case "asked_store":
      return { en: `You asked ${store}.`, es: `Se lo pediste a ${store}.` };
    case "refused":
      return { en: `${store} said no.`, es: `${store} dijo que no.` };
    case "refunded":
      return why === "paid_by_us"
        ? { en: `We paid you ${sum}.`, es: `Te pagamos ${sum}.` }
        : { en: `${store} gave back ${sum}.`, es: `${store} te devolvió ${sum}.` };
    case "window_closed":
      return why === "taken_back"
        ? { en: "What we paid was taken back.", es: "Se revirtió lo que pagamos." }
        : { en: "The last day passed.", es: "Pasó el último día." };
    case "withdrawn":
      return { en: "You stopped watching it.", es: "Dejaste de vigilarlo." };
  }
}
