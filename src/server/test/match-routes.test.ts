/** The routes that an address has are those that the router finds, for every address of the product and for odd ones beside it. */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes } from "react-router";
import { expect, it } from "vitest";
import routes from "../../routes.ts";
import { createMatcher, type PageRoute } from "../page-parts.ts";

let number = 0;
const entries = (await routes) as readonly RouteConfigEntry[];
const asRoute = ({ path, index, children }: RouteConfigEntry): PageRoute => {
  number += 1;
  const place = { id: String(number), ...(path === undefined ? {} : { path }) };
  return index ? { ...place, index: true } : { ...place, children: (children ?? []).map(asRoute) };
};
const tree: PageRoute[] = [{ id: "root", path: "", children: entries.map(asRoute) }];

/** Addresses that the patterns of routes lead to, with what may stand in them. */
function addressesOf(all: readonly RouteConfigEntry[], above = ""): string[] {
  return all.flatMap(({ path, children }) => {
    const here = path ? `${above}/${path}` : above;
    return [here.replaceAll(/:\w+|\*/g, "some").replaceAll("?", "") || "/", ...addressesOf(children ?? [], here)];
  });
}
const known = [...new Set(addressesOf(entries))];
const odd = [
  "",
  "/",
  "//",
  "/%",
  "/%zz/a",
  "/A%2Fb",
  "/ACCOUNT",
  "/%61ccount",
  "/account%2Fprofile",
  "/ſtores",
  "/_",
  "/_.data",
];

it("is the same as the router's own", () => {
  expect(known.length).toBeGreaterThan(150);
  const match = createMatcher(tree);
  const ids = (matches: readonly { route: { id: string }; pathname?: string }[] | null) =>
    (matches ?? []).map(({ route }) => route.id);
  const asked = known.flatMap((one) => [one, `${one}/`, `${one}/more`, `/x${one}`, one.toUpperCase(), `/${one}`]);
  // Only the names and places of routes are read here; React Router's type wants whole ones.
  for (const address of [...asked, ...odd])
    expect(ids(match(address)), address).toEqual(ids(matchRoutes(tree as never, address)));
});
