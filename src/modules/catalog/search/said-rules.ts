/** What operators say of texts, as search follows it. Pure. */
import type { SearchRule } from "../store/search-rules.ts";
import { readWords } from "./read-text.ts";

/** By what was said: the words that it means, and the store that comes first. */
export type SaidRules = { means: ReadonlyMap<string, readonly string[]>; pinned: ReadonlyMap<string, string> };

export const rulesOf = (rows: readonly Omit<SearchRule, "named">[]): SaidRules => ({
  means: new Map(rows.flatMap(({ said, means }) => (means ? [[readWords(said).join(" "), readWords(means)]] : []))),
  pinned: new Map(rows.flatMap(({ said, pinned }) => (pinned ? [[said, pinned]] : []))),
});

/** From each word on, the longest text that a rule knows; what came of one is not looked up again, or two rules could go round. */
export function meantBy(words: readonly string[], rules: SaidRules): string[] {
  for (let length = words.length; length > 0; length -= 1) {
    const means = rules.means.get(words.slice(0, length).join(" ")) ?? (length === 1 ? words.slice(0, 1) : null);
    if (means) return [...means, ...meantBy(words.slice(length), rules)];
  }
  return [];
}
