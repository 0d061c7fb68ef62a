/** How a page that is ready goes over the wire: headers once for each encoding, what of it is anybody's, and 304s. */
import type { ServerResponse } from "node:http";
import { ledTo } from "#platform/led-to";
import { encodingFor, type ReadyPage, unpacked } from "#platform/page-cache";
import type { Address, Asked } from "./page-address.ts";

/** As Node takes it: names and values in turns, once for each encoding. */
type Wire = { br: string[]; gzip: string[]; identity: string[]; unchanged: string[] };

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
  const { location: _location, ...headers } = page.headers;
  const whole = [...Object.entries(headers).flat(), ...every];
  const wire: Wire = {
    br: [...whole, "content-encoding", "br", "content-length", String(page.br.length)],
    gzip: [...whole, "content-encoding", "gzip", "content-length", String(page.gzip.length)],
    identity: [...whole, "content-length", String(page.length)],
    // A 304 carries no other headers: the reader keeps the rest as it was sent.
    unchanged: every,
  };
  wires.set(page, address.byCookie ? { ...kept, own: wire } : { ...kept, shared: wire });
  return wire;
}

/** Past Fastify's own sending, which sets one header at a time: for a page that is ready that was most of the work. */
export function writeReady(request: Asked, response: ServerResponse, page: ReadyPage, address: Address): void {
  const wire = wireOf(page, address);
  const to = page.headers.location;
  if (to !== undefined) {
    // A page is kept for everybody; where it leads depends on how somebody came, and who is looking for faults (SPEC §9).
    const place = ledTo(to, request.url);
    response.writeHead(page.status, [...wire.identity, "location", place]);
    response.end(unpacked(page));
    return;
  }
  const match = request.headers["if-none-match"];
  // A star means whatever is there (RFC 9110, 13.1.2).
  const has = match !== undefined && (match.trim() === "*" || match.includes(page.etag));
  if (has && page.status === 200) {
    response.writeHead(304, wire.unchanged);
    response.end();
    return;
  }
  const form = encodingFor(request.headers["accept-encoding"]) ?? "identity";
  response.writeHead(page.status, wire[form]);
  response.end(form === "identity" ? unpacked(page) : page[form]);
}
