/** Mails of protection: something costs less than its member paid. Amounts are cents, days civil days. */
import { defineLetter, pick, showDay, showMoney } from "#notifications";

const dayOf = (day: string, language: "en" | "es"): string => showDay(`${day}T12:00:00Z`, language);

export type DropFacts = {
  item: string;
  store: string;
  bought_on: string;
  until: string;
  paid_minor: string;
  now_minor: string;
};
export const dropFound = defineLetter("price_drop", "money", (facts: DropFacts, language, publicUrl) => {
  const less = showMoney((BigInt(facts.paid_minor) - BigInt(facts.now_minor)).toString());
  return {
    subject: pick(language, `${less} less now: ${facts.item}`, `Ahora ${less} menos: ${facts.item}`),
    headline: pick(language, `It costs ${less} less now`, `Ahora cuesta ${less} menos`),
    lead: pick(
      language,
      `You bought it at ${facts.store} on ${dayOf(facts.bought_on, language)}. We read the lower price there twice. See what you can claim and how to ask the store.`,
      `Lo compraste en ${facts.store} el ${dayOf(facts.bought_on, language)}. Leímos allí dos veces el precio más bajo. Mira qué puedes pedir y cómo pedírselo a la tienda.`,
    ),
    after: pick(
      language,
      `You have until ${dayOf(facts.until, language)}. If the price goes up again before you claim, there is nothing to claim.`,
      `Tienes hasta el ${dayOf(facts.until, language)}. Si el precio vuelve a subir antes, ya no hay nada que pedir.`,
    ),
    slip: {
      title: facts.item,
      rows: [
        { term: pick(language, "You paid", "Pagaste"), value: showMoney(facts.paid_minor) },
        { term: pick(language, "It costs now", "Cuesta ahora"), value: showMoney(facts.now_minor) },
      ],
      total: { term: pick(language, "Difference", "Diferencia"), value: less, back: true },
    },
    button: {
      label: pick(language, "See the drop", "Ver la bajada"),
      href: `${publicUrl}/account/protection/price`,
    },
  };
});

export type CancelFacts = {
  name: string;
  place: string;
  reservation_number: string;
  until: string;
  page: "hotel" | "carrental";
};
/** `until`: local to the place, YYYY-MM-DDTHH:MM. */
export const cancelDeadline = defineLetter("cancel_deadline", "money", (facts: CancelFacts, language, publicUrl) => ({
  subject: pick(
    language,
    `Last days to cancel for free: ${facts.name}`,
    `Últimos días para cancelar gratis: ${facts.name}`,
  ),
  headline: pick(language, "Free cancellation is about to end", "La cancelación gratis está por terminar"),
  lead: pick(
    language,
    `${facts.name} can be canceled for free until ${dayOf(facts.until.slice(0, 10), language)}, ${facts.until.slice(11)}, local time there. If you find it for less: book the new one first, then cancel this one.`,
    `${facts.name} se puede cancelar gratis hasta el ${dayOf(facts.until.slice(0, 10), language)}, ${facts.until.slice(11)}, hora local del lugar. Si lo encuentras por menos: reserva primero y después cancela esta.`,
  ),
  slip: {
    title: facts.name,
    rows: [
      { term: pick(language, "Place", "Lugar"), value: facts.place },
      { term: pick(language, "Reservation", "Reserva"), value: facts.reservation_number },
    ],
  },
  button: {
    label: pick(language, "See the booking", "Ver la reserva"),
    href: `${publicUrl}/account/protection/${facts.page}`,
  },
}));
