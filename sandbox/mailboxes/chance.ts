/** Numbers that follow from a seed, so that a mail is made the same way twice. */
export interface Chance {
  below(most: number): number;
  between(least: number, most: number): number;
  one<T>(list: readonly T[]): T;
  figures(count: number): string;
}

export function chanceOf(seed: number): Chance {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (most: number) => Math.floor(next() * most);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    one: (list) => {
      const found = list[below(list.length)];
      if (found === undefined) throw new Error("an empty list has no member");
      return found;
    },
    figures: (count) => Array.from({ length: count }, (_none, at) => (at === 0 ? 1 + below(9) : below(10))).join(""),
  };
}
