/** What was found about a missing purchase, in both languages: letters and conversations say the same. */
import type { AnswerCode } from "./answer-rules.ts";

type Words = { headline: string; lead: string };

export const ANSWER_WORDS: Record<Exclude<AnswerCode, "words">, { en: Words; es: Words }> = {
  found: {
    en: {
      headline: "We found your purchase",
      lead: "It's in your passbook now, with the cash back it earns and the day on which it is confirmed.",
    },
    es: {
      headline: "Encontramos tu compra",
      lead: "Ya está en tu libreta, con el dinero de vuelta que te corresponde y el día en que se confirma.",
    },
  },
  asked: {
    en: {
      headline: "We've asked the store's network",
      lead: "They have your order's facts and look it up. You don't need to do anything.",
    },
    es: {
      headline: "Preguntamos a la red de la tienda",
      lead: "Ya tienen los datos de tu pedido y lo están buscando. No tienes que hacer nada.",
    },
  },
  no_visit: {
    en: {
      headline: "We can't add this purchase",
      lead: "We have no visit of yours to the store before this order, so the store couldn't know that it came through us. Open the store from our site or extension first, and buy in the same tab.",
    },
    es: {
      headline: "No podemos agregar esta compra",
      lead: "No tenemos ninguna visita tuya a la tienda antes de este pedido, así que la tienda no podía saber que venía de nosotros. Abre primero la tienda desde nuestro sitio o la extensión y compra en la misma pestaña.",
    },
  },
  other_partner: {
    en: {
      headline: "The store credits somebody else",
      lead: "The store says that this order came by another site's link or code. Stores pay one partner an order, the last one that was used.",
    },
    es: {
      headline: "La tienda se lo atribuye a otro",
      lead: "La tienda dice que este pedido llegó por el enlace o el código de otro sitio. Las tiendas pagan a un solo socio por pedido: el último que se usó.",
    },
  },
  not_eligible: {
    en: {
      headline: "This purchase earns no cash back",
      lead: "What you bought is excluded by the store's terms. They're on the store's page, under “What to know”.",
    },
    es: {
      headline: "Esta compra no da dinero de vuelta",
      lead: "Lo que compraste está excluido por las condiciones de la tienda. Están en la página de la tienda, en “Lo que debes saber”.",
    },
  },
  returned: {
    en: {
      headline: "The order was canceled or returned",
      lead: "The store says that this order was canceled or returned, so it earns no cash back. If that's wrong, reply to this email with the store's confirmation.",
    },
    es: {
      headline: "El pedido fue cancelado o devuelto",
      lead: "La tienda dice que este pedido fue cancelado o devuelto, por eso no da dinero de vuelta. Si no es así, responde a este correo con la confirmación de la tienda.",
    },
  },
  too_early: {
    en: {
      headline: "The store hasn't reported that day yet",
      lead: "Stores usually report an order within 48 hours; some take a week. If it isn't in your passbook ten days after the purchase, reply to this email, and we'll ask the store's network.",
    },
    es: {
      headline: "La tienda aún no ha reportado los pedidos de ese día",
      lead: "Las tiendas suelen reportar un pedido en 48 horas; algunas tardan una semana. Si diez días después de la compra no está en tu libreta, responde a este correo y preguntamos a la red de la tienda.",
    },
  },
};
