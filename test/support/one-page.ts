import { fakeBuild } from "./fake-build.ts";

/** Addresses that are no call fall through to the pages: one page for all of them stands in for the built ones. */
export const onePage = fakeBuild(
  { default: async () => new Response("a page", { headers: { "content-type": "text/plain" } }) },
  { root: { id: "root", path: "*", module: { default: () => null } } },
);
