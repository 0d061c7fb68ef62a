/** Escapes text for HTML and XML, in element content and in quoted attributes. */
export function esc(value: unknown): string {
  return String(value ?? "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** `<name>text</name>` for XML replies. */
export function tag(name: string, value: unknown): string {
  return `<${name}>${esc(value)}</${name}>`;
}

/** JSON that may stand inside a script element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
