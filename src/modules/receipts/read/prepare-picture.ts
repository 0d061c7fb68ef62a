/** Makes a page easy to read: even light, upright lines, letters of a good size. */
import sharp from "sharp";

const MAX_HEIGHT = 4_200;
export type Grey = { data: Buffer; width: number; height: number };
/** Two ways to make a page ready: what one gets wrong the other often does not. `cells`: into how many its width is cut for its shades. */
export type Manner = { width: number; cells: number; soft: number };
export const MANNERS: readonly [Manner, Manner] = [
  { width: 1_300, cells: 64, soft: 0 },
  { width: 1_560, cells: 100, soft: 1.1 },
];

const rawOf = (grey: Grey) => ({ raw: { width: grey.width, height: grey.height, channels: 1 as const } });

/** Letters are read best at about 30 points; a receipt has about 40 of them across. */
async function toGrey(page: Buffer, { width }: Manner): Promise<Grey> {
  const { data, info } = await sharp(page)
    .greyscale()
    .resize({ width, height: MAX_HEIGHT, fit: "inside" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

type Cells = { values: Buffer; columns: number; rows: number; cell: number };

/** How bright the paper is in each part of the page. */
function brightest(grey: Grey, cells: number): Cells {
  const cell = Math.max(4, Math.round(grey.width / cells));
  const columns = Math.ceil(grey.width / cell);
  const rows = Math.ceil(grey.height / cell);
  const values = Buffer.alloc(columns * rows);
  const histogram = new Uint32Array(256);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      histogram.fill(0);
      let count = 0;
      const bottom = Math.min(grey.height, (row + 1) * cell);
      const right = Math.min(grey.width, (column + 1) * cell);
      for (let y = row * cell; y < bottom; y += 1)
        for (let x = column * cell; x < right; x += 1) {
          const value = grey.data[y * grey.width + x] ?? 0;
          histogram[value] = (histogram[value] ?? 0) + 1;
          count += 1;
        }
      // Not the brightest point of all, which may be a speck.
      let left = count * 0.2;
      let value = 255;
      while (value > 0 && left > (histogram[value] ?? 0)) {
        left -= histogram[value] ?? 0;
        value -= 1;
      }
      values[row * columns + column] = value;
    }
  return { values, columns, rows, cell };
}

/** Less than this part as bright as the paper near it is not the paper. */
const TABLE_SHARE = 0.52;
const NEAR_CELLS = 10;

/** Which cells lie beside the paper: far darker than it, and reached from the edge of the picture. */
function findTable({ values, columns, rows }: Cells): Uint8Array {
  const isDark = new Uint8Array(values.length);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      let most = 0;
      for (let y = Math.max(0, row - NEAR_CELLS); y <= Math.min(rows - 1, row + NEAR_CELLS); y += 2)
        for (let x = Math.max(0, column - NEAR_CELLS); x <= Math.min(columns - 1, column + NEAR_CELLS); x += 2)
          most = Math.max(most, values[y * columns + x] ?? 0);
      const at = row * columns + column;
      isDark[at] = (values[at] ?? 0) < most * TABLE_SHARE ? 1 : 0;
    }
  const table = new Uint8Array(values.length);
  const waiting: number[] = [];
  const reach = (row: number, column: number) => {
    const at = row * columns + column;
    if (row < 0 || column < 0 || row >= rows || column >= columns || !isDark[at] || table[at]) return;
    table[at] = 1;
    waiting.push(at);
  };
  for (let row = 0; row < rows; row += 1) for (const column of [0, columns - 1]) reach(row, column);
  for (let column = 0; column < columns; column += 1) for (const row of [0, rows - 1]) reach(row, column);
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const [row, column] = [Math.floor(at / columns), at % columns];
    reach(row - 1, column);
    reach(row + 1, column);
    reach(row, column - 1);
    reach(row, column + 1);
  }
  return table;
}

/** Grain that stays between neighbours on the paper, of 255. */
function grainOf(grey: Grey): number {
  let sum = 0;
  let count = 0;
  for (let at = 1; at < grey.data.length; at += 37) {
    const [one, other] = [grey.data[at] ?? 0, grey.data[at - 1] ?? 0];
    if (one < 150 || other < 150 || (one === 255 && other === 255)) continue;
    sum += Math.abs(one - other);
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}
const MUCH_GRAIN = 7;

/** Paper becomes white wherever it lies in the shade, ink keeps its part of darkness, and what is beside the paper goes. */
async function evenLight(grey: Grey, manner: Manner): Promise<Grey> {
  const cells = brightest(grey, manner.cells);
  const table = findTable(cells);
  const { columns, rows, cell } = cells;
  const paper = await sharp(cells.values, { raw: { width: columns, height: rows, channels: 1 } })
    .blur(0.8)
    .resize(columns * cell, rows * cell, { fit: "fill", kernel: "linear" })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const data = Buffer.alloc(grey.data.length, 255);
  for (let y = 0; y < grey.height; y += 1)
    for (let x = 0; x < grey.width; x += 1) {
      if (table[Math.floor(y / cell) * columns + Math.floor(x / cell)]) continue;
      const at = y * grey.width + x;
      const share = ((grey.data[at] ?? 0) * 255) / Math.max(16, paper[y * columns * cell + x] ?? 255);
      data[at] = share > 255 ? 255 : share;
    }
  const light = { ...grey, data };
  const soft = grainOf(light) > MUCH_GRAIN ? manner.soft + 0.9 : manner.soft;
  if (soft === 0) return light;
  return { ...grey, data: await sharp(data, rawOf(grey)).blur(soft).extractChannel(0).raw().toBuffer() };
}

/** How unevenly ink lies over the rows when they run at an angle: most when lines of text do. */
function unevenness(ink: Uint8Array, width: number, height: number, slope: number): number {
  const rows = new Uint32Array(height * 2);
  for (let x = 0; x < width; x += 1) {
    const shift = Math.round(x * slope) + (height >> 1);
    for (let y = 0; y < height; y += 1)
      if (ink[y * width + x]) {
        const row = y + shift;
        if (row >= 0 && row < rows.length) rows[row] = (rows[row] ?? 0) + 1;
      }
  }
  let sum = 0;
  for (let row = 1; row < rows.length; row += 1) {
    const step = (rows[row] ?? 0) - (rows[row - 1] ?? 0);
    sum += step * step;
  }
  return sum;
}

const STEEPEST_DEGREES = 12;

/** Degrees by which lines of text fall to the right. */
export async function skewOf(light: Grey): Promise<number> {
  const { data, info } = await sharp(light.data, rawOf(light))
    .resize({ width: 420 })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const ink = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 1) ink[at] = (data[at] ?? 255) < 170 ? 1 : 0;
  const measure = (degrees: number) => unevenness(ink, info.width, info.height, -Math.tan((degrees * Math.PI) / 180));
  let best = 0;
  let most = measure(0) * 1.02;
  const look = (degrees: number) => {
    const found = measure(degrees);
    if (found > most) [best, most] = [degrees, found];
  };
  for (let degrees = -STEEPEST_DEGREES; degrees <= STEEPEST_DEGREES; degrees += 1) look(degrees);
  const middle = best;
  for (let step = -3; step <= 3; step += 1) look(middle + step / 4);
  return best;
}

export const toPng = (grey: Grey): Promise<Buffer> =>
  sharp(grey.data, rawOf(grey)).png({ compressionLevel: 1 }).toBuffer();

/** Ready to be read, and to be cut into lines for a second look. */
export async function preparePage(page: Buffer, manner: Manner): Promise<Grey> {
  const light = await evenLight(await toGrey(page, manner), manner);
  const degrees = await skewOf(light);
  if (degrees === 0) return light;
  const { data, info } = await sharp(light.data, rawOf(light))
    .rotate(-degrees, { background: "#ffffff" })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
