/** The field for codes on a page, the button beside it, and what opens it when it is folded away. */
import type { Recipe } from "../bundle.ts";
import {
  findAll,
  isVisible,
  nameOf,
  parentOf,
  pressables,
  type Root,
  rootsOf,
  staysHere,
  textOf,
} from "./page-walk.ts";
import { CODE_WORDS, OPEN, ORDERING } from "./page-words.ts";
import { type Field, LIKELY, mayApply, scoreField } from "./score-field.ts";

export type Box = { input: HTMLInputElement; apply: HTMLElement };
const MAX_LEVELS = 6;

const below = (host: string, of: string) => host === of || host.endsWith(`.${of}`);

/** What is known of this store, or of the make of its shop; a store's own comes first. */
export function recipeFor(recipes: readonly Recipe[], host: string, roots: readonly Root[]): Recipe | null {
  const own = recipes.find((recipe) => recipe.hosts?.some((one) => below(host, one)));
  return own ?? recipes.find((recipe) => !recipe.hosts && findAll(roots, recipe.known_by).length > 0) ?? null;
}

export function labelOf(input: HTMLInputElement): string {
  const root = input.getRootNode() as Root;
  const named = (input.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
  return [
    ...[...(input.labels ?? [])].map(textOf),
    ...named.map((id) => textOf(root.getElementById(id) ?? input)),
    input.getAttribute("aria-label") ?? "",
    input.placeholder,
    input.title,
  ].join(" ");
}

/** The nearest element around the field that has a button, and little more than both. */
function surroundings(input: HTMLInputElement): Element | null {
  let around = parentOf(input);
  for (let level = 0; around && level < MAX_LEVELS; level += 1, around = parentOf(around)) {
    if (around.localName === "body") return null;
    if (pressables(around).length > 0) return around;
  }
  return null;
}

function fieldOf(input: HTMLInputElement): Field {
  const around = surroundings(input);
  const near = around ? textOf(around).slice(0, 300) : "";
  return {
    type: (input.getAttribute("type") ?? "").toLowerCase(),
    names: [input.name, input.id, input.dataset.testid ?? "", input.className].join(" "),
    autocomplete: input.autocomplete,
    label: labelOf(input),
    around: near,
    buttons: around ? pressables(around).map(nameOf) : [],
    max_length: input.maxLength,
  };
}

/** A press of it may send a form: never one in which a card or an address is. */
function isSafe(button: HTMLElement): boolean {
  if (ORDERING.test(nameOf(button))) return false;
  const { form, type } = button as HTMLButtonElement;
  if (!form || type !== "submit") return true;
  const others = [...form.elements].filter((one) => {
    const field = one as HTMLInputElement;
    return (
      /^cc-|^street|^email|^tel/.test(field.autocomplete ?? "") || field.type === "email" || field.type === "password"
    );
  });
  return others.length === 0;
}

function applyOf(input: HTMLInputElement, recipe: Recipe | null, roots: readonly Root[]): HTMLElement | null {
  const known = findAll(roots, recipe?.apply).filter((one) => isVisible(one) && isSafe(one));
  const { form } = input;
  const same = known.find((one) => (form ? (one as HTMLButtonElement).form === form : true));
  if (same ?? known[0]) return same ?? known[0] ?? null;
  let around = parentOf(input);
  for (let level = 0; around && level < MAX_LEVELS; level += 1, around = parentOf(around)) {
    const buttons = pressables(around).filter(isSafe);
    const after = (one: HTMLElement) => (input.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING ? 0 : 1);
    const [best] = buttons.filter((one) => mayApply(nameOf(one))).sort((one, other) => after(one) - after(other));
    if (best) return best;
    if (around.localName === "body") break;
  }
  // An arrow without a word sends a form that has nothing else.
  const only = form && [...form.elements].filter((one) => (one as HTMLInputElement).type !== "hidden");
  const alone = only?.length === 2 ? only.find((one) => one !== input) : undefined;
  return alone && isSafe(alone as HTMLElement) ? (alone as HTMLElement) : null;
}

export function findBox(start: Root, recipes: readonly Recipe[], host: string): Box | null {
  const roots = rootsOf(start);
  const recipe = recipeFor(recipes, host, roots);
  const known = findAll(roots, recipe?.input).filter(isVisible) as HTMLInputElement[];
  const scored = (findAll(roots, ["input"]) as HTMLInputElement[])
    .filter((input) => !input.readOnly && isVisible(input))
    .map((input) => ({ input, score: scoreField(fieldOf(input)) }))
    .filter(({ score }) => score >= LIKELY)
    .sort((one, other) => other.score - one.score)
    .map(({ input }) => input);
  for (const input of [...known, ...scored]) {
    const apply = applyOf(input, recipe, roots);
    if (apply) return { input, apply };
  }
  return null;
}

/** What a press unfolds the box with; null where nothing speaks of codes. */
export function findOpener(start: Root, recipes: readonly Recipe[], host: string): HTMLElement | null {
  const roots = rootsOf(start);
  const known = findAll(roots, recipeFor(recipes, host, roots)?.open).find(isVisible);
  if (known) return known;
  const all = findAll(roots, ["summary", "button", "[role='button']", "a", "label[for]", "[aria-expanded='false']"]);
  return (
    all.find((one) => {
      const name = nameOf(one);
      if (name.length > 80 || ORDERING.test(name) || !isVisible(one)) return false;
      if (one.localName === "a" && !staysHere(one as HTMLAnchorElement)) return false;
      if ((one as HTMLButtonElement).form && (one as HTMLButtonElement).type === "submit") return false;
      const folded = one.localName === "summary" || one.getAttribute("aria-expanded") === "false";
      return OPEN.test(name) || (folded && CODE_WORDS.test(name));
    }) ?? null
  );
}
