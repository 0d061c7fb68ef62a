/** What each benefit is called and does, in both languages. */
import type { InWords } from "#platform/describer";
import type { BenefitType } from "../../../brands/benefits.ts";
import type { BenefitCard } from "./benefits.types.ts";

type Words = { kind: BenefitCard["kind"]; name: InWords; about: InWords; href: string | null };

export const BENEFIT_WORDS: Readonly<Record<BenefitType, Words>> = {
  shipping: {
    kind: "claim",
    name: { en: "Shipping and returns", es: "Envíos y devoluciones" },
    about: {
      en: "What you pay to have an order sent to you, or to send it back.",
      es: "Lo que pagas para recibir un pedido o para devolverlo.",
    },
    href: null,
  },
  grocery: {
    kind: "claim",
    name: { en: "Groceries", es: "Supermercado" },
    about: { en: "A share of your grocery receipts.", es: "Una parte de tus recibos del supermercado." },
    href: null,
  },
  rideshare: {
    kind: "claim",
    name: { en: "Rideshare", es: "Viajes por app" },
    about: { en: "A share of rides that you book by app.", es: "Una parte de los viajes que pides por app." },
    href: null,
  },
  fooddelivery: {
    kind: "claim",
    name: { en: "Food delivery", es: "Comida a domicilio" },
    about: { en: "A share of meals that are brought to you.", es: "Una parte de la comida que te llevan a casa." },
    href: null,
  },
  scooter: {
    kind: "claim",
    name: { en: "Scooters and bikes", es: "Scooters y bicicletas" },
    about: { en: "A share of rented scooters and bikes.", es: "Una parte del alquiler de scooters y bicicletas." },
    href: null,
  },
  streaming: {
    kind: "claim",
    name: { en: "Streaming", es: "Streaming" },
    about: { en: "A share of one month's bill.", es: "Una parte de la factura de un mes." },
    href: null,
  },
  mobilephone: {
    kind: "claim",
    name: { en: "Mobile phone", es: "Celular" },
    about: { en: "A share of your phone bill.", es: "Una parte de tu factura del teléfono." },
    href: null,
  },
  fuel: {
    kind: "claim",
    name: { en: "Fuel", es: "Combustible" },
    about: { en: "A share of what you fill up.", es: "Una parte de lo que cargas en la gasolinera." },
    href: null,
  },
  truckrental: {
    kind: "claim",
    name: { en: "Moving-truck rental", es: "Camiones de mudanza" },
    about: { en: "A share of a rented moving truck.", es: "Una parte del alquiler de un camión de mudanza." },
    href: null,
  },
  firstorder: {
    kind: "reward",
    name: { en: "First-order reward", es: "Premio por tu primer pedido" },
    about: {
      en: "A gift card or a bonus for your first order through us.",
      es: "Una tarjeta de regalo o un bono por tu primer pedido con nosotros.",
    },
    href: "/account/fdrd",
  },
  earnCashBack: {
    kind: "share",
    name: { en: "More cash back with Plus", es: "Más dinero de vuelta con Plus" },
    about: {
      en: "A larger share of what stores pay comes back on every order.",
      es: "Una parte mayor de lo que pagan las tiendas vuelve a ti en cada pedido.",
    },
    href: "/stores",
  },
  doubleCoins: {
    kind: "share",
    name: { en: "Double coins with Plus", es: "Monedas dobles con Plus" },
    about: { en: "More coins for offers and surveys.", es: "Más monedas por ofertas y encuestas." },
    href: "/offers",
  },
  tenpercent: {
    kind: "boost",
    name: { en: "10% on top", es: "10 % más" },
    about: {
      en: "A tenth more on top of your confirmed cash back, without a claim.",
      es: "Una décima parte más sobre tu dinero de vuelta confirmado, sin pedirlo.",
    },
    href: "/stores",
  },
  seasonal: {
    kind: "boost",
    name: { en: "Seasonal campaigns", es: "Campañas de temporada" },
    about: {
      en: "More cash back between two dates, without a claim.",
      es: "Más dinero de vuelta entre dos fechas, sin pedirlo.",
    },
    href: "/stores",
  },
  smarttravel: {
    kind: "boost",
    name: { en: "Smart travel", es: "Viajes" },
    about: {
      en: "More cash back on hotels, rental cars and transport.",
      es: "Más dinero de vuelta en hoteles, autos de alquiler y transporte.",
    },
    href: "/stores/travel-hotels",
  },
  orderprotection: {
    kind: "watch",
    name: { en: "Order protection", es: "Protección de pedidos" },
    about: {
      en: "When what you bought costs less at the same store within 30 days, the difference comes back.",
      es: "Si lo que compraste cuesta menos en la misma tienda en 30 días, te devolvemos la diferencia.",
    },
    href: "/account/protection/price",
  },
};
