/** Whether a network's row can be an order at all: what cannot be kept waits for a person instead of being tried for ever. Pure. */
import type { NetworkRow } from "./cashback.types.ts";

/** Ten billion dollars. */
const MAX_MINOR = 1_000_000_000_000n;
const MAX_ID_CHARACTERS = 200;
const FIRST_DAY = Date.UTC(2000, 0, 1);
const LAST_DAY = Date.UTC(2100, 0, 1);

/** What a shop calls its order is only shown: a long one is cut, and its order counts. */
export const shortReference = (reference: string | null): string | null =>
  reference === null ? null : reference.slice(0, MAX_ID_CHARACTERS).toWellFormed();

const isAmount = (minor: bigint): boolean => minor <= MAX_MINOR && minor >= -MAX_MINOR;
const isMoment = (at: Date | null): boolean => at === null || (at.getTime() >= FIRST_DAY && at.getTime() < LAST_DAY);

export const isSane = (row: NetworkRow): boolean =>
  [row.row_id, row.order_key, row.programme_id, row.click_id ?? "", row.currency].every(
    (id) => id.length <= MAX_ID_CHARACTERS,
  ) &&
  isAmount(row.sale_minor) &&
  isAmount(row.commission_minor) &&
  [row.ordered_at, row.clicked_at, row.locking_at].every(isMoment);
