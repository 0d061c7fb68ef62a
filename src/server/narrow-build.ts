/**
 * React Router compares every route of a build with the address, several times a page, and makes its own objects of all
 * of them for each render. A page is rendered with the few routes that it can match instead: its own, and those of the
 * addresses above it, which the router writes into the page. The document is the same, letter for letter; a test compares.
 */
import { createRequestHandler, matchRoutes, type ServerBuild } from "react-router";

export type Handler = ReturnType<typeof createRequestHandler>;
type Loader = NonNullable<NonNullable<ServerBuild["routes"][string]>["module"]["loader"]>;
type SetAside = (loader: Loader) => Loader;
type Tree = { id: string; path?: string; index?: true; children?: Tree[] };

/** Pages of one kind share their routes, so that there are about as many handlers as routes. */
const MAX_HANDLERS = 500;

/** Every address above one, without the root: for a document the router looks these up too. */
function above(pathname: string): string[] {
  const segments = pathname.split("/").filter(Boolean).slice(0, -1);
  return segments.map((_, end) => `/${segments.slice(0, end + 1).join("/")}`);
}

/** Gives the handler for a document; addresses that nothing matches, and too many kinds, get the one for all routes. */
export function createNarrowHandlers(build: ServerBuild, mode: string, routes: readonly Tree[], whole: Handler) {
  const handlers = new Map<string, Handler>();

  const idsAt = (pathname: string) =>
    // The manifest has what matching reads, names and places, under a type of its own; React Router asks for whole routes.
    ((matchRoutes(routes as never, pathname) ?? []) as { route: { id: string } }[]).map((match) => match.route.id);

  const root = idsAt("/");

  return (pathname: string): Handler => {
    const own = idsAt(pathname);
    if (own.length === 0) return whole;
    const ids = new Set([...own, ...root, ...above(pathname).flatMap(idsAt)]);
    const key = [...ids].sort().join(" ");
    const known = handlers.get(key);
    if (known) return known;
    if (handlers.size >= MAX_HANDLERS) return whole;
    const handler = createRequestHandler(narrow(build, ids), mode);
    handlers.set(key, handler);
    return handler;
  };
}

/** In the build's own order, which ranks routes that are otherwise equal. */
function narrow(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const of = <T>(all: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
  const routes = of(build.routes);
  // Our own entry writes what loaders gave by itself.
  const { setAside } = build.entry.module as { setAside?: SetAside };
  if (setAside)
    for (const [id, route] of Object.entries(routes))
      if (route?.module.loader)
        routes[id] = { ...route, module: { ...route.module, loader: setAside(route.module.loader) } };
  return { ...build, routes, assets: { ...build.assets, routes: of(build.assets.routes) } };
}
