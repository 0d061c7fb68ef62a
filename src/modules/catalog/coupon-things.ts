/** What coupons are limited to, said in Spanish: the names of our categories and everyday names of goods. Pure. */
import { PRODUCT_CATEGORIES } from "./taxonomy/taxonomy.ts";

/** Departments whose names, cut loose from their department, mean something else in Spanish: "perros" are no dog supplies. */
const CUT_LOOSE = new Set(["pet-supplies", "smart-home", "industrial-and-scientific", "other"]);
/** Names that a shop may mean otherwise than we do: cases are for phones as well as for computers. */
const UNCLEAR = new Set([
  "Accessories",
  "Accessories & Supplies",
  "Baby",
  "Bath Products",
  "Cases",
  "Hardware",
  "Other",
]);

const EVERYDAY: Readonly<Record<string, string>> = {
  appliances: "electrodomésticos",
  backpacks: "mochilas",
  bags: "bolsos",
  batteries: "pilas",
  bikes: "bicicletas",
  books: "libros",
  boots: "botas",
  cameras: "cámaras",
  "cat food": "comida para gatos",
  clothes: "ropa",
  clothing: "ropa",
  coats: "abrigos",
  coffee: "café",
  "cpu coolers": "disipadores de CPU",
  desktops: "computadoras de escritorio",
  "dog food": "comida para perros",
  drives: "discos",
  electronics: "electrónica",
  flights: "vuelos",
  flowers: "flores",
  games: "juegos",
  gifts: "regalos",
  groceries: "alimentos",
  headsets: "audífonos con micrófono",
  hoodies: "sudaderas",
  hotels: "hoteles",
  jackets: "chaquetas",
  jeans: "jeans",
  jewelry: "joyería",
  lamps: "lámparas",
  laptops: "computadoras portátiles",
  mattresses: "colchones",
  "men's clothes": "ropa para hombre",
  pants: "pantalones",
  perfume: "perfumes",
  "pet food": "comida para mascotas",
  phones: "teléfonos",
  printers: "impresoras",
  routers: "routers",
  shirts: "camisas",
  shoes: "zapatos",
  skincare: "cuidado de la piel",
  sneakers: "tenis",
  sofas: "sofás",
  sunglasses: "lentes de sol",
  sweaters: "suéteres",
  swimwear: "trajes de baño",
  tablets: "tabletas",
  tea: "té",
  "the pantry": "la despensa",
  tires: "llantas",
  tools: "herramientas",
  toys: "juguetes",
  tvs: "televisores",
  underwear: "ropa interior",
  vitamins: "vitaminas",
  watches: "relojes",
  "women's clothes": "ropa para mujer",
};

export const SEASONS: Readonly<Record<string, string>> = {
  spring: "primavera",
  summer: "verano",
  fall: "otoño",
  autumn: "otoño",
  winter: "invierno",
};

const plain = (name: string) => name.trim().toLowerCase().replaceAll("’", "'").replace(/ and /g, " & ");
/** Within a sentence: "Tarjetas gráficas" begins small, "GPS" does not. */
const within = (name: string) => (/^\p{Lu}\p{Lu}/u.test(name) ? name : `${name[0]?.toLowerCase()}${name.slice(1)}`);

const NAMES = new Map<string, string>([
  ...PRODUCT_CATEGORIES.filter(({ slug }) => !CUT_LOOSE.has(slug))
    .flatMap((department) => [department, ...department.subcategories])
    // A name with a colon is one of a maker's own, and nothing that a sentence takes.
    .filter(({ name_en, name_es }) => !UNCLEAR.has(name_en) && !name_es.includes(":"))
    .map(({ name_en, name_es }) => [plain(name_en), within(name_es)] as const),
  ...Object.entries(EVERYDAY).map(([name, said]) => [plain(name), said] as const),
]);

function oneInSpanish(name: string): string | null {
  const known = NAMES.get(name);
  if (known) return known;
  const [season = "", ...rest] = name.split(" ");
  const [time, thing] = [SEASONS[season], NAMES.get(rest.join(" "))];
  return time && thing && !/ [ey] /.test(thing) ? `${thing} de ${time}` : null;
}

/** "Keyboards and mice", "Tops, Bottoms": each of them in Spanish, or null as soon as one is not known. */
export function thingsInSpanish(text: string): string | null {
  const whole = plain(text);
  const parts = whole.split(/,\s*(?:& )?/);
  const known = oneInSpanish(whole);
  if (known !== null) return known;
  const split = parts.flatMap((part) => (oneInSpanish(part) === null ? part.split(" & ") : [part])).map(oneInSpanish);
  return split.includes(null) ? null : joined(split.filter((one) => one !== null));
}

function joined(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  // Where a name holds an "and" of its own, another one would not tell where the last begins.
  if (names.length < 2 || names.some((name) => / [ey] /.test(name))) return names.join(", ");
  return `${names.slice(0, -1).join(", ")} ${/^h?i/i.test(last) ? "e" : "y"} ${last}`;
}
