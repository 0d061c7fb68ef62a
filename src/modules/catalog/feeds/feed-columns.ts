/** Which column of a shop's feed holds what: proposed by the names that shops use, or said by a person. Pure. */
import { fold } from "../names.ts";
import type { RawProduct } from "./feed.types.ts";
import { FeedFormatError } from "./feed-format-error.ts";

export type Field = keyof RawProduct;

/** Names of columns and fields, folded and without spaces, as shops write them. The first of a field that is filled counts. */
const NAMES: Record<Field, readonly string[]> = {
  external_id:
    "id gid sku uniquemerchantsku catalogitemid productid awproductid merchantproductid itemid artikelnummer artnr referencia codigo referenz identifiant".split(
      " ",
    ),
  title: "title name productname titel produktname titulo nombre titre nom bezeichnung".split(" "),
  description: "description productdescription desc beschreibung descripcion".split(" "),
  // A shop's own link goes before a network's, which would lead through that network and not through ours.
  link: "link url producturl merchantdeeplink deeplink awdeeplink clickurl enlace lien produktlink linkcodeclickurl".split(
    " ",
  ),
  image:
    "imagelink imageurl merchantimageurl awimageurl image bild bildlink bildurl imagen enlaceimagen lienimage urlimage".split(
      " ",
    ),
  availability: "availability stockavailability instock stockstatus verfugbarkeit disponibilidad disponibilite".split(
    " ",
  ),
  price: "price currentprice searchprice preis precio prix importe".split(" "),
  sale_price: "saleprice sonderpreis angebotspreis preciooferta precioventa prixsolde".split(" "),
  list_price: "originalprice listprice rrpprice uvp productpriceold precioanterior".split(" "),
  currency: "currency pricecurrency wahrung moneda devise".split(" "),
  brand: "brand manufacturer brandname marke hersteller marca marque".split(" "),
  gtin: "gtin ean upc productgtin codigobarras".split(" "),
  mpn: "mpn modelnumber herstellernummer".split(" "),
  condition: "condition zustand estado condicion etat".split(" "),
  category:
    "producttype category googleproductcategoryname googleproductcategory merchantcategory categorypath kategorie produkttyp categoria categorie".split(
      " ",
    ),
  adult: "adult".split(" "),
  color: "color colour farbe couleur".split(" "),
  size: "size grosse talla tamano taille fashionsize".split(" "),
  material: "material materiau fashionmaterial".split(" "),
  weight: "productweight shippingweight".split(" "),
  details: "productdetail specifications".split(" "),
};
export const FIELDS = Object.keys(NAMES) as Field[];
const REQUIRED: readonly Field[] = ["external_id", "title", "link", "price"];

/** A field as operators call it. */
export const wordOf = (field: Field): string => (field === "external_id" ? "id" : field);

const keys = new Map<string, string>();
/** `g:image_link`, `Image Link` and `imageLink` are one name. */
export function keyOf(name: string): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const short = name.slice(0, 60);
  const key = fold(short.slice(short.indexOf(":") + 1)).replaceAll(" ", "");
  if (keys.size < 2_000) keys.set(name, key);
  return key;
}

/** Where each field is looked for: columns by their keys, the first that is filled, or one value for every row. */
export type ColumnMap = Record<Field, { keys: readonly string[]; constant: string | null }>;

export const PROPOSED: ColumnMap = Object.fromEntries(
  FIELDS.map((field) => [field, { keys: NAMES[field], constant: null }]),
) as ColumnMap;

/** `{"id": "Art-Nr", "price": ["Aktion", "Preis"], "currency": "=EUR"}`: what is not said stays as it is proposed. */
export function readColumnMap(text: string): ColumnMap {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    throw new FeedFormatError("the map is not JSON");
  }
  if (typeof said !== "object" || said === null || Array.isArray(said))
    throw new FeedFormatError('the map is no object such as {"id": "Art-Nr", "currency": "=EUR"}');
  const map: ColumnMap = { ...PROPOSED };
  for (const [word, value] of Object.entries(said)) {
    const field = FIELDS.find((one) => wordOf(one) === word || one === word);
    if (!field) throw new FeedFormatError(`the map names ${word}, which is none of ${FIELDS.map(wordOf).join(", ")}`);
    const columns = Array.isArray(value) ? value : [value];
    if (columns.some((column) => typeof column !== "string"))
      throw new FeedFormatError(`the map's ${word} is neither a column nor a list of columns`);
    const named = columns as string[];
    const constant = named.find((column) => column.startsWith("="))?.slice(1) ?? null;
    map[field] = { keys: named.filter((column) => !column.startsWith("=")).map(keyOf), constant };
  }
  return map;
}

/** Reads one field of a row, of which `get` answers the column with a key. */
export function pick(map: ColumnMap, field: Field, get: (key: string) => string | undefined): string | undefined {
  const { keys: places, constant } = map[field];
  for (const key of places) {
    const value = get(key);
    if (value) return value;
  }
  return constant ?? undefined;
}

/** The fields that every product needs and that no column holds. */
export const missingFields = (map: ColumnMap, has: (key: string) => boolean): string[] =>
  REQUIRED.filter((field) => map[field].constant === null && !map[field].keys.some(has)).map((field) =>
    wordOf(field).replace("_", " "),
  );
