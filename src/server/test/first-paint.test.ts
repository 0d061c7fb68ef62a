/** A public page holds its styles and starts its scripts after the paint; whatever else stands in it stays as it was. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createFirstPaint, withLateFaces } from "../first-paint.ts";
import { inlineScriptHashes } from "../page-parts.ts";

const folder = mkdtempSync(join(tmpdir(), "first-paint-"));
mkdirSync(join(folder, "assets"));
writeFileSync(join(folder, "assets/app-1.css"), "h1{color:red}");
writeFileSync(join(folder, "assets/app-2.css"), ".icons{display:none}");
const HEART = '<path d="M1 1"/></symbol>';
writeFileSync(
  join(folder, "assets/sprite-1.svg"),
  `<svg><symbol id="heart" viewBox="0 0 2 2">${HEART}<symbol id="heart-off">…</symbol></svg>`,
);
const { ofEverybody: forFirstPaint, ofReader } = createFirstPaint(folder);

const LINK = '<link rel="stylesheet" href="/assets/app-1.css" data-precedence="default"/>';
const FONT = '<link rel="preload" as="font" type="font/woff2" href="/assets/a.woff2" crossorigin="anonymous"/>';
const MODULE = '<script type="module" async="">import "/assets/a.js";</script>';
const page = (head: string, body: string) => `<html><head>${head}</head><body>${body}</body></html>`;

describe("a public page", () => {
  it("holds what it needs of its style sheet in the place of the link", () => {
    const held = (styles: string) => `<style data-href="/assets/app-1.css" data-precedence="default">${styles}</style>`;
    expect(forFirstPaint(page(LINK, "<h1>Stores</h1>"))).toBe(page(held("h1{color:red}"), "<h1>Stores</h1>"));
    expect(forFirstPaint(page(LINK, "<h2>Stores</h2>"))).toBe(page(held(""), "<h2>Stores</h2>"));
    // What the page gets besides its words is seen too.
    const icon = `<svg><use href="/assets/sprite-1.svg#heart"></use></svg>`;
    expect(forFirstPaint(page(LINK.replace("app-1", "app-2"), icon))).toContain("display:none");
  });

  it("holds the icons that it shows, each once, and leaves what it does not know to its file", () => {
    const use = (at: string) => `<svg><use href="${at}"></use></svg>`;
    const [known, unknown] = ["/assets/sprite-1.svg#heart", "/assets/sprite-1.svg#hat"];
    const said = `<p>/assets/sprite-1.svg#heart</p>`;
    const html = forFirstPaint(page("", use(known) + use(known) + use(unknown) + said));
    const held = `<svg class="icons" data-file="/assets/sprite-1.svg"><symbol id="sprite-heart" viewBox="0 0 2 2">${HEART}</svg>`;
    expect(html).toBe(page("", use("#sprite-heart") + use("#sprite-heart") + use(unknown) + said + held));
    // Who has the file from another page of ours reads it there.
    const later = page("", use(known)).replace("<html>", '<html lang="en">');
    expect(ofReader(later, { nonce: "n1", arrives: false })).toBe(later);
  });

  it("keeps its scripts for later, under hashes that its policy names", () => {
    const html = forFirstPaint(page("", `<p>Words</p>${MODULE}`));
    expect(html).toContain('<p>Words</p><script type="text/plain" id="start-later">import "/assets/a.js";</script>');
    expect(html).not.toContain('type="module" async');
    const [kept, start] = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code ?? "");
    const run = inlineScriptHashes(page("", `<script type="module">${kept}</script>`));
    // The script that is put into the page later has the words of the kept one, so that one hash allows both.
    expect(inlineScriptHashes(html)).toEqual([...run, ...inlineScriptHashes(`<script>${start}</script>`)]);
  });

  it("asks for the faces of its letters when it has come alive, and early only where they are kept", () => {
    const html = withLateFaces(page(FONT, "").replace("<html>", '<html lang="en">'));
    expect(html).toMatch(/^<html data-fonts="later" lang="en"><head><script>/);
    expect(html).not.toContain("<link");
    expect(html).toContain('for (const href of ["/assets/a.woff2"])');
    // Whoever has its own policy with a nonce is given that.
    const own = withLateFaces(page(FONT.replace("<link", '<link nonce="n1"'), ""), "n1");
    expect(own).toContain('<head><script nonce="n1">');
    expect(own).not.toContain("<link");
  });

  it("of one reader paints first for who arrives, and names its sheet for who has it from another page of ours", () => {
    const html = page(LINK + FONT, `<h1>A</h1>${MODULE.replace("<script", '<script nonce="n1"')}`).replace(
      "<html>",
      '<html lang="en">',
    );
    const arrived = ofReader(html, { nonce: "n1", arrives: true });
    expect(arrived).toContain(`<style data-href="/assets/app-1.css" data-precedence="default">h1{color:red}</style>`);
    expect(arrived).toContain(
      '<script type="text/plain" id="start-later">import "/assets/a.js";</script><script nonce="n1">',
    );
    const goesOn = ofReader(html, { nonce: "n1", arrives: false });
    expect(goesOn).toContain(LINK);
    expect(goesOn).toContain('<script nonce="n1" type="module" async="">');
  });

  it("starts its scripts when something was painted, not when the bare ground was", async () => {
    const html = forFirstPaint(page("", MODULE));
    const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)];
    const started: string[] = [];
    const asked: string[] = [];
    const styles = {
      dataset: { href: "/assets/app-1.css" },
      after: (link: object) => asked.push(JSON.stringify(link)),
    };
    let tell = (_entries: string[]) => {};
    class PerformanceObserver {
      static supportedEntryTypes = ["paint"];
      constructor(heard: (list: { getEntriesByName(name: string): string[] }) => void) {
        tell = (entries) => heard({ getEntriesByName: (name) => entries.filter((entry) => entry === name) });
      }
      observe() {}
    }
    const document = {
      hidden: false,
      currentScript: { nonce: "" },
      createElement: () => ({}),
      querySelector: (what: string) =>
        what.startsWith("style[data-href") ? styles : { dataset: { file: "/assets/sprite-1.svg" } },
      getElementById: () => ({ textContent: scripts[0]?.[1] }),
      body: { append: ({ textContent }: { textContent: string }) => started.push(textContent) },
    };
    const run = new Function(
      "document",
      "PerformanceObserver",
      "addEventListener",
      "removeEventListener",
      "setTimeout",
      "Image",
      scripts[1]?.[1] ?? "",
    );
    run(
      document,
      PerformanceObserver,
      () => {},
      () => {},
      // What is for a page that is never painted waits for seconds.
      (act: () => void, ms = 0) => ms < 1_000 && act(),
      class {
        set src(file: string) {
          asked.push(file);
        }
      },
    );
    tell(["first-paint"]);
    expect(started).toEqual([]);
    tell(["first-contentful-paint"]);
    tell(["first-contentful-paint"]);
    expect(started).toEqual(['import "/assets/a.js";']);
    // What scripts show has the whole sheet, which they are asked for after; icons that come later are of the file that it names.
    expect(asked).toEqual(['{"rel":"stylesheet","href":"/assets/app-1.css"}', "/assets/sprite-1.svg"]);
  });

  /** A document whose reader presses a button of it before its scripts have begun; `kinds` of events can be told to it. */
  function pressed() {
    const html = forFirstPaint(page("", MODULE));
    const start = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)][1]?.[1] ?? "";
    const hearers = new Map<string, Set<(event: object) => void>>();
    const names = [
      "document",
      "PerformanceObserver",
      "addEventListener",
      "removeEventListener",
      "setTimeout",
      "location",
    ];
    const listen = (kind: string, hear: (event: object) => void) =>
      hearers.set(kind, (hearers.get(kind) ?? new Set()).add(hear));
    const document = {
      hidden: false,
      currentScript: { nonce: "" },
      documentElement: { toggleAttribute: () => {} },
      createElement: () => ({}),
      querySelector: () => null,
      getElementById: () => ({ textContent: "" }),
      body: { append: () => {} },
    };
    class PerformanceObserver {
      static supportedEntryTypes = ["paint"];
      observe() {}
    }
    new Function(...names, start)(
      document,
      PerformanceObserver,
      listen,
      (kind: string, hear: (event: object) => void) => hearers.get(kind)?.delete(hear),
      // Behind what React makes of what it was told.
      (act: () => void, ms = 0) => ms === 0 && act(),
      { origin: "https://shop.example" },
    );
    const seen = { presses: 0, prevented: 0 };
    const button = { click: () => (seen.presses += 1) };
    const tell = (kind: string, target: object | null = null, filename = "") => {
      const event = { target: { closest: () => target }, preventDefault: () => (seen.prevented += 1), filename };
      for (const hear of [...(hearers.get(kind) ?? [])]) hear(event);
    };
    tell("click", button);
    return { seen, tell, button };
  }

  it("presses again what was pressed before React heard of it", () => {
    const { seen, tell } = pressed();
    expect(seen).toEqual({ presses: 0, prevented: 1 });
    tell("hydrates");
    tell("alive");
    expect(seen).toEqual({ presses: 1, prevented: 1 });
  });

  it("does not, where something was pressed since that React heard of", () => {
    const { seen, tell, button } = pressed();
    tell("hydrates");
    tell("click", button);
    tell("alive");
    // Neither is the second held back: it is React's.
    expect(seen).toEqual({ presses: 0, prevented: 1 });
  });

  it("does by its own means what was pressed where the scripts do not come", () => {
    const { seen, tell, button } = pressed();
    // What fails of somebody else's is no sign.
    tell("error", null, "chrome-extension://a/assets/b.js");
    expect(seen).toEqual({ presses: 0, prevented: 1 });
    tell("error", null, "https://shop.example/assets/b.js");
    expect(seen).toEqual({ presses: 1, prevented: 1 });
    tell("click", button);
    expect(seen).toEqual({ presses: 1, prevented: 1 });
  });

  /** What a document says of its reader before anything is painted. */
  function marksOf(cookie: string, type = "navigate") {
    const html = withLateFaces(page(FONT, "").replace("<html>", '<html lang="en">'));
    const code = /<script>([\s\S]*?)\(\(\) =>/.exec(html)?.[1] ?? "";
    const document = { cookie, documentElement: { dataset: {} as Record<string, string> } };
    const steps: Record<string, () => void> = {};
    const listen = (kind: string, hear: () => void) => {
      steps[kind] = hear;
    };
    new Function("document", "performance", "addEventListener", code)(
      document,
      { getEntriesByType: () => [{ type }] },
      listen,
    );
    return { marks: document.documentElement.dataset, steps };
  }

  it("marks who reads a page again, and who comes back to it", () => {
    expect(marksOf("", "reload").marks).toEqual({ returns: "now" });
    const { marks, steps } = marksOf("");
    expect(marks).toEqual({});
    steps.popstate?.();
    expect(marks).toEqual({ returns: "now" });
  });

  it("marks who has the cookie of a sign-in before the first paint, and nobody else", () => {
    const readerOf = (cookie: string) => marksOf(cookie).marks.reader;
    expect(readerOf("lang=es; tp_token_local=a.b.c")).toBe("member");
    expect(readerOf("tp_token=a.b.c; lang=es")).toBe("member");
    for (const cookie of ["", "lang=es", "tp_token=; lang=es", "not_tp_token=a"])
      expect(readerOf(cookie)).toBeUndefined();
  });

  it.each([
    ["without either", page("<title>x</title>", "<p>y</p>")],
    ["that only speaks of a sheet", page("", "<p>&lt;link rel=stylesheet&gt;</p>")],
    ["that has no end", `<html>${MODULE}`],
  ])("%s stays as it is", (_what, html) => expect(forFirstPaint(html)).toBe(html));
});
