/** What became of a question to a network, in the words that members read on pages and operators at the desk. */
import type { InWords } from "#platform/describer";
import type { InquiryReason, InquiryState } from "./inquiry-rules.ts";

export const INQUIRY_REASON_WORDS: Readonly<Record<InquiryReason, InWords>> = {
  tracked: {
    en: "The store says that this order was tracked already.",
    es: "La tienda dice que este pedido ya quedó registrado.",
  },
  other_channel: {
    en: "The store credited the order to another site.",
    es: "La tienda atribuyó el pedido a otro sitio.",
  },
  other_code: {
    en: "The store credited the order to another site, because of a coupon code.",
    es: "La tienda atribuyó el pedido a otro sitio por un código de cupón.",
  },
  terms: {
    en: "The store says that the order did not meet its terms.",
    es: "La tienda dice que el pedido no cumplió sus condiciones.",
  },
  not_completed: {
    en: "The store says that the order was canceled, changed or returned.",
    es: "La tienda dice que el pedido se canceló, cambió o devolvió.",
  },
  untraceable: { en: "The store could not find the order.", es: "La tienda no encontró el pedido." },
  not_online: {
    en: "The store says that the order was not completed online.",
    es: "La tienda dice que el pedido no se completó en línea.",
  },
  facts_missing: {
    en: "The store needs to know more about the order.",
    es: "La tienda necesita saber más sobre el pedido.",
  },
  other: { en: "The store gave no closer reason.", es: "La tienda no dio un motivo más preciso." },
  refused: { en: "The network did not take the question.", es: "La red no aceptó la pregunta." },
  tried_out: { en: "The network could not be reached.", es: "No pudimos comunicarnos con la red." },
  switched_off: {
    en: "Asking this network by its own way is switched off.",
    es: "Preguntar a esta red por su propia vía está desactivado.",
  },
  of_another: {
    en: "Another member has since been paid for an order with this number.",
    es: "Un pedido con este número ya le paga a otra persona.",
  },
  unanswered: { en: "The network did not answer.", es: "La red no respondió." },
};

type Told = { title: InWords; words: InWords };

/** What a member reads once the order that was found for them pays nothing any more. Its reason stands before it. */
export const LOST: Told = {
  title: { en: "The store has refused it since", es: "Desde entonces la tienda lo rechazó" },
  words: {
    en: "The order stays in your passbook, with no cash back. If that is wrong, write to us with what you have.",
    es: "El pedido sigue en tu libreta, sin dinero de vuelta. Si no es correcto, escríbenos con lo que tengas.",
  },
};

/** What a member reads when it comes to stand so; nothing for what is our own matter. */
export const TOLD: Readonly<Partial<Record<InquiryState, Told>>> = {
  approved: {
    title: { en: "The store agrees", es: "La tienda está de acuerdo" },
    words: {
      en: "It adds your order now. It comes to your passbook with the store's next report, and its cash back counts from there.",
      es: "Ahora agrega tu pedido. Llega a tu libreta con el próximo reporte de la tienda, y desde ahí cuenta su dinero de vuelta.",
    },
  },
  declined: {
    title: { en: "The store said no", es: "La tienda dijo que no" },
    words: { en: "A person here looks at it and writes to you.", es: "Una persona de aquí lo revisa y te escribe." },
  },
  incomplete: {
    title: { en: "The store asks for more", es: "La tienda pide más datos" },
    words: {
      en: "A person here looks at it, and writes to you if we need something from you.",
      es: "Una persona de aquí lo revisa y te escribe si necesitamos algo de ti.",
    },
  },
};
