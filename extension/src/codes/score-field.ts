/** How likely a field of a page is the one for codes. Pure: what stands in and around it goes in, a number comes out. */
import { APPLY, BARE_CODE, CODE_WORDS, GIFT_CARD, ORDERING, OTHER_FIELDS } from "./page-words.ts";

export type Field = {
  type: string;
  /** Names that programs use: name, id, data-testid, class. */
  names: string;
  autocomplete: string;
  /** Words that people read: label, placeholder, aria-label. */
  label: string;
  /** Text close around it, without the label. */
  around: string;
  buttons: readonly string[];
  max_length: number;
};

export const LIKELY = 5;
const TEXT_TYPES = new Set(["", "text", "search", "none"]);

export const mayApply = (button: string): boolean => APPLY.test(button.trim()) && !ORDERING.test(button);

export function scoreField(field: Field): number {
  const { type, names, autocomplete, label, around, buttons } = field;
  if (!TEXT_TYPES.has(type)) return 0;
  if (/^(?:cc-|email|tel|postal|street|name|given|family|username|new-|current-|one-time)/.test(autocomplete)) return 0;
  if (field.max_length >= 0 && field.max_length < 3) return 0;
  const said = CODE_WORDS.test(label);
  const named = CODE_WORDS.test(names);
  let score = 0;
  if (named) score += 4;
  if (said) score += 4;
  else if (BARE_CODE.test(label)) score += 2;
  if (CODE_WORDS.test(around)) score += 2;
  if (buttons.some(mayApply)) score += 3;
  if (OTHER_FIELDS.test(label) || (OTHER_FIELDS.test(names) && !named)) score -= 6;
  // Many stores take both in one box; one for gift cards alone is none.
  if (GIFT_CARD.test(label) && !said) score -= 6;
  return score;
}
