/** When a linked mailbox is read again, and what it may become: pure. */
import { LINK_TRANSITIONS, type LinkState } from "./links.types.ts";

export const mayBecome = (from: LinkState, to: LinkState): boolean =>
  (LINK_TRANSITIONS[from] as readonly LinkState[]).includes(to);

/** In these its server is asked. */
export const READ_STATES: readonly LinkState[] = ["backfilling", "active", "throttled"];
export const isRead = (state: LinkState): boolean => READ_STATES.includes(state);

/** So far back the first reading goes. */
export const BACK_DAYS = 90;
export const SYNC_MINUTES = 15;
const LONGEST_WAIT_MINUTES = 1_440;
/** Who lost access is told once more after so many days. */
export const REMIND_DAYS = 7;
/** A check that takes longer was ended with its process. */
export const CHECK_MINUTES = 5;

/** One reading ends after so many mails or bytes and goes on in the next: no mailbox keeps a worker for itself. */
export const MAX_MAILS = 200;
export const MAX_BYTES = 40 * 1_024 * 1_024;

/** Twice as long after each failure, and within a day. */
export const waitMinutes = (failures: number): number =>
  Math.min(LONGEST_WAIT_MINUTES, SYNC_MINUTES * 2 ** Math.min(failures, 10));

/** Whether a reading is followed by the next at once. What stands where it stood would be read again at once for ever. */
export const goesOn = (found: { more: boolean; cursor: string }, before: string | null): boolean =>
  found.more && found.cursor !== before;
