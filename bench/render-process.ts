/**
 * Renders one page over and over, in turns: by the product's handler, by `renderToString` alone on the very tree that the
 * handler renders, and by the handler with React Router's usual streaming entry. Data is in memory for all three.
 */
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { createRequestHandler, RouterContextProvider, type ServerBuild, ServerRouter } from "react-router";
import { systemClock } from "#platform/clock";
import { openDatabase } from "#platform/database";
import { createNarrowHandlers } from "../src/server/narrow-build.ts";
import { nest } from "../src/server/page-parts.ts";
import type { Handler } from "../src/server/past-the-router.ts";
import { wire } from "../src/server/wiring.ts";
import { configFor, silent } from "./ground.ts";

type Seen = { render: (tree: unknown) => string; tree: unknown };
const seen: Seen = { render: () => "", tree: null };
(globalThis as { benchSeen?: Seen }).benchSeen = seen;

// The build's `renderToString` is React's own; this one only remembers what it was asked to render.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "react-dom/server" && context.parentURL?.includes("/build/server/")
      ? { url: "bench:react-dom-server", format: "module", shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === "bench:react-dom-server"
      ? {
          format: "module",
          shortCircuit: true,
          source:
            "const seen = globalThis.benchSeen; export const renderToString = (tree) => { seen.tree = tree; return seen.render(tree); };",
        }
      : next(url, context),
});

const { renderToString, renderToPipeableStream } = await import("react-dom/server");
const { createElement } = await import("react");
// What is measured stands in for what the build was made with: its own copies of React have types of their own,
// so that whatever goes over to it here is cast.
seen.render = renderToString as never;

const databaseUrl = process.env.DATABASE_URL ?? "";
const store = process.env.BENCH_STORE ?? "";
const config = configFor({ DATABASE_URL: databaseUrl, PUBLIC_URL: "http://127.0.0.1" });
const wired = await wire({
  config,
  clock: systemClock,
  log: silent,
  database: openDatabase({ url: databaseUrl, connections: 2, log: silent }),
});
const build = (await import(pathToFileURL(resolve("build/server/index.js")).href)) as ServerBuild;
const page = await wired.catalog.under(wired.partners.home).merchant(store);
if (!page || page.coupons.length < 60) throw new Error("the store to be rendered has no 60 coupons");
const services = { ...wired, catalog: { ...wired.catalog, merchant: async () => page } };
// The built entry carries no types.
const entry = build.entry.module as unknown as { servicesContext: never; pageContext: never };
const url = `http://127.0.0.1/${store}-coupons`;

function renderer(handler: Handler) {
  return async () => {
    const context = new RouterContextProvider();
    const page: Record<string, unknown> & { document?: string } = {
      language: "en",
      brand: wired.partners.home,
      member: null,
      nonce: "",
      requestId: "bench",
      publicUrl: config.PUBLIC_URL,
      url: `/${store}-coupons`,
      development: false,
    };
    // Half of a page's context is enough to render one.
    context.set(entry.pageContext, page as never);
    // The key comes from the built entry, whose type is not known here.
    context.set(entry.servicesContext, services as never);
    const response = await handler(new Request(url), context);
    // Our own entry gives the document as it is; the other one streams it.
    return page.document ?? response.text();
  };
}

/** As in the framework's own template: the shell streams first, loader data after it. */
function streamingEntry(request: Request, status: number, headers: Headers, routerContext: unknown): Promise<Response> {
  return new Promise((settle, fail) => {
    const { pipe } = renderToPipeableStream(
      // See above: the half of the context that rendering reads.
      createElement(ServerRouter, { context: routerContext as never, url: request.url }),
      {
        onShellReady() {
          const body = new PassThrough();
          headers.set("content-type", "text/html");
          // Node's stream types and the browser's name the same thing twice.
          settle(new Response(Readable.toWeb(body) as never, { status, headers }));
          pipe(body);
        },
        onShellError: fail,
      },
    );
  });
}

const narrow = createNarrowHandlers(build, "production", nest(build), createRequestHandler(build, "production"));
const ours = renderer(narrow(`/${store}-coupons`));
const plain = { ...build, entry: { module: { ...build.entry.module, default: streamingEntry } } };
const streamed = renderer(createRequestHandler(plain, "production"));
const html = await ours();
// What the router handed to React; its type is nobody's business here, so that it is asserted where React takes it.
const { tree } = seen;
// The tree is whatever the route renders.
if (renderToString(tree as never).length < html.length / 3)
  throw new Error("React alone does not render the same tree");

async function rate(ms: number, work: () => unknown): Promise<number> {
  const began = performance.now();
  let done = 0;
  while (performance.now() - began < ms) {
    await work();
    done += 1;
  }
  return (done * 1_000) / (performance.now() - began);
}

/** By processor time, so that a neighbour on the same core takes nothing from one side. */
async function ratePerCore(ms: number, work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  const perSecond = await rate(ms, work);
  const { user, system } = process.cpuUsage(before);
  return perSecond * (ms / ((user + system) / 1_000));
}

const brotli = promisify(brotliCompress);
process.on("message", async ({ ms }: { ms: number }) => {
  const answer = {
    ours: await ratePerCore(ms, ours),
    // The tree is whatever the route renders.
    react: await ratePerCore(ms, () => renderToString(tree as never)),
    streamed: await ratePerCore(ms, streamed),
    query_ms: 1_000 / (await rate(ms / 4, () => wired.catalog.under(wired.partners.home).merchant(store))),
    compress_ms: 1_000 / (await rate(ms / 4, () => brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }))),
    bytes: html.length,
  };
  process.send?.(answer);
});
process.send?.({ port: 0 });
