/** Rows that one job acts on, in one transaction. */
export const APPLY_MOST = 50;
