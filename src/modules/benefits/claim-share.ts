/** What comes back of a sum, before limits. Screens may import this file, so that a slip says what will be paid. */
import { shareDown } from "#platform/money";

export const shareOf = (paid_minor: bigint, share_bps: number): bigint => shareDown(paid_minor, share_bps);
