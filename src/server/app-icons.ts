/** A brand's icons as PNG, drawn when they are first asked for: the home brand's drawn mark, a partner's letter on its colour. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createCanvas, GlobalFonts } from "@napi-rs/canvas";
import sharp from "sharp";
import type { Brand } from "../services.ts";

export type AppIcon = { purpose: "any" | "maskable" | "badge"; size: number };
export const ICONS: readonly AppIcon[] = [
  { purpose: "any", size: 192 },
  { purpose: "any", size: 512 },
  { purpose: "maskable", size: 192 },
  { purpose: "maskable", size: 512 },
  { purpose: "any", size: 180 },
  { purpose: "badge", size: 96 },
];
export const iconName = ({ purpose, size }: AppIcon): string => `${purpose}-${size}.png`;

const FONT = "App Icon";
const MARK = join(import.meta.dirname, "../../public/app-icon.svg");
/** What lies outside of the middle four fifths may be cut off by a phone's own shape. */
const SAFE = 0.8;

export function createAppIcons(coversOf: (brand: Brand) => { paper: string; cover: string }) {
  // By the brand as it is: one that is changed has others.
  const drawn = new WeakMap<Brand, Map<string, Promise<Buffer>>>();
  return {
    draw(brand: Brand, icon: AppIcon): Promise<Buffer> {
      const own = drawn.get(brand) ?? new Map<string, Promise<Buffer>>();
      drawn.set(brand, own);
      const known = own.get(iconName(icon)) ?? paint(brand, icon, coversOf(brand));
      own.set(iconName(icon), known);
      // One that could not be drawn is drawn by who asks next.
      known.catch(() => own.delete(iconName(icon)));
      return known;
    },
  };
}

async function paint(brand: Brand, icon: AppIcon, theme: { paper: string; cover: string }): Promise<Buffer> {
  if (icon.purpose === "badge") return drawLetter(brand.name, icon.size, { ground: null, ink: "#FFFFFF", share: 0.9 });
  const share = icon.purpose === "maskable" ? SAFE : 1;
  if (brand.partner_name !== "tuppence")
    return drawLetter(brand.name, icon.size, { ground: theme.cover, ink: theme.paper, share: share * 0.62 });
  const inner = Math.round(icon.size * share);
  const mark = await sharp(readFileSync(MARK), { density: 144 }).resize(inner, inner).png().toBuffer();
  if (share === 1) return mark;
  const ground = { width: icon.size, height: icon.size, channels: 4 as const, background: theme.cover };
  return sharp({ create: ground })
    .composite([{ input: mark, gravity: "centre" }])
    .png()
    .toBuffer();
}

let fontIsKnown = false;
/** The brand's first letter. `ground` null: nothing behind it, for the badge that phones fill themselves. */
function drawLetter(
  name: string,
  size: number,
  { ground, ink, share }: { ground: string | null; ink: string; share: number },
): Buffer {
  if (!fontIsKnown)
    GlobalFonts.registerFromPath(
      createRequire(import.meta.url).resolve("@fontsource/besley/files/besley-latin-600-normal.woff2"),
      FONT,
    );
  fontIsKnown = true;
  const canvas = createCanvas(size, size);
  const pen = canvas.getContext("2d");
  if (ground) {
    pen.fillStyle = ground;
    pen.fillRect(0, 0, size, size);
  }
  pen.fillStyle = ink;
  pen.font = `600 ${Math.round(size * share)}px "${FONT}"`;
  pen.textAlign = "center";
  const letter = name.slice(0, 1).toUpperCase();
  const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = pen.measureText(letter);
  pen.fillText(letter, size / 2, (size + above - below) / 2);
  return canvas.toBuffer("image/png");
}
