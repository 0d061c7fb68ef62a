/** What a letter is. Modules write their own, in `<m>/letters.ts`; here they get their frame, their list and their way. */
import type { InWords } from "#platform/describer";
import type { Language } from "#platform/http";
import type { DeclaredLetter } from "#platform/module";
import { LISTS, type Topic } from "./rules.ts";
import type { Letter } from "./templates/layout.ts";

/**
 * In the reader's language. `publicUrl`: origin of our own pages, without a slash at its end. `zone`: their own, where they told it;
 * null where it is not known, or where no minute is told.
 */
export type WriteLetter<Facts> = (facts: Facts, language: Language, publicUrl: string, zone: string | null) => Letter;

/** What a letter was given of our own links leads to the partner's host as well. */
export function leadTo(origin: string, publicUrl: string, letter: Letter): Letter {
  const led = <Link extends { href: string }>(link: Link): Link =>
    link.href === publicUrl || link.href.startsWith(`${publicUrl}/`)
      ? { ...link, href: origin + link.href.slice(publicUrl.length) }
      : link;
  return {
    ...letter,
    ...(letter.button && { button: led(letter.button) }),
    ...(letter.also && { also: letter.also.map(led) }),
  };
}

/** A letter with its facts, not yet in a language. */
export type LetterDraft = {
  template: string;
  list: Topic;
  /** Too late is as good as never: no summary waits for it. */
  hurry: boolean;
  /** Holds a link that opens something: once it is sent, its text is erased here. */
  secret: boolean;
  /** Why its reader gets it, when it is not a member who does. */
  because: Readonly<Record<Language, string>> | null;
  write(language: Language, publicUrl: string, zone?: string | null): Letter;
};

/** A kind of letter: called with its facts it is one. */
export type LetterKind<Facts> = DeclaredLetter & ((facts: Facts) => LetterDraft);

/**
 * `template` names the letter in the records, `title` to people; `list`: those of `account` are sent whatever a member left; `hurry`:
 * also of a list that can wait, this one cannot.
 */
export const defineLetter = <Facts>(
  template: string,
  title: InWords,
  list: Topic,
  write: WriteLetter<Facts>,
  more: Partial<Pick<LetterDraft, "secret" | "because" | "hurry">> = {},
): LetterKind<Facts> =>
  Object.assign(
    (facts: Facts): LetterDraft => ({
      template,
      list,
      hurry: more.hurry ?? !LISTS[list].waits,
      secret: more.secret ?? false,
      because: more.because ?? null,
      write: (language, publicUrl, zone = null) => write(facts, language, publicUrl, zone),
    }),
    { template, title },
  );
