import { it } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { openPlaces } from "./everywhere.ts";

const places = openPlaces();

it("a member's pages are accessible, empty and full, in both languages, both modes and both sizes, and whole at 320 px", () =>
  expectAccessible(places, places.memberPlaces));
