/**
 * What React Router does around a page's rendering took as long as a fifth of it: it matches twice, opens a stream for data that our
 * entry writes by itself, and makes addresses and timers for each loader. For a page whose loaders give data and nothing else all of
 * that comes to the same each time: what it handed to our entry at first is kept, and later pages of the kind are rendered with it
 * and data of their own. Whatever else a loader does is the router's to answer, with what the loaders gave by then.
 */
import {
  createRequestHandler,
  createStaticHandler,
  type EntryContext,
  type RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { nest } from "./page-parts.ts";

export type Handler = ReturnType<typeof createRequestHandler>;
type Loader = NonNullable<NonNullable<ServerBuild["routes"][string]>["module"]["loader"]>;
type Args = Parameters<Loader>[0];
type Begun = ReadonlyMap<string, Promise<unknown>>;
/** What the router handed over that is the same for every page of a route; nothing of it belongs to a reader. */
type Kept = { entry: Omit<EntryContext, "staticHandlerContext">; headers: [name: string, value: string][] };

/** Only the router knows how to tell of an answer, or of data with a status or headers of its own. */
const isData = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return true;
  const kind = Object.getPrototypeOf(value);
  return kind === Object.prototype || kind === null;
};

/** What the router keeps for itself of addresses: parts of a page, and two names in a query. */
const ITS_OWN = /\.data(?:\?|$)|[?&](?:index|_routes)\b/;

export function createPastRouter(build: ServerBuild, mode: string): Handler {
  const { default: render, ...module } = build.entry.module;
  const kept = new Map<string, Kept>();
  const begun = new WeakMap<object, Begun>();

  /** Keeps what the router made of a page that went well. */
  const remember: typeof render = (request, status, headers, context, loadContext) => {
    const { staticHandlerContext, serverHandoffStream: _stream, ...entry } = context;
    const { matches, errors, loaderHeaders } = staticHandlerContext;
    const id = matches.at(-1)?.route.id;
    const plain = status === 200 && !errors && request.method === "GET" && Object.keys(loaderHeaders).length === 0;
    if (id !== undefined && plain)
      // The router's own would hold on to the request that it was made for.
      kept.set(id, { entry: { ...entry, serializeError: ({ message }) => ({ message }) }, headers: [...headers] });
    return render(request, status, headers, context, loadContext);
  };

  /** What began for a page is not asked again when the router answers for it after all. */
  const once =
    (id: string, loader: Loader): Loader =>
    (args) =>
      begun.get(args.context)?.get(id) ?? loader(args);
  const routes: ServerBuild["routes"] = {};
  for (const [id, route] of Object.entries(build.routes)) {
    const loader = route?.module.loader;
    routes[id] = route && loader ? { ...route, module: { ...route.module, loader: once(id, loader) } } : route;
  }
  const router = createRequestHandler({ ...build, routes, entry: { module: { ...module, default: remember } } }, mode);
  // It knows no loaders, so that a query only finds the page's place.
  const places = createStaticHandler(nest(build) as never, { basename: build.basename ?? "/" });

  async function pass(request: Request, context: RouterContextProvider): Promise<Response | null> {
    if (request.method !== "GET" || ITS_OWN.test(request.url)) return null;
    const { pathname, search } = new URL(request.url);
    // As the router writes it.
    const asked = search && new URLSearchParams(search).toString();
    const path = { pathname, search: asked && `?${asked}`, hash: "" };
    const found = await places.query(request, { requestContext: context, normalizePath: () => path });
    if (found instanceof Response || found.errors) return null;
    const { matches } = found;
    const known = kept.get(matches.at(-1)?.route.id ?? "");
    if (!known) return null;

    const parts = matches.flatMap(({ route }) => route.path || []);
    const pattern = parts.join("/").replace(/\/{2,}/g, "/") || "/";
    const asking = new Map<string, Promise<unknown>>();
    for (const { route, params } of matches) {
      const loader = build.routes[route.id]?.module.loader;
      if (!loader) continue;
      // Put together anew, a path with two slashes at its front would be a host.
      const url = new URL(request.url);
      url.search = path.search;
      // A loader that fails at once fails like any other.
      const ask = async (args: Args) => loader(args);
      asking.set(route.id, ask({ request, url, params, pattern, context } as Args));
    }
    begun.set(context, asking);
    try {
      const given = await Promise.all(asking.values());
      if (!given.every(isData)) return null;
      const loaderData: Record<string, unknown> = {};
      for (const [at, id] of [...asking.keys()].entries()) loaderData[id] = given[at];
      const entry = { ...known.entry, renderMeta: {}, staticHandlerContext: { ...found, loaderData } };
      return await render(request, 200, new Headers(known.headers), entry, context);
    } catch {
      // What a loader threw the router hears from it; a page that failed it renders once more, and then what is shown instead.
      return null;
    }
  }

  return async (request, context) => (context && (await pass(request, context))) ?? router(request, context);
}
