/** Comma and tab separated feeds read as a stream, by the names in their header row. */
import { Readable } from "node:stream";
import { parse } from "csv-parse";
import type { TextChunk } from "./feed-stream.ts";

/** A record as its cells; `at` finds a column's place by name. */
export type TableRows = {
  at: (column: string) => number;
  rows: string[][];
  broken: string[];
  bytes: number;
  total_bytes: number | null;
};

export class FeedFormatError extends Error {}

/** One row is at most a megabyte; past it the row is left out, because a quote was most likely never closed. */
const MOST_ROW = 1_000_000;
const HANDFUL = 500;

/**
 * `required` columns must be in the header, else the whole feed is refused (`FeedFormatError`): a feed whose columns are
 * missing would retire everything. Columns beyond those named are ignored.
 */
export async function* readTable(
  chunks: AsyncIterable<TextChunk>,
  format: { delimiter: "," | "\t" | "|" | ";"; quoted: boolean; required: readonly string[] },
): AsyncGenerator<TableRows> {
  let bytes = 0;
  let total_bytes: number | null = null;
  let broken: string[] = [];
  async function* texts() {
    for await (const chunk of chunks) {
      bytes += chunk.bytes;
      total_bytes = chunk.total_bytes ?? null;
      yield chunk.text;
    }
  }
  const parser = parse({
    delimiter: format.delimiter,
    quote: format.quoted ? '"' : null,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MOST_ROW,
    bom: true,
    on_skip: (error) => {
      if (broken.length < 1_000) broken.push(error?.message.slice(0, 160) ?? "a row could not be read");
      return undefined;
    },
  });
  const source = Readable.from(texts(), { objectMode: false });
  source.once("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let place: Map<string, number> | null = null;
  let rows: string[][] = [];
  const at = (column: string) => place?.get(column) ?? -1;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (place === null) {
        place = new Map(record.map((name, index) => [name.trim(), index]));
        const missing = format.required.filter((name) => !place?.has(name));
        if (missing.length > 0) throw new FeedFormatError(`the feed lacks the columns ${missing.join(", ")}`);
        continue;
      }
      rows.push(record);
      if (rows.length >= HANDFUL) {
        yield { at, rows, broken, bytes, total_bytes };
        rows = [];
        broken = [];
        bytes = 0;
      }
    }
  } finally {
    source.destroy();
    parser.destroy();
  }
  if (place === null) throw new FeedFormatError("the feed is empty: it has not even a header row");
  yield { at, rows, broken, bytes, total_bytes };
}
