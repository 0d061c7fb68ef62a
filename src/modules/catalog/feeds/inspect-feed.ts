/** Looks at the beginning of a shop's feed: what it is, which columns it has, and which of them is taken for what. */
import { type ColumnMap, FIELDS, type Field, keyOf, missingFields, PROPOSED, wordOf } from "./feed-columns.ts";
import type { TextChunk } from "./feed-stream.ts";
import { readJson } from "./read-json.ts";
import { readMerchantXml } from "./read-merchant-xml.ts";
import { type Form, formOf, headerOf, jsonNames, readHead, type ShopFeedOptions } from "./read-shop-feed.ts";
import { readTable } from "./read-table.ts";

export type FeedShape = {
  form: Form;
  /** Of a table. */
  delimiter: string | null;
  /** Each field with the columns it is read from, or the one value for every row. */
  fields: { field: string; columns: string[]; constant: string | null; sample: string | null }[];
  unused: string[];
  /** Fields that every product needs and that nothing holds. */
  missing: string[];
};

type Row = Map<string, { name: string; value: string }>;

/** Enough rows to see a column that is mostly empty. */
const ROWS = 200;

/** Also the rows that were looked at, each field read by the map. */
export async function inspectFeed(
  chunks: AsyncIterable<TextChunk>,
  options: ShopFeedOptions,
): Promise<{ shape: FeedShape; links: string[] }> {
  const map = options.map ?? PROPOSED;
  const source = chunks[Symbol.asyncIterator]();
  const { head, first } = await readHead(source);
  const form = formOf(head, options.format);
  async function* whole(): AsyncGenerator<TextChunk> {
    yield* first;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  }
  const header = form === "table" ? headerOf(head) : null;
  const rows: Row[] = [];
  try {
    for await (const some of rowsOf(form, whole(), head)) {
      rows.push(...some);
      if (rows.length >= ROWS) break;
    }
  } finally {
    await source.return?.();
  }
  const columns = new Map((header?.names ?? []).filter(Boolean).map((name) => [keyOf(name), { name, sample: "" }]));
  for (const row of rows)
    for (const [key, { name, value }] of row) {
      const known = columns.get(key);
      if (!known) columns.set(key, { name, sample: value });
      else if (!known.sample) known.sample = value;
    }
  return {
    shape: shapeOf(form, header?.delimiter ?? null, columns, map),
    links: rows.flatMap((row) => firstOf(map, "link", row) ?? []),
  };
}

function firstOf(map: ColumnMap, field: Field, row: Row): string | null {
  for (const key of map[field].keys) {
    const value = row.get(key)?.value;
    if (value) return value;
  }
  return map[field].constant;
}

function shapeOf(
  form: Form,
  delimiter: string | null,
  columns: ReadonlyMap<string, { name: string; sample: string }>,
  map: ColumnMap,
): FeedShape {
  const used = new Set<string>();
  const fields = FIELDS.flatMap((field) => {
    const { keys, constant } = map[field];
    const found = keys.filter((key) => columns.has(key));
    for (const key of found) used.add(key);
    if (found.length === 0 && constant === null) return [];
    const sample = found.map((key) => columns.get(key)?.sample).find(Boolean) ?? null;
    return [
      {
        field: wordOf(field),
        columns: found.map((key) => columns.get(key)?.name ?? key),
        constant,
        sample: sample?.replace(/\s+/g, " ").slice(0, 80) ?? null,
      },
    ];
  });
  return {
    form,
    delimiter,
    fields,
    unused: [...columns].filter(([key]) => !used.has(key)).map(([, { name }]) => name),
    missing: missingFields(map, (key) => columns.has(key)),
  };
}

async function* rowsOf(form: Form, chunks: AsyncIterable<TextChunk>, head: string): AsyncGenerator<Row[]> {
  if (form === "xml") {
    for await (const { items } of readMerchantXml(chunks))
      yield items.map((item) => new Map([...item].map(([name, value]) => [keyOf(name), { name, value }])));
    return;
  }
  if (form === "json") {
    for await (const { rows } of readJson(chunks))
      yield rows.map((row) => {
        const names = new Map(Object.keys(row).map((name) => [keyOf(name), name]));
        return new Map(
          [...jsonNames(row)].map(([key, value]) => [key, { name: names.get(key) ?? key, value }] as const),
        );
      });
    return;
  }
  const { delimiter, names } = headerOf(head);
  for await (const { rows } of readTable(chunks, { delimiter, quoted: delimiter !== "\t", required: [] }))
    yield rows.map(
      (cells) => new Map(names.map((name, place) => [keyOf(name), { name, value: cells[place]?.trim() ?? "" }])),
    );
}
