/** What a person sees of a difference: what was agreed, what is now, and where they differ, side by side. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { Cell, Difference } from "./compare.ts";
import { cellOf, colorAt, type Digest } from "./digest.ts";

export const SHEETS = join("test-results", "pictures");
const GAP_PX = 12;

export type Told = { key: string; reasons: string[]; file: string };

export async function clearSheets(): Promise<void> {
  await rm(SHEETS, { recursive: true, force: true });
  await mkdir(SHEETS, { recursive: true });
}

/** The agreed one as its cells: all that is kept of it. */
function mosaic(digest: Digest, width: number) {
  const cells = Buffer.alloc(digest.columns * digest.rows * 3);
  for (let row = 0; row < digest.rows; row += 1)
    for (let column = 0; column < digest.columns; column += 1)
      cells.set(colorAt(digest, row, column), (row * digest.columns + column) * 3);
  const { height } = cellOf(digest.width);
  const scale = width / digest.width;
  return sharp(cells, { raw: { width: digest.columns, height: digest.rows, channels: 3 } })
    .resize(width, Math.max(1, Math.round(digest.rows * height * scale)), { fit: "fill", kernel: "nearest" })
    .png();
}

function marks(cells: readonly Cell[], digest: Digest, width: number, height: number): Buffer {
  const scale = width / digest.width;
  const cell = cellOf(digest.width);
  const [across, down] = [width / digest.columns, cell.height * scale];
  const boxes = cells.map(
    ({ row, column }) =>
      `<rect x="${column * across}" y="${row * down}" width="${across}" height="${down}" fill="#e0006b" fill-opacity=".4"/>`,
  );
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${boxes.join("")}</svg>`,
  );
}

/** Before, now and where; of a picture that nobody agreed to yet what is now alone. */
export async function writeSheet(
  key: string,
  agreed: Digest | null,
  now: { digest: Digest; png: Buffer },
  difference: Difference,
): Promise<Told> {
  const file = `${key.replace(/[^\w]+/g, "-")}.png`;
  const { width = 1, height = 1 } = await sharp(now.png).metadata();
  if (!agreed) await writeFile(join(SHEETS, file), now.png);
  else {
    const before = await mosaic(agreed, width).toBuffer({ resolveWithObject: true });
    const where = await sharp(now.png)
      .composite([{ input: marks(difference.cells, now.digest, width, height), left: 0, top: 0 }])
      .png()
      .toBuffer();
    const parts = [before.data, now.png, where];
    await sharp({
      create: {
        width: width * 3 + GAP_PX * 2,
        height: Math.max(height, before.info.height),
        channels: 3,
        background: "#808080",
      },
    })
      .composite(parts.map((input, at) => ({ input, left: at * (width + GAP_PX), top: 0 })))
      .png({ compressionLevel: 6 })
      .toFile(join(SHEETS, file));
  }
  return { key, reasons: difference.reasons, file };
}

/** One page with all that was told. */
export async function writeContactSheet(told: readonly Told[]): Promise<string> {
  const file = join(SHEETS, "sheet.html");
  const figures = told.map(
    (one) =>
      `<figure><figcaption>${one.key}: ${one.reasons.join("; ")}</figcaption><img loading="lazy" src="${one.file}" alt="before, now, where"></figure>`,
  );
  await writeFile(
    file,
    `<!doctype html><meta charset="utf-8"><title>Pictures that differ</title><style>body{font:14px sans-serif;background:#ddd}img{max-width:100%;border:1px solid #999}</style>${figures.join("\n")}`,
  );
  return file;
}
