/** What is to be paid, and for sending it, as the page says it. Of several sums that claim to be the total the largest counts. */
import type { Recipe } from "../bundle.ts";
import { type Amount, amountsIn, plainText } from "./amount.ts";
import { findAll, isVisible, nameOf, parentOf, type Root, textOf, wordsOf } from "./page-walk.ts";
import { FREE, NO_TOTAL, ORDERING, SHIPPING, SUBTOTAL, TOTALS } from "./page-words.ts";

export type Totals = {
  total: number;
  currency: string | null;
  shipping: number | null;
  subtotal: number | null;
};
type Line = { label: string; amount: Amount };

const MAX_ROW = 120;
const NOT_READ = "script, style, noscript, template, option, svg, button";
/** What holds these is more than a row. */
const MORE = "h1, h2, h3, h4, button, select, input:not([type='radio'], [type='hidden'])";

/** The largest element around an amount that holds no other: its row. */
function lineOf(element: Element): Line | null {
  let row = element;
  const own = amountsIn(textOf(element));
  if (own.length !== 1) return null;
  for (let up = parentOf(row); up && up.localName !== "body"; up = parentOf(up)) {
    const text = textOf(up);
    if (text.length > MAX_ROW || amountsIn(text).length > 1 || up.querySelector(MORE)) break;
    row = up;
  }
  const before = row.previousElementSibling;
  // A list of terms has its label beside the row.
  const beside = before && amountsIn(textOf(before)).length === 0 && (row.localName === "dd" || row === element);
  const label = plainText(`${beside ? textOf(before) : ""} ${row.getAttribute("aria-label") ?? ""} ${wordsOf(row)}`);
  return own[0] ? { label, amount: own[0] } : null;
}

function linesOf(roots: readonly Root[]): Line[] {
  const lines: Line[] = [];
  for (const root of roots) {
    const walker = (root.ownerDocument ?? (root as Document)).createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.nodeValue ?? "";
      if (!/[\d\u0660-\u0669]/.test(text)) continue;
      let holder = walker.currentNode.parentElement;
      // "$" and its number may stand apart.
      while (holder && amountsIn(textOf(holder)).length === 0 && textOf(holder).length < 30)
        holder = holder.parentElement;
      if (!holder || holder.closest(NOT_READ) || !isVisible(holder)) continue;
      const line = lineOf(holder);
      if (line) lines.push(line);
    }
  }
  return lines;
}

const rank = ({ label }: Line): number =>
  NO_TOTAL.test(label) ? 0 : (TOTALS.find(([pattern]) => pattern.test(label))?.[1] ?? 0);

/** Free sending is a word as often as a zero. */
function shippingOf(lines: readonly Line[], roots: readonly Root[]): number | null {
  const line = lines.find(({ label }) => SHIPPING.test(label) && !TOTALS.some(([pattern]) => pattern.test(label)));
  if (line) return line.amount.minor;
  const rows = findAll(roots, ["tr", "li", "dl > div", "dt", "div", "p"]).filter((row) => {
    const text = row.localName === "dt" ? `${textOf(row)} ${textOf(row.nextElementSibling ?? row)}` : wordsOf(row);
    return text.length < 40 && SHIPPING.test(text) && FREE.test(text) && isVisible(row);
  });
  return rows.length > 0 ? 0 : null;
}

export function readTotals(roots: readonly Root[], recipe: Recipe | null): Totals | null {
  const lines = linesOf(roots);
  const known = findAll(roots, recipe?.total)
    .filter(isVisible)
    .flatMap((one) => amountsIn(textOf(one)).slice(-1))
    .filter(({ minor }) => minor >= 0);
  const best = Math.max(0, ...lines.map(rank));
  const labelled = best > 0 ? lines.filter((line) => rank(line) === best).map(({ amount }) => amount) : [];
  // A button that names what it charges is the store's own word.
  const charged = findAll(roots, ["button", "[role='button']", "input[type='submit']"])
    .filter((one) => isVisible(one) && ORDERING.test(nameOf(one)))
    .flatMap((one) => amountsIn(nameOf(one)));
  const all = [...known, ...labelled, ...charged].filter(({ minor }) => minor >= 0);
  if (known.length + labelled.length === 0) return null;
  const total = all.reduce((most, one) => (one.minor > most.minor ? one : most));
  const subtotal = lines.find(({ label }) => SUBTOTAL.test(label))?.amount.minor ?? null;
  const currency =
    all.find((one) => one.currency)?.currency ?? lines.find(({ amount }) => amount.currency)?.amount.currency;
  return {
    total: total.minor,
    currency: currency === "USD" ? dollarsOf(roots) : (currency ?? null),
    shipping: shippingOf(lines, roots),
    subtotal,
  };
}

/** Many countries write their own money as "$"; the page's language tells which. */
const DOLLARS: Readonly<Record<string, string>> = {
  ...{ MX: "MXN", CA: "CAD", AU: "AUD", NZ: "NZD", AR: "ARS", CL: "CLP", CO: "COP" },
};
function dollarsOf([root]: readonly Root[]): string {
  const language = (root as Document | undefined)?.documentElement?.lang ?? "";
  return DOLLARS[language.split("-")[1]?.toUpperCase() ?? ""] ?? "USD";
}
