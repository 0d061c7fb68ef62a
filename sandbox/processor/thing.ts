/** One object of the processor. Keys that begin with `_` are the sandbox's own and are never sent. */
export type Thing = { id: string; object: string; created: number; [key: string]: unknown };
