/**
 * Writes sprite.svg, one file that the browser loads once, so that no icon costs script, and services.svg, which only
 * pages with sign-in or payment load. Run it after changing names.ts.
 * The mark, the wordmark and the coin stand in own.svg; their colours are custom properties that `<use>` inherits.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LUCIDE, SERVICES } from "./names.ts";

const here = import.meta.dirname;
const lucide = join(here, "../../../node_modules/lucide-react/dist/esm/icons");
const simple = join(here, "../../../node_modules/simple-icons/icons");

type IconNode = [element: string, attributes: Record<string, string>][];

/** Renamed icons are kept by the package as files that only name the new one. */
async function nodesOf(name: string): Promise<IconNode> {
  const file = join(lucide, `${name}.mjs`);
  const renamed = /export \{ default \} from '\.\/([a-z0-9-]+)\.mjs'/.exec(readFileSync(file, "utf8"))?.[1];
  if (renamed) return nodesOf(renamed);
  const { __iconData } = (await import(pathToFileURL(file).href)) as { __iconData: { node: IconNode } };
  return __iconData.node;
}

async function lucideSymbol(name: string): Promise<string> {
  const shapes = (await nodesOf(name)).map(([element, { key: _, ...attributes }]) => {
    const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`);
    return `<${element}${written.join("")}/>`;
  });
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.join("")}</symbol>`;
}

function serviceSymbol(name: string): string {
  const path = /<path d="([^"]+)"/.exec(readFileSync(join(simple, `${name}.svg`), "utf8"))?.[1];
  if (!path) throw new Error(`simple-icons has no path for ${name}.`);
  return `<symbol id="${name}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`;
}

const own = readFileSync(join(here, "own.svg"), "utf8")
  .replace(/^<svg[^>]*>|<\/svg>\s*$/g, "")
  .trim();
const sheet = (symbols: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">\n${symbols.join("\n")}\n</svg>\n`;
writeFileSync(join(here, "sprite.svg"), sheet([own, ...(await Promise.all(LUCIDE.map(lucideSymbol)))]));
writeFileSync(join(here, "services.svg"), sheet(SERVICES.map(serviceSymbol)));
