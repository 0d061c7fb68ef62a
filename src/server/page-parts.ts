/** The parts of serving a page that know no cache: its route, what of its headers may be kept, its inline scripts. */
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { matchRoutes, type ServerBuild } from "react-router";
import { decodePart } from "#platform/http";
import type { PageHandle } from "../ui/page.ts";

export type PageRoute = { id: string; path?: string; index?: true; children?: PageRoute[]; handle?: PageHandle };

/** As the router reads it: the data of an address that ends with a stroke has a name of its own there. */
export const pathOfData = (pathname: string): string => pathname.replace(/(\/)_\.data$|\.data$/, "$1");

/** The word that every address of a route begins with; null for one that begins with anything. */
function wordOf({ path = "" }: PageRoute): string | null {
  const [word = ""] = path.replace(/^\/+/, "").split("/");
  return word === "" || /[:*?]/.test(word) ? null : word.toLowerCase();
}

/** The first part of an address as the router compares it. */
export function firstWord(pathname: string): string {
  const [, word = ""] = pathname.split("/", 2);
  return decodePart(word).toLowerCase();
}

/** Words that addresses of a kind of page begin with. */
export function wordsOf(routes: readonly PageRoute[], access?: PageHandle["access"]): Set<string> {
  const words = new Set<string>();
  const look = (all: readonly PageRoute[], begins: boolean): boolean =>
    all
      .map((route) => {
        const word = wordOf(route);
        const inside = look(route.children ?? [], begins && word === null);
        const meant = access === undefined || route.handle?.access === access || inside;
        if (begins && word !== null && meant) words.add(word);
        return access !== undefined && meant;
      })
      .includes(true);
  look(routes, true);
  return words;
}

export type Matcher = (pathname: string) => { route: PageRoute }[];

/**
 * Finds what the router would find. It compares an address with every route, each time by patterns that are made anew: of those that begin
 * with a word only the word's own are looked at.
 */
export function createMatcher(routes: readonly PageRoute[]): Matcher {
  const words = wordsOf(routes);
  const kept = new Map<string | null, PageRoute[]>();
  const beginningWith = (all: readonly PageRoute[], word: string | null): PageRoute[] =>
    all.flatMap((route): PageRoute[] => {
      const own = wordOf(route);
      if (own !== null) return own === word ? [route] : [];
      // A frame takes no part of the address, so that its pages begin where it does.
      return route.path || !route.children ? [route] : [{ ...route, children: beginningWith(route.children, word) }];
    });
  return (pathname) => {
    const first = firstWord(pathname);
    const word = words.has(first) ? first : null;
    const few = kept.get(word) ?? beginningWith(routes, word);
    kept.set(word, few);
    // Only the names and places of routes are read here; React Router's types want whole ones, and give them back.
    return (matchRoutes(few as never, pathname) as { route: PageRoute }[] | null) ?? [];
  };
}

export function handleOf(match: Matcher, pathname: string): PageHandle {
  for (const { route } of match(pathname).toReversed()) if (route.handle) return route.handle;
  return { access: "public", query: [], cache_seconds: 60 };
}

/** The flat manifest of a build as the tree that matching needs. */
export function nest(build: ServerBuild): PageRoute[] {
  const children = (parentId: string | undefined): PageRoute[] =>
    Object.values(build.routes).flatMap((route): PageRoute[] => {
      if (!route || route.parentId !== parentId) return [];
      const handle = route.module.handle as PageHandle | undefined;
      const node: PageRoute = {
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
export function pickHeaders(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ["content-type", "location", "x-remix-response", "link", "x-robots-tag", "retry-after"]) {
    const value = headers.get(name);
    if (value) kept[name] = value;
  }
  return kept;
}

export function inlineScriptHashes(html: string): string[] {
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

export function toWebRequest(request: FastifyRequest, url: string, anonymous: boolean): Request {
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
