/** What operators say of texts, as search follows it. Pure. */
import type { SearchRule } from "../store/search-rules.ts";
import { joinUnits, readWords } from "./read-text.ts";

export type SaidRules = {
  /** By the words of a text, joined by single spaces. */
  means: ReadonlyMap<string, readonly string[]>;
  pinned: ReadonlyMap<string, string>;
};

export function rulesOf(rows: readonly Omit<SearchRule, "named">[]): SaidRules {
  const means = new Map<string, string[]>();
  const pinned = new Map<string, string>();
  for (const row of rows) {
    if (row.means) means.set(joinUnits(row.said), readWords(row.means));
    if (row.pinned) pinned.set(row.said, row.pinned);
  }
  return { means, pinned };
}

/** The longest text that a rule knows goes first; what came of one is not looked up again, or two rules could go round. */
export function meantBy(words: readonly string[], { means }: SaidRules): string[] {
  if (means.size === 0) return [...words];
  const meant: string[] = [];
  for (let at = 0; at < words.length; ) {
    let to = words.length;
    while (to > at && !means.has(words.slice(at, to).join(" "))) to -= 1;
    if (to === at) meant.push(words[at++] as string);
    else {
      meant.push(...(means.get(words.slice(at, to).join(" ")) ?? []));
      at = to;
    }
  }
  return meant;
}
