/** What operators know of single stores: selectors alone, and nothing that was not asked for. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { bundleOf } from "../rules.ts";
import { readStoreRecipes } from "../store-recipes.ts";

const folder = mkdtempSync(join(tmpdir(), "tuppence-recipes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const written = (content: unknown) => {
  const path = join(folder, "recipes.json");
  writeFileSync(path, JSON.stringify(content));
  return path;
};
const recipe = {
  ...{ name: "corner-shop", hosts: ["corner.example"], known_by: ["#cart"] },
  ...{ input: ["#code"], apply: ["#go"], total: ["#sum"] },
};

it("stands before what holds for every shop of a make", () => {
  const known = readStoreRecipes(written([recipe]));
  expect(known).toEqual([recipe]);
  expect(
    bundleOf([], [], known)
      .recipes.map(({ name }) => name)
      .slice(0, 2),
  ).toEqual(["corner-shop", "shopify"]);
  expect(readStoreRecipes(undefined)).toEqual([]);
});

it("refuses what is no recipe, before anything is signed", () => {
  for (const wrong of [
    { ...recipe, script: ["alert(1)"] },
    { ...recipe, hosts: [] },
    { ...recipe, hosts: ["https://corner.example/"] },
    { ...recipe, input: "#code" },
    { ...recipe, total: undefined },
  ])
    expect(() => readStoreRecipes(written([wrong])), JSON.stringify(wrong)).toThrow();
});
