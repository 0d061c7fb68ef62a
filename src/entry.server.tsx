/**
 * Pages are rendered whole: their data is whole when rendering starts, and a whole document can be compressed once,
 * hashed for its Content-Security-Policy and kept. The loader data that React Router would stream after the markup is
 * written by us before the end of the body, in the form its client expects (`loader-data.ts`).
 */
import { renderToString } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { prepareParts } from "#ui/on-demand.tsx";
import type { PageWords } from "#ui/page-meta.ts";
import { sayLater, startLanguages, startRecording, stopRecording, WORDS } from "#ui/text.tsx";
import { sayInScript } from "./loader-data.ts";
import { pageContext, servicesContext } from "./services.ts";

export { pageContext, servicesContext } from "./services.ts";

/** The Spanish of all pages: each lies with its screens. */
const files = import.meta.glob<Record<string, string>>("./**/es.json", { import: "default" });
startLanguages(Object.assign({}, ...(await Promise.all(Object.values(files).map((load) => load())))));

export const streamTimeout = 10_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  // The stream is the router's, and nobody's here: without one it leaves the data to us.
  const { serverHandoffStream: _stream, ...whole } = entry;
  const { loaderData, actionData, errors } = whole.staticHandlerContext;
  const page = context.get(pageContext);
  const { nonce, language } = page;
  // Nothing may wait between here and the markup: what is recorded is this page's.
  await prepareParts();
  if (language === "es") {
    sayLater(context.get(servicesContext).translation.words());
    startRecording();
  }
  const markup = renderToString(<ServerRouter context={whole} url={request.url} {...(nonce ? { nonce } : {})} />);
  const words =
    language === "es" ? `<script type="application/json" id="${WORDS}">${escapeJson(stopRecording())}</script>` : "";
  const attribute = nonce ? ` nonce="${nonce}"` : "";
  // A browser in development compares what it makes of the data with what stands in the document.
  const needed = page.development ? loaderData : withoutStructured(loaderData);
  const data = sayInScript({ loaderData: needed, actionData, errors });
  const script = `<script${attribute}>window.__reactRouterContext.streamController.enqueue(${data});window.__reactRouterContext.streamController.close();</script>`;
  const end = markup.lastIndexOf("</body>");
  const document = end < 0 ? markup + script : markup.slice(0, end) + words + script + markup.slice(end);
  headers.set("content-type", "text/html; charset=utf-8");
  page.document = `<!DOCTYPE html>${document}`;
  return new Response(null, { status, headers });
}

/** What search engines read stands in the head, whole; of its data the browser's router needs no more than that it is there. */
function withoutStructured(loaderData: Record<string, unknown>): Record<string, unknown> {
  const light = { ...loaderData };
  for (const [id, data] of Object.entries(loaderData)) {
    // Loaders that say what a page says of itself say it by this name.
    const { meta } = (data ?? {}) as { meta?: Partial<PageWords> | null };
    const structured = meta?.structured?.map((item) => ({ "@type": item["@type"] }));
    if (structured) light[id] = { ...(data as object), meta: { ...meta, structured } };
  }
  return light;
}

/** What a loader threw is kept for the server, which logs it and knows whether it was the database that was away. */
export function handleError(error: unknown, { context }: { context: Readonly<RouterContextProvider> }) {
  context.get(pageContext).trouble = error;
}

/** JSON inside a script element: `<`, `>` and the two line separators must not end it or break it. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
