/** Rules of cash back: pure. What an order should hold in the ledger, and what follows when that differs. */
import type { Rate } from "#catalog";
import type { Line } from "#ledger";
import { shareDown, shareHalfUp } from "#platform/money";
import { MARGIN, MARGIN_PENDING, NETWORK_RECEIVABLE } from "./accounts.ts";

export const ORDER_TRANSITIONS = {
  parked: ["pending", "confirmed", "declined"],
  pending: ["confirmed", "declined"],
  confirmed: ["reversed", "pending"],
  declined: ["pending", "confirmed"],
  reversed: ["pending", "confirmed"],
} as const satisfies Record<string, readonly string[]>;
export type OrderState = keyof typeof ORDER_TRANSITIONS;

export const mayBecome = (from: OrderState, to: OrderState): boolean =>
  from === to || (ORDER_TRANSITIONS[from] as readonly string[]).includes(to);

/** What may move a member's money for an order, as its transfers are called in the ledger. */
export const ORDER_KINDS = (
  ["tracked", "adjusted", "confirmed", "declined", "reversed", "reopened", "claimed"] as const
).map((kind) => `order.${kind}` as const);

/** Why an order pays less or nothing, in words that a member reads (goals: a reason for 100 % of refusals). */
export const REASONS = {
  returned: {
    en: "You returned this order, so the store took its commission back.",
    es: "Devolviste este pedido y la tienda retiró su comisión.",
  },
  canceled: { en: "The order was canceled before it was complete.", es: "El pedido se canceló antes de completarse." },
  out_of_stock: { en: "The store could not deliver the order.", es: "La tienda no pudo entregar el pedido." },
  payment_failed: {
    en: "The payment for the order did not go through at the store.",
    es: "El pago del pedido no se completó en la tienda.",
  },
  duplicate: {
    en: "The store reported this order twice. It counts once.",
    es: "La tienda reportó este pedido dos veces. Cuenta una sola vez.",
  },
  terms: {
    en: "The store says that the order did not follow its terms, for example because of a code from elsewhere.",
    es: "La tienda indica que el pedido no cumplió sus condiciones, por ejemplo por un código de otro sitio.",
  },
  other_partner: {
    en: "Another site sent you to the store after us, so the store paid them.",
    es: "Otro sitio te llevó a la tienda después de nosotros y la tienda le pagó a ese sitio.",
  },
  fraud: {
    en: "The store could not verify the order's payment or address details.",
    es: "La tienda no pudo verificar los datos de pago o de dirección del pedido.",
  },
  order_changed: { en: "The order was changed, and the amount with it.", es: "El pedido cambió y el monto también." },
  order_error: {
    en: "The store made a mistake with this order and corrected it.",
    es: "La tienda cometió un error con este pedido y lo corrigió.",
  },
  test: { en: "This was a test order of the store.", es: "Este fue un pedido de prueba de la tienda." },
  dispute: {
    en: "The amount was settled after a dispute with the store.",
    es: "El monto se acordó tras una disputa con la tienda.",
  },
  no_commission: {
    en: "The store paid nothing for these items. Gift cards, shipping and tax usually do not count.",
    es: "La tienda no pagó nada por estos artículos. Las tarjetas de regalo, el envío y los impuestos no suelen contar.",
  },
  cashback_not_allowed: {
    en: "This store paid no cash back when you clicked through, and its page said so.",
    es: "Esta tienda no daba dinero de vuelta cuando hiciste clic, y su página lo decía.",
  },
  unexplained: {
    en: "The store refused the order and gave no reason. Send us your receipt and we ask again.",
    es: "La tienda rechazó el pedido sin dar motivo. Envíanos tu recibo y volvemos a preguntar.",
  },
  commission_low: {
    en: "The store reported far less for this order than its terms say. We look into it before we confirm it.",
    es: "La tienda reportó mucho menos por este pedido de lo que dicen sus condiciones. Lo revisamos antes de confirmarlo.",
  },
  no_click: { en: "The order came without one of our clicks.", es: "El pedido llegó sin uno de nuestros clics." },
  other_programme: {
    en: "The click belongs to another store than the order.",
    es: "El clic es de otra tienda que la del pedido.",
  },
  currency: {
    en: "The order was reported in a currency that we do not settle yet.",
    es: "El pedido se reportó en una moneda que aún no liquidamos.",
  },
} as const;
export type ReasonCode = keyof typeof REASONS;

/** What was promised at the click. */
export type PromiseMade = { rate: Rate; share_bps: number; cash_back_allowed: boolean };

/**
 * Cash back of an order, in cents. A single rate is a promise on the sale ("the rate you see when you click is the rate
 * written in your passbook"). "Up to" rates depend on the items, which only the store knows: there the member gets the
 * promised share of the commission that the store reports. Nothing was paid for the order: nothing comes back. Where more than
 * all that the network pays was promised, nobody is paid for buying: the whole price is the most, or what the network paid itself.
 */
export function cashBackOf(promise: PromiseMade, sale: bigint, commission: bigint): bigint {
  if (!promise.cash_back_allowed || commission <= 0n || sale <= 0n) return 0n;
  const { rate } = promise;
  if (rate.kind === "none") return 0n;
  const back = rate.up_to
    ? shareHalfUp(commission, promise.share_bps)
    : rate.kind === "percent"
      ? shareDown(sale, rate.bps)
      : BigInt(rate.minor);
  const most = sale > commission ? sale : commission;
  return back < most ? back : most;
}

/** A person looks when the promise costs us at least so much more than the store pays, and the store pays half of its terms. */
const REVIEW_LOSS_MINOR = 100n;

/**
 * Whether a commission is far below what the promise implies: excluded goods, or a basket made to exploit the promise. The
 * promise at the click holds all the same; a person says so, or what else is right.
 */
export function isFarBelow(promise: PromiseMade, back: bigint, commission: bigint): boolean {
  if (promise.share_bps <= 0 || back - commission < REVIEW_LOSS_MINOR) return false;
  const implied = (back * 10_000n) / BigInt(promise.share_bps);
  return commission * 2n < implied;
}

export const REVIEW_DECISIONS = ["promise", "share", "nothing"] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** What a person decided: the promise, the member's share of what the store did pay, or nothing. */
export function decidedBack(decision: ReviewDecision, promise: PromiseMade, back: bigint, commission: bigint): bigint {
  if (decision === "promise") return back;
  return decision === "share" ? shareHalfUp(commission, promise.share_bps) : 0n;
}

/** What members have is in dollars; an order in anything else waits for a person. */
export const DOLLARS = "USD";

export type RowState = {
  original: boolean;
  status: "pending" | "approved" | "declined";
  sale_minor: bigint;
  commission_minor: bigint;
  reason_code: ReasonCode | null;
};

/** What all rows of an order say together. CJ's corrections are rows that add up; the other networks have one row an order. */
export function sumRows(rows: readonly RowState[]): {
  status: RowState["status"];
  sale: bigint;
  commission: bigint;
  reason: ReasonCode | null;
} {
  const counted = rows.filter((row) => row.status !== "declined");
  const sale = counted.reduce((sum, row) => sum + row.sale_minor, 0n);
  const commission = counted.reduce((sum, row) => sum + row.commission_minor, 0n);
  const reason = rows.findLast((row) => row.reason_code !== null)?.reason_code ?? null;
  if (counted.length === 0 || (commission <= 0n && counted.some((row) => row.commission_minor < 0n)))
    return { status: "declined", sale: 0n, commission: 0n, reason };
  // The first row decides whether the order is locked: corrections follow it whatever their own state is.
  const originals = counted.filter((row) => row.original);
  const approved = (originals.length > 0 ? originals : counted).every((row) => row.status === "approved");
  return { status: approved ? "approved" : "pending", sale, commission, reason };
}

/** The state that an order should be in, given where it is. What was confirmed and is then refused was reversed. */
export function nextState(from: OrderState, status: RowState["status"], back: bigint): OrderState {
  if (status === "declined" || back === 0n)
    return from === "confirmed" || from === "reversed" ? "reversed" : "declined";
  return status === "approved" ? "confirmed" : "pending";
}

export type Position = { pending: bigint; confirmed: bigint; commission: bigint };

/** What the ledger should hold for an order in a state. */
export function positionOf(state: OrderState, back: bigint, commission: bigint): Position {
  if (state === "pending") return { pending: back, confirmed: 0n, commission };
  if (state === "confirmed") return { pending: 0n, confirmed: back, commission };
  return { pending: 0n, confirmed: 0n, commission: 0n };
}

/** The house's side of what moves an order from what is posted to what should be: what its network owes us, and our part. */
export function houseLines(from: Position, to: Position, network: string): Line[] {
  const margin = (position: Position) => ({
    pending: position.pending !== 0n ? position.commission - position.pending : 0n,
    confirmed: position.confirmed !== 0n ? position.commission - position.confirmed : 0n,
  });
  const before = margin(from);
  const after = margin(to);
  return [
    { account: { kind: NETWORK_RECEIVABLE, owner: network }, amount: -(to.commission - from.commission) },
    { account: { kind: MARGIN_PENDING, owner: "house" }, amount: after.pending - before.pending },
    { account: { kind: MARGIN, owner: "house" }, amount: after.confirmed - before.confirmed },
  ];
}

/** "TP-8F3K-2291": the short reference of a click, for people. */
export const showReference = (clickId: string): string =>
  `TP-${clickId.slice(0, 4).toUpperCase()}-${clickId.slice(4, 8).toUpperCase()}`;

export function showRate(rate: Rate): string {
  if (rate.kind === "none") return "0%";
  if (rate.kind === "fixed") return `$${(Number(rate.minor) / 100).toFixed(2)}`;
  return `${rate.up_to ? "≤ " : ""}${Number((rate.bps / 100).toFixed(2))}%`;
}

/** The finest share that is written: a ten-thousandth of a percent. */
const FINEST_DECIMALS = 4;

/**
 * The rate that was paid, so that a reader who multiplies arrives at the cash back. A promise that did not decide the sum
 * ("up to", or what a person decided) is told as the share of the sale that came back, as finely as the cent needs.
 */
export function showPaidRate(rate: Rate, sale: bigint, back: bigint): string {
  if (rate.kind === "fixed" && BigInt(rate.minor) === back) return showRate(rate);
  if (rate.kind === "percent" && !rate.up_to && shareDown(sale, rate.bps) === back) return showRate(rate);
  if (sale <= 0n || back <= 0n) return "0%";
  for (let decimals = 2; ; decimals++) {
    const whole = 10n ** BigInt(decimals) * 100n;
    const part = (back * whole * 2n + sale) / (sale * 2n);
    const again = (sale * part * 2n + whole) / (whole * 2n);
    if (again === back || decimals === FINEST_DECIMALS) return `${Number(part) / 10 ** decimals}%`;
  }
}
