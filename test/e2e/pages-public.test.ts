import { expect, it } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { openPlaces } from "./everywhere.ts";

const places = openPlaces();

it("every public page is accessible in both languages, both modes and both sizes (axe: no violation), and whole at 320 px", async () => {
  expect(places.publicPlaces.length).toBeGreaterThan(30);
  await expectAccessible(places, places.publicPlaces);
});
