/** A mail's text as lines of cells: rows of tables stay rows, what is hidden or runs is left out. */
import { type HTMLElement, type Node, NodeType, parse } from "node-html-parser";

export type Line = {
  /** One cell for text outside of tables; parts of a cell that stand below each other have a line break between them. */
  readonly cells: readonly string[];
  readonly hrefs: readonly string[];
};

const MAX_LINES = 4_000;
const MAX_DEPTH = 200;
const SKIPPED = new Set(["SCRIPT", "STYLE", "HEAD", "TITLE", "NOSCRIPT", "TEMPLATE", "SVG", "OBJECT"]);
const BLOCKS = new Set(
  "ADDRESS ARTICLE BLOCKQUOTE BR CENTER DD DIV DL DT FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN OL P PRE SECTION TABLE TBODY TFOOT THEAD TR UL".split(
    " ",
  ),
);
const HIDDEN = /display\s*:\s*none|visibility\s*:\s*hidden|max-height\s*:\s*0(?![.\d])|font-size\s*:\s*0(?![.\d])/i;

export const tidy = (text: string): string =>
  text
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .trim();

const MAX_TAGS = 20_000;
const MAX_NESTED = 256;
/** What stands alone, or is closed by what comes next: mails often leave these open. */
const LOOSE = /^(?:p|li|td|th|tr|br|img|hr|meta|link|input|option|col|dt|dd|source|area|base|wbr|center)$/i;

/** Parsers take very long for elements within each other without end, and no store needs so many. */
export function isTame(html: string): boolean {
  let [tags, depth] = [0, 0];
  for (const [, end, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    tags += 1;
    if (tags > MAX_TAGS) return false;
    if (LOOSE.test(name)) continue;
    depth = end ? Math.max(0, depth - 1) : depth + 1;
    if (depth > MAX_NESTED) return false;
  }
  return true;
}

export const openMarkup = (html: string): HTMLElement =>
  parse(html, { comment: false, blockTextElements: { script: true, noscript: false, style: false, pre: true } });

const isElement = (node: Node): node is HTMLElement => node.nodeType === NodeType.ELEMENT_NODE;
const isHidden = (element: HTMLElement): boolean =>
  SKIPPED.has(element.tagName) || element.hasAttribute("hidden") || HIDDEN.test(element.getAttribute("style") ?? "");

/** A row without a table inside is one line; every other one is only there to lay out what is in it. */
const isRow = (element: HTMLElement): boolean => element.tagName === "TR" && element.querySelector("table") === null;

type Writer = { lines: Line[]; text: string; hrefs: string[] };

function flush(writer: Writer): void {
  const text = tidy(writer.text);
  if ((text || writer.hrefs.length > 0) && writer.lines.length < MAX_LINES)
    writer.lines.push({ cells: [text], hrefs: writer.hrefs });
  writer.text = "";
  writer.hrefs = [];
}

function write(node: Node, writer: Writer, depth: number): void {
  if (writer.lines.length >= MAX_LINES || depth > MAX_DEPTH) return;
  if (!isElement(node)) {
    if (node.nodeType === NodeType.TEXT_NODE) writer.text += node.textContent;
    return;
  }
  if (isHidden(node)) return;
  if (isRow(node)) {
    flush(writer);
    writeRow(node, writer, depth);
    return;
  }
  const block = BLOCKS.has(node.tagName);
  if (block) flush(writer);
  if (node.tagName === "A") writer.hrefs.push(node.getAttribute("href") ?? "");
  for (const child of node.childNodes) write(child, writer, depth + 1);
  if (block) flush(writer);
  else if (node.tagName === "TD" || node.tagName === "SPAN") writer.text += " ";
}

function writeRow(row: HTMLElement, writer: Writer, depth: number): void {
  const cells: string[] = [];
  const hrefs: string[] = [];
  for (const child of row.childNodes) {
    if (!isElement(child) || isHidden(child)) continue;
    const own: Writer = { lines: [], text: "", hrefs: [] };
    write(child, own, depth + 1);
    flush(own);
    hrefs.push(...own.lines.flatMap((line) => line.hrefs));
    cells.push(
      own.lines
        .map((line) => line.cells.join(" "))
        .filter(Boolean)
        .join("\n"),
    );
  }
  if (cells.some(Boolean) && writer.lines.length < MAX_LINES) writer.lines.push({ cells, hrefs });
}

export function linesOfMarkup(root: HTMLElement): Line[] {
  const writer: Writer = { lines: [], text: "", hrefs: [] };
  write(root, writer, 0);
  flush(writer);
  return writer.lines;
}

/** Plain text: columns are told by two spaces or more, addresses by themselves. */
export function linesOfText(text: string): Line[] {
  return text
    .split(/\r\n|\r|\n/)
    .slice(0, MAX_LINES)
    .flatMap((line) => {
      const bare = line.replace(/^[>\s]+/, "").trimEnd();
      const hrefs = bare.match(/https?:\/\/[^\s<>"]+/g) ?? [];
      const cells = bare
        .split(/\s{2,}|\t| \| /)
        .map(tidy)
        .filter(Boolean);
      return cells.length > 0 ? [{ cells, hrefs }] : [];
    });
}
