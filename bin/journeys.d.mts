/** By the name of a module: journeys without folder and ending. */
export const JOURNEYS: Readonly<Record<string, readonly string[]>>;
export function journeysOf(paths: readonly string[]): string[];
