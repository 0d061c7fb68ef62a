/**
 * Conversion pixels (SPEC §7): a partner's template with its places filled, each value escaped for where it stands. Pure.
 * Who wrote the template may be trusted; what is put into it may not.
 */
import { createHash } from "node:crypto";
import type { PixelTemplate } from "#partners";

export const PLACES = ["transaction_id", "email_sha256", "email_md5", "email"] as const;
export type Place = (typeof PLACES)[number];

/** Trimmed and in lower case, as every party that takes hashed addresses asks. */
export function hashEmail(email: string): { sha256: string; md5: string } {
  const normal = email.trim().toLowerCase();
  const hash = (kind: string) => createHash(kind).update(normal).digest("hex");
  return { sha256: hash("sha256"), md5: hash("md5") };
}

export const cleanTransaction = (value: unknown): string | null =>
  typeof value === "string" && /^[\w.:-]{1,80}$/.test(value) ? value : null;

/** Values of a member's purchase. The address itself only where the partner's contract needs it. */
export function valuesOf(
  template: PixelTemplate,
  purchase: { transaction_id: string; email: string | null },
): Record<Place, string> {
  const { email } = purchase;
  const hashes = email === null ? { sha256: "", md5: "" } : hashEmail(email);
  return {
    transaction_id: purchase.transaction_id,
    email_sha256: hashes.sha256,
    email_md5: hashes.md5,
    email: template.raw_email_by_contract && email !== null ? email.trim() : "",
  };
}

const forHtml = (value: string) => value.replace(/[&<>"'`=]/g, (letter) => `&#${letter.charCodeAt(0)};`);
const forUrl = (value: string) =>
  encodeURIComponent(value).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
/** Inside quotes of a script: everything but letters and figures as \uXXXX, so that no quote, tag or line ends anything. */
const forScript = (value: string) =>
  value.replace(/[^\w.@-]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

export type Where = "text" | "attribute" | "url" | "script-string" | "script-url" | "script-bare" | "forbidden";

const URL_ATTRIBUTES = /^(src|href|action|formaction|data|poster|background|cite|srcset)$/i;
const IS_URL = /^\s*(https?:)?\/\//i;

/** Where a place stands, read from what comes before it. */
export function whereIs(before: string): Where {
  const open = before.toLowerCase().lastIndexOf("<script");
  const closed = before.toLowerCase().lastIndexOf("</script");
  if (open > closed) {
    const start = before.indexOf(">", open);
    if (start >= 0) return inScript(before.slice(start + 1));
  }
  if (before.lastIndexOf("<!--") > before.lastIndexOf("-->")) return "forbidden";
  if (before.lastIndexOf("<") <= before.lastIndexOf(">")) {
    return before.toLowerCase().lastIndexOf("<style") > before.toLowerCase().lastIndexOf("</style")
      ? "forbidden"
      : "text";
  }
  const attribute = /([\w:-]+)\s*=\s*(?:"([^"]*)|'([^']*))$/.exec(before.slice(before.lastIndexOf("<")));
  // Without quotes a space would end the value, and an event handler is a script inside of an attribute.
  if (!attribute || /^(on|style)/i.test(attribute[1] ?? "")) return "forbidden";
  const value = attribute[2] ?? attribute[3] ?? "";
  if (!URL_ATTRIBUTES.test(attribute[1] ?? "")) return "attribute";
  return IS_URL.test(value) ? "url" : "forbidden";
}

function inScript(code: string): Where {
  let quote = "";
  let from = 0;
  for (let at = 0; at < code.length; at += 1) {
    const letter = code[at] ?? "";
    if (quote) {
      if (letter === "\\") at += 1;
      else if (letter === quote) quote = "";
    } else if (letter === '"' || letter === "'" || letter === "`") {
      quote = letter;
      from = at + 1;
    } else if (letter === "/" && code[at + 1] === "/") at = endOf(code, "\n", at);
    else if (letter === "/" && code[at + 1] === "*") at = endOf(code, "*/", at) + 1;
    if (at >= code.length) return "forbidden";
  }
  if (quote === "`" && code.slice(from).includes("${")) return "forbidden";
  if (!quote) return "script-bare";
  return IS_URL.test(code.slice(from)) ? "script-url" : "script-string";
}

const endOf = (code: string, end: string, from: number): number => {
  const at = code.indexOf(end, from + 2);
  return at < 0 ? code.length : at;
};

const ESCAPES: Record<Exclude<Where, "forbidden">, (value: string) => string> = {
  text: forHtml,
  attribute: forHtml,
  url: (value) => forHtml(forUrl(value)),
  "script-string": forScript,
  "script-url": (value) => forScript(forUrl(value)).replaceAll("\\u0025", "%"),
  "script-bare": (value) => `"${forScript(value)}"`,
};

const PLACE = /\{(\w+)\}/g;

/** What is wrong with a template, found when the service starts instead of at somebody's purchase. */
export function faultOf(html: string): string | null {
  for (const match of html.matchAll(PLACE)) {
    // Braces of a script that hold a single word are code.
    if (!(PLACES as readonly string[]).includes(match[1] ?? "")) {
      if (whereIs(html.slice(0, match.index)).startsWith("script")) continue;
      return `{${match[1]}} is no place`;
    }
    if (whereIs(html.slice(0, match.index)) === "forbidden")
      return `{${match[1]}} stands where no value can be made safe`;
  }
  return null;
}

export function fillPixel(html: string, values: Record<Place, string>): string {
  return html.replace(PLACE, (whole, name: string, index: number) => {
    if (!(PLACES as readonly string[]).includes(name)) return whole;
    const where = whereIs(html.slice(0, index));
    return where === "forbidden" ? "" : ESCAPES[where](values[name as Place]);
  });
}
