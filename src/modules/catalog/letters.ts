/** The letter of a price that fell, both languages side by side. Amounts are cents. */
import { defineLetter, type Language, type Letter, pick, showMoney } from "#notifications";

export type FallFacts = { slug: string; name: string; was_minor: string; now_minor: string; stores: number };

function writePriceFell(facts: FallFacts, language: Language, publicUrl: string): Letter {
  const now = showMoney(facts.now_minor);
  const page = `${publicUrl}/${facts.slug}-product`;
  return {
    subject: pick(language, `Now ${now}: ${facts.name}`, `Ahora ${now}: ${facts.name}`),
    headline: pick(language, `It costs ${now} now`, `Ahora cuesta ${now}`),
    lead: pick(
      language,
      `You asked to hear when the price of ${facts.name} falls. Prices change; the page shows today's.`,
      `Pediste que te avisáramos cuando bajara el precio de ${facts.name}. Los precios cambian; la página muestra los de hoy.`,
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
        label: pick(language, "Stop telling me about this product", "No me avisen más de este producto"),
        href: `${page}?alert=stop`,
      },
    ],
  };
}

export const priceFell = defineLetter("price_fell", "alerts", writePriceFell);
