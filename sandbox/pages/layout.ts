import { esc } from "../markup.ts";
import { STYLE } from "./style.ts";

export interface Page {
  title: string;
  body: string;
  /** Colour of the shop or part; white text must be readable on it. */
  tint?: string;
  brand: { name: string; tagline: string; href: string; logo?: string };
  links: [label: string, href: string][];
  note?: string;
  head?: string;
}

/** The shell of every page. `body` and `head` are HTML made by the caller; everything else is escaped here. */
export function layout(page: Page): string {
  const logo = page.brand.logo ? `<img src="${esc(page.brand.logo)}" alt="" width="40" height="40">` : "";
  const links = page.links.map(([label, href]) => `<a href="${esc(href)}">${esc(label)}</a>`).join("");
  const tint = page.tint ? `:root{--tint:${esc(page.tint)}}` : "";
  const note = page.note ?? "Sandbox: everything on this page is made up. No money moves and nothing is shipped.";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${esc(page.title)}</title><meta name="robots" content="noindex"><link rel="icon" href="${esc(page.brand.logo ?? "data:,")}"><style>${STYLE}${tint}</style>${page.head ?? ""}</head>
<body><a class="skip" href="#main">Skip to content</a><header class="top"><div class="note">${esc(note)}</div><div class="bar"><a class="brand" href="${esc(page.brand.href)}">${logo}<span><b>${esc(page.brand.name)}</b><small>${esc(page.brand.tagline)}</small></span></a>
<nav class="links" aria-label="Main">${links}</nav></div></header>
<main id="main">${page.body}</main></body></html>`;
}

/** Page numbers with the first, the last and the neighbours of the current one. */
export function pager(current: number, last: number, href: (page: number) => string): string {
  if (last <= 1) return "";
  const shown = [...new Set([1, current - 1, current, current + 1, last])]
    .filter((n) => n >= 1 && n <= last)
    .sort((a, b) => a - b);
  let before = 0;
  const cells = shown.map((n) => {
    const gap = n - before > 1 ? '<li><span aria-hidden="true">…</span></li>' : "";
    before = n;
    const link =
      n === current
        ? `<a aria-current="page" href="${esc(href(n))}">${n}</a>`
        : `<a href="${esc(href(n))}" aria-label="Page ${n}">${n}</a>`;
    return `${gap}<li>${link}</li>`;
  });
  return `<nav aria-label="Pages"><ul class="pages">${cells.join("")}</ul></nav>`;
}

export function shortTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
