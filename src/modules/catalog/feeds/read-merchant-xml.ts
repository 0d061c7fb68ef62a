/**
 * Google Merchant XML (RSS `item` or Atom `entry`), and shops' own with `product`, `offer` or the like, read as a stream; each item as its
 * direct fields, first one wins, and its attributes where no field has their name.
 */
import { SaxesParser } from "saxes";
import { FeedFormatError } from "./feed-format-error.ts";
import type { TextChunk } from "./feed-stream.ts";

export type XmlItem = Map<string, string>;

/** Longer runs of text are cut before the parser keeps them: no field of a product is worth more memory. */
const MAX_RUN = 64 * 1024;

export type XmlRows = {
  items: XmlItem[];
  broken: string[];
  bytes: number;
  total_bytes: number | null;
  /** The text ended before the element that holds everything: what follows is not known, and nothing may be retired. */
  cut: boolean;
};

/** So many faults without one item between them are no feed. Each fault costs, so a file of nothing else is given up. */
const MAX_FAULTS = 5_000;

/** Elements that hold one product. The first that is met is the feed's own: others within it are its fields. */
const ITEM = /^(item|entry|product|prod|offer|shopitem|article)$/i;

/** Elements that a feed of products may begin with even when it holds none, without their prefix. */
const ROOTS =
  /^(rss|feed|rdf|channel|products|items|catalog|catalogue|shop|merchandiser|datafeed|offers|yml_catalog|merchantproductfeed)$/i;

/** Items as they end, in handfuls, with a note for each item that could not be read. */
export async function* readMerchantXml(chunks: AsyncIterable<TextChunk>): AsyncGenerator<XmlRows> {
  let items: XmlItem[] = [];
  let broken: string[] = [];
  let item: XmlItem | null = null;
  let depth = 0;
  let field: string | null = null;
  let text = "";
  let problem: string | null = null;
  let root: string | null = null;
  let closed = false;
  let itemName: string | null = null;
  let attributes: [string, string][] = [];
  const isItem = (name: string) => (itemName === null ? ITEM.test(bareName(name)) : name === itemName);
  const begin = (tag: { name: string; attributes: object }) => {
    itemName = tag.name;
    attributes = Object.entries(tag.attributes).filter((one) => typeof one[1] === "string");
    item = new Map();
    depth = 0;
    problem = null;
  };
  const parser = new SaxesParser({ xmlns: false, position: false, fragment: true });
  let faults = 0;
  parser.on("error", (error) => {
    faults += 1;
    if (faults > MAX_FAULTS) throw new FeedFormatError(`this is not XML: ${error.message.slice(0, 120)}`);
    // An unknown entity (&nbsp; …) is kept as it stands and decoded later; anything else makes the item doubtful.
    if (!/undefined entity|entity/i.test(error.message)) problem ??= error.message.slice(0, 120);
  });
  parser.on("opentag", (tag) => {
    if (root === null) {
      root = tag.name;
      if (/^(html|body|head)$/i.test(root)) throw notAFeed(root);
    }
    if (item === null) {
      if (isItem(tag.name)) begin(tag);
      return;
    }
    // An item that never ended: what stands of it is given up, the next one is read.
    if (isItem(tag.name)) {
      broken.push(`an item has no end: ${describe(item)}`);
      field = null;
      begin(tag);
      return;
    }
    depth += 1;
    if (depth === 1) {
      field = bareName(tag.name);
      text = "";
      const href = tag.attributes.href;
      if (field === "link" && typeof href === "string" && href) text = href;
    }
  });
  const onText = (part: string) => {
    if (item !== null && field !== null && depth === 1) text += part;
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("closetag", (tag) => {
    if (tag.name === root) closed = true;
    if (item === null) return;
    if (isItem(tag.name)) {
      for (const [name, value] of attributes) if (!item.has(bareName(name))) item.set(bareName(name), value.trim());
      if (problem && item.size === 0) broken.push(`an item is not XML: ${problem}`);
      else {
        items.push(item);
        faults = 0;
      }
      item = null;
      field = null;
      return;
    }
    if (depth === 1 && field !== null) {
      if (!item.has(field)) item.set(field, text.trim());
      field = null;
    }
    if (depth > 0) depth -= 1;
  });
  const limit = new RunLimit();
  let total_bytes: number | null = null;
  for await (const { text: chunk, bytes, total_bytes: told } of chunks) {
    total_bytes = told ?? null;
    if (chunk) parser.write(limit.cut(chunk));
    if (items.length > 0 || broken.length > 0) {
      yield { items, broken, bytes, total_bytes, cut: false };
      items = [];
      broken = [];
    } else yield { items: [], broken: [], bytes, total_bytes, cut: false };
  }
  try {
    parser.close();
  } catch {
    // What was not closed is told below.
  }
  if (item !== null) broken.push(`the feed ends inside an item: ${describe(item)}`);
  if (root === null) throw new FeedFormatError("the feed is empty: it holds no element");
  if (itemName === null && !ROOTS.test(bareName(root))) throw notAFeed(root);
  yield { items, broken, bytes: 0, total_bytes, cut: !closed };
}

const notAFeed = (root: string) => new FeedFormatError(`this is no feed of products but <${root.slice(0, 40)}>`);

/** Without its prefix. */
const bareName = (name: string): string => name.slice(name.indexOf(":") + 1);

const describe = (item: XmlItem) => (item.get("id") ?? item.get("title") ?? "without an id").slice(0, 60);

/** Lets no more than `MAX_RUN` characters pass between two `<`. The end of a CDATA section always passes. */
export class RunLimit {
  #run = 0;
  #tail = "";

  cut(chunk: string): string {
    const parts: string[] = [];
    let from = 0;
    while (from < chunk.length) {
      const at = chunk.indexOf("<", from);
      const end = at < 0 ? chunk.length : at;
      const left = MAX_RUN - this.#run;
      if (end - from <= left) parts.push(chunk.slice(from, end));
      else {
        if (left > 0) parts.push(chunk.slice(from, from + left));
        this.#tail = (this.#tail + chunk.slice(Math.max(from + Math.max(left, 0), end - 3), end)).slice(-3);
      }
      this.#run = Math.min(this.#run + (end - from), MAX_RUN + 1);
      if (at < 0) break;
      if (this.#tail) {
        const kept = /\]\]>$|>$/.exec(this.#tail)?.[0];
        if (kept) parts.push(kept);
        this.#tail = "";
      }
      parts.push("<");
      this.#run = 0;
      from = at + 1;
    }
    return parts.join("");
  }
}
