/**
 * A shop's own feed in whatever form it comes: Google Merchant XML, JSON, one JSON object a line, or a table with any of the
 * usual delimiters, headers in other languages and decimal commas. What it is is told by its first signs, since names and
 * types of files lie. What is none of these is refused as a whole.
 */

import { type Handful, handful, type ProductRow, type RawProduct } from "./feed.types.ts";
import { type ColumnMap, FIELDS, type Field, keyOf, missingFields, PROPOSED, pick } from "./feed-columns.ts";
import { FeedFormatError } from "./feed-format-error.ts";
import type { TextChunk } from "./feed-stream.ts";
import { readJson } from "./read-json.ts";
import { readMerchantXml } from "./read-merchant-xml.ts";
import { productReader } from "./read-product.ts";
import { type Delimiter, readTable } from "./read-table.ts";

export const SHOP_FORMATS = ["google", "awin", "cj", "csv", "json", "ndjson"] as const;
export type ShopFormat = (typeof SHOP_FORMATS)[number];
export type Form = "xml" | "json" | "table";

/** In what each format comes. */
const FORMS: Record<ShopFormat, readonly Form[]> = {
  google: ["xml", "table"],
  awin: ["table"],
  cj: ["table"],
  csv: ["table"],
  json: ["json"],
  ndjson: ["json"],
};

export type ShopFeedOptions = {
  /** What the network says the whole feed is priced in, for rows that name no currency. */
  currency?: string | undefined;
  /** What a person says that it is; else it is told by its first signs alone. */
  format?: ShopFormat | undefined;
  map?: ColumnMap | undefined;
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
  const form = formOf(head, options.format);
  if (form === "xml") yield* readXmlRows(whole(), options);
  else if (form === "json") yield* readJsonRows(whole(), options);
  else yield* readTableRows(whole(), head, options);
}

/** Files of other programs that hold no text, by their first signs. */
const PACKED: readonly [string, string][] = [
  ["PK\u0003\u0004", "an archive or a workbook (zip, xlsx): unpack it, or save it as CSV"],
  ["%PDF", "a PDF"],
  ["Rar!", "an archive (rar): unpack it"],
  ["7z\u00bc\u00af", "an archive (7z): unpack it"],
];

export function formOf(head: string, format: ShopFormat | undefined): Form {
  const text = head.replace(/^\ufeff/, "").trimStart();
  const sign = text[0];
  if (sign === undefined) throw new FeedFormatError("the feed is empty");
  const packed = PACKED.find(([begin]) => text.startsWith(begin));
  if (packed) throw new FeedFormatError(`this is ${packed[1]}`);
  if (/^<(!doctype html|html)\b/i.test(text))
    throw new FeedFormatError("this is no feed of products but <html>, a page of the web");
  const form: Form = sign === "<" ? "xml" : sign === "{" || sign === "[" ? "json" : "table";
  if (format && !FORMS[format].includes(form))
    throw new FeedFormatError(
      `this is no feed of the format ${format}: it begins with "${text.slice(0, 60).split("\n", 1)[0]?.trim()}"`,
    );
  return form;
}

/** Enough of the text to tell what it is: its first signs, and the whole of its first line. */
export async function readHead(source: AsyncIterator<TextChunk>) {
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

type Getter = (field: Field) => string | undefined;

/** Reads the products of a feed, handful by handful. */
function gettersReader(currency: string | undefined) {
  const readAll = productReader();
  return (gets: readonly Getter[]) =>
    readAll(
      gets.map((get) => {
        const product = Object.fromEntries(FIELDS.map((field) => [field, get(field)])) as RawProduct;
        return { ...product, currency: product.currency || currency };
      }),
    );
}

async function* readXmlRows(chunks: AsyncIterable<TextChunk>, { currency, map = PROPOSED }: ShopFeedOptions) {
  const readAll = gettersReader(currency);
  for await (const { items, broken, bytes, total_bytes, cut } of readMerchantXml(chunks)) {
    const gets = items.map((item): Getter => {
      const names = new Map([...item].map(([name, value]) => [keyOf(name), value]));
      return (field) => pick(map, field, (key) => names.get(key));
    });
    const read = readAll(gets);
    yield { ...handful(read, bytes, broken, total_bytes), cut };
  }
}

async function* readJsonRows(chunks: AsyncIterable<TextChunk>, { currency, map = PROPOSED }: ShopFeedOptions) {
  const readAll = gettersReader(currency);
  let seen = 0;
  let named = 0;
  for await (const { rows, broken, bytes, total_bytes, cut } of readJson(chunks)) {
    seen += rows.length;
    const gets = rows.map((row): Getter => {
      const names = jsonNames(row);
      return (field) => pick(map, field, (key) => names.get(key));
    });
    named += gets.filter((get) => get("external_id")).length;
    const read = readAll(gets);
    yield { ...handful(read, bytes, broken, total_bytes), cut };
  }
  if (seen > 0 && named === 0) throw new FeedFormatError("the JSON holds no list of products");
}

/** The fields of a JSON product by their keys; a price may be an object of amount and currency, a list is its first entry. */
export function jsonNames(row: Record<string, unknown>): Map<string, string> {
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
  return names;
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

/** The header of a table, and what cuts it. */
export function headerOf(head: string): { delimiter: Delimiter; names: string[] } {
  const line = head.replace(/^\ufeff/, "").split("\n", 1)[0] ?? "";
  const delimiter = delimiterOf(line);
  return { delimiter, names: line.split(delimiter).map((name) => name.trim().replace(/^"|"$/g, "")) };
}

async function* readTableRows(
  chunks: AsyncIterable<TextChunk>,
  head: string,
  { currency, map = PROPOSED }: ShopFeedOptions,
) {
  const { delimiter, names } = headerOf(head);
  const known = new Map(names.map((name) => [keyOf(name), name]));
  const missing = missingFields(map, (key) => known.has(key));
  if (missing.length > 0)
    throw new FeedFormatError(
      `this is no feed of products: it begins with "${names.join(delimiter).slice(0, 60).trim()}" and names no ${missing.join(", ")}`,
    );
  const readAll = gettersReader(currency);
  let places: Map<Field, number[]> | null = null;
  const format = { delimiter, quoted: delimiter !== "\t", required: [] };
  // Tab separated files leave quotes alone, as a `7"` screen must not swallow the file; a cell quoted whole is unwrapped.
  const plain = format.quoted ? (cell: string | undefined) => cell : unquoted;
  for await (const { at, rows, broken, bytes, total_bytes, cut, bare } of readTable(chunks, format)) {
    places ??= new Map(
      FIELDS.map((field) => [
        field,
        map[field].keys.flatMap((key) => {
          const own = known.get(key);
          return own === undefined ? [] : [at(own)].filter((place) => place >= 0);
        }),
      ]),
    );
    const gets = rows.map(
      (cells): Getter =>
        (field) =>
          (places?.get(field) ?? []).map((place) => plain(cells[place])).find(Boolean) ??
          map[field].constant ??
          undefined,
    );
    const read = readAll(gets);
    yield { ...handful(read, bytes, broken, total_bytes), cut, bare };
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
