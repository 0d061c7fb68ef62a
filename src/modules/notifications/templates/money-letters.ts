/** Mails about cash back and payouts, one function a mail, both languages side by side. Amounts are cents. */
import type { Language, Letter, TrailStop } from "./layout.ts";
import { pick, showDay, showMoney } from "./words.ts";

export type OrderFacts = {
  merchant: string;
  order_reference: string;
  sale_minor: string;
  back_minor: string;
  clicked_at: string | null;
  ordered_at: string;
  expected_at: string;
  reason: { en: string; es: string } | null;
};

function orderSlip(facts: OrderFacts, language: Language, reversed = false): NonNullable<Letter["slip"]> {
  return {
    title: facts.merchant,
    rows: [
      { term: pick(language, "Order", "Pedido"), value: facts.order_reference },
      { term: pick(language, "You spent", "Gastaste"), value: showMoney(facts.sale_minor) },
    ],
    total: reversed
      ? { term: pick(language, "Taken back", "Se revirtió"), value: `−${showMoney(facts.back_minor)}` }
      : { term: pick(language, "Back to you", "Vuelve a ti"), value: showMoney(facts.back_minor), back: true },
  };
}

function clicked(facts: OrderFacts, language: Language): TrailStop[] {
  if (!facts.clicked_at) return [];
  return [
    {
      title: pick(language, "You clicked through", "Hiciste clic"),
      detail: showDay(facts.clicked_at, language),
      state: "done",
    },
  ];
}

export function orderTracked(facts: OrderFacts, language: Language, publicUrl: string): Letter {
  const amount = showMoney(facts.back_minor);
  return {
    subject: pick(
      language,
      `${amount} from ${facts.merchant} is written down`,
      `${amount} de ${facts.merchant} quedó anotado`,
    ),
    headline: pick(
      language,
      `${amount} from ${facts.merchant} is pending`,
      `${amount} de ${facts.merchant} está pendiente`,
    ),
    lead: pick(
      language,
      `${facts.merchant} reported your order. We expect it to be confirmed on ${showDay(facts.expected_at, language)}, when returns are over.`,
      `${facts.merchant} informó tu pedido. Esperamos la confirmación el ${showDay(facts.expected_at, language)}, cuando termine el plazo de devoluciones.`,
    ),
    slip: orderSlip(facts, language),
    trail: [
      ...clicked(facts, language),
      { title: pick(language, "You bought", "Compraste"), detail: showDay(facts.ordered_at, language), state: "done" },
      {
        title: pick(language, "Pending", "Pendiente"),
        detail: pick(language, "It is here now", "Está aquí ahora"),
        state: "now",
      },
      {
        title: pick(language, "Confirmed", "Confirmado"),
        detail: pick(
          language,
          `Expected ${showDay(facts.expected_at, language)}`,
          `Se espera el ${showDay(facts.expected_at, language)}`,
        ),
        state: "next",
      },
    ],
    button: {
      label: pick(language, "Open your passbook", "Abre tu libreta"),
      href: `${publicUrl}/account/purchase-history`,
    },
  };
}

export function orderConfirmed(facts: OrderFacts, language: Language, publicUrl: string): Letter {
  const amount = showMoney(facts.back_minor);
  return {
    subject: pick(
      language,
      `Your ${amount} from ${facts.merchant} is confirmed`,
      `Tus ${amount} de ${facts.merchant} están confirmados`,
    ),
    headline: pick(
      language,
      `Your ${amount} from ${facts.merchant} is confirmed`,
      `Tus ${amount} de ${facts.merchant} están confirmados`,
    ),
    lead: pick(
      language,
      "It is yours. Withdraw it whenever you like; it never expires.",
      "Es tuyo. Retíralo cuando quieras; no vence nunca.",
    ),
    slip: orderSlip(facts, language),
    trail: [
      ...clicked(facts, language),
      { title: pick(language, "You bought", "Compraste"), detail: showDay(facts.ordered_at, language), state: "done" },
      {
        title: pick(language, "Confirmed", "Confirmado"),
        detail: pick(language, "Available to withdraw", "Disponible para retirar"),
        state: "now",
      },
    ],
    button: { label: pick(language, "Withdraw", "Retirar"), href: `${publicUrl}/account/withdrawal` },
  };
}

export function orderReversed(facts: OrderFacts, language: Language, publicUrl: string): Letter {
  const reason = facts.reason
    ? facts.reason[language]
    : pick(language, "The store gave no reason.", "La tienda no dio ningún motivo.");
  return {
    subject: pick(
      language,
      `Your cash back from ${facts.merchant} was reversed`,
      `Se revirtió tu dinero de vuelta de ${facts.merchant}`,
    ),
    headline: pick(
      language,
      `${showMoney(facts.back_minor)} from ${facts.merchant} was reversed`,
      `Se revirtieron ${showMoney(facts.back_minor)} de ${facts.merchant}`,
    ),
    lead: reason,
    slip: orderSlip(facts, language, true),
    trail: [
      { title: pick(language, "You bought", "Compraste"), detail: showDay(facts.ordered_at, language), state: "done" },
      { title: pick(language, "Reversed", "Revertido"), detail: reason, state: "failed" },
    ],
    button: {
      label: pick(language, "See the whole trail", "Ver todo el recorrido"),
      href: `${publicUrl}/account/purchase-history`,
    },
    after: pick(
      language,
      "If this is wrong, answer this mail with your receipt and we ask the store.",
      "Si esto no es correcto, responde a este correo con tu recibo y preguntamos a la tienda.",
    ),
  };
}

export type PayoutFacts = {
  amount_minor: string;
  method: { en: string; es: string };
  to: string;
  reference: string;
  arrives_by: string | null;
  reason: { en: string; es: string } | null;
  link: string | null;
};

function payoutSlip(facts: PayoutFacts, language: Language, failed = false): NonNullable<Letter["slip"]> {
  return {
    title: pick(language, "Payout slip", "Recibo del retiro"),
    rows: [
      { term: pick(language, "Reference", "Referencia"), value: facts.reference },
      { term: pick(language, "To", "A"), value: `${facts.method[language]}, ${facts.to}` },
      { term: pick(language, "Our fee", "Nuestra comisión"), value: "$0.00" },
    ],
    total: {
      term: failed
        ? pick(language, "Back in your passbook", "De vuelta en tu libreta")
        : pick(language, "You receive", "Recibes"),
      value: showMoney(facts.amount_minor),
      back: true,
    },
  };
}

export function withdrawalRequested(facts: PayoutFacts, language: Language, publicUrl: string): Letter {
  const amount = showMoney(facts.amount_minor);
  return {
    subject: pick(language, `${amount} is on its way to you`, `${amount} van en camino`),
    headline: pick(language, `${amount} is on its way`, `${amount} van en camino`),
    lead: facts.arrives_by
      ? pick(
          language,
          `It arrives by ${showDay(facts.arrives_by, language)}. We write again when it is there.`,
          `Llega a más tardar el ${showDay(facts.arrives_by, language)}. Te escribimos cuando haya llegado.`,
        )
      : pick(language, "We write again when it is there.", "Te escribimos cuando haya llegado."),
    slip: payoutSlip(facts, language),
    button: { label: pick(language, "See your payouts", "Ver tus retiros"), href: `${publicUrl}/account/withdrawal` },
    after: pick(
      language,
      "If this was not you, answer this mail at once.",
      "Si no fuiste tú, responde a este correo enseguida.",
    ),
  };
}

export function withdrawalPaid(facts: PayoutFacts, language: Language, publicUrl: string): Letter {
  const amount = showMoney(facts.amount_minor);
  const card = facts.link !== null;
  return {
    subject: card
      ? pick(language, `Your ${amount} gift card is here`, `Tu tarjeta de regalo de ${amount} está aquí`)
      : pick(language, `${amount} reached you`, `Te llegaron ${amount}`),
    headline: card
      ? pick(language, `Your ${amount} gift card`, `Tu tarjeta de regalo de ${amount}`)
      : pick(language, `${amount} reached you`, `Te llegaron ${amount}`),
    lead: card
      ? pick(
          language,
          "Open it once you are ready to use it. It stays in your account as well.",
          "Ábrela cuando vayas a usarla. También queda en tu cuenta.",
        )
      : pick(language, `${facts.method.en} confirmed the payment.`, `${facts.method.es} confirmó el pago.`),
    slip: payoutSlip(facts, language),
    button: facts.link
      ? { label: pick(language, "Open the gift card", "Abrir la tarjeta"), href: facts.link }
      : { label: pick(language, "See your payouts", "Ver tus retiros"), href: `${publicUrl}/account/withdrawal` },
  };
}

export function withdrawalFailed(facts: PayoutFacts, language: Language, publicUrl: string): Letter {
  const amount = showMoney(facts.amount_minor);
  return {
    subject: pick(
      language,
      `${amount} did not arrive and is back in your passbook`,
      `${amount} no llegaron y volvieron a tu libreta`,
    ),
    headline: pick(language, `${amount} is back in your passbook`, `${amount} volvieron a tu libreta`),
    lead: facts.reason
      ? facts.reason[language]
      : pick(language, "The payment did not go through.", "El pago no se pudo hacer."),
    slip: payoutSlip(facts, language, true),
    button: { label: pick(language, "Try again", "Intentar de nuevo"), href: `${publicUrl}/account/withdrawal` },
  };
}

export function welcome(facts: { name: string }, language: Language, publicUrl: string): Letter {
  return {
    subject: pick(language, "Your passbook is open", "Tu libreta está abierta"),
    headline: pick(language, `Welcome, ${facts.name}`, `Te damos la bienvenida, ${facts.name}`),
    lead: pick(
      language,
      "Cash back and coupons are free. Start at a store's page here, buy as always, and every cent is written down with its date.",
      "El dinero de vuelta y los cupones son gratis. Empieza en la página de una tienda, compra como siempre y cada centavo queda anotado con su fecha.",
    ),
    button: { label: pick(language, "Find your stores", "Busca tus tiendas"), href: `${publicUrl}/stores` },
  };
}
