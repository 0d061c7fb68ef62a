/** How often a member may add a parcel: each is a call that is paid for. */
import { defineLimits } from "#platform/limits";

export const LIMITS = defineLimits({ parcel_member: { tries: 60, minutes: 1_440 } });
