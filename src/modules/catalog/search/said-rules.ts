/** What operators say of texts, as search follows it. Pure. */
import type { SearchRule } from "../store/search-rules.ts";
import { joinUnits, readWords } from "./read-text.ts";

export type SaidRules = {
  /** By the words of a text, joined by single spaces. */
  means: ReadonlyMap<string, readonly string[]>;
  pinned: ReadonlyMap<string, string>;
};

export const rulesOf = (rows: readonly Omit<SearchRule, "named">[]): SaidRules => ({
  means: new Map(rows.flatMap(({ said, means }) => (means ? [[joinUnits(said), readWords(means)] as const] : []))),
  pinned: new Map(rows.flatMap(({ said, pinned }) => (pinned ? [[said, pinned] as const] : []))),
});

/** The longest text that a rule knows goes first; what came of one is not looked up again, or two rules could go round. */
export function meantBy(words: readonly string[], rules: SaidRules): string[] {
  for (let length = rules.means.size === 0 ? 0 : words.length; length > 0; length -= 1)
    for (let at = 0; at + length <= words.length; at += 1) {
      const means = rules.means.get(words.slice(at, at + length).join(" "));
      if (means) return [...meantBy(words.slice(0, at), rules), ...means, ...meantBy(words.slice(at + length), rules)];
    }
  return [...words];
}
