/** A store's page under the hands of a run: looks, types a code as a person would, takes one away, waits for the answer. */
import type { Recipe } from "../bundle.ts";
import { readApplied } from "./applied-codes.ts";
import { type Box, findBox, findOpener, recipeFor } from "./find-box.ts";
import { type Listening, listenTo } from "./listen.ts";
import { findAll, isVisible, nameOf, pressables, type Root, rootsOf, textOf } from "./page-walk.ts";
import { CAPTCHA, CONFIRM, REFUSED, TAKEN, TOO_OFTEN, whyOf } from "./page-words.ts";
import { readTotals } from "./read-totals.ts";
import type { Answer, Seen } from "./run.ts";

export type StorePage = {
  /** Unfolds the box where it is folded away. */
  hasBox(): Promise<boolean>;
  look(known: readonly string[]): Seen;
  enter(code: string): Promise<boolean>;
  remove(code: string, known: readonly string[]): Promise<boolean>;
  /** `before`: null on a page that has just come. */
  answer(before: Pick<Seen, "totals" | "applied" | "said"> | null, known: readonly string[]): Promise<Answer>;
  type(text: string): void;
};

const MAX_SAID = 240;
const LOOK_MS = 200;
const MAX_WAIT_MS = 12_000;
/** A store says that it took a code before it has reckoned anew. */
const RECKON_MS = 4_000;
const UNFOLD_MS = 3_000;
const ALIKE = 3;

const MESSAGES = [
  ...["[role='alert']", "[role='status']", "[aria-live]:not([aria-live='off'])"],
  ...[
    "[class*='error' i]",
    "[class*='message' i]",
    "[class*='alert' i]",
    "[class*='success' i]",
    "[class*='notice' i]",
  ],
  ...["[class*='feedback' i]", "[class*='warning' i]", "[id*='error' i]", "[data-coupon-result]"],
];
const CHALLENGES = [
  "iframe[src*='/recaptcha/'][src*='bframe']",
  "iframe[src*='hcaptcha.com'][src*='challenge']",
  "iframe[src*='challenges.cloudflare.com']",
  "iframe[src*='arkoselabs']",
  "[class*='captcha' i]:not([class*='badge' i])",
  "[id*='captcha' i]:not([id*='badge' i])",
];

export const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

async function poll<T>(look: () => T | null, limit_ms: number): Promise<T | null> {
  const ends = performance.now() + limit_ms;
  for (;;) {
    const found = look();
    if (found !== null || performance.now() > ends) return found;
    await wait(LOOK_MS / 2);
  }
}

export function openStorePage(document: Document, recipes: readonly Recipe[], host: string): StorePage {
  const box = () => findBox(document, recipes, host);
  let listening: Listening | null = null;

  function look(known: readonly string[]): Seen {
    const roots = rootsOf(document);
    const recipe = recipeFor(recipes, host, roots);
    const input =
      box()?.input ?? (findAll(roots, recipe?.input).find(isVisible) as HTMLInputElement | undefined) ?? null;
    return {
      totals: readTotals(roots, recipe),
      applied: readApplied(roots, recipe, input, known).map(({ code }) => code),
      said: saidOn(roots, recipe),
      captchas: captchasOn(roots),
      typed: input?.value.trim() ?? "",
    };
  }

  const unfolded = async (): Promise<Box | null> => {
    const found = box();
    if (found) return found;
    findOpener(document, recipes, host)?.click();
    return poll(box, UNFOLD_MS);
  };

  return {
    look,
    hasBox: async () => (await unfolded()) !== null,
    type(text) {
      const found = box();
      if (found) setValue(found.input, text);
    },
    async enter(code) {
      const found = await unfolded();
      if (!found) return false;
      setValue(found.input, code);
      // A page that draws itself anew may have put another button there.
      const ready = await poll(() => {
        const now = box();
        return now && !isDisabled(now.apply) ? now : null;
      }, UNFOLD_MS);
      if (!ready) return false;
      if (ready.input.value !== code) setValue(ready.input, code);
      const roots = rootsOf(document);
      listening?.stop();
      listening = listenTo(roots, messageSelectors(recipeFor(recipes, host, roots)));
      press(ready.apply);
      return true;
    },
    async remove(code, known) {
      const roots = rootsOf(document);
      const recipe = recipeFor(recipes, host, roots);
      const applied = readApplied(roots, recipe, box()?.input ?? lockedInput(roots, recipe), known);
      const button = applied.find((one) => one.code?.toUpperCase() === code.toUpperCase())?.remove;
      if (!button) return false;
      const asked = confirmations(document, recipe);
      press(button);
      const confirm = await poll(() => {
        if (!button.isConnected) return button;
        return confirmations(document, recipe).find((one) => !asked.includes(one)) ?? null;
      }, LOOK_MS * 2);
      if (confirm && confirm !== button) press(confirm);
      return true;
    },
    async answer(before, known) {
      const began = performance.now();
      let [last, alike] = ["", 0];
      let news_at: number | null = null;
      for (;;) {
        const seen = look(known);
        // On a page that has just come everything is said anew.
        const restated = before ? telling(listening?.heard() ?? []) : seen.said;
        const text = JSON.stringify([seen.totals?.total, seen.applied, seen.said]);
        alike = text === last ? alike + 1 : 1;
        last = text;
        const passed = performance.now() - began;
        const news = [...restated, ...seen.said.filter((said) => !before?.said.includes(said))];
        // Most pages take the message before away at the press: that is no answer yet.
        const changed = before
          ? sumsOf(seen) !== sumsOf(before) || news.length > 0
          : document.readyState === "complete" && seen.totals !== null;
        const taken = news.some((said) => TAKEN.test(said) && !REFUSED.test(said));
        if (taken || isMore(seen.applied, before?.applied ?? seen.applied)) news_at ??= passed;
        const moved = seen.totals?.total !== before?.totals?.total;
        const reckoned = !before || moved || news_at === null || passed - news_at > RECKON_MS;
        const done = changed && reckoned && alike >= ALIKE && seen.totals !== null && !isBusy(box());
        if (done || seen.captchas > 0 || passed > MAX_WAIT_MS) {
          listening?.stop();
          listening = null;
          return { ...seen, answered: changed, restated };
        }
        await wait(LOOK_MS);
      }
    },
  };
}

const sumsOf = ({ totals, applied }: Pick<Seen, "totals" | "applied">) => JSON.stringify([totals?.total, applied]);
const isMore = (now: readonly unknown[], before: readonly unknown[]) => now.length > before.length;
const isDisabled = (button: HTMLElement) =>
  (button as HTMLButtonElement).disabled || button.getAttribute("aria-disabled") === "true";
/** It says so, or its button is closed while the code still stands beside it. */
const isBusy = (found: Box | null) =>
  found !== null &&
  (found.input.closest("[aria-busy='true']") !== null || (isDisabled(found.apply) && found.input.value !== ""));
const lockedInput = (roots: readonly Root[], recipe: Recipe | null) =>
  (findAll(roots, recipe?.input).find(isVisible) as HTMLInputElement | undefined) ?? null;

const messageSelectors = (recipe: Recipe | null) => [...(recipe?.good ?? []), ...(recipe?.bad ?? []), ...MESSAGES];

const saidOn = (roots: readonly Root[], recipe: Recipe | null): string[] =>
  telling(findAll(roots, messageSelectors(recipe)));

/** Of what is shown, the texts that tell something of a code. */
function telling(elements: readonly Element[]): string[] {
  const texts = elements
    .filter(isVisible)
    .map(textOf)
    .filter((text) => text !== "" && text.length <= MAX_SAID)
    .filter((text) => TAKEN.test(text) || REFUSED.test(text) || TOO_OFTEN.test(text) || whyOf(text) !== "refused");
  return [...new Set(texts)];
}

function captchasOn(roots: readonly Root[]): number {
  const challenges = findAll(roots, CHALLENGES).filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return isVisible(one) && width > 60 && height > 40;
  });
  const asks = findAll(roots, ["[role='dialog']", "dialog", "form", "h1", "h2", "label"]).filter(
    (one) => isVisible(one) && textOf(one).length < 300 && CAPTCHA.test(textOf(one)),
  );
  return challenges.length + asks.length;
}

/** What a store asks once more before it takes a code away. */
function confirmations(document: Document, recipe: Recipe | null): HTMLElement[] {
  const roots = rootsOf(document);
  const known = findAll(roots, recipe?.confirm).filter(isVisible);
  const dialogs = findAll(roots, ["[role='dialog']", "dialog[open]", "[aria-modal='true']"]).filter(isVisible);
  return [...known, ...dialogs.flatMap(pressables).filter((one) => CONFIRM.test(nameOf(one)))];
}

/** By the field's own setter, so that a page that draws its fields itself hears of it. */
function setValue(input: HTMLInputElement, text: string): void {
  const view = input.ownerDocument.defaultView ?? window;
  const descriptor = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), "value");
  input.dispatchEvent(new view.FocusEvent("focusin", { bubbles: true, composed: true }));
  if (descriptor?.set) descriptor.set.call(input, text);
  else input.value = text;
  const said = { bubbles: true, composed: true, data: text, inputType: "insertText" };
  input.dispatchEvent(new view.InputEvent("input", said));
  input.dispatchEvent(new view.KeyboardEvent("keyup", { bubbles: true, composed: true, key: text.slice(-1) }));
  input.dispatchEvent(new view.Event("change", { bubbles: true }));
  input.dispatchEvent(new view.FocusEvent("focusout", { bubbles: true, composed: true }));
}

/** What was pressed last, for whoever guards the page's forms. */
let pressed: HTMLElement | null = null;
export const lastPressed = (): HTMLElement | null => pressed;

function press(button: HTMLElement): void {
  pressed = button;
  button.click();
}
