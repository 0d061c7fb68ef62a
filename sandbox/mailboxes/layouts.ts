import { esc } from "../markup.ts";
import type { Purchase } from "./purchase.ts";
import type { Draft } from "./words.ts";

/** A mail of one look: markup, plain text or both. */
export interface Laid {
  html?: string;
  text?: string;
}
type Layout = (draft: Draft, it: Purchase) => Laid;

const page = (title: string, body: string, head = ""): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${esc(title)}</title><style>.x{color:#333}</style>${head}</head><body>
<div style="display:none;max-height:0">${esc(title)} &nbsp;&zwnj;&nbsp;</div>${body}</body></html>`;
const foot = ({ link, footer }: Draft): string =>
  `<p><a href="${esc(link.href)}">${esc(link.text)}</a></p><p style="font-size:11px">${esc(footer)}</p>`;

/** Rows of one table, as most shops' own programs send. */
const table: Layout = (draft) => {
  const facts = draft.facts
    .map(([label, value]) => `<tr><td><b>${esc(label)}</b></td><td>${esc(value)}</td></tr>`)
    .join("");
  const { item, quantity, price } = draft.headings;
  const items = draft.items
    .map(
      (one) =>
        `<tr><td>${esc(one.name)}</td><td align="center">${one.quantity}</td><td align="right">${esc(one.all ?? "")}</td></tr>`,
    )
    .join("");
  const sums = draft.sums
    .map(([label, value]) => `<tr><td colspan="2">${esc(label)}:</td><td align="right">${esc(value)}</td></tr>`)
    .join("");
  const head = items ? `<tr><th>${item}</th><th>${quantity}</th><th>${price}</th></tr>` : "";
  return {
    html: page(
      draft.title,
      `<h1>${esc(draft.title)}</h1><p>${esc(draft.intro)}</p><table>${facts}</table><table>${head}${items}${sums}</table>${foot(draft)}`,
    ),
  };
};

/** Blocks below each other, as hosted shops send. */
const cards: Layout = (draft) => {
  const facts = draft.facts
    .map(([label, value]) => `<div><span class="x">${esc(label)}</span><div>${esc(value)}</div></div>`)
    .join("");
  const items = draft.items
    .map(
      (one) =>
        `<div class="item"><div><a href="https://example.com/p">${esc(one.name)}</a></div><div>${draft.headings.quantity}: ${one.quantity}</div>${one.unit === null ? "" : `<div>${esc(one.all ?? "")}</div>`}</div>`,
    )
    .join("");
  const sums = draft.sums
    .map(([label, value]) => `<div><span>${esc(label)}</span> <strong>${esc(value)}</strong></div>`)
    .join("");
  return {
    html: page(
      draft.title,
      `<div><h2>${esc(draft.title)}</h2><p>${esc(draft.intro)}</p>${facts}${items}<hr>${sums}${foot(draft)}</div>`,
    ),
  };
};

/** Text alone, with columns made of blanks. */
const plain: Layout = (draft) => {
  const wide = (label: string) => `${label}:`.padEnd(30);
  const lines = [
    draft.title,
    "",
    draft.intro,
    "",
    ...draft.facts.map(([label, value]) => `${wide(label)}${value}`),
    "",
    ...draft.items.map((one) => `${`${one.quantity} x ${one.name}`.padEnd(56)}  ${one.all ?? ""}`.trimEnd()),
    "-----------------------------",
    ...draft.sums.map(([label, value]) => `${wide(label)}${value}`),
    "",
    `${draft.link.text}: ${draft.link.href}`,
    "--",
    draft.footer,
  ];
  return { text: lines.join("\r\n") };
};

/** Tables within tables, labels in one row and what they say in the next. */
const columns: Layout = (draft) => {
  const cell = (text: string) => `<td valign="top" style="padding:4px">${text}</td>`;
  const pairs: string[] = [];
  for (let at = 0; at < draft.facts.length; at += 3) {
    const three = draft.facts.slice(at, at + 3);
    pairs.push(
      `<tr>${three.map(([label]) => cell(`<small>${esc(label)}</small>`)).join("")}</tr><tr>${three.map(([, value]) => cell(`<b>${esc(value)}</b>`)).join("")}</tr>`,
    );
  }
  const items = draft.items
    .map(
      (one) =>
        `<tr>${cell(`<a href="https://example.com/p"><img src="https://example.com/i.png" alt=""></a>`)}${cell(`<div>${esc(one.name)}</div><div>${draft.headings.quantity}: ${one.quantity}</div>`)}${one.all === null ? "" : cell(esc(one.all))}</tr>`,
    )
    .join("");
  const sums = draft.sums.map(([label, value]) => `<tr>${cell(esc(label))}${cell(esc(value))}</tr>`).join("");
  const inner = (rows: string) => `<tr><td><table width="100%">${rows}</table></td></tr>`;
  return {
    html: page(
      draft.title,
      `<table width="100%"><tr><td align="center"><table width="600">${inner(`<tr><td><h1>${esc(draft.title)}</h1>${esc(draft.intro)}</td></tr>`)}${inner(pairs.join(""))}${inner(items)}${inner(sums)}${inner(`<tr><td>${foot(draft)}</td></tr>`)}</table></td></tr></table>`,
    ),
  };
};

/** Lists and sentences, price of one beside each thing. */
const list: Layout = (draft) => {
  const facts = draft.facts.map(([label, value]) => `<li>${esc(label)}: <em>${esc(value)}</em></li>`).join("");
  const items = draft.items
    .map(
      (one) =>
        `<li>${one.quantity} × ${esc(one.name)}${one.unit === null ? "" : ` – ${esc(one.unit)} ${draft.headings.each}`}</li>`,
    )
    .join("");
  const sums = draft.sums.map(([label, value]) => `<p>${esc(label)}: ${esc(value)}</p>`).join("");
  return {
    html: page(
      draft.title,
      `<h1>${esc(draft.title)}</h1><p>${esc(draft.intro)}</p><ul>${facts}</ul><ol>${items}</ol>${sums}${foot(draft)}`,
    ),
  };
};

const major = (minor: number): string => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, "0")}`;

/** schema.org of what happened, as Google documents it for mails; parts that a store seldom writes stay out. */
function structuredOf(it: Purchase): object | null {
  const frame = { "@context": "http://schema.org" };
  const merchant = { "@type": "Organization", name: it.store.name };
  const booking = {
    reservationNumber: it.number,
    reservationStatus: "http://schema.org/ReservationConfirmed",
    totalPrice: major(it.total_minor),
    priceCurrency: it.currency,
  };
  switch (it.kind) {
    case "order":
      return {
        ...frame,
        "@type": "Order",
        merchant,
        orderNumber: it.number,
        priceCurrency: it.currency,
        price: major(it.total_minor),
        orderDate: `${it.ordered_on}T10:00:00-05:00`,
        orderStatus: "http://schema.org/OrderProcessing",
        acceptedOffer: it.items.map((one) => ({
          "@type": "Offer",
          itemOffered: { "@type": "Product", name: one.name },
          price: major(one.unit_minor),
          priceCurrency: it.currency,
          eligibleQuantity: { "@type": "QuantitativeValue", value: one.quantity },
        })),
      };
    case "shipped":
    case "delivered":
      return {
        ...frame,
        "@type": "ParcelDelivery",
        carrier: { "@type": "Organization", name: it.tracking.carrier },
        trackingNumber: it.tracking.number,
        trackingUrl: it.tracking.url,
        expectedArrivalUntil: `${it.promised_by}T20:00:00-05:00`,
        partOfOrder: {
          "@type": "Order",
          orderNumber: it.number,
          merchant,
          orderStatus: `http://schema.org/${it.kind === "shipped" ? "OrderInTransit" : "OrderDelivered"}`,
        },
      };
    case "stay":
      return {
        ...frame,
        "@type": "LodgingReservation",
        ...booking,
        reservationFor: { "@type": "LodgingBusiness", name: it.stay.hotel, address: it.stay.place },
        checkinTime: `${it.stay.check_in}T15:00:00-05:00`,
        checkoutTime: `${it.stay.check_out}T11:00:00-05:00`,
        lodgingUnitType: it.stay.room,
        numAdults: it.stay.adults,
      };
    case "car":
      return {
        ...frame,
        "@type": "RentalCarReservation",
        ...booking,
        reservationFor: {
          "@type": "RentalCar",
          name: it.car.kind,
          rentalCompany: { "@type": "Organization", name: it.car.company },
        },
        pickupTime: `${it.car.pick_up.join("T")}:00-05:00`,
        dropoffTime: `${it.car.drop_off.join("T")}:00-05:00`,
        pickupLocation: { "@type": "Place", address: it.car.from },
        dropoffLocation: { "@type": "Place", address: it.car.to },
      };
    default:
      return null;
  }
}

const jsonld: Layout = (draft, it) => {
  const thing = structuredOf(it);
  const laid = cards(draft, it).html ?? "";
  return {
    html: thing
      ? laid.replace("</head>", `<script type="application/ld+json">${JSON.stringify(thing)}</script></head>`)
      : laid,
  };
};

const PROPERTY = /^[a-z]\w*$/i;
function microdataOf(thing: object, property = ""): string {
  const entries = Object.entries(thing);
  const type = entries.find(([name]) => name === "@type")?.[1];
  const inner = entries
    .filter(([name]) => PROPERTY.test(name))
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) =>
        typeof one === "object" && one !== null
          ? microdataOf(one, name)
          : `<meta itemprop="${name}" content="${esc(String(one))}">`,
      ),
    )
    .join("");
  return `<div${property ? ` itemprop="${property}"` : ""} itemscope itemtype="http://schema.org/${type}">${inner}</div>`;
}

const microdata: Layout = (draft, it) => {
  const thing = structuredOf(it);
  const laid = table(draft, it).html ?? "";
  return { html: thing ? laid.replace("</body>", `${microdataOf(thing)}</body>`) : laid };
};

/** Most stores write no markup for machines. */
export const LAYOUTS: readonly Layout[] = [
  table,
  cards,
  plain,
  columns,
  list,
  jsonld,
  table,
  microdata,
  cards,
  columns,
];
