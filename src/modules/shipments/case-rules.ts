/** Cases: something is wrong with a parcel, and somebody owes something for it. States, days, and who owes it. Pure. */
import { addDays, civilDate } from "#platform/clock";
import type { ParcelState } from "./rules.ts";
import { plusDays } from "./zone-days.ts";

export const CASE_KINDS = ["late", "stalled", "damaged", "not_received", "not_shipped", "wrong"] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

export const OPEN_CASES = ["open", "store_asked", "carrier_filed", "card_advised"] as const;
export const CASE_STATES = [...OPEN_CASES, "reshipped", "refunded", "arrived", "expired", "withdrawn"] as const;
export type CaseState = (typeof CASE_STATES)[number];

const CLOSED = ["reshipped", "refunded", "arrived", "expired", "withdrawn"] as const;
/** Steps may be left out: a store that says no at once need not be asked again. None goes back. */
export const CASE_TRANSITIONS = {
  open: ["store_asked", "carrier_filed", "card_advised", ...CLOSED],
  store_asked: ["carrier_filed", "card_advised", ...CLOSED],
  carrier_filed: ["card_advised", ...CLOSED],
  card_advised: CLOSED,
  reshipped: [],
  refunded: [],
  arrived: [],
  expired: [],
  withdrawn: [],
} satisfies Readonly<Record<CaseState, readonly CaseState[]>>;
export const stepsFrom = (state: CaseState): readonly CaseState[] => CASE_TRANSITIONS[state];
export const isOpenCase = (state: CaseState): boolean => (OPEN_CASES as readonly string[]).includes(state);

/** Days that a store has to answer a letter. */
export const ANSWER_DAYS = 10;
/** After this nothing of the known windows is left. */
export const EXPIRE_DAYS = 120;
/** How long to look around for what is said to be delivered, before the store is asked. */
export const LOOK_HOURS = 48;
export const REMIND_DAYS = 3;

/** Cases that rules open by themselves, by what became of the parcel. */
export const OPENED_BY_RULE: Readonly<Partial<Record<ParcelState, CaseKind>>> = {
  late: "late",
  stalled: "stalled",
  not_shipped: "not_shipped",
};

const ARRIVED: readonly ParcelState[] = ["delivered", "received", "pickup"];
/** What can be wrong with a parcel that stands so. */
export function kindsFor(state: ParcelState): readonly CaseKind[] {
  if (ARRIVED.includes(state))
    return state === "delivered" ? ["not_received", "damaged", "wrong"] : ["damaged", "wrong"];
  if (state === "returned" || state === "returning") return ["wrong"];
  return state === "waiting" || state === "label" || state === "not_shipped"
    ? ["not_shipped", "late"]
    : ["late", "stalled"];
}
/** What ends by itself when the parcel comes after all. */
export const endsByArrival = (kind: CaseKind): boolean => ["late", "stalled", "not_shipped"].includes(kind);

export type CarrierWindow = {
  carrier: string;
  name: string;
  /** Days from shipping in which a missing one may be claimed; `abroad` where it differs. */
  missing: { from: number; until: number; abroad?: number };
  damaged: { until: number; abroad?: number };
  /** Who may claim: at some only who shipped it. */
  who: "either" | "shipper";
  href: string;
};

/** The day on which these were last compared with what carriers and offices publish. */
export const WINDOWS_READ_ON = "2026-11-22";

/** What carriers publish about claims. Months are counted as 30 days, so that no day is shown that is too late. */
export const CARRIER_WINDOWS: readonly CarrierWindow[] = [
  {
    ...{ carrier: "usps", name: "USPS", who: "either", href: "https://www.usps.com/help/claims.htm" },
    missing: { from: 15, until: 60 },
    damaged: { until: 60 },
  },
  {
    ...{ carrier: "ups", name: "UPS", who: "shipper", href: "https://www.ups.com/us/en/support/file-a-claim" },
    missing: { from: 1, until: 60, abroad: 60 },
    damaged: { until: 60 },
  },
  {
    ...{ carrier: "fedex", name: "FedEx", who: "shipper" },
    href: "https://www.fedex.com/en-us/customer-support/claims.html",
    missing: { from: 1, until: 270 },
    damaged: { until: 60, abroad: 21 },
  },
  {
    ...{
      carrier: "dhl",
      name: "DHL Express",
      who: "shipper",
      href: "https://www.dhl.com/us-en/home/customer-service.html",
    },
    missing: { from: 1, until: 30 },
    damaged: { until: 30 },
  },
];

export type Law = { name: { en: string; es: string }; what: { en: string; es: string }; href: string };
const LAWS = {
  mail_order: {
    name: { en: "16 CFR 435", es: "16 CFR 435" },
    what: {
      en: "A store must ship when it said, or within 30 days. If it can't, it must ask you, or refund you in full.",
      es: "La tienda debe enviar cuando dijo o en 30 días. Si no puede, debe preguntarte o devolverte todo.",
    },
    href: "https://www.ecfr.gov/current/title-16/chapter-I/subchapter-D/part-435",
  },
  billing_error: {
    name: { en: "Regulation Z, 12 CFR 1026.13", es: "Reglamento Z, 12 CFR 1026.13" },
    what: {
      en: "What was not delivered as agreed is a billing error on a credit card. Write to the bank within 60 days of the statement.",
      es: "Lo que no se entregó como se acordó es un error de facturación en una tarjeta de crédito. Escribe al banco en los 60 días del estado de cuenta.",
    },
    href: "https://www.consumerfinance.gov/rules-policy/regulations/1026/13/",
  },
  section_75: {
    name: { en: "Consumer Credit Act 1974, section 75", es: "Consumer Credit Act 1974, sección 75" },
    what: {
      en: "For items over £100 and up to £30,000 the credit card's bank answers together with the store.",
      es: "En artículos de más de £100 y hasta £30,000, el banco de la tarjeta de crédito responde junto con la tienda.",
    },
    href: "https://www.legislation.gov.uk/ukpga/1974/39/section/75",
  },
  uk_delivery: {
    name: { en: "Consumer Rights Act 2015, sections 28 and 29", es: "Consumer Rights Act 2015, secciones 28 y 29" },
    what: {
      en: "A store must deliver within 30 days unless you agreed on another day, and bears the risk until you have it.",
      es: "La tienda debe entregar en 30 días salvo que acordaran otra fecha, y corre con el riesgo hasta que lo tengas.",
    },
    href: "https://www.legislation.gov.uk/ukpga/2015/15/section/28",
  },
} as const satisfies Record<string, Law>;

/** What the store owes by law where the member lives; null where we know of none. */
export const storeLaw = (country: string | null): Law | null =>
  country === "US" ? LAWS.mail_order : country === "GB" ? LAWS.uk_delivery : null;
/** What the bank of a credit card owes; null where we know of none. */
export const cardLaw = (country: string | null): Law | null =>
  country === "US" ? LAWS.billing_error : country === "GB" ? LAWS.section_75 : null;
/** Debit cards have no such law: banks may help, and need not. */
export const PAID_WITH = ["credit", "debit", "other"] as const;
export type PaidWith = (typeof PAID_WITH)[number];

export type CaseClocks = {
  answer_by: string | null;
  carrier_from: string | null;
  carrier_until: string | null;
  card_until: string | null;
};

type Dated = {
  kind: CaseKind;
  carrier: string | null;
  country: string | null;
  paid_with: PaidWith | null;
  abroad: boolean;
  /** Shipped, or else first heard of. */
  shipped_on: string;
  ordered_on: string | null;
  store_asked_at: Date | null;
  /** An order that never left is no carrier's. */
  left_store: boolean;
};

export const windowOf = (carrier: string | null): CarrierWindow | null =>
  CARRIER_WINDOWS.find((one) => one.carrier === carrier) ?? null;

/** Days by which something can still be done. The bank's counts from the order, which is before any statement: no later than it may be. */
export function clocksOf(asked: Dated): CaseClocks {
  const window = asked.left_store && asked.kind !== "wrong" ? windowOf(asked.carrier) : null;
  const days = window && (asked.kind === "damaged" ? window.damaged : window.missing);
  const until = days && (asked.abroad ? (days.abroad ?? days.until) : days.until);
  const card = asked.paid_with === "credit" && asked.country === "US" && asked.ordered_on;
  return {
    answer_by: asked.store_asked_at && civilDate(addDays(asked.store_asked_at, ANSWER_DAYS)),
    carrier_from: window && asked.kind !== "damaged" ? plusDays(asked.shipped_on, window.missing.from) : null,
    carrier_until: until === null ? null : plusDays(asked.shipped_on, until),
    card_until: card ? plusDays(card, 60) : null,
  };
}
