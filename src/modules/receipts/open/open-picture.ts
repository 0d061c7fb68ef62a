/** A picture as it was sent becomes one of ours: decoded, turned upright, made no larger than reading needs, and written anew. */
import convertHeic from "heic-convert";
import sharp from "sharp";
import { done, type Outcome, refused } from "#platform/outcome";
import { type FileRefusal, MAX_PIXELS } from "../messages.ts";
import type { EditSign, Receipt } from "../receipts.types.ts";
import { signsOfPicture } from "./look-at-bytes.ts";

/** Letters of a long receipt are still a dozen points high. */
const LONGEST = 3_200;
const QUALITY = 88;
const SECONDS = 12;

const open = (bytes: Buffer) => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 });

export async function toPage(bytes: Buffer): Promise<Buffer> {
  return open(bytes)
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .flatten({ background: "#ffffff" })
    .resize({ width: LONGEST, height: LONGEST, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

export async function openPicture(
  bytes: Buffer,
  type: Receipt["type"],
): Promise<Outcome<{ page: Buffer; signs: EditSign[] }, FileRefusal>> {
  const told = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => null);
  if (!told?.width || !told.height) return refused("file_broken");
  if (told.width * told.height > MAX_PIXELS) return refused("picture_large");
  const comments = Buffer.from((told.comments ?? []).map(({ text }) => text).join(" "));
  const signs = signsOfPicture([told.exif, told.xmp, told.iptc, comments]);
  const page = await toPage(bytes).catch(() => null);
  if (page) return done({ page, signs });
  if (type !== "image/heic") return refused("file_broken");
  // The pictures of many telephones are packed in a way that the fast library does not know.
  const unpacked = await convertHeic({ buffer: new Uint8Array(bytes), format: "JPEG", quality: 0.95 }).catch(
    () => null,
  );
  const second = unpacked && (await toPage(Buffer.from(unpacked)).catch(() => null));
  return second ? done({ page: second, signs }) : refused("file_broken");
}
