import { Resvg } from "@resvg/resvg-js";
import { esc } from "../markup.ts";
import type { World } from "../world.ts";
import { hash } from "./hash.ts";
import type { Product } from "./offer.ts";
import { drawItem } from "./range/silhouettes.ts";
import { ALL_SHOPS } from "./shops.ts";

/** Plain line drawings on a 100 × 100 field, one per kind of thing. */
const GLYPHS: Record<string, string> = {
  "Case Fans":
    '<rect x="22" y="22" width="56" height="56" rx="9"/><circle cx="50" cy="50" r="22"/><circle cx="50" cy="50" r="6"/><path d="M50 44c-6-14 4-18 10-15M56 50c14-6 18 4 15 10M50 56c6 14-4 18-10 15M44 50c-14 6-18-4-15-10"/>',
  "CPU Coolers": '<path d="M26 30h48v34H26zM26 38h48M26 46h48M26 54h48M36 64v10M50 64v10M64 64v10M30 74h40"/>',
  Cases:
    '<rect x="32" y="18" width="36" height="64" rx="5"/><circle cx="50" cy="34" r="8"/><circle cx="50" cy="54" r="8"/><path d="M40 72h20"/>',
  "Graphics Cards":
    '<rect x="18" y="34" width="64" height="32" rx="5"/><circle cx="37" cy="50" r="10"/><circle cx="63" cy="50" r="10"/><path d="M26 66v8h30v-8M18 28v46"/>',
  Headphones:
    '<path d="M26 58V50a24 24 0 0 1 48 0v8"/><rect x="21" y="54" width="13" height="22" rx="6"/><rect x="66" y="54" width="13" height="22" rx="6"/>',
  "Internal Drives":
    '<rect x="26" y="24" width="48" height="52" rx="6"/><circle cx="50" cy="46" r="15"/><circle cx="50" cy="46" r="4"/><path d="M34 68h14M66 68h.1"/>',
  "External Drives": '<rect x="32" y="20" width="36" height="52" rx="7"/><path d="M50 72v12M44 64h12M40 30h20"/>',
  Keyboards:
    '<rect x="16" y="36" width="68" height="30" rx="6"/><path d="M25 45h4M35 45h4M45 45h4M55 45h4M65 45h4M25 52h4M35 52h4M45 52h4M55 52h4M71 52h4M34 59h32"/>',
  Memory: '<path d="M16 38h68v22H16zM16 60v8h68v-8M26 44h8v10h-8zM42 44h8v10h-8zM58 44h8v10h-8zM48 68v-4"/>',
  Mice: '<rect x="34" y="22" width="32" height="56" rx="16"/><path d="M50 22v22M34 44h32M50 32v4"/>',
  Monitors: '<rect x="16" y="24" width="68" height="42" rx="5"/><path d="M50 66v12M36 78h28"/>',
  Motherboards:
    '<rect x="22" y="22" width="56" height="56" rx="5"/><rect x="34" y="32" width="18" height="18" rx="2"/><path d="M60 32v20M67 32v20M32 60h34M32 68h24"/>',
  "Power Supplies":
    '<rect x="20" y="30" width="60" height="42" rx="5"/><circle cx="42" cy="51" r="14"/><path d="M66 42v18M60 51h12M70 66h.1"/>',
  Processors:
    '<rect x="30" y="30" width="40" height="40" rx="4"/><rect x="41" y="41" width="18" height="18" rx="2"/><path d="M38 30v-8M50 30v-8M62 30v-8M38 78v-8M50 78v-8M62 78v-8M30 38h-8M30 50h-8M30 62h-8M78 38h-8M78 50h-8M78 62h-8"/>',
  Speakers:
    '<rect x="32" y="18" width="36" height="64" rx="6"/><circle cx="50" cy="36" r="7"/><circle cx="50" cy="60" r="12"/>',
  Webcams: '<circle cx="50" cy="44" r="22"/><circle cx="50" cy="44" r="9"/><path d="M40 66l-6 12h32l-6-12"/>',
  "UPS Systems": '<rect x="30" y="18" width="40" height="64" rx="5"/><path d="M53 32L42 52h14l-7 18"/>',
  "Thermal Paste": '<path d="M40 20h20v34l-6 6v18h-8V60l-6-6zM36 20h28M44 34h12"/>',
  "Wireless Network Cards":
    '<path d="M22 44a40 40 0 0 1 56 0M32 54a26 26 0 0 1 36 0M41 64a13 13 0 0 1 18 0M50 74h.1"/>',
  "Wired Network Cards":
    '<rect x="28" y="28" width="44" height="44" rx="5"/><path d="M38 62V44h24v18M44 44v-6h12v6M44 54v8M50 54v8M56 54v8"/>',
  "Optical Drives":
    '<circle cx="50" cy="50" r="28"/><circle cx="50" cy="50" r="8"/><path d="M50 30a20 20 0 0 1 20 20"/>',
  Tops: '<path d="M38 24l-18 10 7 15 8-4v33h30V45l8 4 7-15-18-10c-3 8-21 8-24 0z"/>',
  "Sweaters & Hoodies": '<path d="M38 26L20 38l4 34h9V50v28h34V50v22h9l4-34-18-12c-4 10-20 10-24 0zM42 58h16"/>',
  Outerwear: '<path d="M38 22L22 34v40h11V52v26h34V52v22h11V34L62 22l-12 10zM50 32v46"/>',
  Bottoms: '<path d="M34 20h32l6 60H56l-6-38-6 38H28zM34 30h32"/>',
  Dresses: '<path d="M40 20v10l-4 16-12 34h52L64 46l-4-16V20M40 30c6 6 14 6 20 0M36 46h28"/>',
  Accessories: '<path d="M30 40h40l6 40H24zM38 40v-6a12 12 0 0 1 24 0v6"/>',
  "Sauces & Pantry": '<path d="M38 18h24v8H38zM36 26h28l4 12v40a4 4 0 0 1-4 4H36a4 4 0 0 1-4-4V38zM32 48h36v20H32z"/>',
  "Apparel & Gifts": '<path d="M22 42h56v12H22zM27 54h46v26H27zM50 42v38M50 42c-22 0-16-22 0-4 16-18 22 4 0 4z"/>',
};

const OTHER = '<path d="M50 20l28 14v32L50 80 22 66V34zM22 34l28 14 28-14M50 48v32"/>';

export function productPicture(product: Product): string {
  if (product.drawing && product.tint) return drawItem(product.name, product.drawing, product.tint);
  const hue = hash(`hue:${product.subcategory}:${product.brand}`) % 360;
  const lean = hash(`lean:${product.id}`) % 30;
  const glyph = GLYPHS[product.subcategory] ?? OTHER;
  const h = (hue + lean) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" role="img" aria-label="${esc(product.name)}">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${h} 42% 95%)"/><stop offset="1" stop-color="hsl(${(h + 24) % 360} 38% 86%)"/></linearGradient></defs>
<rect width="400" height="400" fill="url(#g)"/><ellipse cx="200" cy="318" rx="112" ry="12" fill="hsl(${h} 30% 40% / .13)"/>
<g transform="translate(62 52) scale(2.76)" fill="hsl(${h} 60% 99% / .75)" stroke="hsl(${h} 38% 33%)" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${glyph}</g></svg>`;
}

/** Capitals of the shops as strokes on a field of 10 × 14: no font is needed to draw them. */
const STROKES: Record<string, string> = {
  B: "M0 14V0h5a3.5 3.5 0 0 1 0 7H0h6a3.5 3.5 0 0 1 0 7H0",
  C: "M9 3a4.6 5 0 0 0-9 4a4.6 5 0 0 0 9 4",
  E: "M9 0H0v14h9M0 7h7",
  F: "M0 14V0h9M0 7h7",
  G: "M9 3a4.6 5 0 0 0-9 4a4.6 5 0 0 0 9 4V8H5",
  H: "M0 14V0M9 14V0M0 7h9",
  L: "M0 0v14h9",
  M: "M0 14V0l5 8 5-8v14",
  P: "M0 14V0h5a4 4 0 0 1 0 8H0",
  R: "M0 14V0h5a4 4 0 0 1 0 8H0M5 8l4 6",
  T: "M0 0h10M5 0v14",
  V: "M0 0l5 14L10 0",
  O: "M5 0a5 7 0 0 1 0 14a5 7 0 0 1 0-14",
};

function monogram(letters: string, ground: string): string {
  const left = 24 - (letters.length * 14 - 4) / 2;
  const drawn = [...letters]
    .map((letter, n) => `<path transform="translate(${left + n * 14} 17)" d="${STROKES[letter] ?? ""}"/>`)
    .join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="10" fill="${ground}"/><g fill="none" stroke="#ffffff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">${drawn}</g></svg>`;
}

/** A drawing as a picture of dots, 128 wide, as networks hand logos out. */
export function drawPng(svg: string): Buffer {
  return new Resvg(svg, { fitTo: { mode: "width", value: 128 }, font: { loadSystemFonts: false } }).render().asPng();
}

export function logoSvg(world: World, name: string): string | null {
  const shop = ALL_SHOPS.find((it) => it.internal_name === name);
  if (shop) {
    const letters = shop.name
      .split(" ")
      .filter((word) => /^[A-Z]/.test(word))
      .map((word) => word.charAt(0))
      .slice(0, 2)
      .join("");
    return monogram(letters, shop.tint);
  }
  const icon = world.catalogue.icons().get(name);
  if (!icon) return null;
  // Networks hand logos out for white pages: a mark whose own color is white comes in its black version.
  const fill = /^#f{6}$/i.test(icon.hex) ? "#000000" : icon.hex;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="${esc(fill)}" d="${esc(icon.path)}"/></svg>`;
}
