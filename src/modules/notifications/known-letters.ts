/** The letters that modules declare: no other is sent, and people call each by its title. Pure. */
import type { InWords } from "#platform/describer";
import type { DeclaredLetter } from "#platform/module";
import { assert } from "#platform/outcome";

export type KnownLetters = ReturnType<typeof knowLetters>;

export function knowLetters(declared: readonly DeclaredLetter[]) {
  const known = new Map(declared.map((letter) => [letter.template, letter]));
  assert(known.size === declared.length, `a letter is declared twice: ${twice(declared.map((one) => one.template))}`);
  const titles = declared.map(({ title }) => title.en);
  assert(new Set(titles).size === titles.length, `two letters have one title: ${twice(titles)}`);
  return {
    /** By their titles. */
    all: declared.toSorted((one, other) => one.title.en.localeCompare(other.title.en)),
    knows: (template: string): boolean => known.has(template),
    /** Of a letter that another version of the product sent: its code. */
    titleOf: (template: string): InWords => known.get(template)?.title ?? { en: template, es: template },
    /** Null for a title of none. */
    templateOf: (title: string | undefined): string | null =>
      declared.find((letter) => letter.title.en === title)?.template ?? null,
  };
}

const twice = (names: readonly string[]): string => names.filter((name, at) => names.indexOf(name) !== at).join(", ");
