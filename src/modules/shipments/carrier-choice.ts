/** Who brings a parcel, of those who may have given out its number. */
import type { Candidate } from "./recognise.ts";

/** Whether the carrier is one of them: another may not take the number over. */
export const isNamedBy = (candidates: readonly Candidate[], carrier: string): boolean =>
  candidates.some((one) => one.carrier === carrier);
