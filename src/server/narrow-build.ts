/**
 * React Router compares every route of a build with the address, several times a page, and makes its own objects of all
 * of them for each render. A page is rendered with the few routes that it can match instead: its own, and those of the
 * addresses above it, which the router writes into the page. The document is the same, letter for letter; a test compares.
 */
import type { ServerBuild } from "react-router";
import { createMatcher, type PageRoute } from "./page-parts.ts";
import { createPastRouter, type Handler } from "./past-the-router.ts";

/** Pages of one kind share their routes; with what may stand behind or above a page there are some more kinds than this. */
const MAX_HANDLERS = 500;

/** Every address above one, without the root: for a document the router looks these up too. */
function above(pathname: string): string[] {
  const segments = pathname.split("/").filter(Boolean).slice(0, -1);
  return segments.map((_, end) => `/${segments.slice(0, end + 1).join("/")}`);
}

/** Gives the handler for a document; addresses that nothing matches get the one for all routes. */
export function createNarrowHandlers(
  build: ServerBuild,
  mode: string,
  routes: readonly PageRoute[],
  whole: Handler,
  most = MAX_HANDLERS,
) {
  const handlers = new Map<string, Handler>();

  const match = createMatcher(routes);
  const idsAt = (pathname: string) => match(pathname).map(({ route }) => route.id);

  const root = idsAt("/");

  return (pathname: string): Handler => {
    const own = idsAt(pathname);
    if (own.length === 0) return whole;
    const ids = new Set([...own, ...root, ...above(pathname).flatMap(idsAt)]);
    const key = [...ids].sort().join(" ");
    const known = handlers.get(key);
    if (known) return known;
    for (const oldest of handlers.keys()) if (handlers.size >= most) handlers.delete(oldest);
    const handler = createPastRouter(narrow(build, ids), mode);
    handlers.set(key, handler);
    return handler;
  };
}

/** In the build's own order, which ranks routes that are otherwise equal. */
function narrow(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const of = <T>(all: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
  return { ...build, routes: of(build.routes), assets: { ...build.assets, routes: of(build.assets.routes) } };
}
