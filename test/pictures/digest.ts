/**
 * What is kept of a picture: the mean brightness and tint of each cell of a grid, coarse enough to be small and to forgive how
 * letters are drawn, fine enough to see a line that moved.
 */

/** As it was taken: three bytes a pixel, rows from the top, `scale` pixels for a pixel of the page. */
export type Pixels = { data: Uint8Array; width: number; height: number; scale: number };

export type Digest = {
  /** Of the window, and of the whole page, in pixels of the page: wider than the window is overflow. */
  width: number;
  page_width: number;
  page_height: number;
  columns: number;
  rows: number;
  /** Three planes of `columns * rows` levels: brightness, orange against blue, green against purple. */
  levels: Uint8Array;
};

/** Pixels of the page that a cell covers: lower than a line of text is high, because what moves moves by lines. */
const CELLS = { narrow: { width: 26, height: 14 }, wide: { width: 40, height: 16 } } as const;
const NARROW_PX = 600;
export const cellOf = (width: number) => (width < NARROW_PX ? CELLS.narrow : CELLS.wide);

/** How much of each plane's range is one level. */
export const STEPS = [6, 10, 10] as const;
/** Tints lie around zero: kept around the middle of a byte, where a level is, so that what has no tint is kept without one. */
export const MIDDLE = 130;

/** Means of each cell, three planes, brightness in 0..255 and tints around MIDDLE. The last row may be cut off. */
export function measureCells(pixels: Pixels, width: number): { columns: number; rows: number; means: Float32Array } {
  const cell = cellOf(width);
  const across = cell.width * pixels.scale;
  const down = cell.height * pixels.scale;
  const columns = Math.max(1, Math.round(pixels.width / across));
  const rows = Math.max(1, Math.ceil(pixels.height / down));
  const size = columns * rows;
  const means = new Float32Array(size * 3);
  const counts = new Uint32Array(size);
  for (let y = 0; y < pixels.height; y += 1) {
    const row = Math.min(rows - 1, Math.floor(y / down));
    for (let x = 0; x < pixels.width; x += 1) {
      const at = (y * pixels.width + x) * 3;
      const [r = 0, g = 0, b = 0] = [pixels.data[at], pixels.data[at + 1], pixels.data[at + 2]];
      const to = row * columns + Math.min(columns - 1, Math.floor(x / across));
      means[to] = (means[to] ?? 0) + (r + 2 * g + b) / 4;
      means[size + to] = (means[size + to] ?? 0) + (r - b) / 2;
      means[2 * size + to] = (means[2 * size + to] ?? 0) + (2 * g - r - b) / 4;
      counts[to] = (counts[to] ?? 0) + 1;
    }
  }
  for (let plane = 0; plane < 3; plane += 1)
    for (let at = 0; at < size; at += 1) {
      const to = plane * size + at;
      means[to] = (means[to] ?? 0) / (counts[at] || 1) + (plane === 0 ? 0 : MIDDLE);
    }
  return { columns, rows, means };
}

export function makeDigest(pixels: Pixels, page: { width: number; page_width: number; page_height: number }): Digest {
  const { columns, rows, means } = measureCells(pixels, page.width);
  const levels = new Uint8Array(means.length);
  for (let at = 0; at < means.length; at += 1)
    levels[at] = Math.round((means[at] ?? 0) / (STEPS[Math.floor(at / (columns * rows))] ?? 1));
  return { ...page, columns, rows, levels };
}

/** Of one cell: brightness and the two tints in the middle of their levels. */
export function cellAt(digest: Digest, row: number, column: number): [number, number, number] {
  const at = row * digest.columns + column;
  const size = digest.columns * digest.rows;
  return [0, 1, 2].map((plane) => (digest.levels[plane * size + at] ?? 0) * (STEPS[plane] ?? 1)) as [
    number,
    number,
    number,
  ];
}

/** Red, green and blue of a cell, for people who compare. */
export function colorAt(digest: Digest, row: number, column: number): [number, number, number] {
  const [bright, orange, green] = cellAt(digest, row, column);
  const [o, g] = [orange - MIDDLE, green - MIDDLE];
  const clamp = (value: number) => Math.max(0, Math.min(255, Math.round(value)));
  return [clamp(bright - g + o), clamp(bright + g), clamp(bright - g - o)];
}
