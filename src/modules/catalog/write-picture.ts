/** A picture of somebody else's becomes one of ours: opened, made no larger than it is shown, and written anew. */
import sharp from "sharp";

export type PictureOf = "store" | "product";

/** As large as each is ever shown, twice as sharp. Marks keep their sharp edges and what is clear in them; goods are photos. */
const LONGEST: Record<PictureOf, number> = { store: 512, product: 1_200 };
export const MIN_SIDE = 32;
/** A small file that unpacks into a huge picture is not opened; a camera's is. */
const MAX_PIXELS = 25_000_000;
const SECONDS = 10;

export type MadePicture = { body: Buffer; content_type: "image/png" | "image/webp"; width: number; height: number };

/** Only what is seen is kept: no script, no note of a camera, no second picture behind the first. Null for what cannot be opened. */
export async function writePicture(bytes: Buffer, of: PictureOf): Promise<MadePicture | null> {
  try {
    const seen = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 })
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize({ width: LONGEST[of], height: LONGEST[of], fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb");
    const written =
      of === "store" ? seen.png({ compressionLevel: 9, palette: true, quality: 90 }) : seen.webp({ quality: 84 });
    const { data, info } = await written.toBuffer({ resolveWithObject: true });
    if (info.width < MIN_SIDE || info.height < MIN_SIDE) return null;
    const content_type = of === "store" ? "image/png" : "image/webp";
    return { body: data, content_type, width: info.width, height: info.height };
  } catch {
    return null;
  }
}
