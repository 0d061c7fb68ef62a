/**
 * Attributes that a feed writes into one field: Google's `product_detail` (`section:name:value`, several with commas), and
 * texts such as `Screen size: 55 in; Connection: Wi-Fi`, which Awin's `specifications` and Impact's bullets hold. Pure.
 */
import { cleanText } from "../clean-text.ts";

export type Spec = { name: string; value: string };

const MAX_SPECS = 24;
const MAX_TEXT = 6_000;
/** `General:Screen size:55 in`: three parts and no gap after the signs. */
const GOOGLE = /^[^:;,]{0,140}:[^:;,\s][^:;,]{0,140}:[^:;,\s]/;

export function readDetails(given: string | undefined): Spec[] {
  const text = (given ?? "").slice(0, MAX_TEXT).trim();
  if (text === "") return [];
  const pairs = GOOGLE.test(text)
    ? text.split(",").map((part) => part.split(":").slice(-2))
    : text.split(/[;|\n]/).map((part) => {
        const at = part.indexOf(":");
        return at < 0 ? [] : [part.slice(0, at), part.slice(at + 1)];
      });
  return pairs.flatMap(([name, value]) => {
    const spec = { name: cleanText(name, 40), value: cleanText(value, 80) };
    return spec.name && spec.value ? [spec] : [];
  });
}

/** Each attribute once, whatever its case; the first that is told counts. */
export function joinSpecs(...lists: readonly (readonly Spec[])[]): Spec[] {
  const found = new Map<string, Spec>();
  for (const spec of lists.flat()) {
    const key = spec.name.toLowerCase();
    if (spec.value && !found.has(key) && found.size < MAX_SPECS) found.set(key, spec);
  }
  return [...found.values()];
}
