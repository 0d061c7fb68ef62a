import type { Chance } from "./chance.ts";

export type Language = "en" | "es";
export const KINDS = ["order", "shipped", "out_for_delivery", "delivered", "refund", "receipt", "stay", "car"] as const;
export type MailKind = (typeof KINDS)[number];

export interface Bought {
  name: string;
  quantity: number;
  unit_minor: number;
}

/** What really happened, before a store writes of it. Days are YYYY-MM-DD, times of day HH:MM. */
export interface Purchase {
  kind: MailKind;
  language: Language;
  store: { name: string; domain: string };
  number: string;
  currency: string;
  items: Bought[];
  shipping_minor: number;
  tax_minor: number;
  total_minor: number;
  ordered_on: string;
  /** When the mail is sent. */
  at: Date;
  promised_by: string;
  tracking: { number: string; carrier: string; url: string };
  stay: {
    hotel: string;
    place: string;
    check_in: string;
    check_out: string;
    room: string;
    board: string;
    adults: number;
  };
  car: {
    company: string;
    from: string;
    to: string;
    pick_up: [string, string];
    drop_off: [string, string];
    kind: string;
  };
  free_until: string;
}

const THINGS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "Cotton crew socks, 6 pairs",
    "Stainless steel kettle 1.7 L",
    "Wireless earbuds (black)",
    "Trail running shoes, size 9.5",
    "Ceramic plant pot 8 in",
    "Desk lamp with dimmer",
    "Kids' rain jacket, 5T",
    "USB-C cable 2 m, 2-pack",
    "Organic coffee beans 2 lb",
    "Yoga mat 6 mm",
    "Hardcover notebook A5",
    "Dog leash & collar set",
    "Memory foam pillow",
    "Bluetooth speaker Mini 3",
  ],
  es: [
    "Calcetines de algodón, 6 pares",
    "Hervidor de acero inoxidable 1.7 L",
    "Audífonos inalámbricos (negro)",
    "Tenis para correr, talla 27.5",
    "Maceta de cerámica 20 cm",
    "Lámpara de escritorio regulable",
    "Chamarra impermeable para niños",
    "Cable USB-C 2 m, paquete de 2",
    "Café orgánico en grano 1 kg",
    "Tapete de yoga 6 mm",
    "Cuaderno de pasta dura A5",
    "Correa y collar para perro",
    "Almohada viscoelástica",
    "Bocina Bluetooth Mini 3",
  ],
};
const HOTELS = ["Hotel Marina Vista", "The Copper Beech Inn", "Casa Alameda", "Harbor Point Suites"] as const;
const PLACES = [
  "214 Ocean Dr, Miami Beach, FL 33139",
  "Av. Juárez 50, Ciudad de México, México",
  "88 Pine St, Portland, OR 97204",
  "Calle Mayor 12, Madrid, España",
] as const;
const ROOMS = {
  en: ["Double room, sea view", "King suite", "Twin room"],
  es: ["Habitación doble con vista al mar", "Suite king", "Habitación con dos camas"],
} as const;
const BOARDS = { en: ["Breakfast included", "Room only"], es: ["Desayuno incluido", "Solo alojamiento"] } as const;
const CARS = {
  en: ["Compact, Toyota Corolla or similar", "Midsize SUV", "Economy"],
  es: ["Compacto, Toyota Corolla o similar", "SUV mediana", "Económico"],
} as const;
const STATIONS = ["Denver Airport (DEN)", "Cancún Aeropuerto (CUN), México", "Austin Downtown, TX"] as const;
const CARRIERS = ["UPS", "FedEx", "USPS", "DHL"] as const;

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const figuresOf = (text: string): number[] => [...text].map(Number);
const weighed = (figures: readonly number[], weights: readonly number[]): number =>
  figures.reduce((sum, figure, at) => sum + figure * (weights[at % weights.length] ?? 1), 0);
const upToTen = (sum: number): number => (10 - (sum % 10)) % 10;

/** Numbers as the carriers write them, with the check digit that each of them ends in. */
const TRACKED: Readonly<Record<(typeof CARRIERS)[number], (chance: Chance) => string>> = {
  UPS(chance) {
    const serial = chance.figures(15);
    return `1Z${serial}${upToTen(weighed(figuresOf(serial), [1, 2]))}`;
  },
  FedEx(chance) {
    const serial = chance.figures(11);
    return `${serial}${(weighed(figuresOf(serial), [3, 1, 7]) % 11) % 10}`;
  },
  USPS(chance) {
    const serial = `94001${chance.figures(16)}`;
    return `${serial}${upToTen(weighed(figuresOf(serial).reverse(), [3, 1]))}`;
  },
  DHL(chance) {
    const serial = chance.figures(9);
    return `${serial}${Number(serial) % 7}`;
  },
};

function trackingOf(chance: Chance): Purchase["tracking"] {
  const carrier = chance.one(CARRIERS);
  const number = TRACKED[carrier](chance);
  const url = `https://www.${carrier.toLowerCase()}.com/track?number=${number}`;
  return { number, carrier, url };
}

const NUMBERS: readonly ((chance: Chance) => string)[] = [
  (chance) => chance.figures(9),
  (chance) => `${chance.figures(3)}-${chance.figures(7)}`,
  (chance) => `W${chance.figures(8)}`,
  (chance) => `${chance.one(["AB", "KX", "MP"])}-${chance.figures(6)}`,
  (chance) => `C${chance.figures(4)}${chance.figures(5)}`,
];

/** `currency`: dollars, and of Spanish mails at times pesos or euros. */
export function drawPurchase(chance: Chance, wish: Pick<Purchase, "kind" | "language" | "store" | "at">): Purchase {
  const { language, at } = wish;
  const names = [...THINGS[language]];
  const items = Array.from({ length: chance.between(1, 3) }, () => ({
    name: names.splice(chance.below(names.length), 1)[0] ?? "",
    quantity: chance.one([1, 1, 1, 2, 3]),
    unit_minor: chance.between(350, 18_999),
  }));
  const shipping_minor = chance.one([0, 499, 799, 1_250]);
  const sum = items.reduce((all, { quantity, unit_minor }) => all + quantity * unit_minor, 0);
  const tax_minor = Math.round((sum * chance.between(4, 9)) / 100);
  const sent = at.toISOString().slice(0, 10);
  const begin = dayAfter(sent, chance.between(12, 60));
  return {
    ...wish,
    ...{ items, shipping_minor, tax_minor, total_minor: sum + shipping_minor + tax_minor },
    number: chance.one(NUMBERS)(chance),
    currency: language === "es" ? chance.one(["USD", "USD", "MXN", "EUR"]) : "USD",
    ordered_on: wish.kind === "order" ? sent : dayAfter(sent, -chance.between(1, 4)),
    promised_by: dayAfter(sent, chance.between(2, 9)),
    tracking: trackingOf(chance),
    stay: {
      ...{
        hotel: chance.one(HOTELS),
        place: chance.one(PLACES),
        check_in: begin,
        check_out: dayAfter(begin, chance.between(1, 6)),
      },
      ...{ room: chance.one(ROOMS[language]), board: chance.one(BOARDS[language]), adults: chance.between(1, 4) },
    },
    car: {
      ...{
        company: wish.store.name,
        from: chance.one(STATIONS),
        to: chance.one(STATIONS),
        kind: chance.one(CARS[language]),
      },
      pick_up: [begin, chance.one(["09:00", "14:30", "18:15"])],
      drop_off: [dayAfter(begin, chance.between(2, 7)), chance.one(["10:00", "16:45"])],
    },
    free_until: dayAfter(begin, -chance.between(1, 3)),
  };
}

/** The facts that a mail of it says, in the field names that stores are read by; amounts in cents as text. */
export function truthOf(it: Purchase): Record<string, unknown> {
  const minor = (value: number) => String(value);
  const items = it.items.map(({ name, quantity, unit_minor }) => ({ name, quantity, unit_minor: minor(unit_minor) }));
  const total = { currency: it.currency, total_minor: minor(it.total_minor) };
  const cancel_free_until = `${it.free_until}T23:59`;
  switch (it.kind) {
    case "order":
      return {
        kind: "order",
        order_number: it.number,
        ordered_on: it.ordered_on,
        ...total,
        shipping_minor: minor(it.shipping_minor),
        promised_by: it.promised_by,
        items,
      };
    case "refund":
      return { kind: "refund", order_number: it.number, currency: it.currency, amount_minor: minor(it.total_minor) };
    case "receipt":
      return { kind: "receipt", ...total, paid_on: it.ordered_on };
    case "stay":
      return {
        kind: "stay",
        reservation_number: it.number,
        name: it.stay.hotel,
        check_in: it.stay.check_in,
        check_out: it.stay.check_out,
        room: it.stay.room,
        adults: it.stay.adults,
        ...total,
        cancel_free_until,
      };
    case "car":
      return {
        kind: "car",
        reservation_number: it.number,
        pick_up_at: it.car.pick_up.join("T"),
        drop_off_at: it.car.drop_off.join("T"),
        place: it.car.from,
        drop_off_place: it.car.to,
        car_class: it.car.kind,
        ...total,
        cancel_free_until,
      };
    default:
      return {
        kind: "shipment",
        step: it.kind,
        order_number: it.number,
        tracking_number: it.tracking.number,
        carrier_name: it.tracking.carrier,
      };
  }
}
