/**
 * The agreed pictures, one file a brand: what they are as a line of JSON, behind it their cells, packed together. Each cell is
 * written as its difference to the one above, and like pictures lie side by side, so that what they share is packed once.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { Digest } from "./digest.ts";

type Entry = Omit<Digest, "levels"> & { key: string };
export type Agreed = Map<string, Digest>;

const FOLDER = join(import.meta.dirname, "agreed");
const fileOf = (brand: string) => join(FOLDER, `${brand}.pictures`);
/** As small as can be takes half a minute: while a run goes on what is kept may be larger. */
const QUALITY = { quick: 4, small: 11 } as const;
type Packing = keyof typeof QUALITY;

/** Pictures of one look behind each other: heads and feet of pages are the same in it. */
const byLook = (a: string, b: string) => {
  const [first, second] = [a, b].map((key) => key.split(" / ").toReversed().join(" / ")) as [string, string];
  return first < second ? -1 : 1;
};

function inDifferences({ levels, columns, rows }: Digest, sign: 1 | -1): Uint8Array {
  const out = new Uint8Array(levels.length);
  for (let at = 0; at < levels.length; at += 1) {
    const first = at % (columns * rows) < columns;
    const above = first ? 0 : ((sign === 1 ? levels : out)[at - columns] ?? 0);
    out[at] = (levels[at] ?? 0) - sign * above;
  }
  return out;
}

export function pack(agreed: Agreed, packing: Packing = "small"): Buffer {
  const keys = [...agreed.keys()].sort(byLook);
  const digests = keys.map((key) => agreed.get(key) as Digest);
  const entries: Entry[] = digests.map(({ levels: _, ...rest }, at) => ({ key: keys[at] ?? "", ...rest }));
  const planes = [0, 1, 2].flatMap((plane) =>
    digests.map((digest) => {
      const size = digest.columns * digest.rows;
      return inDifferences(digest, 1).subarray(plane * size, (plane + 1) * size);
    }),
  );
  return brotliCompressSync(Buffer.concat([Buffer.from(`${JSON.stringify(entries)}\n`), ...planes]), {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY[packing], [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
}

export function unpack(packed: Buffer): Agreed {
  const all = brotliDecompressSync(packed);
  const end = all.indexOf("\n");
  const entries = JSON.parse(all.subarray(0, end).toString()) as Entry[];
  const sizes = entries.map(({ columns, rows }) => columns * rows);
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  let from = end + 1;
  return new Map(
    entries.map(({ key, ...rest }, at) => {
      const size = sizes[at] ?? 0;
      const levels = new Uint8Array(size * 3);
      for (let plane = 0; plane < 3; plane += 1)
        levels.set(all.subarray(from + plane * whole, from + plane * whole + size), plane * size);
      from += size;
      return [key, { ...rest, levels: inDifferences({ ...rest, levels }, -1) }];
    }),
  );
}

/** Empty where nothing was agreed yet. */
export const readAgreed = (brand: string): Agreed =>
  existsSync(fileOf(brand)) ? unpack(readFileSync(fileOf(brand))) : new Map();

export function writeAgreed(brand: string, agreed: Agreed, packing: Packing = "small"): number {
  mkdirSync(FOLDER, { recursive: true });
  const packed = pack(agreed, packing);
  writeFileSync(fileOf(brand), packed);
  return packed.length;
}
