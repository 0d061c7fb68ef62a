/** A change that a person would see is told; how letters and edges are drawn is not. */
import { describe, expect, it } from "vitest";
import { pack, unpack } from "./agreed.ts";
import { compare } from "./compare.ts";
import { type Digest, makeDigest, type Pixels } from "./digest.ts";

type Color = readonly [number, number, number];
type Box = { left: number; top: number; width: number; height: number; color: Color };

const SCALE = 0.5;
const PAPER: Color = [250, 247, 240];
const INK: Color = [31, 29, 26];
const GREEN: Color = [14, 77, 58];

/** A line of letters: strokes of two pixels with as much between them. */
const line = (left: number, top: number, width: number): Box[] =>
  Array.from({ length: Math.floor(width / 8) }, (_, at) => ({
    left: left + at * 8,
    top,
    width: 4,
    height: 16,
    color: INK,
  }));
const button = (color: Color, top = 300): Box => ({ left: 24, top, width: 160, height: 44, color });
const PARTS: Box[] = [
  { left: 0, top: 0, width: 390, height: 56, color: GREEN },
  ...line(24, 96, 320),
  ...line(24, 140, 280),
  ...line(24, 200, 96),
  button(GREEN),
  { left: 24, top: 420, width: 342, height: 2, color: INK },
];

function draw(parts: readonly Box[], size = { width: 390, height: 800 }, ground: Color = PAPER): Pixels {
  const [width, height] = [size.width * SCALE, size.height * SCALE];
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at += 3) data.set(ground, at);
  for (const { left, top, width: wide, height: high, color } of parts)
    for (let y = Math.round(top * SCALE); y < Math.min(height, Math.round((top + high) * SCALE)); y += 1)
      for (let x = Math.round(left * SCALE); x < Math.min(width, Math.round((left + wide) * SCALE)); x += 1)
        data.set(color, (y * width + x) * 3);
  return { data, width, height, scale: SCALE };
}
const digestOf = (pixels: Pixels, page_width = 390): Digest =>
  makeDigest(pixels, { width: 390, page_width, page_height: pixels.height / SCALE });
const agreed = digestOf(draw(PARTS));
const reasonsOf = (pixels: Pixels, page_width?: number) => compare(agreed, digestOf(pixels, page_width))?.reasons ?? [];
const without = (gone: Box) => PARTS.filter((part) => part !== gone);
const BUTTON = PARTS.find(({ height }) => height === 44) as Box;

/** The same in every run: what edges and letters differ by on another machine, up to `most` levels of each byte. */
function noise(pixels: Pixels, most: number): Pixels {
  let state = 20_261_124;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { ...pixels, data: pixels.data.map((byte) => Math.max(0, Math.min(255, byte + (next() * 2 - 1) * most))) };
}
/** Edges drawn softly: each pixel takes a part of its neighbour. */
function soften({ data, ...rest }: Pixels): Pixels {
  return { ...rest, data: data.map((byte, at) => (at < 3 ? byte : byte * 0.8 + (data[at - 3] ?? 0) * 0.2)) };
}

describe("a picture that looks as agreed", () => {
  it("is the same", () => expect(reasonsOf(draw(PARTS))).toEqual([]));
  it("is the same with noise in every pixel", () => expect(reasonsOf(noise(draw(PARTS), 12))).toEqual([]));
  it("is the same with softer edges", () => expect(reasonsOf(soften(draw(PARTS)))).toEqual([]));
  it("is the same where lines are rounded to another pixel", () =>
    expect(reasonsOf(draw(PARTS, { width: 390, height: 802 }))).toEqual([]));
});

describe("a picture is told when", () => {
  it("a button moved by a line", () =>
    expect(reasonsOf(draw([...without(BUTTON), button(GREEN, 324)]))).toEqual([expect.stringMatching(/cells differ/)]));

  it("a line of words moved by a line", () => {
    const moved = PARTS.map((part) => (part.top === 200 ? { ...part, top: 224 } : part));
    expect(reasonsOf(draw(moved))).toEqual([expect.stringMatching(/cells differ, 196 to 252 px/)]);
  });

  it("a button lost its color", () =>
    expect(reasonsOf(draw([...without(BUTTON), button([77, 77, 77])]))).toEqual([
      expect.stringMatching(/cells differ/),
    ]));

  it("words took another color", () => {
    const red = PARTS.map((part) => (part.top === 140 ? { ...part, color: [190, 30, 30] as const } : part));
    expect(reasonsOf(draw(red))).toEqual([expect.stringMatching(/cells differ/)]);
  });

  it("a thin rule is gone", () =>
    expect(reasonsOf(draw(PARTS.filter(({ top }) => top !== 420)))).toEqual([expect.stringMatching(/cells differ/)]));

  it("the paper has another tone", () =>
    expect(reasonsOf(draw(PARTS, undefined, [238, 235, 228]))).toEqual([expect.stringMatching(/another color/)]));

  it("it is in the other mode", () => {
    const dark = PARTS.map((part) => (part.color === INK ? { ...part, color: PAPER } : part));
    expect(reasonsOf(draw(dark, undefined, [20, 24, 22]))).toEqual([expect.stringMatching(/cells differ/)]);
  });

  it("it became wider than its window, though nothing of that is seen", () =>
    expect(reasonsOf(draw(PARTS), 412)).toEqual(["overflows: 412 px wide in a window of 390 px"]));

  it("it became higher by a line, whatever is drawn there", () =>
    expect(reasonsOf(draw(PARTS, { width: 390, height: 824 }))).toEqual(["is 24 px higher"]));
});

it("what is packed is what was agreed", () => {
  const all = new Map([
    ["home / tuppence / en / light / 390", agreed],
    ["faq / tuppence / en / light / 390", digestOf(draw(PARTS.slice(3), { width: 390, height: 432 }))],
  ]);
  const packed = pack(all);
  const read = unpack(packed);
  expect([...read.keys()].sort()).toEqual([...all.keys()].sort());
  for (const [key, digest] of all) expect(read.get(key)).toEqual(digest);
  expect(pack(read).equals(packed)).toBe(true);
});
