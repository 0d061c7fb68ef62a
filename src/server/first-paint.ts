/**
 * What lets a public page paint first: its style sheet inside of it instead of beside it, and its scripts after the paint
 * instead of before it. On a slow phone that is most of a second. Pages that follow come by script and need neither again.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const LINK = /<link rel="stylesheet" href="(?<href>\/assets\/[\w.-]+\.css)" data-precedence="(?<precedence>[\w-]+)"\/>/;
const MODULE = '<script type="module" async="">';
/** Kept as words until then; its hash in the policy is the same. */
const KEPT = '<script type="text/plain" id="start-later">';
/** A page that nobody looks at is never painted, and must come alive all the same. */
const START = `<script>(()=>{const start=()=>{const script=document.createElement("script");script.type="module";script.textContent=document.getElementById("start-later").textContent;document.body.append(script)};document.hidden?start():requestAnimationFrame(()=>setTimeout(start))})()</script>`;

/** `folder`: where the browser's files lie. React finds the sheet again by `data-href`, and so asks for it no more. */
export function createFirstPaint(folder: string): (html: string) => string {
  const sheets = new Map<string, string>();
  const read = (href: string): string => {
    const known = sheets.get(href) ?? readFileSync(join(folder, href), "utf8");
    sheets.set(href, known);
    return known;
  };
  function withStyles(html: string): string {
    const found = LINK.exec(html);
    const { href, precedence } = found?.groups ?? {};
    if (!found || !href || !precedence) return html;
    const style = `<style data-href="${href}" data-precedence="${precedence}">${read(href)}</style>`;
    return html.slice(0, found.index) + style + html.slice(found.index + found[0].length);
  }
  function withLateScripts(html: string): string {
    const at = html.indexOf(MODULE);
    const end = html.lastIndexOf("</body>");
    if (at < 0 || end < at) return html;
    return html.slice(0, at) + KEPT + html.slice(at + MODULE.length, end) + START + html.slice(end);
  }
  return (html) => withLateScripts(withStyles(html));
}
