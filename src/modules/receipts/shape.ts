/** Rows as they are told to a member and to whoever decides. */
import type { Receipt, ReceiptEvidence } from "./receipts.types.ts";
import type { ReceiptRow } from "./store.ts";

const ENDINGS: Readonly<Record<Receipt["type"], string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/heic": "heic",
  "application/pdf": "pdf",
};

/** What a member called it, as plain letters with the ending of what it is: never a path, never another kind of file. */
export function nameFor(name: string, type: Receipt["type"]): string {
  const stem = name
    .toWellFormed()
    .replace(/^.*[\\/]/s, "")
    .replace(/\.[^.]*$/, "")
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, "-")
    .split("-")
    .map((part) => part.trim())
    .filter(Boolean)
    .join("-");
  return `${[...stem].slice(0, 60).join("") || "receipt"}.${ENDINGS[type]}`;
}

export function toReceipt(row: ReceiptRow): Receipt {
  const { receipt_id, state, name, type, size_bytes, pages, read } = row;
  // What an earlier reading said is not said while it is read anew.
  return {
    ...{ receipt_id, state, name, type, size_bytes, pages },
    added_at: row.added_at.toISOString(),
    read: state === "read" ? read : null,
  };
}

export const toEvidence = (row: ReceiptRow): ReceiptEvidence => ({
  ...toReceipt(row),
  ...{ user_id: row.user_id, signs: row.signs, text: row.text },
});
