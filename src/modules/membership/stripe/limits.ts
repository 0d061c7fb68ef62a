/** Rows of one page; the most that Stripe gives. */
export const LIST_LIMIT = 100;
