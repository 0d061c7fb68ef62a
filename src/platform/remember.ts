/** What was worked out of a text once is not worked out again: for pure functions that are asked about the same texts all the time. */
import { BoundedMap } from "#platform/bounded-map";

/** Of texts and what is said of them; a text that is longer than a page's words is worked out each time. */
const BOUND = { entries: 20_000, bytes: 8 * 1_048_576 };
const LONGEST = 2_000;

/** `pure` must say the same of the same text for ever, and nobody may change what it said. */
export function remember<T>(pure: (text: string) => T, bound = BOUND): (text: string) => T {
  const known = new BoundedMap<{ said: T }>(bound);
  return (text) => {
    const found = known.get(text);
    if (found) return found.said;
    const said = pure(text);
    // What is said of a text is about as long as the text.
    if (text.length <= LONGEST) known.set(text, { said }, text.length * 2);
    return said;
  };
}
