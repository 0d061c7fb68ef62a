/** Makes a page easy to read: even light, upright lines, letters of a good size. */
import sharp from "sharp";

/** Letters are read best at about 30 points; a receipt has about 40 of them across. */
const WIDTH = 1_300;
const MAX_HEIGHT = 4_200;
/** Of the width: shades are wider than letters are. */
const SHADE_CELLS = 48;

export type Grey = { data: Buffer; width: number; height: number };

async function toGrey(page: Buffer): Promise<Grey> {
  const { data, info } = await sharp(page)
    .greyscale()
    .resize({ width: WIDTH, height: MAX_HEIGHT, fit: "inside" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** How bright the paper is at each place: what is brightest around it. */
async function paperOf(grey: Grey): Promise<Buffer> {
  const cell = Math.max(4, Math.round(grey.width / SHADE_CELLS));
  const columns = Math.ceil(grey.width / cell);
  const rows = Math.ceil(grey.height / cell);
  const cells = Buffer.alloc(columns * rows);
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
      let left = count * 0.15;
      let value = 255;
      while (value > 0 && left > (histogram[value] ?? 0)) {
        left -= histogram[value] ?? 0;
        value -= 1;
      }
      cells[row * columns + column] = value;
    }
  const raw = { width: columns, height: rows, channels: 1 as const };
  return sharp(cells, { raw })
    .dilate(1)
    .blur(1.2)
    .resize(grey.width, grey.height, { fit: "fill", kernel: "linear" })
    .extractChannel(0)
    .raw()
    .toBuffer();
}

/** Paper becomes white wherever it lies in the shade; ink keeps its part of darkness. */
export async function evenLight(grey: Grey): Promise<Grey> {
  const paper = await paperOf(grey);
  const data = Buffer.alloc(grey.data.length);
  for (let at = 0; at < data.length; at += 1) {
    const share = ((grey.data[at] ?? 0) * 255) / Math.max(24, paper[at] ?? 255);
    data[at] = share > 255 ? 255 : share;
  }
  return { ...grey, data };
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
  const { data, info } = await sharp(light.data, { raw: { width: light.width, height: light.height, channels: 1 } })
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
  sharp(grey.data, { raw: { width: grey.width, height: grey.height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer();

/** Ready to be read, and to be cut into lines for a second look. */
export async function preparePage(page: Buffer): Promise<Grey> {
  const light = await evenLight(await toGrey(page));
  const degrees = await skewOf(light);
  if (degrees === 0) return light;
  const { data, info } = await sharp(light.data, { raw: { width: light.width, height: light.height, channels: 1 } })
    .rotate(-degrees, { background: "#ffffff" })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
