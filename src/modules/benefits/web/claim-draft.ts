/** What was filled in of a claim, kept in this tab until it is sent, so that a reload loses nothing. */
export type Draft = {
  /** The same claim sent again has the same key. */
  request_key: string;
  merchant: string;
  other: string;
  purchased_on: string;
  paid: string;
  order_id: string;
  own: boolean;
  receipts: readonly string[];
};

export const emptyDraft = (): Draft => ({
  request_key: globalThis.crypto.randomUUID(),
  merchant: "",
  other: "",
  purchased_on: "",
  paid: "",
  order_id: "",
  own: false,
  receipts: [],
});

/** Another member of the same tab never sees it: their key is another. */
const nameOf = (type: string, reader: string) => `claim ${type} ${reader}`;

export function keptDraft(type: string, reader: string): Draft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(type, reader)) ?? "null") as Draft | null;
    return kept && typeof kept.request_key === "string" && Array.isArray(kept.receipts) ? kept : null;
  } catch {
    return null;
  }
}

export function keepDraft(type: string, reader: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(nameOf(type, reader), JSON.stringify(draft));
    else sessionStorage.removeItem(nameOf(type, reader));
  } catch {
    // A browser that keeps nothing only loses the draft at a reload.
  }
}
