/** Items of an order: rows with a name and an amount, before the sums. */
import type { OrderedItem } from "../mailboxes.types.ts";
import { amountsIn } from "./amounts.ts";
import { isAnyLabel, type Label } from "./labels.ts";
import type { Line } from "./text-lines.ts";

const SUMS: readonly Label[] = ["subtotal", "total", "shipping", "tax", "discount", "refund"];
const OTHERS: readonly Label[] = [
  "order_number",
  "ordered_on",
  "promised",
  "tracking",
  "carrier",
  "paid_on",
  "shipped_on",
];
const MAX_ITEMS = 100;
const QUANTITY =
  /(?:\b(?:qty|quantity|cantidad|cant|uds?|unidades)\b\.?\s*[:x×]?\s*(\d{1,3})\b)|(?:^|\s)(\d{1,3})\s*[x×](?=\s|$)|(?:^|\s)[x×]\s?(\d{1,3})(?:\s|$)/i;
const EACH = /\b(?:each|unit price|per item|c\/u|cada un[oa]|precio unitario)\b/i;
const PRICE_WORD = /^(?:price|precio|item price|unit price|precio unitario)\s*:?\s*/i;
const PRICE =
  /[-−]?\s?(?:US|MX|CA)?[$€£]\s?\d[\d.,]{0,14}(?:\s?(?:USD|EUR|MXN|GBP|CAD)\b)?|(?<![\d.,])\d[\d.,]{0,14}\s?(?:€|(?:USD|EUR|MXN|GBP|CAD)\b)|\b(?:USD|EUR|MXN|GBP|CAD)\s\d[\d.,]{0,14}/g;
const HEADER = /^(?:items?|products?|art[íi]culos?|productos?|description|descripci[óo]n|name)$/i;

type Draft = { name: string; quantity: number; amount: bigint | null; each: boolean; url: string | null };

const EDGES = new Set("\u00a0 ·|,(–-•*");
/** Signs around a name that belong to the columns and not to it. */
function trimEdges(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && EDGES.has(text[from] ?? "")) from += 1;
  while (to > from && EDGES.has(text[to - 1] ?? "")) to -= 1;
  return text.slice(from, to).trim();
}
const bareName = (text: string): string => trimEdges(text.replace(EACH, " ").replace(QUANTITY, " ").replace("()", " "));
const quantityIn = (text: string): number | null => {
  const match = QUANTITY.exec(text);
  const value = Number(match?.[1] ?? match?.[2] ?? match?.[3] ?? Number.NaN);
  return value >= 1 && value <= 999 ? value : null;
};
const webHref = (hrefs: readonly string[]): string | null =>
  hrefs.find((href) => /^https?:\/\/\S{4,1500}$/.test(href)) ?? null;
const withoutAmount = (text: string): string => text.replace(PRICE, " ");
const hasWords = (text: string): boolean => /\p{L}{2,}.*\p{L}|\p{L}{3,}/u.test(text);

/** A row of a table, or a line whose columns were kept apart. */
function fromRow(line: Line): Draft | null {
  const texts = line.cells.flatMap((cell) => cell.split("\n")).filter(Boolean);
  const priced = texts.filter((text) => amountsIn(text).length > 0);
  const last = priced.at(-1);
  const name = texts.find((text) => hasWords(bareName(withoutAmount(text))) && !PRICE_WORD.test(text));
  if (!last || !name || texts.some((text) => isAnyLabel(text, SUMS))) return null;
  const bare = bareName(withoutAmount(name));
  if (bare.length < 3 || isAnyLabel(bare, OTHERS) || HEADER.test(bare)) return null;
  const alone = texts.find((text) => /^\d{1,3}$/.test(text));
  const told = texts.map(quantityIn).find((value) => value !== null);
  const unit = priced.find((text) => EACH.test(text)) ?? (priced.length > 1 ? priced[0] : undefined);
  const amount = amountsIn(unit ?? last).at(0)?.minor ?? null;
  return {
    ...{ name: bare, quantity: told ?? Number(alone ?? 1), amount, each: unit !== undefined },
    url: webHref(line.hrefs),
  };
}

/** A name, and below it how many and for how much. */
function fromBlock(lines: readonly Line[], at: number): { draft: Draft; next: number } | null {
  const text = lines[at]?.cells.join(" ") ?? "";
  const below = lines.slice(at + 1, at + 4).map((line) => line.cells.join(" "));
  if (!hasWords(text) || amountsIn(text).length > 0 || text.length > 160 || isAnyLabel(text, OTHERS)) return null;
  const said = below.findIndex((line) => quantityIn(line) !== null && QUANTITY.exec(line)?.index === 0);
  if (said < 0 || said > 1 || quantityIn(text) !== null) return null;
  if (said === 1 && amountsIn(below[0] ?? "").length === 0) return null;
  const quantity = quantityIn(below[said] ?? "") ?? 1;
  const priced = below.findIndex((line, index) => index >= Math.max(0, said - 1) && amountsIn(line).length > 0);
  if (priced >= 0 && isAnyLabel(below[priced] ?? "", SUMS)) return null;
  const amount = priced < 0 ? null : (amountsIn(below[priced] ?? "").at(0)?.minor ?? null);
  const each = EACH.test(below[priced] ?? "") || PRICE_WORD.test(below[priced] ?? "");
  const url = webHref(lines[at]?.hrefs ?? []);
  return {
    draft: { name: bareName(text), quantity, amount, each, url },
    next: at + 1 + Math.max(said, priced),
  };
}

const dividedBy = (amount: bigint, count: number): bigint | null =>
  count > 0 && amount % BigInt(count) === 0n ? amount / BigInt(count) : null;

/** Whether amounts are of one or of all of a row is said by the sum that the mail writes below them. */
function settle(drafts: readonly Draft[], subtotal: bigint | null): OrderedItem[] {
  const priced = drafts.filter(({ amount }) => amount !== null);
  const asUnits = priced.reduce((sum, { amount, quantity }) => sum + (amount ?? 0n) * BigInt(quantity), 0n);
  const asRows = priced.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
  const rows = subtotal !== null && asRows === subtotal && asUnits !== subtotal;
  const units = subtotal !== null && asUnits === subtotal;
  return drafts.map(({ name, quantity, amount, each, url }) => ({
    ...{ name, quantity, url },
    unit_minor: amount === null || quantity === 1 || units || (each && !rows) ? amount : dividedBy(amount, quantity),
  }));
}

export function itemsIn(lines: readonly Line[], subtotal: bigint | null): OrderedItem[] {
  const drafts: Draft[] = [];
  for (let at = 0; at < lines.length && drafts.length < MAX_ITEMS; at += 1) {
    const line = lines[at];
    if (!line) break;
    // What follows the sums is what the store would like to sell next.
    if (drafts.length > 0 && line.cells.some((cell) => isAnyLabel(cell, ["total", "subtotal"]))) break;
    const row = fromRow(line);
    if (row) {
      drafts.push(row);
      continue;
    }
    const block = fromBlock(lines, at);
    if (!block) continue;
    drafts.push(block.draft);
    at = block.next;
  }
  return settle(drafts, subtotal);
}
