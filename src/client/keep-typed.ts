/** What was typed on a page and not sent yet, kept over a reload that we ask for: for this tab and this address alone. */
const KEPT = "typed_before_update";
const FIELDS = "main :is(input, textarea, select)[name]";
/** What is secret, is no text, or that a browser lets nobody set. */
const LEFT_OUT = new Set(["password", "hidden", "file", "submit", "button", "image", "reset"]);

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Typed = { at: number; name: string; value: string; ticked: boolean };

const hasTick = (field: FieldElement): field is HTMLInputElement => field.type === "checkbox" || field.type === "radio";
const fields = (): FieldElement[] => [...document.querySelectorAll<FieldElement>(FIELDS)];

export function keepTyped(): void {
  const typed = fields().flatMap((field, at): Typed[] => {
    if (LEFT_OUT.has(field.type) || /^(?:cc-|one-time-code)/.test(field.autocomplete)) return [];
    const ticked = hasTick(field) && field.checked;
    return field.value === "" && !ticked ? [] : [{ at, name: field.name, value: field.value, ticked }];
  });
  sessionStorage.setItem(KEPT, JSON.stringify({ href: window.location.href, typed }));
}

/** Once, on the page that was reloaded. As if it had been typed, so that whatever listens to a field hears of it. */
export function bringBackTyped(): void {
  const kept = sessionStorage.getItem(KEPT);
  if (kept === null) return;
  sessionStorage.removeItem(KEPT);
  const { href, typed } = JSON.parse(kept) as { href: string; typed: Typed[] };
  if (href !== window.location.href) return;
  const now = fields();
  for (const { at, name, value, ticked } of typed) {
    const field = now[at];
    if (field?.name !== name) continue;
    if (hasTick(field)) {
      if (ticked !== field.checked) field.click();
    } else if (field.value !== value) {
      // The prototype's own setter: a page's library watches the one of the element, and would take the value for its own.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
      field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
    }
  }
}
