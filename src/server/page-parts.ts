/** The parts of serving a page that know no cache: its route, what of its headers may be kept, its inline scripts. */
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { matchRoutes, type ServerBuild } from "react-router";
import type { PageHandle } from "../ui/page.ts";

export type PageRoute = { id: string; path?: string; index?: true; children?: PageRoute[]; handle?: PageHandle };

/** As the router reads it: the data of an address that ends with a stroke has a name of its own there. */
export const pathOfData = (pathname: string): string => pathname.replace(/(\/)_\.data$|\.data$/, "$1");

export function handleOf(routes: PageRoute[], pathname: string): PageHandle {
  // Only the names and places of routes are read here; React Router's type wants whole ones.
  const matches = matchRoutes(routes as never, pathname) as { route: PageRoute }[] | null;
  for (const match of matches?.toReversed() ?? []) if (match.route.handle) return match.route.handle;
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
