/** A page that goes past the router is the page that it would give; all else it gives itself, of what the loaders said once. */
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import {
  createRequestHandler,
  data,
  Outlet,
  RouterContextProvider,
  redirect,
  Scripts,
  type ServerBuild,
  ServerRouter,
  useLoaderData,
} from "react-router";
import { beforeEach, expect, it } from "vitest";
import { fakeBuild, fakeRoute } from "../../../test/support/fake-build.ts";
import { createPastRouter } from "../past-the-router.ts";

type Asked = { params: object; url: URL; pattern: string };
/** What a loader was asked with, whether the router opened its stream, and what failed, each time. */
let asked: { params: object; url: string; pattern: string }[] = [];
let streams: boolean[] = [];
let failed: unknown[] = [];
/** What the loader does next. */
let next: () => unknown = () => "text";
const View = () =>
  createElement("html", null, createElement("body", null, createElement(Outlet), createElement(Scripts)));
const Page = () => createElement("p", null, String(useLoaderData()));
const headers = ({ parentHeaders }: { parentHeaders: Headers }) => ({
  ...Object.fromEntries(parentHeaders),
  "x-own": "1",
});

function makeBuild(): ServerBuild {
  const loader = ({ params, url, pattern }: Asked) => {
    asked.push({ params, url: url.href, pattern });
    return next();
  };
  const build = fakeBuild(
    {
      async default(request, status, given, context) {
        if (!context) throw new Error("the router gave no context");
        const { serverHandoffStream, ...whole } = context;
        streams.push(serverHandoffStream !== undefined);
        const markup = renderToString(createElement(ServerRouter, { context: whole, url: request.url }));
        return new Response(markup, { status, headers: given });
      },
      handleError: (error) => void failed.push(error),
    },
    {
      "shelf/:name": fakeRoute("shelf/:name", { default: Page, loader, headers }),
      home: { ...fakeRoute("home", { default: Page, loader, headers }), path: "", index: true } as never,
    },
  );
  const root = {
    ...build.routes.root,
    module: { default: View, ErrorBoundary: View, loader: () => ({ of: "root" }) },
  };
  const routes = { ...build.routes, root } as ServerBuild["routes"];
  const assets = Object.fromEntries(
    Object.values(routes).map((route) => [
      route?.id,
      { ...route, hasLoader: true, module: `/${route?.id}.js`, imports: [] },
    ]),
  );
  // Of a route's assets only what the document names is here.
  return { ...build, routes, assets: { ...build.assets, routes: assets as never } };
}

const build = makeBuild();
const router = createRequestHandler(build, "production");
let past = router;
/** The first page of a route is the router's. */
beforeEach(async () => {
  past = createPastRouter(build, "production");
  next = () => "text";
  await ask(past, "/shelf/shoes");
  [asked, streams, failed] = [[], [], []];
});
async function ask(handler: typeof router, path: string, init: RequestInit = {}) {
  const response = await handler(new Request(`http://page${path}`, init), new RouterContextProvider());
  return [response.status, Object.fromEntries(response.headers), await response.text()];
}

it("goes past the router from the second page of a route on, with the same address, headers and document", async () => {
  const paths = ["/shelf/shoes", "/shelf/a%20b?page=2&q=a%20b&q=%C3%B1", "/shelf/coats/?empty"];
  for (const path of paths) expect(await ask(past, path)).toEqual(await ask(router, path));
  // In turns: ours, and the router's.
  expect(streams).toEqual([false, true, false, true, false, true]);
  for (let at = 0; at < asked.length; at += 2) expect(asked[at]).toEqual(asked[at + 1]);
  expect((await ask(past, "/shelf/shoes"))[1]).toMatchObject({ "x-own": "1" });
});

it.each<[string, () => unknown]>([
  ["an answer that leads elsewhere", () => redirect("/elsewhere", 301)],
  ["one that is thrown", () => Promise.reject(new Response("There is no such page.", { status: 404 }))],
  ["data with a status and headers of its own", () => data("gone", { status: 410, headers: { "x-more": "2" } })],
  ["an error", () => Promise.reject(new Error("no luck"))],
  [
    "an error at once, without a promise",
    () => {
      throw new Error("no luck");
    },
  ],
  [
    "what cannot be rendered",
    () => ({
      toString: () => {
        throw new Error("no text");
      },
    }),
  ],
])("leaves %s to the router, without asking a loader again", async (_what, does) => {
  next = does;
  const expected = await ask(router, "/shelf/shoes");
  const failures = failed.map(String);
  [asked, failed] = [[], []];
  expect(await ask(past, "/shelf/shoes")).toEqual(expected);
  expect(asked).toHaveLength(1);
  expect(failed.map(String)).toEqual(failures);
});

it.each(["/shelf", "/shelf/shoes?index", "/shelf/shoes?_routes=root", "/shelf/shoes.data"])(
  "leaves %s to the router",
  async (path) => {
    expect(await ask(past, path)).toEqual(await ask(router, path));
    expect(streams).not.toContain(false);
  },
);

it("leaves what is sent to the router", async () => {
  const init = { method: "POST", body: new URLSearchParams({ a: "1" }) };
  expect(await ask(past, "/shelf/shoes", init)).toEqual(await ask(router, "/shelf/shoes", init));
  expect(streams).not.toContain(false);
});

it("answers for slashes at the front as the router does", async () => {
  await ask(past, "/");
  for (const path of ["//", "///?page=2&q=a b", "/shelf/shoes//"]) {
    const tell = (handler: typeof router) => ask(handler, path).catch(String);
    expect(await tell(past), path).toEqual(await tell(router));
  }
});
