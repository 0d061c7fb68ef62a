/**
 * Pages: public ones from the cache, ready to send; the others rendered for the request with a nonce. This is the
 * hottest path of the product, so what a cached page needs is worked out once: after the first request for an address,
 * the next one costs a look-up and a write.
 */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { isUnreachable } from "#platform/database";
import { withDebug } from "#platform/debug-mode";
import type { Log } from "#platform/log";
import type { Metrics } from "#platform/metrics";
import type { RequestAnswers } from "#platform/module";
import { PageCache, packOnce, type ReadyPage, type Rendered } from "#platform/page-cache";
import type { Brand, Member, Operator, PageRequest, Partners, Services } from "../services.ts";
import type { PageHandle } from "../ui/page.ts";
import { createFirstPaint, type FirstPaint } from "./first-paint.ts";
import { createNarrowHandlers } from "./narrow-build.ts";
import { type Address, type Asked, createAddresses, type Routing } from "./page-address.ts";
import { type PageKind, type PageLimits, sendTooMany } from "./page-limits.ts";
import {
  createMatcher,
  firstWord,
  inlineScriptHashes,
  nest,
  pathOfData,
  pickHeaders,
  toWebRequest,
  wordsOf,
} from "./page-parts.ts";
import { writeReady } from "./page-wire.ts";
import { contentSecurityPolicy, type PaymentOrigins, pageHeaders, SECURITY_HEADERS } from "./security.ts";

/** What a page answers with, and its text. */
type Made = { response: Response; text(): string | Promise<string> };
type Entry = { servicesContext: unknown; pageContext: unknown };

/** What modules answer of requests is absent where a test has none of them: nobody is signed in at a console, and nothing is known. */
export type PagesOptions = Partial<RequestAnswers<Operator>> & {
  /** Read for each request in development, once in production. */
  build: () => Promise<ServerBuild>;
  mode: "production" | "development";
  /** What screens may ask, as a page of this brand sees it. */
  servicesUnder(brand: Brand): Services;
  partners: Partners;
  publicUrl: string;
  /** Origin of the pictures; empty, or absent, for the pages' own. */
  media?: () => string;
  log: Log;
  metrics: Metrics;
  memberOf(request: FastifyRequest): Promise<Member | null>;
  /** False in development, where every request renders anew. */
  cached: boolean;
  /** How many pages a neighbourhood may have made; absent: as many as it likes. */
  limits?: PageLimits;
  /** Folders that the captcha needs; none when it is not configured. */
  captcha: readonly string[];
  /** What a page with card fields needs of the processor, and from where. */
  payment: PageRequest["payment"] & { origins: PaymentOrigins };
};

const NOBODY = { user_agent: "", address: "", device: null };
export function createPages(options: PagesOptions) {
  const development = options.mode === "development";
  const { origins, ...payment } = options.payment;
  const originsOf = (handle: PageHandle): PaymentOrigins | null => (handle.payment ? origins : null);
  const cache = new PageCache();
  const addresses = createAddresses({ partners: options.partners, current: () => current() });
  let brands = options.partners.version();
  type Known = Routing & { build: ServerBuild; consoleWords: ReadonlySet<string>; firstPaint: FirstPaint };
  let known: Known | null = null;

  async function current() {
    const build = await options.build();
    if (known?.build !== build) {
      const [routes, handler] = [nest(build), createRequestHandler(build, options.mode)];
      const narrow = development ? () => handler : createNarrowHandlers(build, options.mode, routes, handler);
      const [match, consoleWords] = [createMatcher(routes), wordsOf(routes, "operator")];
      const firstPaint = createFirstPaint(build.assetsBuildDirectory);
      known = { build, match, consoleWords, handler, narrow, firstPaint };
      addresses.clear();
      cache.clear();
    }
    return known;
  }

  const servicesOf = new WeakMap<Brand, Services>();
  function servicesUnder(brand: Brand): Services {
    const services = servicesOf.get(brand) ?? options.servicesUnder(brand);
    servicesOf.set(brand, services);
    return services;
  }

  async function run(
    request: FastifyRequest,
    address: Address,
    { member = null, operator = null }: { member?: Member | null; operator?: Operator | null },
    nonce: string,
  ): Promise<Made> {
    const { build } = await current();
    // What our own entry exports beside React Router's handlers (`entry.server.tsx`).
    const entry = build.entry.module as unknown as Entry;
    const context = new RouterContextProvider();
    const page: PageRequest = {
      // Operators read English, unless they look at what others read.
      language: address.handle.access === "operator" && !address.handle.reads_both ? "en" : address.language,
      brand: address.brand,
      member,
      operator,
      nonce,
      requestId: request.id,
      visit: (address.handle.access === "public" ? null : options.visitOf?.(request)) ?? NOBODY,
      publicUrl: options.publicUrl,
      media: options.media?.() ?? "",
      url: address.url,
      sheet: options.partners.sheetOf(address.brand),
      looked: address.looked,
      development,
      payment,
    };
    // The keys come from the build, which has types of its own for the same things.
    context.set(entry.pageContext as never, page as never);
    // The key comes from the built entry, whose type is not known here.
    context.set(entry.servicesContext as never, servicesUnder(page.brand) as never);
    // A form's answer is its sender's own, on a public page too: it is read whole and kept by nobody.
    const anonymous = address.handle.access === "public" && request.method !== "POST";
    const web = toWebRequest(request, options.publicUrl + address.url, anonymous);
    const response = withTrouble(request, page, await address.handler(web, context));
    return { response, text: () => (page.document === undefined ? response.text() : page.document) };
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
      const { response, ...made } = await run(request, address, {}, "");
      const html = response.headers.get("content-type")?.startsWith("text/html") ?? false;
      const text = await made.text();
      const body = html && !development ? (await current()).firstPaint.ofEverybody(text) : text;
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
                media: options.media?.() ?? "",
              })
            : contentSecurityPolicy({}),
        },
        body,
      };
    });
  }

  /** For a page that is known and fresh nothing has to be waited for, so that nothing is. */
  function findKnown(method: string | undefined, asked: Asked): { page: ReadyPage; address: Address } | null {
    if (!options.cached || (method !== "GET" && method !== "HEAD")) return null;
    const address = addresses.find(asked);
    const found = address && cache.get(address.key);
    if (!found || found.stale) return null;
    options.metrics.ready.pages += 1;
    return { page: found.page, address };
  }

  /** Which routes lie behind paths. For whom the console is not there, behind its own lies what lies behind none. */
  async function sendManifest(request: FastifyRequest, reply: FastifyReply) {
    const { handler, consoleWords } = await current();
    const asked = new URL(options.publicUrl + request.url);
    const paths = (asked.searchParams.get("paths") ?? "").split(",").map((path) => path.replace(/^\/*/, "/"));
    if (paths.length > MAX_PATHS) return reply.code(400).send("Bad Request");
    const isConsole = (path: string) => consoleWords.has(firstWord(path));
    const named = paths.some(isConsole);
    const open = named && (options.console?.opens(request) ?? false);
    if (named && !open) {
      const others = paths.map((path) => (isConsole(path) ? path.replace(/^\/[^/]*/, "/nothing-is-here") : path));
      asked.searchParams.set("paths", others.join(","));
    }
    const response = await handler(toWebRequest(request, asked.href, true), new RouterContextProvider());
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.header(name, value);
    response.headers.forEach((value, name) => void reply.header(name, value));
    // What is told depends on who asks: no shared cache may keep it.
    reply.header("cache-control", open ? "private, no-store" : "private, max-age=3600");
    return reply.code(response.status).send(await response.text());
  }

  /** Answers for itself when this neighbourhood had too many pages made. */
  async function mayMake(kind: PageKind, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const seconds = (await options.limits?.take(kind, request.ip)) ?? null;
    if (seconds !== null) sendTooMany(request, reply, seconds);
    return seconds === null;
  }

  /** Some of a public page's data: made for this request, kept by nobody. */
  async function sendPartial(request: FastifyRequest, reply: FastifyReply, address: Address): Promise<FastifyReply> {
    const { response, ...made } = await run(request, address, {}, "");
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.header(name, value);
    for (const [name, value] of Object.entries(pickHeaders(response.headers))) reply.header(name, value);
    reply.header("content-security-policy", contentSecurityPolicy({})).header("cache-control", "no-store");
    return reply.code(response.status).send(await made.text());
  }

  return {
    cache,
    /** How much is remembered of addresses, for tests of what strangers can fill. */
    known: addresses.known,
    clear,
    serve(request: FastifyRequest, reply: FastifyReply): Promise<unknown> | undefined {
      followBrands();
      const known = findKnown(request.method, request);
      if (!known) return serveOther(request, reply);
      sendReady(request, reply, known.page, known.address);
      return undefined;
    },
    /** Answers with a page that is known and fresh, before the framework has looked at the request; else does nothing. */
    serveKnown({ method, url = "/", headers }: IncomingMessage, response: ServerResponse): boolean {
      followBrands();
      const asked = { url, headers };
      const known = findKnown(method, asked);
      if (known) writeReady(asked, response, known.page, known.address);
      return known !== null;
    },
  };

  /** A pack holds from its minute on, whether somebody tells us so or not. */
  function followBrands(): void {
    const now = options.partners.version();
    if (now === brands) return;
    brands = now;
    clear();
  }
  function clear(): void {
    // Addresses remember their brand, which may be another now.
    addresses.clear();
    cache.clear();
  }

  async function serveOther(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (request.url.startsWith(`${MANIFEST}?`))
      return (await mayMake("own", request, reply)) ? sendManifest(request, reply) : reply;
    const address = await addresses.read(request);
    const forOperators = address.handle.access === "operator";
    // For whom the console is not there, it is a page that there is not, like any other.
    if (forOperators && !options.console?.opens(request)) return serveOther(elsewhere(request), reply);
    if (address.handle.access === "public" && request.method !== "POST" && !address.looked) {
      if (address.partial)
        return (await mayMake("public", request, reply)) ? sendPartial(request, reply, address) : reply;
      if (!options.cached) return sendReady(request, reply, await renderPublic(request, address), address);
      const found = cache.get(address.key);
      options.metrics.pageCache.inc({ state: found ? (found.stale ? "stale" : "hit") : "miss" });
      if (!found) {
        if (!(await mayMake("public", request, reply))) return reply;
        // Somebody else's may have been made meanwhile.
        const page = cache.get(address.key)?.page ?? (await renderPublic(request, address));
        return sendReady(request, reply, page, address);
      }
      if (found.stale)
        renderPublic(request, address).catch((error) =>
          options.log.error({ err: error, url: address.url }, "a stale page could not be made anew"),
        );
      return sendReady(request, reply, found.page, address);
    }
    if (!(await mayMake("own", request, reply))) return reply;
    const nonce = randomBytes(16).toString("base64");
    const who = forOperators
      ? { operator: (await options.console?.operatorOf(request)) ?? null }
      : address.looked
        ? {}
        : { member: await options.memberOf(request) };
    const { response, ...made } = await run(request, address, who, nonce);
    reply.code(response.status);
    const allowed = originsOf(address.handle);
    for (const [name, value] of Object.entries(pageHeaders(allowed))) reply.header(name, value);
    response.headers.forEach((value, name) => {
      if (name !== "set-cookie") reply.header(name, value);
    });
    const to = response.headers.get("location");
    // Providers of sign-ins have protocols of their own, to which nothing is added.
    if (to !== null && !request.url.startsWith("/oauth/")) reply.header("location", withDebug(to, request.url));
    for (const cookie of response.headers.getSetCookie()) reply.header("set-cookie", cookie);
    if (forOperators) reply.header("x-robots-tag", "noindex");
    // Public pages leave it to the browser.
    const touch = forOperators ? null : options.touchLine?.(request);
    if (touch) reply.header("set-cookie", touch);
    const html = response.headers.get("content-type")?.startsWith("text/html") ?? false;
    const text = html ? await made.text() : "";
    const arrives = !forOperators && request.headers["sec-fetch-site"] !== "same-origin";
    reply.header(
      "content-security-policy",
      contentSecurityPolicy({
        nonce,
        development,
        captcha: options.captcha,
        payment: allowed,
        media: options.media?.() ?? "",
      }),
    );
    reply.header("cache-control", "private, no-store");
    const body = html
      ? Buffer.from(development ? text : (await current()).firstPaint.ofReader(text, { nonce, arrives }))
      : Buffer.from(await response.arrayBuffer());
    const { bytes, encoding } = await packOnce(body, request.headers["accept-encoding"]);
    reply.header("vary", "accept-encoding");
    if (encoding) reply.header("content-encoding", encoding);
    return reply.send(bytes);
  }
}

function sendReady(request: FastifyRequest, reply: FastifyReply, page: ReadyPage, address: Address): FastifyReply {
  reply.hijack();
  writeReady(request, reply.raw, page, address);
  return reply;
}

/** The same request for a page that there is not, as deep as the one that was asked for: the browser's router finds the same there. */
function elsewhere(request: FastifyRequest): FastifyRequest {
  const [path = "", query] = request.url.split("?");
  const data = /(?:\/_)?\.data$/.exec(path)?.[0] ?? "";
  const depth = pathOfData(path).split("/").filter(Boolean).length;
  const url = `/${Array<string>(depth).fill("nothing-is-here").join("/")}${data}${query === undefined ? "" : `?${query}`}`;
  // A request that says another address, and is the same in all else.
  return Object.create(request, { url: { value: url } }) as FastifyRequest;
}

/** Which routes lie behind a list of paths: the router's own question, answered from memory, never kept by us. */
const MANIFEST = "/__manifest";
/** The browser asks about links that somebody turns to. Each path is compared with every route, which for a long list takes seconds. */
const MAX_PATHS = 100;
