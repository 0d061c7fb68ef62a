/**
 * Of a style sheet what one document needs: a page shows a fifth of all parts, and the others would stand in front of its first
 * paint. Whatever can be shown by the document as it is stays, in the sheet's own order; what comes later by script finds the whole sheet.
 */
import { parse, type Selector } from "css-what";
import postcss, { type ChildNode, type Rule } from "postcss";

/** What stands in a document: elements, classes and the theme, each as a selector writes it. */
type Held = ReadonlySet<string>;
/** Text that always stays, a rule with what each of its selectors asks for, or a block around others. */
type Part =
  | { text: string }
  | { text: string; needs: readonly (readonly string[])[] }
  | { opens: string; parts: readonly Part[] };

export type NeededStyles = (html: string) => string;

const TAG = /<([a-z][\w-]*)/g;
const CLASSES = / class="([^"]*)"/g;
const THEME = / data-theme="([\w-]+)"/;
const ENTITY = /&(amp|lt|gt|quot|#x27);/g;
const CHARACTERS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/** Attributes and states change under a script's hands before the whole sheet has come; of these three none does. */
function needOf(part: Selector): string[] {
  if (part.type === "tag") return [part.name];
  if (part.type !== "attribute") return [];
  if (part.name === "class" && part.action === "element") return [`.${part.value}`];
  return part.name === "data-theme" && part.action === "equals" ? [`[${part.value}]`] : [];
}

/** The steps of an animation have names of their own, and are no selectors. */
const holdsRules = (node: ChildNode) =>
  node.type === "atrule" && node.nodes && !/keyframes$|^(font-face|property)$/.test(node.name);

function partsOf(nodes: readonly ChildNode[]): Part[] {
  return nodes.flatMap((node): Part[] => {
    if (node.type === "comment") return [];
    if (node.type === "rule") return [{ text: node.toString(), needs: needsOf(node) }];
    if (node.type === "atrule" && holdsRules(node))
      return [{ opens: `@${node.name}${node.raws.afterName ?? " "}${node.params}{`, parts: partsOf(node.nodes ?? []) }];
    return [{ text: node.type === "atrule" && !node.nodes ? `${node.toString()};` : node.toString() }];
  });
}

const needsOf = (rule: Rule) => parse(rule.selector).map((selector) => [...new Set(selector.flatMap(needOf))]);

function heldBy(html: string): Held {
  const held = new Set<string>(["html", "head", "body"]);
  for (const [, name] of html.matchAll(TAG)) held.add(name ?? "");
  const texts = new Set<string>();
  for (const [, text] of html.matchAll(CLASSES)) texts.add(text ?? "");
  for (const text of texts)
    for (const name of text.replace(ENTITY, (_, entity: string) => CHARACTERS[entity] ?? "").split(/\s+/))
      held.add(`.${name}`);
  const theme = THEME.exec(html)?.[1];
  if (theme) held.add(`[${theme}]`);
  return held;
}

function write(parts: readonly Part[], held: Held): string {
  let text = "";
  for (const part of parts) {
    if ("opens" in part) {
      const inside = write(part.parts, held);
      if (inside) text += `${part.opens}${inside}}`;
    } else if (!("needs" in part) || part.needs.some((needs) => needs.every((need) => held.has(need))))
      text += part.text;
  }
  return text;
}

/** `sheet`: as it is built. Throws where it is no style sheet. */
export function createNeededStyles(sheet: string): NeededStyles {
  const parts = partsOf(postcss.parse(sheet).nodes);
  return (html) => write(parts, heldBy(html));
}
