/** A build of pages that was never built: tests of the server say which routes it has and how a page is written. */
import { createContext, type EntryContext, type RouterContextProvider, type ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];
type Entry = {
  default(
    request: Request,
    status: number,
    headers: Headers,
    context?: EntryContext,
    loadContext?: Readonly<RouterContextProvider>,
  ): Promise<Response>;
  handleError?(error: unknown, args: { context: Readonly<RouterContextProvider> }): void;
  pageContext?: ReturnType<typeof createContext>;
};

/** The root, which holds every page. */
const root: Routes = { root: { id: "root", path: "", module: { default: () => null } } };

export const fakeRoute = (path: string, module: Record<string, unknown>): Routes[string] => ({
  id: path,
  parentId: "root",
  path,
  module: { default: () => null, ...module },
});

export function fakeBuild(entry: Entry, routes: Routes = {}): ServerBuild {
  // Our own entry gives the keys of its contexts too (`entry.server.tsx`).
  const contexts = { pageContext: createContext(), servicesContext: createContext() };
  const module = { handleError: () => {}, ...contexts, ...entry };
  return {
    entry: { module },
    routes: { ...root, ...routes },
    assets: { version: "1", entry: { module: "", imports: [] }, url: "", routes: {} },
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
  };
}
