/** Markdown of our own texts to markup. Raw HTML is refused: what a file says is words, never a part of the page. */
import { Marked } from "marked";

/** Ways to coins without which a part says what is not so. */
export type Need = "offers" | "surveys";
/** One part of a text: what stands before the first heading has no title. */
export type Part = { id: string; title: string; html: string; needs?: readonly Need[] };

/**
 * `## Title {#id}`: the id is the same in every language, so that a link leads to the same place in each. `## Title {#id needs=offers|surveys}`
 * stands where one of them is open.
 */
const HEADING =
  /^## (?<title>.+?) \{#(?<id>[a-z0-9-]+)(?: needs=(?<needs>(?:offers|surveys)(?:\|(?:offers|surveys))*))?\}$/;

/** A place of ours, a page by https, or an address to write to: no link runs anything. */
const LINK = /^(\/(?!\/)|#|https:\/\/|mailto:)/;

const marked = new Marked({
  gfm: true,
  async: false,
  walkTokens(token) {
    if (token.type === "link" && !LINK.test(String(token.href)))
      throw new Error(`content holds a link that leads nowhere good: ${String(token.href).slice(0, 60)}`);
  },
  renderer: {
    html({ text }) {
      throw new Error(`content holds raw HTML: ${text.slice(0, 60)}`);
    },
    image({ href }) {
      throw new Error(`content holds a picture: ${href}`);
    },
  },
});

const toHtml = (markdown: string): string => String(marked.parse(markdown)).trim();

/** The text in its parts, in their order; throws for headings without an id of their own. */
export function renderParts(markdown: string): { lead: string; parts: Part[] } {
  const lines = markdown.split("\n");
  const starts = lines.flatMap((line, at) => (line.startsWith("## ") ? [at] : []));
  const lead = toHtml(lines.slice(0, starts[0] ?? lines.length).join("\n"));
  const parts = starts.map((start, n) => {
    const { title, id, needs } = HEADING.exec(lines[start] ?? "")?.groups ?? {};
    if (!title || !id) throw new Error(`content has a heading without an id: ${lines[start]}`);
    const html = toHtml(lines.slice(start + 1, starts[n + 1] ?? lines.length).join("\n"));
    // The pattern lets no other word through.
    return { id, title, html, ...(needs && { needs: needs.split("|") as Need[] }) };
  });
  const twice = parts.find(({ id }, at) => parts.findIndex((part) => part.id === id) < at);
  if (twice) throw new Error(`content has two parts with the id ${twice.id}`);
  return { lead, parts };
}

/** Fills `{{name}}` in; throws for a name that nobody gives, because a page with a hole must never go out. */
export function fillIn(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = facts[name];
    if (value === undefined) throw new Error(`content asks for {{${name}}}, which nobody gives`);
    return value;
  });
}
