/** Mails of protection: something costs less than its member paid. Amounts are cents, days civil days. */
import { defineLetter, pick, showDay, showMoney } from "#notifications";
import type { TripKind } from "./trip-store.ts";

/** Local to the place, whose clock is not the reader's: the zone is said in words beside it. */
function minuteOf(local: string, language: "en" | "es"): string {
  const [hour = 0, minute = 0] = local.slice(11).split(":").map(Number);
  const half = hour < 12 ? { en: "AM", es: "a.\u00a0m." } : { en: "PM", es: "p.\u00a0m." };
  const clock = `${hour % 12 || 12}:${String(minute).padStart(2, "0")}\u00a0${half[language]}`;
  return `${dayOf(local.slice(0, 10), language)}, ${clock}`;
}

const dayOf = (day: string, language: "en" | "es"): string => showDay(`${day}T12:00:00Z`, language);

/** A lower price may be gone tomorrow, and so may the last free day. */
const HURRY = { hurry: true };

export type DropFacts = {
  item: string;
  store: string;
  bought_on: string;
  until: string;
  paid_minor: string;
  now_minor: string;
};
export const dropFound = defineLetter(
  "price_drop",
  { en: "Bought item costs less now", es: "Algo que compraste bajó de precio" },
  "money",
  (facts: DropFacts, language, publicUrl) => {
    const less = showMoney((BigInt(facts.paid_minor) - BigInt(facts.now_minor)).toString());
    return {
      subject: pick(language, `${less} less now: ${facts.item}`, `Ahora ${less} menos: ${facts.item}`),
      headline: pick(language, `${facts.item} costs ${less} less now`, `${facts.item} cuesta ahora ${less} menos`),
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
  },
  HURRY,
);

export type CancelFacts = {
  name: string;
  place: string;
  reservation_number: string;
  until: string;
  page: "hotel" | "carrental";
  /** A cheaper one is booked already. */
  twice: boolean;
};
/** `until`: local to the place, YYYY-MM-DDTHH:MM. */
export const cancelDeadline = defineLetter(
  "cancel_deadline",
  { en: "Free cancellation ends soon", es: "La cancelación gratis termina pronto" },
  "money",
  (facts: CancelFacts, language, publicUrl) => {
    const when = {
      en: `${minuteOf(facts.until, "en")}, local time there`,
      es: `${minuteOf(facts.until, "es")}, hora local del lugar`,
    };
    return {
      subject: facts.twice
        ? pick(language, `You still hold two bookings: ${facts.name}`, `Todavía tienes dos reservas: ${facts.name}`)
        : pick(
            language,
            `Last days to cancel for free: ${facts.name}`,
            `Últimos días para cancelar gratis: ${facts.name}`,
          ),
      headline: pick(language, "Free cancellation is about to end", "La cancelación gratis está por terminar"),
      lead: facts.twice
        ? pick(
            language,
            `You booked ${facts.name} again for less. Cancel the old booking by ${when.en}, or you pay for both.`,
            `Reservaste ${facts.name} otra vez por menos. Cancela la reserva anterior antes del ${when.es}; si no, pagas las dos.`,
          )
        : pick(
            language,
            `${facts.name} can be canceled for free until ${when.en}. If you find it for less: book the new one first, then cancel this one.`,
            `${facts.name} se puede cancelar gratis hasta el ${when.es}. Si lo encuentras por menos: reserva primero y después cancela esta.`,
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
    };
  },
  HURRY,
);

export type BookingDropFacts = {
  kind: TripKind;
  name: string;
  what: string;
  /** Of the booking that is held, local to the place. */
  until: string;
  currency: string;
  booked_minor: string;
  now_minor: string;
};
export const bookingDrop = defineLetter(
  "booking_drop",
  { en: "Booking costs less now", es: "Una reserva bajó de precio" },
  "money",
  (facts: BookingDropFacts, language, publicUrl) => {
    const show = (minor: string) =>
      new Intl.NumberFormat(language === "es" ? "es-US" : "en-US", {
        style: "currency",
        currency: facts.currency,
      }).format(Number(minor) / 100);
    const less = show((BigInt(facts.booked_minor) - BigInt(facts.now_minor)).toString());
    return {
      subject: pick(language, `${less} less now: ${facts.name}`, `Ahora ${less} menos: ${facts.name}`),
      headline: pick(language, `${facts.name} costs ${less} less now`, `${facts.name} cuesta ahora ${less} menos`),
      lead: pick(
        language,
        facts.kind === "stay"
          ? `The same kind of bed at the same hotel, with the same meals and free cancellation. We read the price at Booking.com twice, taxes included.`
          : `The same class of car at the same company, places and times, with free cancellation. We read the price at Expedia twice, taxes and required fees included. What the insurance covers may differ: compare it.`,
        facts.kind === "stay"
          ? `El mismo tipo de habitación en el mismo hotel, con las mismas comidas y cancelación gratis. Leímos dos veces el precio en Booking.com, con impuestos.`
          : `La misma clase de auto en la misma compañía, lugares y horas, con cancelación gratis. Leímos dos veces el precio en Expedia, con impuestos y cargos obligatorios. Lo que cubre el seguro puede ser distinto: compáralo.`,
      ),
      after: pick(
        language,
        `Book the new one first and wait for its confirmation. Then cancel yours before ${dayOf(facts.until.slice(0, 10), language)}. We book and cancel nothing for you.`,
        `Reserva primero y espera la confirmación. Después cancela la tuya antes del ${dayOf(facts.until.slice(0, 10), language)}. No reservamos ni cancelamos nada por ti.`,
      ),
      slip: {
        title: facts.name,
        rows: [
          ...(facts.what ? [{ term: pick(language, "Booked", "Reservado"), value: facts.what }] : []),
          { term: pick(language, "You booked it for", "La reservaste por"), value: show(facts.booked_minor) },
          { term: pick(language, "It costs now", "Cuesta ahora"), value: show(facts.now_minor) },
        ],
        total: { term: pick(language, "Difference", "Diferencia"), value: less, back: true },
      },
      button: {
        label: pick(language, "See the booking", "Ver la reserva"),
        href: `${publicUrl}/account/protection/${facts.kind === "stay" ? "hotel" : "carrental"}`,
      },
    };
  },
  HURRY,
);

export const LETTERS = [dropFound, cancelDeadline, bookingDrop];
