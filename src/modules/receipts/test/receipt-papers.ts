/** What stands on receipts that are made for testing, with the truth of each: stores, layouts and both languages. */
import { addDays, type CivilDate, civilDate } from "#platform/clock";
import type { KnownName } from "../read/find-merchant.ts";

export type Truth = {
  /** As the book of names has it, or as it stands on the paper. */
  merchant: KnownName;
  date: CivilDate;
  total: string;
  shipping: string | null;
  currency: string;
  language: "en" | "es";
};
export type PaperLine = { left?: string; right?: string; middle?: string; big?: true };
export type Paper = { lines: PaperLine[]; truth: Truth };

/** The day on which the receipts are read. */
export const READ_ON = "2027-03-10T12:00:00Z";

export type Chance = {
  next(): number;
  between(least: number, most: number): number;
  of<T>(list: readonly T[]): T;
  odds(share: number): boolean;
};
/** The same numbers for the same seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    // The list is never empty.
    of: (list) => list[between(0, list.length - 1)] as (typeof list)[number],
    odds: (share) => next() < share,
  };
}

type Place = {
  currency: "USD" | "CAD" | "GBP" | "AUD" | "EUR" | "MXN";
  sign: string;
  stores: readonly string[];
  address: readonly string[];
  tax: string;
  tax_bps: number;
};
const known = (name: string): KnownName => ({ name, internal_name: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-") });

const US: Place = {
  currency: "USD",
  sign: "$",
  stores: [
    "Trader Joe's",
    "Walmart",
    "Target",
    "CVS Pharmacy",
    "Best Buy",
    "Whole Foods Market",
    "Home Depot",
    "Sephora",
    "Old Navy",
    "Kohl's",
    "Petco",
    "Staples",
  ],
  address: ["412 Elm Street", "Austin, TX 78701", "(512) 555-0142"],
  tax: "SALES TAX 8.25%",
  tax_bps: 825,
};
const PLACES: readonly Place[] = [
  US,
  US,
  { ...US, address: ["1900 Broadway", "Oakland, CA 94612", "Tel 510 555 0199"], tax: "Tax", tax_bps: 1_025 },
  {
    currency: "GBP",
    sign: "£",
    stores: ["Tesco", "Sainsbury's", "Boots", "Argos", "Marks & Spencer", "Waterstones"],
    address: ["22 High Street", "Leeds LS1 4AB", "VAT No 123 4567 89"],
    tax: "VAT",
    tax_bps: 2_000,
  },
  {
    currency: "AUD",
    sign: "$",
    stores: ["Woolworths", "Kmart", "Bunnings", "JB Hi-Fi", "Officeworks"],
    address: ["Shop 4, 80 Pitt St", "Sydney NSW 2000", "ABN 12 345 678 901"],
    tax: "GST",
    tax_bps: 1_000,
  },
  {
    currency: "CAD",
    sign: "$",
    stores: ["Canadian Tire", "Indigo", "Loblaws", "Roots"],
    address: ["55 Bloor St W", "Toronto ON M4W 1A5"],
    tax: "HST 13%",
    tax_bps: 1_300,
  },
];
const SPANISH_PLACES: readonly Place[] = [
  {
    currency: "EUR",
    sign: "€",
    stores: ["Mercadona", "El Corte Inglés", "Zara", "Decathlon", "Fnac"],
    address: ["C/ Mayor 14", "28013 Madrid", "NIF B12345678"],
    tax: "IVA 21%",
    tax_bps: 2_100,
  },
  {
    currency: "MXN",
    sign: "$",
    stores: ["Liverpool", "Soriana", "Chedraui", "Sanborns", "Oxxo"],
    address: ["Av. Insurgentes Sur 1235", "CDMX, México", "RFC SHA010203AB1"],
    tax: "IVA 16%",
    tax_bps: 1_600,
  },
];
const UNKNOWN = {
  en: ["Blue Door Bakery", "Harbor Books", "Corner Hardware"],
  es: ["Panadería La Luna", "Librería Cervantes"],
};
const SHIPPERS = ["USPS", "FedEx Office", "The UPS Store"];
const RIDES = ["Uber", "Lyft", "DoorDash", "Grubhub"];
const GOODS = {
  en: [
    "BREAD WHEAT",
    "MILK 2L",
    "EGGS DOZEN",
    "APPLES GALA",
    "SHAMPOO",
    "NOTEBOOK A5",
    "USB CABLE",
    "COFFEE BEANS",
    "SOCKS 3PK",
    "LED BULB",
    "DOG TREATS",
    "T-SHIRT BLUE",
  ],
  es: [
    "PAN INTEGRAL",
    "LECHE 1L",
    "HUEVOS",
    "MANZANAS",
    "CHAMPÚ",
    "CUADERNO",
    "CAFÉ MOLIDO",
    "JABÓN",
    "CAMISETA",
    "PILAS AA",
    "ACEITE OLIVA",
    "AZÚCAR",
  ],
};

export const BOOK: readonly KnownName[] = [
  ...[...PLACES, ...SPANISH_PLACES].flatMap(({ stores }) => stores),
  ...SHIPPERS,
  ...RIDES,
].map(known);

const MONTHS = {
  en: [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
  ],
  es: [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
  ],
};
const two = (figure: number) => String(figure).padStart(2, "0");

function writeDate(chance: Chance, day: Date, { currency }: Place, language: "en" | "es"): string {
  const [y, m, d] = [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()];
  const name = MONTHS[language][m - 1] ?? "";
  if (language === "es")
    return chance.of([
      `${two(d)}/${two(m)}/${y}`,
      `${two(d)}-${two(m)}-${y}`,
      `${d} de ${name} de ${y}`,
      `${two(d)}/${two(m)}/${y % 100}`,
    ]);
  if (currency === "USD")
    return chance.of([
      `${two(m)}/${two(d)}/${y}`,
      `${two(m)}/${two(d)}/${two(y % 100)}`,
      `${name} ${d}, ${y}`,
      `${name.slice(0, 3)} ${d}, ${y}`,
      `${m}-${d}-${y}`,
    ]);
  if (currency === "CAD") return chance.of([`${y}-${two(m)}-${two(d)}`, `${name.slice(0, 3)} ${d} ${y}`]);
  return chance.of([
    `${two(d)}/${two(m)}/${y}`,
    `${two(d)}/${two(m)}/${two(y % 100)}`,
    `${d} ${name.slice(0, 3)} ${y}`,
  ]);
}

const plain = (minor: number, comma: boolean) => {
  const text = `${Math.floor(minor / 100)}.${two(minor % 100)}`;
  const grouped = minor >= 100_000 ? text.replace(/(\d)(\d{3})\./, "$1,$2.") : text;
  return comma ? grouped.replaceAll(/[.,]/g, (sign) => (sign === "." ? "," : ".")) : grouped;
};

/** Lines that name amounts and days which are not those of the purchase. */
function makeTraps(
  chance: Chance,
  language: "en" | "es",
  { items, day, money }: { items: number; day: Date; money(minor: number): string },
) {
  const later = addDays(day, 30).toISOString().slice(0, 10);
  const [y = "", m = "", d = ""] = later.split("-");
  const until = language === "es" ? `${d}/${m}/${y}` : `${m}/${d}/${y}`;
  const traps: PaperLine[] =
    language === "es"
      ? [
          { left: "Total artículos", right: String(items) },
          { left: "Su ahorro total", right: money(chance.between(50, 900)) },
          { left: `Devoluciones hasta ${until}` },
          { left: "Puntos acumulados", right: String(chance.between(10, 900)) },
        ]
      : [
          { left: "Total items sold", right: String(items) },
          { left: "TOTAL SAVINGS", right: money(chance.between(50, 900)) },
          { left: `Return by ${until}` },
          { left: "Rewards points", right: String(chance.between(10, 900)) },
        ];
  return traps.filter(() => chance.odds(0.3));
}

function makeCash(chance: Chance, language: "en" | "es", total: number, money: (minor: number) => string): PaperLine[] {
  const given = Math.ceil(total / 1_000 + chance.between(0, 2)) * 1_000;
  return [
    { left: language === "es" ? "EFECTIVO" : "CASH", right: money(given) },
    { left: language === "es" ? "CAMBIO" : "CHANGE", right: money(given - total) },
  ];
}

type Sums = {
  items: { name: string; minor: number }[];
  subtotal: number;
  tax: number;
  tip: number;
  shipping: number;
  total: number;
};
function makeSums(chance: Chance, place: Place, language: "en" | "es", ships: boolean): Sums {
  const scale = place.currency === "MXN" ? 12 : 1;
  const items = Array.from({ length: chance.between(2, 7) }, () => ({
    name: chance.of(GOODS[language]),
    minor: chance.between(99, chance.odds(0.15) ? 21_000 : 3_900) * scale,
  }));
  const subtotal = items.reduce((sum, { minor }) => sum + minor, 0);
  const tax = Math.round((subtotal * place.tax_bps) / 10_000);
  const shipping = ships ? chance.of([399, 499, 595, 799, 1_250]) * scale : 0;
  const tip = !ships && chance.odds(0.12) ? Math.round(subtotal * 0.18) : 0;
  return { items, subtotal, tax, tip, shipping, total: subtotal + tax + tip + shipping };
}

const WORDS = {
  en: {
    subtotal: ["SUBTOTAL", "Subtotal", "SUB TOTAL", "Sub-total"],
    total: ["TOTAL", "Total", "TOTAL DUE", "Amount Due", "BALANCE DUE", "GRAND TOTAL"],
    online: ["Order Total", "Grand Total", "Total"],
    shipping: ["Shipping", "Shipping & Handling", "Postage", "Delivery fee"],
    thanks: ["THANK YOU FOR SHOPPING WITH US", "Returns within 30 days with receipt", "Have a nice day!"],
    date: ["Date:", "DATE", "", ""],
    ordered: "Order date:",
    paid: ["VISA ************4242", "MASTERCARD ****1881", "DEBIT CARD"],
  },
  es: {
    subtotal: ["SUBTOTAL", "Subtotal", "Base imponible"],
    total: ["TOTAL", "TOTAL A PAGAR", "IMPORTE TOTAL", "Total"],
    online: ["Total del pedido", "Total"],
    shipping: ["Envío", "Gastos de envío"],
    thanks: ["GRACIAS POR SU COMPRA", "Cambios en 30 días con su ticket", "¡Vuelva pronto!"],
    date: ["Fecha:", "FECHA", ""],
    ordered: "Fecha del pedido:",
    paid: ["TARJETA VISA ****4242", "TARJETA DE DÉBITO"],
  },
};

/** `at` of `of`: layouts, places and languages take turns, so that a set of any size has all of them. */
export function makePaper(chance: Chance, at: number): Paper {
  const language = at % 3 === 2 ? "es" : "en";
  const place = chance.of(language === "es" ? SPANISH_PLACES : PLACES);
  const words = WORDS[language];
  const online = chance.odds(0.3);
  const errand = language === "en" && place.currency === "USD" && chance.odds(0.2);
  const store = errand ? chance.of([...SHIPPERS, ...RIDES]) : chance.of(place.stores);
  const unknown = !errand && chance.odds(0.08);
  const merchant = unknown ? { name: chance.of(UNKNOWN[language]), internal_name: null } : known(store);
  const sums = makeSums(chance, place, language, online || errand);
  const day = addDays(new Date(READ_ON), -chance.between(1, 120));
  const comma = place.currency === "EUR";
  const money = (minor: number) => {
    const text = plain(minor, comma);
    if (!chance.odds(0.5)) return text;
    return comma ? `${text} ${place.sign}` : `${place.sign}${text}`;
  };
  const time = `${two(chance.between(8, 21))}:${two(chance.between(0, 59))}`;
  const written = writeDate(chance, day, place, language);
  const title = chance.odds(0.5) && !online ? merchant.name.toUpperCase() : merchant.name;
  const label = online ? words.ordered : chance.of(words.date);
  const stamp = { left: `${label} ${written}`.trim(), ...(online ? {} : { right: time }) };
  const pays = !online && chance.odds(0.25);
  const total = online ? chance.of(words.online) : chance.of(words.total);
  const lines: PaperLine[] = [
    { middle: title, big: true },
    ...(online
      ? [{ left: `${language === "es" ? "Pedido" : "Order"} #${chance.between(100_000, 999_999)}` }]
      : place.address.map((middle) => ({ middle }))),
    {},
    ...(chance.odds(0.7) ? [stamp] : []),
    {},
    ...sums.items.map(({ name, minor }) => ({ left: name, right: plain(minor, comma) })),
    {},
    { left: chance.of(words.subtotal), right: money(sums.subtotal) },
    ...(sums.shipping > 0 ? [{ left: chance.of(words.shipping), right: money(sums.shipping) }] : []),
    { left: place.tax, right: money(sums.tax) },
    ...(sums.tip > 0 ? [{ left: language === "es" ? "Propina" : "Tip", right: money(sums.tip) }] : []),
    {
      left: total,
      right: comma ? `${plain(sums.total, true)} €` : `${place.sign}${plain(sums.total, false)}`,
      ...(chance.odds(0.4) ? { big: true as const } : {}),
    },
    {},
    ...(pays ? makeCash(chance, language, sums.total, (minor) => plain(minor, comma)) : []),
    ...(!pays && chance.odds(0.6)
      ? [{ left: chance.of(words.paid), ...(chance.odds(0.6) ? { right: plain(sums.total, comma) } : {}) }]
      : []),
    ...makeTraps(chance, language, { items: sums.items.length, day, money }),
    { middle: chance.of(words.thanks) },
  ];
  if (!lines.includes(stamp)) lines.push(stamp);
  const truth: Truth = {
    ...{ merchant, date: civilDate(day), total: String(sums.total), currency: place.currency, language },
    shipping: sums.shipping > 0 ? String(sums.shipping) : null,
  };
  return { lines, truth };
}
