/**
 * A shop's own feed in whatever form it comes: Google Merchant XML, JSON, one JSON object a line, or a table with any of the
 * usual delimiters, headers in other languages and decimal commas. What it is is told by its first signs, since names and
 * types of files lie. What is none of these is refused as a whole.
 */
import { fold } from "../names.ts";
import { type Handful, handful, type ProductRow, type RawProduct } from "./feed.types.ts";
import { FeedFormatError } from "./feed-format-error.ts";
import type { TextChunk } from "./feed-stream.ts";
import { readJson } from "./read-json.ts";
import { readMerchantXml } from "./read-merchant-xml.ts";
import { readProduct } from "./read-product.ts";
import { type Delimiter, readTable } from "./read-table.ts";

type Field = keyof RawProduct;

/** Names of columns and fields, folded and without spaces, as shops write them. The first of a field that is filled counts. */
const NAMES: Record<Field, readonly string[]> = {
  external_id:
    "id gid sku uniquemerchantsku catalogitemid productid itemid artikelnummer artnr referencia codigo referenz identifiant".split(
      " ",
    ),
  title: "title name productname titel produktname titulo nombre titre nom bezeichnung".split(" "),
  description: "description productdescription desc beschreibung descripcion".split(" "),
  link: "link url producturl deeplink awdeeplink clickurl enlace lien produktlink linkcodeclickurl".split(" "),
  image: "imagelink imageurl image bild bildlink bildurl imagen enlaceimagen lienimage urlimage".split(" "),
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
    "producttype category googleproductcategoryname googleproductcategory merchantcategory kategorie produkttyp categoria categorie".split(
      " ",
    ),
  adult: "adult".split(" "),
  color: "color colour farbe couleur".split(" "),
  size: "size grosse talla tamano taille".split(" "),
  material: "material materiau".split(" "),
};
const FIELDS = Object.keys(NAMES) as Field[];
const REQUIRED: readonly Field[] = ["external_id", "title", "link", "price"];

export type ShopFeedOptions = {
  /** What the network says the whole feed is priced in, for rows that name no currency. */
  currency?: string | undefined;
};

export async function* readShopFeed(
  chunks: AsyncIterable<TextChunk>,
  options: ShopFeedOptions = {},
): AsyncGenerator<Handful<ProductRow>> {
  const source = chunks[Symbol.asyncIterator]();
  const { head, first } = await readHead(source);
  async function* whole(): AsyncGenerator<TextChunk> {
    yield* first;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  }
  const sign = head.trimStart()[0];
  if (sign === undefined) throw new FeedFormatError("the feed is empty");
  if (sign === "<") yield* readXmlRows(whole(), options);
  else if (sign === "{" || sign === "[") yield* readJsonRows(whole(), options);
  else yield* readTableRows(whole(), head, options);
}

/** Enough of the text to tell what it is: its first signs, and the whole of its first line. */
async function readHead(source: AsyncIterator<TextChunk>) {
  const first: TextChunk[] = [];
  let head = "";
  while (head.length < 64 * 1024 && !head.trimStart().includes("\n")) {
    const next = await source.next();
    if (next.done) break;
    first.push(next.value);
    head += next.value.text;
  }
  return { head, first };
}

const raw = (get: (field: Field) => string | undefined, currency: string | undefined) => {
  const product = Object.fromEntries(FIELDS.map((field) => [field, get(field)])) as RawProduct;
  return readProduct({ ...product, currency: product.currency || currency });
};

async function* readXmlRows(chunks: AsyncIterable<TextChunk>, { currency }: ShopFeedOptions) {
  for await (const { items, broken, bytes, total_bytes, cut } of readMerchantXml(chunks)) {
    const read = items.map((item) => {
      const names = new Map([...item].map(([name, value]) => [keyOf(name), value]));
      return raw((field) => pick(field, (name) => names.get(name)), currency);
    });
    yield { ...handful(read, bytes, broken, total_bytes), cut };
  }
}

async function* readJsonRows(chunks: AsyncIterable<TextChunk>, { currency }: ShopFeedOptions) {
  let seen = 0;
  let named = 0;
  for await (const { rows, broken, bytes, total_bytes, cut } of readJson(chunks)) {
    seen += rows.length;
    named += rows.filter((row) => jsonFields(row)("external_id")).length;
    const read = rows.map((row) => raw(jsonFields(row), currency));
    yield { ...handful(read, bytes, broken, total_bytes), cut };
  }
  if (seen > 0 && named === 0) throw new FeedFormatError("the JSON holds no list of products");
}

/** The fields of a JSON product; a price may be an object of amount and currency, a list is its first entry. */
export function jsonFields(row: Record<string, unknown>): (field: Field) => string | undefined {
  const names = new Map<string, string>();
  const put = (name: string, value: unknown) => {
    const text = plainText(value);
    if (text !== undefined) names.set(keyOf(name), text);
  };
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      for (const [inner, one] of Object.entries(value)) put(`${name} ${inner}`, one);
    put(name, value);
  }
  return (field) => pick(field, (name) => names.get(name));
}

function plainText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return plainText(value[0]);
  if (typeof value !== "object" || value === null) return undefined;
  const { amount, value: inner, currency, name } = value as Record<string, unknown>;
  const figure = plainText(amount) ?? plainText(inner);
  return figure === undefined ? plainText(name) : [figure, plainText(currency)].filter(Boolean).join(" ");
}

async function* readTableRows(chunks: AsyncIterable<TextChunk>, head: string, { currency }: ShopFeedOptions) {
  const line = head.replace(/^\ufeff/, "").split("\n", 1)[0] ?? "";
  const delimiter = delimiterOf(line);
  let places: Map<Field, number[]> | null = null;
  const names = line.split(delimiter).map((name) => name.trim().replace(/^"|"$/g, ""));
  const known = new Map(names.map((name) => [keyOf(name), name]));
  const missing = REQUIRED.filter((field) => !NAMES[field].some((name) => known.has(name)));
  if (missing.length > 0)
    throw new FeedFormatError(
      `this is no feed of products: it begins with "${line.slice(0, 60).trim()}" and names no ${missing.map((field) => field.replace("external_", "").replace("_", " ")).join(", ")}`,
    );
  const format = { delimiter, quoted: delimiter !== "\t", required: [] };
  for await (const { at, rows, broken, bytes, total_bytes } of readTable(chunks, format)) {
    places ??= new Map(
      FIELDS.map((field) => [
        field,
        NAMES[field].flatMap((name) => {
          const own = known.get(name);
          return own === undefined ? [] : [at(own)].filter((place) => place >= 0);
        }),
      ]),
    );
    // Tab separated files leave quotes alone, as a `7"` screen must not swallow the file; a cell quoted whole is unwrapped.
    const bare = format.quoted ? (cell: string | undefined) => cell : unquoted;
    const read = rows.map((cells) =>
      raw((field) => (places?.get(field) ?? []).map((place) => bare(cells[place])).find(Boolean), currency),
    );
    yield handful(read, bytes, broken, total_bytes);
  }
}

function unquoted(cell: string | undefined): string | undefined {
  if (!cell || cell.length < 2 || !cell.startsWith('"') || !cell.endsWith('"')) return cell;
  return cell.slice(1, -1).replaceAll('""', '"');
}

/** The sign that cuts the header into most names. */
function delimiterOf(line: string): Delimiter {
  const signs: readonly Delimiter[] = ["\t", ";", "|", ","];
  return signs.reduce((best, sign) => (line.split(sign).length > line.split(best).length ? sign : best));
}

const keys = new Map<string, string>();
/** `g:image_link`, `Image Link` and `imageLink` are one name. */
function keyOf(name: string): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const short = name.slice(0, 60);
  const key = fold(short.slice(short.indexOf(":") + 1)).replaceAll(" ", "");
  if (keys.size < 2_000) keys.set(name, key);
  return key;
}

function pick(field: Field, get: (name: string) => string | undefined): string | undefined {
  for (const name of NAMES[field]) {
    const value = get(name);
    if (value) return value;
  }
  return undefined;
}
