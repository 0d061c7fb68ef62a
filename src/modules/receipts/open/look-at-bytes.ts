/** What a file is and whether it is only that, by its bytes alone: what its sender calls it does not count. */
import { fileTypeFromBuffer } from "file-type";
import { done, type Outcome, refused } from "#platform/outcome";
import type { FileRefusal } from "../messages.ts";
import type { EditSign, Receipt } from "../receipts.types.ts";

const TYPES: Readonly<Record<string, Receipt["type"]>> = {
  "image/jpeg": "image/jpeg",
  "image/png": "image/png",
  "image/webp": "image/webp",
  "image/heic": "image/heic",
  "image/heif": "image/heic",
  "image/heic-sequence": "image/heic",
  "image/heif-sequence": "image/heic",
  "application/pdf": "application/pdf",
};

/** Beginnings of pages, programs and documents: a picture with one of them inside is also something else. */
const FOREIGN = ["<script", "<?php", "<html", "<svg ", "<!doctype", "<iframe", "#!/bin/", "\u007fELF\u0002\u0001"];
const ZIP_END = Buffer.from("504b0506", "hex");
/** The end of a zip stands in its last 64 KB, with the length of the comment that follows it. */
const ZIP_SEARCHED = 65_557;

function endsAsZip(bytes: Buffer): boolean {
  const from = Math.max(0, bytes.length - ZIP_SEARCHED);
  for (let at = bytes.indexOf(ZIP_END, from); at >= 0; at = bytes.indexOf(ZIP_END, at + 1)) {
    if (at + 22 > bytes.length) return false;
    if (at + 22 + bytes.readUInt16LE(at + 20) <= bytes.length && bytes.indexOf("PK\u0003\u0004", 0, "latin1") >= 0)
      return true;
  }
  return false;
}

function isMixed(bytes: Buffer, type: Receipt["type"]): boolean {
  if (endsAsZip(bytes)) return true;
  const text = bytes.toString("latin1").toLowerCase();
  if (type !== "application/pdf")
    return (
      text.includes("%pdf-1") || text.includes("%pdf-2") || FOREIGN.some((sign) => text.includes(sign.toLowerCase()))
    );
  // Text of a PDF is packed or written in its own signs; what stands before its head or behind its end is somebody else's.
  const end = text.lastIndexOf("%%eof");
  return !text.startsWith("%pdf-") || (end >= 0 && text.slice(end + 5).trim().length > 0);
}

export async function typeOf(bytes: Buffer): Promise<Outcome<Receipt["type"], FileRefusal>> {
  if (bytes.length === 0) return refused("file_empty");
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const type = found && TYPES[found.mime];
  if (!type) return refused("file_invalid");
  return isMixed(bytes, type) ? refused("file_mixed") : done(type);
}

const PICTURE_EDITORS =
  /photoshop|gimp|pixelmator|affinity photo|paint\.net|picsart|snapseed|canva|photopea|faceapp|pixlr|krita|inpaint/i;
const PDF_EDITORS =
  /acrobat pro|foxit (phantom|pdf editor)|pdfelement|nitro pro|sejda|pdfescape|ilovepdf|smallpdf|pdf-xchange editor|inkscape|illustrator|photoshop|canva|libreoffice draw|pdffiller|sodapdf|dochub|master pdf/i;

/** Programs that change pictures leave their name in what stands beside the picture itself. */
export function signsOfPicture(beside: readonly (Buffer | undefined)[]): EditSign[] {
  const text = beside.map((part) => part?.toString("latin1").replaceAll("\0", "") ?? "").join(" ");
  return PICTURE_EDITORS.test(text) ? ["picture_editor"] : [];
}

const MINUTE = 60_000;

/** `raw` is the file; the others are what it tells of itself. */
export function signsOfPdf(told: {
  raw: Buffer;
  programs: string;
  made: Date | null;
  changed: Date | null;
}): EditSign[] {
  const signs: EditSign[] = [];
  if (PDF_EDITORS.test(told.programs)) signs.push("pdf_editor");
  const ends = told.raw.toString("latin1").match(/%%EOF/g)?.length ?? 0;
  // A file for quick viewing has two ends from the beginning, and says so in its first kilobyte.
  const quick = told.raw.subarray(0, 2_048).toString("latin1").includes("/Linearized");
  const later = told.made && told.changed && told.changed.getTime() - told.made.getTime() > MINUTE;
  if (ends > (quick ? 2 : 1) || later) signs.push("pdf_changed_later");
  return signs;
}
