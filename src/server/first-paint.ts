/**
 * What lets a public page paint first: what it needs of the style sheet and its icons inside of it instead of beside it, its scripts
 * and the rest of the sheet after the paint instead of before it, and the faces of its letters after both. On a slow phone that is
 * most of a second. Pages that follow come by script and need none of it again.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createNeededStyles, type NeededStyles } from "./needed-styles.ts";

const LINK = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)" data-precedence="([\w-]+)"\/>/g;
/** The sheet of the letters' faces is whole in every document: when one comes later, the browser lays every text out anew. */
const isFaces = (href: string) => href.startsWith("/assets/fonts-");
/** What `ui/icon.tsx` writes: a symbol of a file that every page shares. */
const ICON = /<use href="\/assets\/(?<file>(?:sprite|services)-[\w-]+\.svg)#(?<name>[\w-]+)"/g;
const MODULE = '<script type="module" async="">';
/** Kept as words until then; its hash in the policy is the same. */
const KEPT = '<script type="text/plain" id="start-later">';
const FACE = /<link (?:nonce="[^"]*" )?rel="preload" as="font"[^>]* href="(?<href>[^"]+)"[^>]*\/>/g;
/**
 * A public page is the same for everybody. Who has the cookie of a sign-in is marked before the first paint, so that styles keep the
 * space of what a member sees, and offer nobody to log in who did; `client/session.ts` takes the mark away where it meant nothing.
 */
const READER =
  'if (/(^|; )tp_token\\w*=[^;]/.test(document.cookie)) document.documentElement.dataset.reader = "member";';
/**
 * Who comes back to a page, or reads it again, is led to where they were. That is in its place only when all above it is as high as it
 * was: such a page is laid out whole, until its reader goes on (`site/navigation.tsx`).
 */
const RETURNS = `{
  const returns = () => { document.documentElement.dataset.returns = "now"; };
  if (performance.getEntriesByType("navigation")[0]?.type !== "navigate") returns();
  addEventListener("popstate", returns);
}`;
/** So many elements get their faces at once, neighbors together; of a part with more its own parts do. */
const MAX_PUT_ON = 60;
/**
 * Who has the faces of our letters in the browser's store sees them at once. Else they are asked for when the page has come alive
 * (`site/navigation.tsx` says so), and put on part by part, because to lay out a whole page keeps a phone from answering: wherever
 * nothing in view moves by that (three pixels are no move, as browsers count). The rest has them with the next page, and so have the
 * other entries of its list, which look alike. What is not laid out costs nothing, and has them at once. A browser that keeps nothing
 * reads every document as the first.
 */
const faces = (hrefs: string[]) => `${READER}${RETURNS}(() => {
  const root = document.documentElement;
  const later = window.requestIdleCallback ?? setTimeout;
  const all = [];
  const divide = (whole) => {
    let group = [];
    let size = 0;
    for (const part of whole.children) {
      const elements = part.querySelectorAll("*").length + 1;
      if (elements > ${MAX_PUT_ON}) {
        divide(part);
        group = [];
      } else if (part.checkVisibility?.({ contentVisibilityAuto: true }) ?? true) {
        if (!group.length || size + elements > ${MAX_PUT_ON}) {
          all.push((group = []));
          size = 0;
        }
        group.push(part);
        size += elements;
      }
    }
  };
  const inView = () => {
    const tops = new Map();
    const see = (part) => {
      const { top, bottom, height } = part.getBoundingClientRect();
      if (top >= innerHeight || (height && bottom <= 0)) return;
      tops.set(part, top);
      for (const inner of part.children) see(inner);
    };
    see(document.body);
    return tops;
  };
  const mark = (parts) => {
    for (const { dataset } of parts) dataset.fonts = "later";
  };
  const putOn = ([group, ...rest]) => {
    if (group?.some(({ dataset }) => dataset.fonts)) {
      const tops = inView();
      for (const part of group) part.removeAttribute("data-fonts");
      if ([...tops].some(([part, top]) => Math.abs(part.getBoundingClientRect().top - top) > 3)) {
        const list = group.at(-1).matches("li, article") && group[0].parentElement;
        const alike = list ? all.filter(([one]) => one.parentElement === list) : [group];
        alike.forEach(mark);
        rest = rest.filter((one) => !alike.includes(one));
      }
    }
    if (rest.length) later(() => putOn(rest));
  };
  const begin = () => {
    if (!root.dataset.fonts) return;
    divide(document.body);
    all.forEach(mark);
    root.removeAttribute("data-fonts");
    later(() => putOn(all));
  };
  const fetchFaces = async () => {
    const faces = ["Besley Variable", "Public Sans Variable"];
    await Promise.all(faces.map((face) => document.fonts.load("500 1em '" + face + "'")));
    try { localStorage.fonts = 1; } catch {}
    if (root.dataset.fonts) later(begin);
  };
  try {
    if (localStorage.fonts) {
      root.removeAttribute("data-fonts");
      for (const href of ${JSON.stringify(hrefs)})
        document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "", href }));
    }
  } catch {}
  if (root.dataset.fonts) addEventListener("alive", fetchFaces, { once: true });
})()`;
/**
 * Scripts start when the first paint with something on it was shown (browsers tell of the bare ground too, and of a paint some frames
 * before it stands on the screen), or at the first touch or key. A button that is pressed before React hears of it is pressed again
 * when the page has come alive, unless something was pressed meanwhile that React heard of; so is what sends a form that no page takes
 * without script, or leads elsewhere without (`data-by-script`). What was chosen or typed until then stands in its field, and React is told of
 * it, which takes a field to hold what it found there (`_valueTracker`): else a switch would show what nobody saved. Where the scripts
 * do not come, cannot be read or fail, what is pressed does what it does without them; what somebody else's script does is no sign of
 * that.
 * Before the scripts is asked for the whole sheet, for all that they will show, and with them for the file of icons, for those that
 * the page does not hold. The sheet stands where its part does, below what lays a brand's colors over it. A page that nobody looks at
 * is never painted, and must come alive all the same.
 */
const START = `(() => {
  const { nonce } = document.currentScript;
  let begun = false;
  let pressed;
  const changed = new Set();
  const waits = (so) => document.documentElement.toggleAttribute("data-waits", so);
  const press = (event) => {
    const held = event.target.closest("button[type=button], a.btn[href^='#'], form.needs-script button, [data-by-script] button, a[data-by-script]");
    if (!held) return;
    pressed = held;
    event.preventDefault();
    waits(true);
    begin();
  };
  const change = ({ target }) => { changed.add(target); };
  const tell = (field) => {
    const { type, checked, defaultChecked, form, name } = field;
    if (type === "radio" || type === "checkbox") {
      if (checked === defaultChecked || (type === "radio" && !checked)) return;
      field.checked = defaultChecked;
      if (type === "radio")
        for (const one of document.getElementsByName(name)) if (one.form === form && one.defaultChecked) one.checked = true;
      return field.click();
    }
    field._valueTracker?.setValue(field.defaultValue);
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  };
  const again = () => {
    const last = pressed;
    waits(false);
    changed.forEach(tell);
    changed.clear();
    if (last) setTimeout(() => last.click());
  };
  const leave = () => {
    removeEventListener("click", press, true);
    removeEventListener("input", change, true);
    removeEventListener("error", failOurs);
    removeEventListener("unhandledrejection", ask);
    addEventListener("click", () => { pressed = null; }, { capture: true, once: true });
  };
  const fail = () => {
    leave();
    waits(false);
    pressed?.click();
  };
  const failOurs = ({ filename }) => {
    if (filename?.startsWith(location.origin + "/assets/")) fail();
  };
  const ask = () => {
    if (window.__reactRouterRouteModules) import(window.__reactRouterManifest.entry.module).catch(fail);
  };
  const begin = () => {
    if (begun) return;
    begun = true;
    const styles = document.querySelector("style[data-href^='/assets/app-']");
    styles?.after(Object.assign(document.createElement("link"), { rel: "stylesheet", href: styles.dataset.href }));
    const icons = document.querySelector("svg.icons")?.dataset.file;
    if (icons) new Image().src = icons;
    const script = document.createElement("script");
    script.type = "module";
    script.nonce = nonce;
    script.textContent = document.getElementById("start-later").textContent;
    script.onerror = fail;
    document.body.append(script);
  };
  addEventListener("click", press, true);
  addEventListener("input", change, true);
  addEventListener("error", failOurs);
  addEventListener("unhandledrejection", ask);
  addEventListener("hydrates", leave, { once: true });
  addEventListener("alive", again, { once: true });
  if (document.hidden || !PerformanceObserver.supportedEntryTypes?.includes("paint")) return begin();
  new PerformanceObserver((list) => {
    if (list.getEntriesByName("first-contentful-paint").length) setTimeout(begin, 50);
  }).observe({ type: "paint", buffered: true });
  for (const kind of ["pointerdown", "keydown", "touchstart"]) addEventListener(kind, begin, { once: true, passive: true });
  setTimeout(begin, 3000);
})()`;

const inline = (code: string, nonce = "") =>
  `<script${nonce && ` nonce="${nonce}"`}>${code.replaceAll(/\n\s*/g, "")}</script>`;

/** `nonce`: of a page of one reader. */
export function withLateFaces(html: string, nonce?: string): string {
  const hrefs = Array.from(html.matchAll(FACE), ({ groups }) => groups?.href ?? "");
  if (hrefs.length === 0) return html;
  return html
    .replace(FACE, "")
    .replace("<html ", '<html data-fonts="later" ')
    .replace("<head>", () => `<head>${inline(faces(hrefs), nonce)}`);
}

/** `sprite-heart`: unlike any id of a page's own. */
const idOf = (file: string, name: string) => `${file.slice(0, file.indexOf("-"))}-${name}`;

function findSymbol(file: string, name: string, id: string): string | null {
  const at = file.indexOf(`<symbol id="${name}"`);
  if (at < 0) return null;
  return file.slice(at, file.indexOf("</symbol>", at) + "</symbol>".length).replace(`id="${name}"`, `id="${id}"`);
}

export type FirstPaint = {
  ofEverybody(html: string): string;
  /** `arrives`: nothing of ours is in the browser's store yet, as far as can be told; who comes from another page of ours has the sheet. */
  ofReader(html: string, reader: { nonce: string; arrives: boolean }): string;
};

/** `folder`: where the browser's files lie. React finds the sheet again by `data-href`, and so asks for it no more. */
export function createFirstPaint(folder: string): FirstPaint {
  const files = new Map<string, string>();
  const read = (href: string): string => {
    const known = files.get(href) ?? readFileSync(join(folder, href), "utf8");
    files.set(href, known);
    return known;
  };
  const known = new Map<string, string | null>();
  function symbolOf(file: string, name: string): string | null {
    const key = `${file}#${name}`;
    const symbol = known.get(key);
    if (symbol !== undefined) return symbol;
    const found = findSymbol(read(`/assets/${file}`), name, idOf(file, name));
    known.set(key, found);
    return found;
  }
  /** The icons that a page shows, and none else. React leaves attributes as they were sent; icons that come later are the file's, which `START` asks for. */
  function withIcons(html: string): string {
    const symbols = new Set<string>();
    let from = "";
    const page = html.replace(ICON, (use, file: string, name: string) => {
      const symbol = symbolOf(file, name);
      if (symbol === null) return use;
      symbols.add(symbol);
      from ||= `/assets/${file}`;
      return `<use href="#${idOf(file, name)}"`;
    });
    if (symbols.size === 0) return html;
    const at = page.lastIndexOf("</body>");
    if (at < 0) return html;
    return `${page.slice(0, at)}<svg class="icons" data-file="${from}">${[...symbols].join("")}</svg>${page.slice(at)}`;
  }
  const needed = new Map<string, NeededStyles>();
  function neededOf(href: string): NeededStyles {
    const made = needed.get(href) ?? createNeededStyles(read(href));
    needed.set(href, made);
    return made;
  }
  /** `styles`: what a document holds of a sheet; null: it is linked. */
  const withStyles = (html: string, styles: (href: string) => string | null): string =>
    html.replace(LINK, (link, href: string, precedence: string) => {
      const held = styles(href);
      return held === null ? link : `<style data-href="${href}" data-precedence="${precedence}">${held}</style>`;
    });
  function withLateScripts(html: string, nonce?: string): string {
    const module = nonce ? MODULE.replace(" ", ` nonce="${nonce}" `) : MODULE;
    const at = html.indexOf(module);
    const end = html.lastIndexOf("</body>");
    if (at < 0 || end < at) return html;
    return html.slice(0, at) + KEPT + html.slice(at + module.length, end) + inline(START, nonce) + html.slice(end);
  }
  const paintsFirst = (html: string, nonce?: string): string => {
    const page = withLateScripts(withLateFaces(withIcons(html), nonce), nonce);
    return withStyles(page, (href) => (isFaces(href) ? read(href) : neededOf(href)(page)));
  };
  return {
    ofEverybody: (html) => paintsFirst(html),
    ofReader(html, { nonce, arrives }) {
      if (arrives) return paintsFirst(html, nonce);
      return withLateFaces(
        withStyles(html, (href) => (isFaces(href) ? read(href) : null)),
        nonce,
      );
    },
  };
}
