/** A brand's colors: whatever two pass the check, every role that follows can be read, in both modes and on every theme. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { wcagContrast } from "culori";
import fc from "fast-check";
import { expect, it } from "vitest";
import { tuppence } from "../../../../brands/tuppence.ts";
import { brandSheet, findColorFault, GROUNDS, paletteOf } from "../palette.ts";

const THEMES = ["theme1", "theme2", "theme3"] as const;
const MODES = ["light", "dark"] as const;
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const tokens = readFileSync(join(import.meta.dirname, "../../../ui/styles/tokens.css"), "utf8");

it("lays colors on the grounds that the themes have", () => {
  for (const theme of THEMES)
    for (const mode of MODES) {
      const { paper, sheet, sunk } = GROUNDS[theme][mode];
      expect(tokens, `${theme} ${mode}`).toContain(`--tp-paper: ${paper}; --tp-sheet: ${sheet}; --tp-sunk: ${sunk};`);
    }
});

it("makes roles that can be read, of any two colors that pass the check", () => {
  let passed = 0;
  fc.assert(
    fc.property(hex, hex, fc.constantFrom(...THEMES), (primary, accent, theme) => {
      const colors = { primary, accent };
      if (findColorFault(colors, theme) !== null) return;
      passed += 1;
      for (const mode of MODES) {
        const roles = paletteOf(colors, theme)[mode];
        const { paper, sheet, sunk } = GROUNDS[theme][mode];
        const of = (role: string): string => roles[role] ?? "";
        const pairs: [string, string, string][] = [
          ["on-primary", of("on-primary"), of("primary")],
          ["on-accent", of("on-accent"), of("accent")],
          ["on-cover", of("on-cover"), of("cover")],
          ["on-cover on cover-2", of("on-cover"), of("cover-2")],
          ["on-cover-2", of("on-cover-2"), of("cover")],
          ...["primary-text", "accent-text"].flatMap((role): [string, string, string][] =>
            [paper, sheet, sunk].map((ground) => [`${role} on ${ground}`, of(role), ground]),
          ),
          ["primary-text on its tint", of("primary-text"), of("primary-tint")],
          ["accent-text on its tint", of("accent-text"), of("accent-tint")],
        ];
        for (const [what, one, ground] of pairs)
          if (wcagContrast(one, ground) < 4.5)
            throw new Error(`${theme} ${mode}, ${primary} and ${accent}: ${what} (${one} on ${ground})`);
      }
    }),
    { numRuns: 2_000, seed: 79 },
  );
  expect(passed).toBeGreaterThan(100);
});

it("sets the roles that the themes set, none that carries meaning, and nothing for a brand without colors", () => {
  const { light } = paletteOf({ primary: "#163e64", accent: "#ff8a5b" }, "theme2");
  for (const role of Object.keys(light)) expect(tokens).toContain(`--tp-${role}:`);
  expect(Object.keys(light).filter((role) => /brick|info|back|wait|ink(?!-)/.test(role) && !/on-/.test(role))).toEqual(
    [],
  );
  expect(brandSheet(tuppence)).toBe("");
  const sheet = brandSheet({ ...tuppence, colors: { primary: "#163e64", accent: "#ff8a5b" } });
  expect(sheet).toMatch(/^:root[^<>]*\}$/);
});

it("says what was measured, and takes nothing that is no color", () => {
  expect(findColorFault({ primary: "#ffe08a", accent: "#ff8a5b" }, "theme1")).toMatch(/contrast of 1\.\d\d:1/);
  expect(findColorFault({ primary: "#163e64", accent: "#163e64" }, "theme1")).toMatch(/lighter accent/);
  for (const color of ["red", "#fff", "#163e64;", "url(x)", ""])
    expect(findColorFault({ primary: color, accent: "#ff8a5b" }, "theme1"), color).toMatch(/#rrggbb/);
});
