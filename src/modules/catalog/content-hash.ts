/** Hashes of rows: 64 bits over the content, so that what is known is not written again, and ids. Pure. */
import { hash } from "node:crypto";

/** As a signed number, as PostgreSQL's bigint holds it. */
export function contentHash(row: unknown): bigint {
  const text =
    typeof row === "string"
      ? row
      : JSON.stringify(row, (_, value) => (typeof value === "bigint" ? value.toString() : value));
  return hash("sha1", text, "buffer").readBigInt64BE(0);
}

/** By which rows of one product are found together. */
export const keyOf = (cause: string): string => contentHash(cause).toString();
/** `gtin` has 14 digits. */
export const gtinKey = (gtin: string): string => keyOf(`gtin:${gtin}`);

/** An id that follows from its cause, marked as uuid version 8. The import makes two for each row, so it is made at once. */
export function causedId(cause: string): string {
  const hex = hash("sha256", cause, "hex");
  const variant = "89ab"[Number.parseInt(hex[16] ?? "0", 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
