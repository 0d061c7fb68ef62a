/** How large a picture says that it is, from its first bytes alone: nothing here unpacks it. Pure. */
import type { FileType } from "./messages.ts";

type Size = { width: number; height: number };

/** Null for a picture whose size cannot be found, which no honest camera or screen makes; a PDF has none to be found. */
export function sizeOf(type: FileType, bytes: Buffer): Size | null {
  if (type === "image/png") return sizeOfPng(bytes);
  if (type === "image/webp") return sizeOfWebp(bytes);
  if (type === "image/jpeg") return sizeOfJpeg(bytes);
  return { width: 0, height: 0 };
}

function sizeOfPng(bytes: Buffer): Size | null {
  if (bytes.length < 24 || bytes.toString("latin1", 12, 16) !== "IHDR") return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The three forms of WebP: with its parts (VP8X), without loss (VP8L) and plain (VP8). */
function sizeOfWebp(bytes: Buffer): Size | null {
  if (bytes.length < 30) return null;
  const form = bytes.toString("latin1", 12, 16);
  if (form === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (form === "VP8L") {
    const packed = bytes.readUInt32LE(21);
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  }
  if (form === "VP8 ") return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  return null;
}

/** The frames that hold a picture's size, among C0 to CF; the others are tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function sizeOfJpeg(bytes: Buffer): Size | null {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // Padding, and markers that stand alone.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (isFrame(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return null;
}
