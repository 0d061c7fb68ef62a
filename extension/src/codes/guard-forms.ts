/** While codes are tried the page sends no form but the one of codes, unless the shopper presses by themselves. */
import { lastPressed } from "./store-page.ts";

/** A press of the shopper leads to what the page sends within this time. */
const PRESS_MS = 1_000;

/** `onShopper`: the shopper sends something, or changes the field of codes. Returns how to let go. */
export function guardForms(view: Window, ours: Node, onShopper: () => void): () => void {
  let touched = Number.NEGATIVE_INFINITY;
  const isOurs = (event: Event) => event.composedPath().includes(ours);
  const touch = (event: Event) => {
    if (event.isTrusted && !isOurs(event)) touched = performance.now();
  };
  const onSubmit = (event: SubmitEvent) => {
    const button = lastPressed();
    // The form of our own button, by that button or by the page's script; never by another button of it.
    const isAsked = button !== null && (button as HTMLButtonElement).form === event.target;
    if (isAsked && (event.submitter === button || event.submitter === null)) return;
    if (performance.now() - touched < PRESS_MS) {
      onShopper();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onInput = (event: Event) => {
    if (event.isTrusted && !isOurs(event)) onShopper();
  };
  const all = { capture: true };
  view.addEventListener("pointerdown", touch, all);
  view.addEventListener("keydown", touch, all);
  view.addEventListener("submit", onSubmit, all);
  view.addEventListener("input", onInput, all);
  return () => {
    view.removeEventListener("pointerdown", touch, all);
    view.removeEventListener("keydown", touch, all);
    view.removeEventListener("submit", onSubmit, all);
    view.removeEventListener("input", onInput, all);
  };
}
