import { MERCHANT_CATEGORIES, PRODUCT_CATEGORIES } from "./taxonomy/taxonomy.ts";

/** Names of commission groups in Spanish. Networks tell them in English only; what is not known here stays as it was told. Pure. */
const SPANISH: Record<string, string> = {
  "everything else": "Todo lo demás",
  everything: "Todo",
  "all products": "Todos los productos",
  "sale and clearance": "Rebajas y liquidación",
  sale: "Rebajas",
  clearance: "Liquidación",
  "new customers": "Clientes nuevos",
  "existing customers": "Clientes que vuelven",
  "some customers": "Algunos clientes",
  "some items": "Algunos artículos",
  "gift cards": "Tarjetas de regalo",
  "new subscription or booking": "Nueva suscripción o reserva",
  subscriptions: "Suscripciones",
  electronics: "Electrónica",
  clothing: "Ropa",
  shoes: "Calzado",
  accessories: "Accesorios",
  apparel: "Ropa",
  "clothing and accessories": "Ropa y accesorios",
  "clothing & accessories": "Ropa y accesorios",
  "shoes and accessories": "Calzado y accesorios",
  women: "Mujer",
  men: "Hombre",
  kids: "Niños",
  baby: "Bebés",
  jewelry: "Joyería",
  watches: "Relojes",
  beauty: "Belleza",
  "health & beauty": "Salud y belleza",
  "health and beauty": "Salud y belleza",
  home: "Hogar",
  "home & garden": "Hogar y jardín",
  "home and garden": "Hogar y jardín",
  furniture: "Muebles",
  kitchen: "Cocina",
  appliances: "Electrodomésticos",
  grocery: "Supermercado",
  toys: "Juguetes",
  books: "Libros",
  "pet supplies": "Mascotas",
  "sports & outdoors": "Deportes y aire libre",
  "sports and outdoors": "Deportes y aire libre",
  computers: "Computadoras",
  "video games": "Videojuegos",
  hotels: "Hoteles",
  flights: "Vuelos",
  "car rental": "Alquiler de autos",
  "sale items": "Artículos en rebaja",
  "full-price items": "Artículos a precio completo",
  "returning customers": "Clientes que vuelven",
  "new subscriptions": "Nuevas suscripciones",
  "all other products": "Todo lo demás",
  "all other purchases": "Todo lo demás",
  pantry: "Despensa",
  "processors and graphics cards": "Procesadores y tarjetas gráficas",
  "keyboards, mice and headphones": "Teclados, ratones y audífonos",
  "memory and drives": "Memoria y discos",
};

/** Stores name kinds of goods as we do, often enough. */
const KINDS = new Map(
  [...PRODUCT_CATEGORIES.flatMap((place) => [place, ...place.subcategories]), ...MERCHANT_CATEGORIES].map(
    ({ name_en, name_es }) => [name_en.toLowerCase(), name_es],
  ),
);

const known = (name: string): string | undefined => {
  const key = name.trim().toLowerCase();
  return SPANISH[key] ?? KINDS.get(key);
};

const small = (word: string): string => (word[0] ?? "").toLowerCase() + word.slice(1);
const LISTS = new Intl.ListFormat("es");

/** Several kinds of goods, or all but some; as it was told when there is one that nobody knows. */
function partInSpanish(part: string): string {
  const whole = known(part);
  if (whole) return whole;
  const not = part.startsWith("Not ");
  const kinds = part
    .slice(not ? "Not ".length : 0)
    .split(", ")
    .flatMap((kind) => known(kind) ?? []);
  if (kinds.length < part.split(", ").length) return part;
  const list = LISTS.format(kinds.map((kind, at) => (at > 0 || not ? small(kind) : kind)));
  return not ? `Todo menos ${list}` : list;
}

/** Of several conditions each is said by itself. */
export const rateNameInSpanish = (name: string): string => name.split("; ").map(partInSpanish).join("; ");
