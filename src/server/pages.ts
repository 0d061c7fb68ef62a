/**
 * Pages: public ones from the cache, ready to send; the others rendered for the request with a nonce. This is the
 * hottest path of the product, so what a cached page needs is worked out once: after the first request for an address,
 * the next one costs a look-up and a write.
 */
import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createRequestHandler, matchRoutes, RouterContextProvider, type ServerBuild } from "react-router";
import type { Member } from "#identity";
import type { Brand, Partners } from "#partners";
import { isUnreachable } from "#platform/database";
import { languageOf, readCookie } from "#platform/http";
import type { Log } from "#platform/log";
import type { Metrics } from "#platform/metrics";
import { PageCache, packOnce, type ReadyPage, type Rendered } from "#platform/page-cache";
import { visitOf } from "../modules/identity/http.ts";
import type { PageRequest, Services } from "../services.ts";
import type { PageHandle } from "../ui/page.ts";
import { createNarrowHandlers, type Handler } from "./narrow-build.ts";
import { contentSecurityPolicy, type PaymentOrigins, pageHeaders, SECURITY_HEADERS } from "./security.ts";

/** What goes over the wire for a ready page, as Node takes it: names and values in turns, once for each encoding. */
type Wire = { br: string[]; gzip: string[]; identity: string[]; unchanged: string[] };

type Entry = { servicesContext: unknown; pageContext: unknown };
type Route = { id: string; path?: string; index?: true; children?: Route[]; handle?: PageHandle };

export type PagesOptions = {
  /** Read for each request in development, once in production. */
  build: () => Promise<ServerBuild>;
  mode: "production" | "development";
  services: Services;
  partners: Partners;
  publicUrl: string;
  log: Log;
  metrics: Metrics;
  memberOf(request: FastifyRequest): Promise<Member | null>;
  /** Where the reader of a page of their own came from, also without script; public pages leave it to the browser. */
  touchLine?(request: FastifyRequest): string | null;
  /** False in development, where every request renders anew. */
  cached: boolean;
  /** Folders that the captcha needs; none when it is not configured. */
  captcha: readonly string[];
  /** What a page with card fields needs of the processor, and from where. */
  payment: PageRequest["payment"] & { origins: PaymentOrigins };
};

type Address = {
  key: string;
  url: string;
  handle: PageHandle;
  /** Of the routes that the address can match. */
  handler: Handler;
  brand: Brand;
  language: "en" | "es";
  byCookie: boolean;
  data: boolean;
};

const NOBODY = { user_agent: "", address: "", device: null };
const FOREVER_KNOWN = 20_000;

export function createPages(options: PagesOptions) {
  const development = options.mode === "development";
  const { origins, ...payment } = options.payment;
  const originsOf = (handle: PageHandle): PaymentOrigins | null => (handle.payment ? origins : null);
  const cache = new PageCache();
  const addresses = new Map<string, Address>();
  let known: { build: ServerBuild; routes: Route[]; handler: Handler; narrow(pathname: string): Handler } | null = null;

  async function current() {
    const build = await options.build();
    if (known?.build !== build) {
      const [routes, handler] = [nest(build), createRequestHandler(build, options.mode)];
      const narrow = development ? () => handler : createNarrowHandlers(build, options.mode, routes, handler);
      known = { build, routes, handler, narrow };
      addresses.clear();
      cache.clear();
    }
    return known;
  }

  /** What an address means: which page, in which language and brand, and what of its query matters. */
  async function readAddress(request: FastifyRequest): Promise<Address> {
    const hot = hotKey(request);
    const found = addresses.get(hot);
    if (found) return found;
    const host = request.headers.host ?? "";
    const spanish = readCookie(request.headers.cookie, "lang");
    const partnerCookie = readCookie(request.headers.cookie, "partner");
    const url = new URL(request.url, "http://page");
    const data = url.pathname.endsWith(".data");
    const pathname = data ? pathOfData(url.pathname) : url.pathname;
    const language = languageOf(request);
    const partner = url.searchParams.get("partner") ?? partnerCookie;
    const brand = options.partners.select({ partner, host: host.split(":")[0] ?? "" });
    const { routes, handler, narrow } = await current();
    const handle = handleOf(routes, pathname);
    const wanted = new URLSearchParams();
    for (const name of [...handle.query].sort()) {
      const value = url.searchParams.get(name);
      if (value) wanted.set(name, value.slice(0, 200));
    }
    const partial = data && url.searchParams.has("_routes");
    if (partial) wanted.set("_routes", url.searchParams.get("_routes") ?? "");
    const query = wanted.size ? `?${wanted}` : "";
    const isPublic = handle.access === "public" && request.method !== "POST";
    const address: Address = {
      key: `${language}|${brand.partner_name}|${url.pathname}${query}`,
      url: isPublic ? url.pathname + query : url.pathname + url.search,
      handle,
      handler: data ? handler : narrow(pathname),
      brand,
      language,
      byCookie: spanish !== null && !url.searchParams.has("lang"),
      data,
    };
    if (isPublic) {
      if (addresses.size >= FOREVER_KNOWN) addresses.clear();
      addresses.set(hot, address);
    }
    return address;
  }

  async function run(
    request: FastifyRequest,
    address: Address,
    member: Member | null,
    nonce: string,
  ): Promise<Response> {
    const { build } = await current();
    // What our own entry exports beside React Router's handlers (`entry.server.tsx`).
    const entry = build.entry.module as unknown as Entry;
    const context = new RouterContextProvider();
    const page: PageRequest = {
      language: address.language,
      brand: address.brand,
      member,
      nonce,
      requestId: request.id,
      visit: address.handle.access === "public" ? NOBODY : visitOf(request),
      publicUrl: options.publicUrl,
      url: address.url,
      development,
      payment,
    };
    // The keys come from the build, which has types of its own for the same things.
    context.set(entry.pageContext as never, page as never);
    context.set(entry.servicesContext as never, options.services as never);
    const web = toWebRequest(request, options.publicUrl + address.url, address.handle.access === "public");
    return withTrouble(request, page, await address.handler(web, context));
  }

  /** A page that failed is logged once; when the database was away it says 503, so that everybody comes back. */
  function withTrouble(request: FastifyRequest, page: PageRequest, response: Response): Response {
    if (page.trouble === undefined || request.raw.destroyed) return response;
    if (isUnreachable(page.trouble)) {
      options.log.warn({ err: page.trouble, url: page.url, request_id: page.requestId }, "a page lacked the database");
      const headers = new Headers(response.headers);
      headers.set("retry-after", "5");
      return new Response(response.body, { status: 503, headers });
    }
    options.log.error({ err: page.trouble, url: page.url, request_id: page.requestId }, "a page failed");
    return response;
  }

  async function renderPublic(request: FastifyRequest, address: Address): Promise<ReadyPage> {
    return cache.render(address.key, async (): Promise<Rendered> => {
      const response = await run(request, address, null, "");
      const body = await response.text();
      const html = response.headers.get("content-type")?.startsWith("text/html") ?? false;
      return {
        status: response.status,
        cache_seconds: address.handle.cache_seconds,
        headers: {
          ...pageHeaders(originsOf(address.handle)),
          ...pickHeaders(response.headers),
          "content-security-policy": html
            ? contentSecurityPolicy({
                hashes: inlineScriptHashes(body),
                development,
                captcha: options.captcha,
                payment: originsOf(address.handle),
              })
            : contentSecurityPolicy({}),
        },
        body,
      };
    });
  }

  // Worked out once for each page that is kept, in its two forms: for everybody, and in a language chosen by cookie.
  const wires = new WeakMap<ReadyPage, { shared?: Wire; own?: Wire }>();

  function wireOf(page: ReadyPage, address: Address): Wire {
    const kept = wires.get(page) ?? {};
    const known = address.byCookie ? kept.own : kept.shared;
    if (known) return known;
    // Browsers ask each time and get a 304; shared caches keep it for its lifetime. Spanish by cookie is nobody else's.
    const cacheControl =
      page.status !== 200
        ? "no-store"
        : address.byCookie
          ? "private, no-cache"
          : `public, max-age=0, s-maxage=${address.handle.cache_seconds}, stale-while-revalidate=3600`;
    const every = ["cache-control", cacheControl, "vary", "accept-encoding"];
    if (page.status === 200) every.push("etag", page.etag);
    const whole = [...Object.entries(page.headers).flat(), ...every];
    const wire: Wire = {
      br: [...whole, "content-encoding", "br", "content-length", String(page.br.length)],
      gzip: [...whole, "content-encoding", "gzip", "content-length", String(page.gzip.length)],
      identity: [...whole, "content-length", String(page.identity.length)],
      // A 304 carries no other headers: the reader keeps the rest as it was sent.
      unchanged: every,
    };
    wires.set(page, address.byCookie ? { ...kept, own: wire } : { ...kept, shared: wire });
    return wire;
  }

  /** Past Fastify's own sending, which sets one header at a time: for a page that is ready that was most of the work. */
  function sendReady(request: FastifyRequest, reply: FastifyReply, page: ReadyPage, address: Address): FastifyReply {
    const wire = wireOf(page, address);
    reply.hijack();
    const { raw } = reply;
    const match = request.headers["if-none-match"];
    if (match !== undefined && page.status === 200 && match.includes(page.etag)) {
      raw.writeHead(304, wire.unchanged);
      raw.end();
      return reply;
    }
    const accepts = request.headers["accept-encoding"];
    const form = accepts?.includes("br") ? "br" : accepts?.includes("gzip") ? "gzip" : "identity";
    raw.writeHead(page.status, wire[form]);
    raw.end(page[form]);
    return reply;
  }

  const hits = options.metrics.pageCache.labels({ state: "hit" });

  /** For a page that is known and fresh nothing has to be waited for, so that nothing is. */
  function sendKnown(request: FastifyRequest, reply: FastifyReply): boolean {
    if (!options.cached || request.method === "POST") return false;
    const address = addresses.get(hotKey(request));
    const found = address && cache.get(address.key);
    if (!found || found.stale) return false;
    hits.inc();
    sendReady(request, reply, found.page, address);
    return true;
  }

  async function sendManifest(request: FastifyRequest, reply: FastifyReply) {
    const { handler } = await current();
    const response = await handler(
      toWebRequest(request, options.publicUrl + request.url, true),
      new RouterContextProvider(),
    );
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.header(name, value);
    response.headers.forEach((value, name) => void reply.header(name, value));
    return reply.code(response.status).send(await response.text());
  }

  return {
    cache,
    clear: () => cache.clear(),
    serve: (request: FastifyRequest, reply: FastifyReply): Promise<unknown> | undefined =>
      sendKnown(request, reply) ? undefined : serveOther(request, reply),
  };

  async function serveOther(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (request.url.startsWith(`${MANIFEST}?`)) return sendManifest(request, reply);
    const address = await readAddress(request);
    if (address.handle.access === "public" && request.method !== "POST") {
      if (!options.cached) return sendReady(request, reply, await renderPublic(request, address), address);
      const found = cache.get(address.key);
      options.metrics.pageCache.inc({ state: found ? (found.stale ? "stale" : "hit") : "miss" });
      if (!found) return sendReady(request, reply, await renderPublic(request, address), address);
      if (found.stale)
        renderPublic(request, address).catch((error) =>
          options.log.error({ err: error, url: address.url }, "a stale page could not be made anew"),
        );
      return sendReady(request, reply, found.page, address);
    }
    const nonce = randomBytes(16).toString("base64");
    const member = await options.memberOf(request);
    const response = await run(request, address, member, nonce);
    reply.code(response.status);
    const allowed = originsOf(address.handle);
    for (const [name, value] of Object.entries(pageHeaders(allowed))) reply.header(name, value);
    response.headers.forEach((value, name) => {
      if (name !== "set-cookie") reply.header(name, value);
    });
    for (const cookie of response.headers.getSetCookie()) reply.header("set-cookie", cookie);
    const touch = options.touchLine?.(request);
    if (touch) reply.header("set-cookie", touch);
    reply.header(
      "content-security-policy",
      contentSecurityPolicy({ nonce, development, captcha: options.captcha, payment: allowed }),
    );
    reply.header("cache-control", "private, no-store");
    const body = Buffer.from(await response.arrayBuffer());
    const { bytes, encoding } = await packOnce(body, request.headers["accept-encoding"]);
    reply.header("vary", "accept-encoding");
    if (encoding) reply.header("content-encoding", encoding);
    return reply.send(bytes);
  }
}

/** Which routes lie behind a list of paths: the router's own question, answered from memory, never kept by us. */
const MANIFEST = "/__manifest";

/** All that an address depends on. */
function hotKey(request: FastifyRequest): string {
  const { cookie, host } = request.headers;
  if (cookie === undefined) return `${host ?? ""}||${request.url}`;
  return `${host ?? ""}|${readCookie(cookie, "lang") ?? ""},${readCookie(cookie, "partner") ?? ""}|${request.url}`;
}

const pathOfData = (pathname: string): string => (pathname === "/_root.data" ? "/" : pathname.slice(0, -5) || "/");

function handleOf(routes: Route[], pathname: string): PageHandle {
  // Only the names and places of routes are read here; React Router's type wants whole ones.
  const matches = matchRoutes(routes as never, pathname) as { route: Route }[] | null;
  for (const match of matches?.toReversed() ?? []) if (match.route.handle) return match.route.handle;
  return { access: "public", query: [], cache_seconds: 60 };
}

/** The flat manifest of a build as the tree that matching needs. */
export function nest(build: ServerBuild): Route[] {
  const children = (parentId: string | undefined): Route[] =>
    Object.values(build.routes).flatMap((route): Route[] => {
      if (!route || route.parentId !== parentId) return [];
      const handle = route.module.handle as PageHandle | undefined;
      const node: Route = {
        id: route.id,
        ...(route.path === undefined ? {} : { path: route.path }),
        ...(handle ? { handle } : {}),
      };
      if (route.index) return [{ ...node, index: true }];
      return [{ ...node, children: children(route.id) }];
    });
  return children(undefined);
}

/** Of a public page's headers only those that are the same for everybody may be kept: never a cookie. */
function pickHeaders(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ["content-type", "location", "x-remix-response", "link", "x-robots-tag", "retry-after"]) {
    const value = headers.get(name);
    if (value) kept[name] = value;
  }
  return kept;
}

function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const match of html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/type="application\/(ld\+)?json"/.test(match[1] ?? "")) continue;
    hashes.add(
      `'sha256-${createHash("sha256")
        .update(match[2] ?? "")
        .digest("base64")}'`,
    );
  }
  return [...hashes];
}

function toWebRequest(request: FastifyRequest, url: string, anonymous: boolean): Request {
  const headers = new Headers();
  if (!anonymous) {
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === "string") headers.set(name, value);
      else if (value) for (const one of value) headers.append(name, one);
    }
  }
  const body = request.method === "POST" ? (request.body as Buffer | undefined) : undefined;
  return new Request(url, {
    method: request.method === "HEAD" ? "GET" : request.method,
    headers,
    ...(body ? { body: new Uint8Array(body) } : {}),
  });
}
