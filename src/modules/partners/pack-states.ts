/** `draft`: nobody sees it · `published`: it holds from its minute on · `withdrawn`: what held before holds again. */
export const PACK_TRANSITIONS = {
  draft: ["published", "dropped"],
  published: ["withdrawn"],
  withdrawn: [],
  dropped: [],
} as const satisfies Record<string, readonly string[]>;
export type PackState = keyof typeof PACK_TRANSITIONS;
