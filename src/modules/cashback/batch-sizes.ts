/** Rows that one job acts on, in one transaction. */
export const MAX_APPLY_BATCH = 50;
