/** What a network's own way of asking about a missing purchase has to do. */
import type { InquiryReason, ToldState } from "./inquiry-rules.ts";

/** All that leaves the house: nothing about who bought. */
export type Asking = {
  /** Our own number of it, by which it is found again. */
  reference: string;
  programme_id: string;
  order_number: string;
  ordered_at: Date;
  /** Cents. */
  amount_minor: bigint;
  /** The link by which the store was opened, with our number of the visit. */
  tracking_link: string | null;
};
export type InquiryAnswer = {
  /** Its number at the network. */
  id: string;
  state: ToldState;
  reason: InquiryReason | null;
  /** The network's key of the order that it became. */
  order_key: string | null;
};
/** Every call throws an `OutgoingError` for what was not answered clearly. */
export type InquiryAdapter = {
  /** What was filed under our number before; null for nothing. */
  find(reference: string): Promise<InquiryAnswer | null>;
  /** Files it once and answers with its number there. */
  file(asking: Asking): Promise<string>;
  /** How the one of this number stands, which is ours by our own; null for a number that the network does not know. */
  look(id: string, reference: string): Promise<InquiryAnswer | null>;
};
