/** What opening a file gives: pages as pictures of our own making, and what the file tells of itself. */
import type { FileRefusal } from "../messages.ts";
import type { EditSign, Receipt } from "../receipts.types.ts";

export type OpenedFile = {
  type: Receipt["type"];
  /** JPEG, upright, without anything beside the picture. */
  pages: Uint8Array[];
  /** 64 signs, 0 or 1, of the first page. */
  look: string;
  signs: EditSign[];
  /** The text that a PDF brings along. */
  text: string;
};
export type OpenAnswer = { ok: true; value: OpenedFile } | { ok: false; code: FileRefusal };
