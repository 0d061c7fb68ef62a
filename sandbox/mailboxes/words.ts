import type { Chance } from "./chance.ts";
import { dayAfter, type Language, type Purchase } from "./purchase.ts";

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
} as const;
const SHORT = {
  en: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
  es: ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"],
} as const;
const DAYS = {
  en: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
  es: ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"],
} as const;

/** How one store writes days, times and amounts. */
export interface Hand {
  day(day: string): string;
  time(time: string): string;
  money(minor: number): string;
  /** One of several names for a thing. */
  name(list: readonly string[]): string;
}

export function handOf(chance: Chance, language: Language, currency: string): Hand {
  const style = chance.below(5);
  const clock = chance.below(2);
  const sign = chance.below(3);
  const day = (text: string): string => {
    const [year = 0, month = 0, date = 0] = text.split("-").map(Number);
    const long = MONTHS[language][month - 1] ?? "";
    const short = SHORT[language][month - 1] ?? "";
    const weekday = DAYS[language][new Date(`${text}T12:00:00Z`).getUTCDay()] ?? "";
    const two = (value: number) => String(value).padStart(2, "0");
    if (language === "en")
      return (
        [
          `${long} ${date}, ${year}`,
          `${short} ${date}, ${year}`,
          `${two(month)}/${two(date)}/${year}`,
          `${weekday}, ${long} ${date}`,
          `${date} ${short} ${year}`,
        ][style] ?? text
      );
    return (
      [
        `${date} de ${long} de ${year}`,
        `${date} ${short} ${year}`,
        `${two(date)}/${two(month)}/${year}`,
        `${weekday}, ${date} de ${long}`,
        text,
      ][style] ?? text
    );
  };
  const time = (text: string): string => {
    const [hour = 0, minute = 0] = text.split(":").map(Number);
    if (clock === 0) return language === "es" ? `${text} h` : text;
    return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? (language === "es" ? "a. m." : "AM") : language === "es" ? "p. m." : "PM"}`;
  };
  const money = (minor: number): string => {
    const cents = String(minor % 100).padStart(2, "0");
    const whole = Math.floor(minor / 100).toString();
    const grouped = (by: string) => whole.replace(/\B(?=(\d{3})+$)/g, by);
    if (currency === "EUR")
      return [`${grouped(".")},${cents} €`, `€${grouped(".")},${cents}`, `${grouped(".")},${cents} EUR`][sign] ?? "";
    if (currency === "MXN")
      return (
        [`MX$${grouped(",")}.${cents}`, `$${grouped(",")}.${cents} MXN`, `MXN ${grouped(",")}.${cents}`][sign] ?? ""
      );
    return [`$${grouped(",")}.${cents}`, `US$${grouped(",")}.${cents}`, `$${grouped(",")}.${cents} USD`][sign] ?? "";
  };
  return { day, time, money, name: (list) => chance.one(list) };
}

/** What a mail holds before it gets a layout. */
export interface Draft {
  subject: string;
  title: string;
  intro: string;
  facts: [label: string, value: string][];
  /** `amount` null: parcels' mails name things without prices. */
  items: { name: string; quantity: number; unit: string | null; all: string | null }[];
  sums: [label: string, value: string][];
  link: { text: string; href: string };
  footer: string;
  headings: { item: string; quantity: string; price: string; each: string };
}

const say = <T>(language: Language, en: T, es: T): T => (language === "en" ? en : es);

function headOf(it: Purchase, hand: Hand): Pick<Draft, "subject" | "title" | "intro"> {
  const l = it.language;
  const shop = it.store.name;
  const pick = (en: readonly string[], es: readonly string[]) => hand.name(say(l, en, es));
  const thanks = pick(
    ["Hi there, here are the details.", "Thanks for shopping with us."],
    ["Hola, aquí están los detalles.", "Gracias por tu preferencia."],
  );
  const heads: Record<Purchase["kind"], [string, string]> = {
    order: [
      pick(
        [`Your ${shop} order confirmation`, `Thank you for your order #${it.number}`, `We got your order from ${shop}`],
        [
          `Confirmación de tu pedido en ${shop}`,
          `Gracias por tu pedido n.º ${it.number}`,
          `Recibimos tu compra en ${shop}`,
        ],
      ),
      pick(["Thank you for your order!", "Order confirmed"], ["¡Gracias por tu compra!", "Pedido confirmado"]),
    ],
    shipped: [
      pick(
        ["Your order has shipped", `Your ${shop} order is on its way`],
        ["Tu pedido fue enviado", `Tu pedido de ${shop} va en camino`],
      ),
      pick(["It's on the way", "Your package has shipped"], ["Va en camino", "Tu paquete fue enviado"]),
    ],
    out_for_delivery: [
      pick([`Out for delivery: your ${shop} order`], ["Tu pedido está en reparto"]),
      pick(["Out for delivery"], ["En reparto"]),
    ],
    delivered: [
      pick(
        [`Delivered: your ${shop} order`, "Your package was delivered"],
        ["Tu pedido fue entregado", `Entregado: tu pedido de ${shop}`],
      ),
      pick(["Your package was delivered"], ["Tu paquete fue entregado"]),
    ],
    refund: [
      pick(
        [`Your refund from ${shop}`, `Refund issued for order ${it.number}`],
        [`Tu reembolso de ${shop}`, `Reembolso del pedido ${it.number}`],
      ),
      pick(["We've issued your refund"], ["Procesamos tu reembolso"]),
    ],
    receipt: [
      pick(
        [`Your receipt from ${shop}`, `${shop} payment receipt`],
        [`Tu recibo de ${shop}`, `Recibo de pago de ${shop}`],
      ),
      pick(["Thanks for your payment"], ["Gracias por tu pago"]),
    ],
    stay: [
      pick(
        ["Your hotel booking is confirmed", `Booking confirmation, ${it.stay.hotel}`],
        ["Tu reserva de hotel está confirmada", `Confirmación de reserva, ${it.stay.hotel}`],
      ),
      pick(["Your stay is booked"], ["Tu estancia está reservada"]),
    ],
    car: [
      pick(
        ["Your car rental is confirmed", `${shop} rental confirmation`],
        ["Tu renta de auto está confirmada", `Confirmación de renta de ${shop}`],
      ),
      pick(["Your rental car is reserved"], ["Tu auto está reservado"]),
    ],
  };
  return { subject: heads[it.kind][0], title: heads[it.kind][1], intro: thanks };
}

function factsOf(it: Purchase, hand: Hand): Draft["facts"] {
  const l = it.language;
  const pick = (en: readonly string[], es: readonly string[]) => hand.name(say(l, en, es));
  const number: [string, string] = [
    pick(["Order number", "Order #", "Order no."], ["Número de pedido", "Pedido n.º", "N.º de pedido"]),
    it.number,
  ];
  const ordered: [string, string] = [
    pick(["Order date", "Date placed", "Ordered on"], ["Fecha del pedido", "Fecha de compra"]),
    hand.day(it.ordered_on),
  ];
  const carrier: [string, string] = [
    pick(["Carrier", "Shipped via"], ["Transportista", "Enviado por", "Paquetería"]),
    it.tracking.carrier,
  ];
  const tracking: [string, string] = [
    pick(["Tracking number", "Tracking #"], ["Número de seguimiento", "Número de guía", "Código de rastreo"]),
    it.tracking.number,
  ];
  const booking: [string, string] = [
    pick(
      ["Booking number", "Confirmation number", "Reservation number"],
      ["Número de reserva", "Localizador", "Código de confirmación"],
    ),
    it.number,
  ];
  const free: [string, string] = [
    pick(
      ["Free cancellation until", "Cancel free until"],
      ["Cancelación gratuita hasta el", "Cancelación gratis hasta"],
    ),
    hand.day(it.free_until),
  ];
  const at = ([day, time]: [string, string]) => `${hand.day(day)}, ${hand.time(time)}`;
  switch (it.kind) {
    case "order":
      return [
        number,
        ordered,
        [
          pick(
            ["Estimated delivery", "Arrives by", "Delivery date"],
            ["Entrega estimada", "Fecha de entrega", "Llega el"],
          ),
          hand.day(it.promised_by),
        ],
      ];
    case "refund":
      return [
        number,
        [
          pick(["Refund amount", "Refund total", "Amount refunded"], ["Total reembolsado", "Importe del reembolso"]),
          hand.money(it.total_minor),
        ],
      ];
    case "receipt":
      return [[pick(["Payment date", "Date"], ["Fecha de pago", "Fecha"]), hand.day(it.ordered_on)]];
    case "stay":
      return [
        booking,
        ["Hotel", it.stay.hotel],
        [say(l, "Address", "Dirección"), it.stay.place],
        [pick(["Check-in", "Check in"], ["Entrada", "Check-in"]), hand.day(it.stay.check_in)],
        [pick(["Check-out", "Check out"], ["Salida", "Check-out"]), hand.day(it.stay.check_out)],
        [pick(["Room", "Room type"], ["Habitación", "Tipo de habitación"]), it.stay.room],
        [say(l, "Guests", "Huéspedes"), say(l, `${it.stay.adults} adults`, `${it.stay.adults} adultos`)],
        [say(l, "Meals", "Régimen"), it.stay.board],
        free,
      ];
    case "car":
      return [
        booking,
        [pick(["Pick-up", "Pick-up date and time"], ["Recogida", "Fecha y hora de recogida"]), at(it.car.pick_up)],
        [say(l, "Pick-up location", "Lugar de recogida"), it.car.from],
        [pick(["Drop-off", "Return"], ["Devolución"]), at(it.car.drop_off)],
        [pick(["Drop-off location", "Return location"], ["Lugar de devolución"]), it.car.to],
        [pick(["Car class", "Vehicle"], ["Tipo de auto", "Vehículo"]), it.car.kind],
        free,
      ];
    default:
      return [
        number,
        carrier,
        tracking,
        ...(it.kind === "shipped"
          ? [
              [pick(["Estimated delivery"], ["Entrega estimada"]), hand.day(dayAfter(it.promised_by, 0))] as [
                string,
                string,
              ],
            ]
          : []),
      ];
  }
}

function sumsOf(it: Purchase, hand: Hand): Draft["sums"] {
  const l = it.language;
  const pick = (en: readonly string[], es: readonly string[]) => hand.name(say(l, en, es));
  const total: [string, string] = [
    pick(["Order total", "Total", "Grand total", "Total charged"], ["Total", "Total del pedido", "Importe total"]),
    hand.money(it.total_minor),
  ];
  if (it.kind === "order") {
    const sum = it.total_minor - it.tax_minor - it.shipping_minor;
    const free = it.shipping_minor === 0;
    return [
      ["Subtotal", hand.money(sum)],
      [
        pick(["Shipping", "Shipping & handling", "Standard shipping"], ["Envío", "Gastos de envío", "Envío estándar"]),
        free ? say(l, "FREE", "Gratis") : hand.money(it.shipping_minor),
      ],
      [pick(["Tax", "Sales tax", "Estimated tax"], ["Impuestos", "IVA"]), hand.money(it.tax_minor)],
      total,
    ];
  }
  if (it.kind === "receipt")
    return [
      [
        pick(["Total", "Amount paid", "Total paid"], ["Total", "Total pagado", "Importe cobrado"]),
        hand.money(it.total_minor),
      ],
    ];
  if (it.kind === "stay" || it.kind === "car")
    return [
      [
        pick(["Total price", "Total cost", "Total"], ["Precio total", "Total de la reserva", "Total"]),
        hand.money(it.total_minor),
      ],
    ];
  return [];
}

export function draftOf(it: Purchase, hand: Hand): Draft {
  const l = it.language;
  const priced = it.kind === "order";
  const listed = priced || it.kind === "shipped" || it.kind === "delivered";
  return {
    ...headOf(it, hand),
    facts: factsOf(it, hand),
    items: listed
      ? it.items.map(({ name, quantity, unit_minor }) => ({
          name,
          quantity,
          unit: priced ? hand.money(unit_minor) : null,
          all: priced ? hand.money(unit_minor * quantity) : null,
        }))
      : [],
    sums: sumsOf(it, hand),
    link: ["shipped", "out_for_delivery", "delivered"].includes(it.kind)
      ? { text: say(l, "Track your package", "Rastrea tu paquete"), href: it.tracking.url }
      : { text: say(l, "View details", "Ver detalles"), href: `https://${it.store.domain}/account` },
    footer: say(
      l,
      `You receive this mail because you shopped at ${it.store.name}. Questions? Call 1-800-555-0142. © 2027`,
      `Recibes este correo porque compraste en ${it.store.name}. ¿Dudas? Llama al 800 555 0142. © 2027`,
    ),
    headings: say(
      l,
      { item: "Item", quantity: "Qty", price: "Price", each: "each" },
      { item: "Artículo", quantity: "Cantidad", price: "Precio", each: "c/u" },
    ),
  };
}
