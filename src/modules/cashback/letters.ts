/** Mails about orders, both languages side by side. Amounts are cents. */

import { defineLetter, type Letter, pick, showDay, showMoney, type TrailStop } from "#notifications";
import type { Language } from "#platform/http";

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
      ? { term: pick(language, "Taken back", "Se revirtió"), value: showMoney(-BigInt(facts.back_minor)) }
      : { term: pick(language, "Back to you", "Vuelve a ti"), value: showMoney(facts.back_minor), back: true },
  };
}

function clicked(facts: OrderFacts, language: Language, zone: string | null): TrailStop[] {
  if (!facts.clicked_at) return [];
  return [
    {
      title: pick(language, "You clicked through", "Hiciste clic"),
      detail: showDay(facts.clicked_at, language, zone),
      state: "done",
    },
  ];
}

function writeOrderTracked(facts: OrderFacts, language: Language, publicUrl: string, zone: string | null): Letter {
  const amount = showMoney(facts.back_minor);
  return {
    subject: pick(
      language,
      `We've tracked ${amount} from ${facts.merchant}`,
      `Registramos ${amount} de ${facts.merchant}`,
    ),
    headline: pick(
      language,
      `${amount} from ${facts.merchant} is pending`,
      `${amount} de ${facts.merchant} están pendientes`,
    ),
    lead: pick(
      language,
      `${facts.merchant} reported your order. We expect it to be confirmed on ${showDay(facts.expected_at, language)}, when returns are over.`,
      `${facts.merchant} reportó tu pedido. Esperamos la confirmación el ${showDay(facts.expected_at, language)}, cuando termine el plazo de devoluciones.`,
    ),
    slip: orderSlip(facts, language),
    trail: [
      ...clicked(facts, language, zone),
      {
        title: pick(language, "You bought", "Compraste"),
        detail: showDay(facts.ordered_at, language, zone),
        state: "done",
      },
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

function writeOrderConfirmed(facts: OrderFacts, language: Language, publicUrl: string, zone: string | null): Letter {
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
      "It's yours. Withdraw it whenever you like. It never expires.",
      "Son tuyos. Retíralos cuando quieras; no vencen nunca.",
    ),
    slip: orderSlip(facts, language),
    trail: [
      ...clicked(facts, language, zone),
      {
        title: pick(language, "You bought", "Compraste"),
        detail: showDay(facts.ordered_at, language, zone),
        state: "done",
      },
      {
        title: pick(language, "Confirmed", "Confirmado"),
        detail: pick(language, "Available to withdraw", "Disponible para retirar"),
        state: "now",
      },
    ],
    button: { label: pick(language, "Withdraw", "Retirar"), href: `${publicUrl}/account/withdrawal` },
  };
}

function writeOrderReversed(facts: OrderFacts, language: Language, publicUrl: string, zone: string | null): Letter {
  const reason = facts.reason
    ? facts.reason[language]
    : pick(language, "The store gave no reason.", "La tienda no dio ningún motivo.");
  // Of an order that brought nothing there is nothing to take back.
  const nothing = BigInt(facts.back_minor) === 0n;
  const without = pick(
    language,
    `Your order at ${facts.merchant} earned nothing`,
    `Tu pedido en ${facts.merchant} no generó reembolso`,
  );
  return {
    subject: nothing
      ? without
      : pick(
          language,
          `Your cash back from ${facts.merchant} was reversed`,
          `Se revirtió tu dinero de vuelta de ${facts.merchant}`,
        ),
    headline: nothing
      ? without
      : pick(
          language,
          `${showMoney(facts.back_minor)} from ${facts.merchant} was reversed`,
          `Se revirtieron ${showMoney(facts.back_minor)} de ${facts.merchant}`,
        ),
    lead: reason,
    slip: orderSlip(facts, language, !nothing),
    trail: [
      {
        title: pick(language, "You bought", "Compraste"),
        detail: showDay(facts.ordered_at, language, zone),
        state: "done",
      },
      {
        title: nothing ? pick(language, "No cash back", "Sin reembolso") : pick(language, "Reversed", "Revertido"),
        detail: reason,
        state: "failed",
      },
    ],
    button: {
      label: pick(language, "See the whole trail", "Ver todo el recorrido"),
      href: `${publicUrl}/account/purchase-history`,
    },
    after: pick(
      language,
      "If this is wrong, reply to this email with your receipt and we'll ask the store.",
      "Si esto no es correcto, responde a este correo con tu recibo y le preguntaremos a la tienda.",
    ),
  };
}

export const orderTracked = defineLetter(
  "order_tracked",
  { en: "Order tracked", es: "Pedido registrado" },
  "money",
  writeOrderTracked,
);
export const orderConfirmed = defineLetter(
  "order_confirmed",
  { en: "Order confirmed", es: "Pedido confirmado" },
  "money",
  writeOrderConfirmed,
);
export const orderReversed = defineLetter(
  "order_reversed",
  { en: "Order reversed", es: "Pedido revertido" },
  "money",
  writeOrderReversed,
);

export const LETTERS = [orderTracked, orderConfirmed, orderReversed];
