/** The letter of a price that fell, both languages side by side. Amounts are cents. */

import { defineLetter, type Letter, pick, showMoney } from "#notifications";
import type { Language } from "#platform/http";

export type FallFacts = {
  slug: string;
  name: string;
  was_minor: string;
  now_minor: string;
  below_minor: string | null;
  stores: number;
};

function writePriceFell(facts: FallFacts, language: Language, publicUrl: string): Letter {
  const now = showMoney(facts.now_minor);
  const page = `${publicUrl}/${facts.slug}-product`;
  const below = facts.below_minor === null ? null : showMoney(facts.below_minor);
  return {
    subject: pick(language, `Now ${now}: ${facts.name}`, `Ahora ${now}: ${facts.name}`),
    headline: pick(language, `${facts.name} costs ${now} now`, `${facts.name} cuesta ahora ${now}`),
    lead: pick(
      language,
      below === null
        ? `You asked to hear when the price of ${facts.name} drops. Prices change; the page shows today's.`
        : `You asked to hear when ${facts.name} costs ${below} or less. Prices change; the page shows today's.`,
      below === null
        ? `Pediste que te avisáramos cuando bajara el precio de ${facts.name}. Los precios cambian; la página muestra los de hoy.`
        : `Pediste que te avisáramos cuando ${facts.name} costara ${below} o menos. Los precios cambian; la página muestra los de hoy.`,
    ),
    slip: {
      title: facts.name,
      rows: [
        { term: pick(language, "Before", "Antes"), value: showMoney(facts.was_minor) },
        { term: pick(language, "Stores that have it", "Tiendas que lo tienen"), value: String(facts.stores) },
      ],
      total: { term: pick(language, "Lowest now", "El más bajo ahora"), value: now },
    },
    button: { label: pick(language, "See the prices", "Ver los precios"), href: page },
    also: [
      {
        label: pick(language, "Turn off the alert for this product", "Desactivar la alerta de este producto"),
        href: `${page}?alert=stop`,
      },
      {
        label: pick(language, "All price alerts", "Todas las alertas de precio"),
        href: `${publicUrl}/account/pss#prices`,
      },
    ],
  };
}

export const priceFell = defineLetter(
  "price_fell",
  { en: "A price fell", es: "Bajó un precio" },
  "alerts",
  writePriceFell,
);
