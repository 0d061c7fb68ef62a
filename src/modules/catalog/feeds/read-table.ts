/**
 * Separated feeds read as a stream, by the names in their header row. Rows are told apart here and not by a general parser:
 * that one loses its place after a row it cannot read, and everything behind is lost with it. A row that never ends, by its
 * length or by a quote that is not closed, costs its own line and no other.
 */
import { FeedFormatError } from "./feed-format-error.ts";
import type { TextChunk } from "./feed-stream.ts";

/** A record as its cells; `at` finds a column's place by name. */
export type TableRows = {
  at: (column: string) => number;
  rows: string[][];
  broken: string[];
  bytes: number;
  total_bytes: number | null;
  /** The last row is no whole one. */
  cut: boolean;
  /** Nothing ends the last row. */
  bare: boolean;
};

export type Delimiter = "," | "\t" | "|" | ";";
export type TableFormat = { delimiter: Delimiter; quoted: boolean; required: readonly string[] };

/** A line is at most a megabyte. */
const MAX_LINE = 1_000_000;
/** A quoted cell may hold line ends, but not so much text: past it the quote was most likely never closed. */
const MAX_QUOTED = 256 * 1024;
/** Of rows that cannot be read: a feed with more is not what it should be. */
const MAX_BROKEN = 1_000;
const HANDFUL = 500;

/**
 * `required` columns must be in the header, else the whole feed is refused (`FeedFormatError`): a feed whose columns are
 * missing would retire everything. Columns beyond those named are ignored.
 */
export async function* readTable(chunks: AsyncIterable<TextChunk>, format: TableFormat): AsyncGenerator<TableRows> {
  let bytes = 0;
  let total_bytes: number | null = null;
  let place: Map<string, number> | null = null;
  let rows: string[][] = [];
  const splitter = new RecordSplitter(format);
  const at = (column: string) => place?.get(column) ?? -1;
  const hand = (): TableRows => {
    const given = { at, rows, broken: splitter.takeBroken(), bytes, total_bytes, cut: false, bare: false };
    rows = [];
    bytes = 0;
    return given;
  };
  const take = (records: string[][]) => {
    for (const record of records) {
      if (place !== null) rows.push(record);
      else {
        place = new Map(record.map((name, index) => [name.trim(), index]));
        splitter.columns = record.length;
        const missing = format.required.filter((name) => !place?.has(name));
        if (missing.length > 0) throw new FeedFormatError(`the feed lacks the columns ${missing.join(", ")}`);
      }
    }
  };
  for await (const chunk of chunks) {
    bytes += chunk.bytes;
    total_bytes = chunk.total_bytes ?? null;
    take(splitter.push(chunk.text));
    if (rows.length >= HANDFUL) yield hand();
  }
  take(splitter.end());
  if (place === null) throw new FeedFormatError("the feed is empty: it has not even a header row");
  const { bare } = splitter;
  const cut = bare && splitter.endsWithin;
  const rest = hand();
  if (cut) {
    rest.broken.push("the feed ends inside a row");
    if (splitter.isShort(rest.rows.at(-1))) rest.rows.pop();
  }
  yield { ...rest, cut, bare };
}

/** Cuts text into records of cells. What waits for its end is held as text, at most a megabyte of it. */
export class RecordSplitter {
  /** Cells of the header; 0 while it was not seen. */
  columns = 0;
  readonly #delimiter: string;
  readonly #quoted: boolean;
  #text = "";
  /** Where the record that waits has been looked at already. */
  #seen = 0;
  /** The line that is being skipped is longer than anything of use. */
  #skipping = false;
  #broken: string[] = [];
  #lost = 0;
  /** The text so far does not end with a line end. */
  bare = false;
  /** What came last was no whole record. */
  endsWithin = false;
  #records = 0;
  #short = 0;

  constructor(format: Pick<TableFormat, "delimiter" | "quoted">) {
    this.#delimiter = format.delimiter;
    this.#quoted = format.quoted;
  }

  takeBroken(): string[] {
    const broken = this.#broken;
    this.#broken = [];
    return broken;
  }

  isShort(record: readonly string[] | undefined): boolean {
    return record !== undefined && record.length < this.columns;
  }

  push(text: string): string[][] {
    if (text !== "") this.bare = !text.endsWith("\n");
    this.#text += text;
    return this.#cut(false);
  }

  end(): string[][] {
    return this.#cut(true);
  }

  #lose(reason: string) {
    this.#lost += 1;
    if (this.#lost > MAX_BROKEN) throw new FeedFormatError(`more than ${MAX_BROKEN} rows cannot be read: ${reason}`);
    this.#broken.push(reason);
    this.endsWithin = true;
  }

  #keep(records: string[][], cells: string[]) {
    records.push(cells);
    this.#records += 1;
    // Where many rows leave out their last cells, a short one is no sign.
    this.endsWithin = this.isShort(cells) && this.#short * 10 < this.#records;
    if (this.isShort(cells)) this.#short += 1;
  }

  #cut(last: boolean): string[][] {
    const records: string[][] = [];
    const text = this.#text;
    let from = 0;
    while (from < text.length) {
      const line = text.indexOf("\n", Math.max(from, this.#seen));
      if (this.#skipping || (line < 0 ? text.length : line) - from > MAX_LINE) {
        if (!this.#skipping) this.#lose("a row is longer than a megabyte");
        this.#skipping = line < 0;
        this.#seen = 0;
        from = line < 0 ? text.length : line + 1;
        continue;
      }
      if (line < 0 && !last) {
        this.#seen = text.length;
        break;
      }
      this.#seen = 0;
      const end = line < 0 ? text.length : line;
      const plain = !this.#quoted || !hasQuote(text, from, end);
      if (plain) {
        const record = trimEnd(text, from, end);
        if (record !== "") this.#keep(records, record.split(this.#delimiter));
        from = end + 1;
        continue;
      }
      const found = readQuoted(text, from, this.#delimiter);
      if (found === "more" && !last && text.length - from <= MAX_QUOTED) break;
      const several = typeof found !== "string" && found.next > end + 1;
      // A record over several lines that has too few or too many cells swallowed the rows behind an open quote.
      if (typeof found === "string" || (several && this.columns > 0 && found.cells.length !== this.columns)) {
        this.#lose("a quote is not closed");
        from = end + 1;
        continue;
      }
      this.#keep(records, found.cells);
      from = found.next;
    }
    this.#text = from === 0 ? text : text.slice(from);
    if (from > 0 && this.#seen > 0) this.#seen = Math.max(0, this.#seen - from);
    return records;
  }
}

function hasQuote(text: string, from: number, end: number): boolean {
  const at = text.indexOf('"', from);
  return at >= 0 && at < end;
}

const trimEnd = (text: string, from: number, end: number): string =>
  text.slice(from, end > from && text.charCodeAt(end - 1) === 13 ? end - 1 : end);

/**
 * One record from `from` on: a quote counts where a cell begins with it, `""` is a quote within, and one that nothing ends
 * is an ordinary sign. `more` when the text ends, or runs on for too long, within a quoted cell; `open` when a lone quote in a later
 * line shows that the cell was never closed, since within a cell quotes are written twice.
 */
function readQuoted(
  text: string,
  from: number,
  delimiter: string,
): { cells: string[]; next: number } | "more" | "open" {
  const cells: string[] = [];
  let at = from;
  for (;;) {
    if (text[at] !== '"') {
      const [cell, next, done] = plainCell(text, at, delimiter);
      cells.push(cell);
      if (done) return { cells, next };
      at = next;
      continue;
    }
    let cell = "";
    for (let open = at + 1; ; ) {
      const quote = text.indexOf('"', open);
      if (quote < 0 || quote - from > MAX_QUOTED) return "more";
      cell += text.slice(open, quote);
      const after = text[quote + 1];
      if (after === '"') {
        cell += '"';
        open = quote + 2;
      } else if (after === delimiter) {
        at = quote + 2;
        break;
      } else if (after === undefined || after === "\n" || (after === "\r" && text[quote + 2] === "\n")) {
        cells.push(cell);
        return { cells, next: quote + (after === "\r" ? 3 : 2) };
      } else {
        if (cell.includes("\n")) return "open";
        cell += '"';
        open = quote + 1;
      }
    }
    cells.push(cell);
  }
}

function plainCell(text: string, from: number, delimiter: string): [cell: string, next: number, done: boolean] {
  const line = text.indexOf("\n", from);
  const end = line < 0 ? text.length : line;
  const mark = text.indexOf(delimiter, from);
  if (mark >= 0 && mark < end) return [text.slice(from, mark), mark + 1, false];
  return [trimEnd(text, from, end), end + 1, true];
}
