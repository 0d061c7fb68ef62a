/** A page rendered with its few routes is the page that all routes would give, down to what the browser reads of it. */
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import {
  createRequestHandler,
  type EntryContext,
  Outlet,
  RouterContextProvider,
  Scripts,
  type ServerBuild,
  ServerRouter,
  useParams,
} from "react-router";
import { expect, it } from "vitest";
import { fakeBuild } from "../../../test/support/fake-build.ts";
import { createNarrowHandlers } from "../narrow-build.ts";
import { nest } from "../page-parts.ts";

const seen: string[][] = [];
const leaf = (id: string) => () => createElement("p", null, id, JSON.stringify(useParams()));
const PLACES: [id: string, parent: string | undefined, path: string | undefined, index?: true][] = [
  ["root", undefined, ""],
  ["home", "root", undefined, true],
  ["stores", "root", "stores"],
  ["category", "root", "stores/:category"],
  ["frame", "root", "account"],
  ["overview", "frame", undefined, true],
  ["settings", "frame", "settings/:part?"],
  ["deep", "root", "products/:department/:shelf"],
  ["department", "root", "products/:department"],
  ["slug", "root", ":slug"],
  ["other", "root", ":slug"],
];

function makeBuild(): ServerBuild {
  const page = createElement("html", null, createElement("body", null, createElement(Outlet), createElement(Scripts)));
  const routes = PLACES.map(([id, parentId, path, index]) => {
    const view = id === "root" ? () => page : id === "frame" ? () => createElement(Outlet) : leaf(id);
    const loader = ({ params }: { params: object }) => ({ id, params });
    const place = { ...(parentId ? { parentId } : {}), ...(path === undefined ? {} : { path }) };
    return { id, ...place, ...(index ? { index } : {}), module: { default: view, loader } };
  });
  const build = fakeBuild({
    async default(request, status, headers, context?: EntryContext) {
      if (!context) throw new Error("the router gave no context");
      seen.push(Object.keys(context.routeModules));
      const { serverHandoffStream: _stream, ...whole } = context;
      const markup = renderToString(createElement(ServerRouter, { context: whole, url: request.url }));
      return new Response(markup, { status, headers });
    },
  });
  const assets = Object.fromEntries(
    routes.map((route) => [route.id, { ...route, hasLoader: true, module: `/assets/${route.id}.js`, imports: [] }]),
  );
  return {
    ...build,
    routes: Object.fromEntries(routes.map((route) => [route.id, route])),
    // Of a route's assets only what the document names is here.
    assets: { ...build.assets, entry: { module: "/assets/entry.js", imports: [] }, routes: assets } as never,
  };
}

const build = makeBuild();
const whole = createRequestHandler(build, "production");
const handlerOf = createNarrowHandlers(build, "production", nest(build), whole);

it.each([
  ["/", ["root", "home"]],
  ["/stores", ["root", "home", "stores"]],
  ["/stores/shoes", ["root", "home", "stores", "category"]],
  ["/account", ["root", "home", "frame", "overview"]],
  ["/account/settings/mail", ["root", "home", "frame", "overview", "settings"]],
  ["/products/a/b", ["root", "home", "deep", "department", "slug"]],
  ["/nike-coupons", ["root", "home", "slug"]],
])("%s is rendered with %j, to the same document", async (path, ids) => {
  const ask = async (handler: typeof whole) => {
    const response = await handler(new Request(`http://page${path}`), new RouterContextProvider());
    return [response.status, await response.text()];
  };
  const expected = await ask(whole);
  expect(expected[0]).toBe(200);
  expect(await ask(handlerOf(path))).toEqual(expected);
  expect(seen.at(-1)).toEqual(ids);
  expect(seen.at(-2)).toHaveLength(PLACES.length);
});

it("gives the handler for all routes where nothing matches, and one handler to pages of a kind", () => {
  expect(handlerOf("/no/such/page")).toBe(whole);
  expect(handlerOf("/nike-coupons")).toBe(handlerOf("/adidas-coupons"));
});

it("makes a handler of their own for pages of every kind, so that odd addresses take nobody's away for good", () => {
  const few = createNarrowHandlers(build, "production", nest(build), whole, 2);
  const first = few("/stores");
  for (const path of ["/account", "/products/a", "/products/a/b"]) expect(few(path), path).not.toBe(whole);
  expect(few("/stores")).not.toBe(whole);
  expect(few("/stores")).not.toBe(first);
  expect(few("/stores")).toBe(few("/stores"));
});
