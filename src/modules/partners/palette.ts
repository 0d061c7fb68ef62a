/**
 * A brand's colors: two that a partner chooses, and every role of the tokens that follows from them, for light and dark. Roles
 * that carry meaning (money coming back, waiting, errors) stay the theme's own.
 */
import { clampRgb, formatHex, interpolate, oklch, wcagContrast } from "culori";
import type { Brand } from "../../../brands/brand.ts";

export type BrandColors = NonNullable<Brand["colors"]>;
type Theme = Brand["theme"];
type Roles = Readonly<Record<string, string>>;

/** What themes lay colors on; `tokens.css` has the same, by a test. */
export const GROUNDS: Readonly<
  Record<Theme, Record<"light" | "dark", { paper: string; sheet: string; sunk: string }>>
> = {
  theme1: {
    light: { paper: "#FAF7F0", sheet: "#FFFDF9", sunk: "#F3EEE3" },
    dark: { paper: "#131612", sheet: "#1B1F1A", sunk: "#0E110E" },
  },
  theme2: {
    light: { paper: "#F6F8F9", sheet: "#FFFFFF", sunk: "#EBF0F3" },
    dark: { paper: "#10161C", sheet: "#182028", sunk: "#0B1015" },
  },
  theme3: {
    light: { paper: "#F8F6F1", sheet: "#FFFFFF", sunk: "#EFEBE2" },
    dark: { paper: "#151411", sheet: "#1E1D19", sunk: "#0F0E0C" },
  },
};
/** WCAG 2.2 AA for text. */
const TEXT = 4.5;
const INK = "#1C1B17";
const WHITE = "#FFFFFF";

const mix = (one: string, other: string, share: number): string =>
  formatHex(clampRgb(interpolate([one, other], "oklab")(share)));
/** The same hue, as light as told from 0 to 1. */
function asLight(color: string, lightness: number): string {
  const { h = 0, c } = oklch(color) ?? { h: 0, c: 0 };
  return formatHex(clampRgb({ mode: "oklch", l: lightness, c, h }));
}
/** The color itself where it can be read on all grounds, else the nearest of its hue that can. */
function readable(color: string, grounds: readonly string[], towards: "darker" | "lighter"): string {
  const start = oklch(color)?.l ?? 0.5;
  const step = towards === "darker" ? -0.02 : 0.02;
  for (let lightness = start; lightness >= 0 && lightness <= 1; lightness += step) {
    const tried = lightness === start ? color : asLight(color, lightness);
    if (grounds.every((ground) => wcagContrast(tried, ground) >= TEXT)) return tried;
  }
  return towards === "darker" ? INK : WHITE;
}

function lightRoles({ primary, accent }: BrandColors, theme: Theme): Roles {
  const { paper, sheet, sunk } = GROUNDS[theme].light;
  const primary_tint = mix(sheet, primary, 0.12);
  const accent_tint = mix(sheet, accent, 0.22);
  return {
    primary,
    "primary-hover": mix(primary, "#000000", 0.14),
    "primary-press": mix(primary, "#000000", 0.3),
    "on-primary": WHITE,
    "primary-tint": primary_tint,
    "primary-tint-2": mix(sheet, primary, 0.22),
    "primary-text": readable(primary, [paper, sheet, sunk, primary_tint], "darker"),
    accent,
    "accent-tint": accent_tint,
    "accent-text": readable(accent, [paper, sheet, sunk, accent_tint], "darker"),
    "on-accent": INK,
    focus: primary,
    cover: primary,
    "cover-2": mix(primary, "#000000", 0.22),
    "on-cover": WHITE,
    "on-cover-2": readable(mix(primary, WHITE, 0.76), [primary, mix(primary, "#000000", 0.22)], "lighter"),
    "cover-line": mix(primary, WHITE, 0.22),
  };
}

function darkRoles({ primary, accent }: BrandColors, theme: Theme): Roles {
  const { paper, sheet, sunk } = GROUNDS[theme].dark;
  const bright = readable(asLight(primary, 0.78), [paper, sheet, sunk, mix(sheet, primary, 0.3)], "lighter");
  const glow = readable(asLight(accent, Math.max(0.8, oklch(accent)?.l ?? 0)), [paper, sheet, sunk], "lighter");
  const accent_tint = mix(sheet, glow, 0.16);
  const primary_tint = mix(sheet, bright, 0.16);
  // White is read on the cover as it is chosen; in the dark it glares less.
  const cover = mix(primary, "#000000", 0.2);
  const on_primary = mix(bright, "#000000", 0.82);
  return {
    primary: bright,
    "primary-hover": mix(bright, WHITE, 0.18),
    "primary-press": mix(bright, WHITE, 0.36),
    "on-primary": readable(on_primary, [bright], "darker"),
    "primary-tint": primary_tint,
    "primary-tint-2": mix(sheet, bright, 0.26),
    "primary-text": readable(bright, [paper, sheet, sunk, primary_tint], "lighter"),
    accent: glow,
    "accent-tint": accent_tint,
    "accent-text": readable(glow, [paper, sheet, sunk, accent_tint], "lighter"),
    "on-accent": INK,
    focus: bright,
    cover,
    "cover-2": mix(cover, "#000000", 0.22),
    "on-cover": "#F2EEE3",
    "on-cover-2": readable(mix(cover, WHITE, 0.7), [cover, mix(cover, "#000000", 0.22)], "lighter"),
    "cover-line": mix(cover, WHITE, 0.2),
  };
}

export type Palette = { light: Roles; dark: Roles };

/** Every role that follows from a brand's colors, as `#rrggbb`, without the `--tp-` before it. */
export const paletteOf = (colors: BrandColors, theme: Theme): Palette => ({
  light: lightRoles(colors, theme),
  dark: darkRoles(colors, theme),
});

const HEX = /^#[0-9a-f]{6}$/i;

/** What of a brand's colors could not be read, as a sentence with what was measured; null when all can. */
export function findColorFault(colors: BrandColors, theme: Theme): string | null {
  for (const [name, color] of Object.entries(colors))
    if (!HEX.test(color)) return `The ${name} color is told as #rrggbb, such as #163E64.`;
  const { paper } = GROUNDS[theme].light;
  const checks: readonly (readonly [string, string, string])[] = [
    ["White on buttons of the primary color", WHITE, colors.primary],
    ["The primary color on this theme's paper", colors.primary, paper],
    ["Dark words on the accent", INK, colors.accent],
  ];
  for (const [what, one, ground] of checks) {
    const contrast = wcagContrast(one, ground);
    if (contrast < TEXT)
      return `${what} would have a contrast of ${contrast.toFixed(2)}:1; text needs ${TEXT}:1. Choose ${what.includes("accent") ? "a lighter accent" : "a darker primary color"}.`;
  }
  return null;
}

const rule = (roles: Roles): string =>
  Object.entries(roles)
    .map(([role, color]) => `--tp-${role}:${color}`)
    .join(";");
const sheets = new WeakMap<Brand, string>();

/** The rules that lay a brand's colors over its theme; empty for one that has none of its own. */
export function brandSheet(brand: Brand): string {
  const known = sheets.get(brand);
  if (known !== undefined) return known;
  let sheet = "";
  if (brand.colors) {
    const { light, dark } = paletteOf(brand.colors, brand.theme);
    // Three times the root: as strong as the theme's own strongest, and later than they.
    const root = ":root:root:root[data-theme]";
    sheet = `${root}{${rule(light)}}@media (prefers-color-scheme:dark){${root}:not([data-mode]){${rule(dark)}}}${root}[data-mode=dark]{${rule(dark)}}`;
  }
  sheets.set(brand, sheet);
  return sheet;
}
