/** Pictures of kinds: the shapes that `data/kinds.txt` names, in the item's own colour, on no ground: they stand on the page's tile. */
import { esc } from "../../markup.ts";

/** Mixes a colour with white or black; `share` in hundredths of the other. */
function mixed(hex: string, other: number, share: number): string {
  const part = (at: number) => {
    const own = Number.parseInt(hex.slice(at, at + 2), 16);
    return Math.round(own + ((other - own) * share) / 100)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}

/** `hsl(h s% l%)` as `#rrggbb`. */
function hexOf(colour: string): string {
  const [h = 0, s = 0, l = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const part = (n: number) => {
    const k = (n + h / 30) % 12;
    const value = l / 100 - (s / 100) * Math.min(l / 100, 1 - l / 100) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

const FIXED: Readonly<Record<string, string>> = {
  w: "#fbfaf6",
  k: "#3a3d44",
  s: "#b3bac2",
  g: "#bfdbe3",
  n: "#b98d5b",
  y: "#d9a93f",
};

function toneOf(letter: string, tint: string): string {
  if (letter === "d") return mixed(tint, 0, 24);
  if (letter === "l") return mixed(tint, 255, 38);
  return FIXED[letter] ?? tint;
}

/** What is nearly as pale as the ground has an edge, so that it is seen. */
const isPale = (tone: string) => [1, 3, 5].every((at) => Number.parseInt(tone.slice(at, at + 2), 16) > 196);

const SHAPES: Readonly<Record<string, (figures: string[]) => string>> = {
  r: ([x, y, width, height, corner = "0"]) =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${corner}"`,
  c: ([x, y, radius]) => `<circle cx="${x}" cy="${y}" r="${radius}"`,
  e: ([x, y, wide, high]) => `<ellipse cx="${x}" cy="${y}" rx="${wide}" ry="${high}"`,
};

/** One word of a drawing as an element; null when it is none. */
export function shapeOf(word: string, tint: string): string | null {
  const [, letter = "", way = "", shape = ""] = /^([bdlwksgny])([.-])(.+)$/.exec(word) ?? [];
  const tone = toneOf(letter, tint);
  const paint =
    way === "-"
      ? `fill="none" stroke="${isPale(tone) ? "#c3c7cb" : tone}" stroke-width="3.2"`
      : `fill="${tone}" stroke="${isPale(tone) ? "#bcc1c6" : "none"}" stroke-width=".9"`;
  const known = SHAPES[shape.charAt(0)];
  const figures = shape.slice(1).split(",");
  if (known) return figures.every((figure) => /^[\d.]+$/.test(figure)) ? `${known(figures)} ${paint}/>` : null;
  return /^M[-\d.,MmLlHhVvCcAaSsZz]+$/.test(shape) ? `<path d="${shape}" ${paint}/>` : null;
}

export function drawItem(name: string, drawing: string, colour: string): string {
  const tint = colour.startsWith("#") ? colour : hexOf(colour);
  const shapes = drawing.split(" ").map((word) => shapeOf(word, tint) ?? "");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" role="img" aria-label="${esc(name)}"><ellipse cx="200" cy="344" rx="128" ry="12" fill="#000" fill-opacity=".08"/><g transform="translate(40 36) scale(3.2)" stroke-linecap="round" stroke-linejoin="round">${shapes.join("")}</g></svg>`;
}
