/** A template without a picture is told before anybody runs `npm run pictures`. */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, it } from "vitest";
import routes from "../../src/routes.ts";
import { CHOSEN, FIXED, FOUND, fileAt, WINDOWS, WITHOUT } from "./places.ts";

const files = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap((entry) => [...(entry.children ? files(entry.children) : [entry.file])]);
const templates = [...new Set(files(routes))].filter((file) => !file.startsWith("operator/"));

it("every template of the shop has a picture, or a reason why it has none", () => {
  expect(templates.length).toBeGreaterThan(80);
  const pictured = [...Object.values(CHOSEN), ...FIXED.map(({ file }) => file), ...Object.values(FOUND)];
  const told = [...pictured, ...Object.keys(WITHOUT)];
  expect(templates.filter((file) => !told.includes(file))).toEqual([]);
  expect(told.filter((file) => !templates.includes(file))).toEqual([]);
  expect(Object.keys(WITHOUT).filter((file) => pictured.includes(file))).toEqual([]);
});

it("every address that never changes leads to the template that it stands for", () => {
  expect(
    [...FIXED, ...WINDOWS].filter(({ path, file }) => fileAt(path) !== file).map(({ path }) => [path, fileAt(path)]),
  ).toEqual([]);
});
