/** Codes that a store says are in use, and what takes each away. Nothing is pressed in a row that does not name its code. */
import type { Recipe } from "../bundle.ts";
import { amountsIn } from "./amount.ts";
import { findAll, isVisible, nameOf, parentOf, type Root, textOf } from "./page-walk.ts";
import { CODE_WORDS, ORDERING, REMOVE } from "./page-words.ts";

export type Applied = {
  /** Null: something is in use, and its code cannot be read. */
  code: string | null;
  remove: HTMLElement | null;
};

const MAX_ROW = 160;
/** Like a code and no word: capitals or digits, three or more. */
const TOKEN = /\b(?=[A-Z0-9_-]*[A-Z])[A-Z0-9][A-Z0-9_-]{2,29}\b/g;
const NO_CODE =
  /^(?:USD|EUR|GBP|MXN|CAD|AED|SAR|OFF|FREE|CODE|CODES|COUPON|COUPONS|PROMO|VOUCHER|DISCOUNT|REMOVE|DELETE|APPLIED|TOTAL|CUP[OÓ]N|C[OÓ]DIGO|DESCUENTO|QUITAR|ELIMINAR|APPLY|CANCEL|SKU|ID)$/;

const same = (one: string, other: string) => one.toUpperCase() === other.toUpperCase();

/** The smallest part around a button that names more than the button. */
function rowOf(button: HTMLElement): Element {
  let row: Element = button;
  for (let up = parentOf(row); up && textOf(up).length <= MAX_ROW; up = parentOf(up)) {
    row = up;
    if (textOf(up).length > textOf(button).length + 2) break;
  }
  return row;
}

/** A row of goods has a number to be changed, or a picture. */
const lineOf = (row: Element) => row.closest("li, tr, [role='row']") ?? row;
const isGoods = (row: Element) => lineOf(row).querySelector("input[type='number'], img, select") !== null;
/**
 * Something with a price may be an article in capitals: its name is no code, and nothing is pressed there. `row`: what stands beside the
 * button, with the names of its classes; `line`: the whole line.
 */
export const mayBeGoods = (row: string, line: string): boolean =>
  !CODE_WORDS.test(row) && amountsIn(line).some(({ minor }) => minor > 0);

function codeIn(button: HTMLElement, row: Element, known: readonly string[]): string | null {
  const attributes = [button, row, ...row.querySelectorAll("[data-coupon], [data-code], [data-voucher]")].flatMap(
    (one) =>
      ["data-coupon", "data-code", "data-voucher", "data-coupon-code"].flatMap((name) => one.getAttribute(name) ?? []),
  );
  const [named] = attributes.filter((one) => /^\S{3,30}$/.test(one));
  if (named) return named;
  const text = `${textOf(row)} ${button.getAttribute("aria-label") ?? ""} ${button.getAttribute("title") ?? ""}`;
  const words = text.split(/[\s:;,()"'“”«»]+/);
  const ours = known.find((code) => words.some((word) => same(word, code)));
  if (ours) return ours;
  return [...text.matchAll(TOKEN)].map(([token]) => token).find((token) => !NO_CODE.test(token)) ?? null;
}

/** `known`: codes of ours, and the shopper's as far as they are known. */
export function readApplied(
  roots: readonly Root[],
  recipe: Recipe | null,
  input: HTMLInputElement | null,
  known: readonly string[],
): Applied[] {
  const byRecipe = findAll(roots, recipe?.remove).filter(isVisible);
  const generic = findAll(roots, ["button", "[role='button']", "a", "input[type='submit']"]).filter((one) => {
    const name = nameOf(one);
    // Names are cheap to ask for, places are not.
    if (name.length >= 60 || ORDERING.test(name) || byRecipe.includes(one)) return false;
    return (REMOVE.test(name) || REMOVE.test(one.getAttribute("aria-label") ?? "")) && isVisible(one);
  });
  const found: Applied[] = [];
  for (const remove of [...byRecipe, ...generic]) {
    const row = rowOf(remove);
    if (isGoods(row)) continue;
    let code = codeIn(remove, row, known);
    // Some stores leave the code in the box, locked, with a button that takes it away.
    const kept = input?.value.trim();
    if (
      !code &&
      kept &&
      input &&
      (input.readOnly || input.disabled || byRecipe.includes(remove)) &&
      near(input, remove)
    )
      code = kept;
    const about = byRecipe.includes(remove) || CODE_WORDS.test(`${textOf(row)} ${nameOf(remove)} ${row.className}`);
    const read = code;
    const ours = read !== null && known.some((one) => same(one, read));
    if (!about && !ours) continue;
    if (!ours && mayBeGoods(`${textOf(row)} ${row.className}`, textOf(lineOf(row)))) code = null;
    if (!found.some((one) => one.code !== null && code !== null && same(one.code, code))) found.push({ code, remove });
  }
  return found;
}

const near = (input: HTMLInputElement, button: HTMLElement) =>
  input.form !== null ? (button as HTMLButtonElement).form === input.form : rowOf(button).contains(input);
