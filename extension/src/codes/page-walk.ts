/** Ways through a page that hides parts in open shadow roots and frames of its own. What is not ours to read is left out. */

export type Root = Document | ShadowRoot;

const frameDocument = (element: Element): Document | null => {
  try {
    return (element as HTMLIFrameElement).contentDocument;
  } catch {
    return null;
  }
};

/** The page, every open shadow root in it, and every frame that is the page's own. */
export function rootsOf(start: Root): Root[] {
  const roots: Root[] = [start];
  for (const root of roots)
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      else if (element.localName === "iframe") {
        const inner = frameDocument(element);
        if (inner?.body) roots.push(inner);
      }
    }
  return roots;
}

/** A selector comes as data: one that this browser does not know finds nothing. */
export function findAll(roots: readonly (Root | Element)[], selectors: readonly string[] = []): HTMLElement[] {
  const found = new Set<HTMLElement>();
  for (const selector of selectors)
    for (const root of roots)
      try {
        for (const element of root.querySelectorAll<HTMLElement>(selector)) found.add(element);
      } catch {
        // The other selectors are still looked for.
      }
  return [...found];
}

export function isVisible(element: Element): boolean {
  const shown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  if (!shown) return false;
  const { width, height, right, bottom } = element.getBoundingClientRect();
  // What is moved out of the page is there for robots alone.
  return width > 1 && height > 1 && right > -500 && bottom + (element.ownerDocument.defaultView?.scrollY ?? 0) > -500;
}

/** The element around, out of shadow roots too; a frame's page ends with itself. */
export const parentOf = (element: Element): Element | null =>
  element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host ?? null;

export const textOf = (element: Element): string => (element.textContent ?? "").replace(/\s+/g, " ").trim();

/** As `textOf`, with a space between parts that stand beside each other without one. */
export function wordsOf(element: Element): string {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (walker.nextNode()) words.push(walker.currentNode.nodeValue ?? "");
  return words.join(" ").replace(/\s+/g, " ").trim();
}

/** What a person reads or hears of it. */
export const nameOf = (element: Element): string =>
  [
    element.getAttribute("aria-label"),
    (element as HTMLInputElement).value,
    textOf(element),
    element.getAttribute("title"),
  ]
    .filter(Boolean)
    .join(" ")
    .trim();

const PRESSABLE = "button, [role='button'], input[type='submit'], input[type='button'], a";

export function pressables(within: Element): HTMLElement[] {
  const roots: ParentNode[] = [within, ...(within.shadowRoot ? [within.shadowRoot] : [])];
  return roots
    .flatMap((root) => [...root.querySelectorAll<HTMLElement>(PRESSABLE)])
    .filter((one) => isVisible(one) && (one.localName !== "a" || staysHere(one as HTMLAnchorElement)));
}

/** A link that leads elsewhere is no button. */
export function staysHere(link: HTMLAnchorElement): boolean {
  const href = link.getAttribute("href") ?? "";
  return link.hasAttribute("role") || href === "" || href.startsWith("#") || /^javascript:/i.test(href);
}
