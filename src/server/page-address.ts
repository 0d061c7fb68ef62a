/** What an address means: which page, in which language and brand, and what of its query matters. Remembered, within bounds. */
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import { BoundedMap } from "#platform/bounded-map";
import { languageOf, readCookie } from "#platform/http";
import type { Brand, Partners } from "../services.ts";
import type { PageHandle } from "../ui/page.ts";
import { queryOf } from "../ui/page-query.ts";
import { handleOf, type Matcher, pathOfData } from "./page-parts.ts";
import type { Handler } from "./past-the-router.ts";

export type Address = {
  key: string;
  url: string;
  handle: PageHandle;
  /** Of the routes that the address can match. */
  handler: Handler;
  brand: Brand;
  language: "en" | "es";
  /** A cookie decided about language or brand: the answer is nobody else's. */
  byCookie: boolean;
  /** Parts of a page, as the router asks for them by names of its own: never kept. */
  partial: boolean;
  data: boolean;
  /** Somebody looks at a draft of its brand: made for them alone, and kept by nobody. */
  looked: boolean;
};

/** As much of a request as an address depends on, before the framework has seen it and after. */
export type Asked = { url: string; headers: IncomingHttpHeaders };

/** What an address costs to remember beside its key, roughly. */
const ADDRESS_BYTES = 500;
const KNOWN_ADDRESSES = { entries: 20_000, bytes: 16 * 1_048_576 };
/** Longer ones are nobody's bookmarks: what they mean is worked out each time. */
const LONGEST_KNOWN = 600;
/** Words of a query that change what an address means on every page. */
const EVERYWHERE = new Set(["lang", "partner"]);

/** The routes of the present build, and who answers for them. */
export type Routing = { match: Matcher; handler: Handler; narrow(pathname: string): Handler };

export function createAddresses(options: { partners: Partners; current(): Promise<Routing> }) {
  const addresses = new BoundedMap<Address>(KNOWN_ADDRESSES);
  async function read(request: FastifyRequest): Promise<Address> {
    const look = request.method === "POST" ? null : options.partners.previews.ofRequest(request.headers);
    const hot = look ? null : hotKey(request);
    const found = hot === null ? undefined : addresses.get(hot);
    if (found) return found;
    const spanish = readCookie(request.headers.cookie, "lang");
    const partnerCookie = readCookie(request.headers.cookie, "partner");
    // Two slashes at the front would be read as a host.
    const url = new URL(request.url.startsWith("/") ? `http://page${request.url}` : request.url, "http://page");
    const data = url.pathname.endsWith(".data");
    const pathname = data ? pathOfData(url.pathname) : url.pathname;
    const language = languageOf(request);
    const { match, handler, narrow } = await options.current();
    const handle = handleOf(match, pathname);
    // Only pages that are the same for everybody: nobody acts or agrees by what a draft says.
    const looked = look !== null && handle.access === "public";
    const brand = looked ? look : options.partners.ofRequest(request);
    const wanted = queryOf(handle, url.searchParams);
    const partial = data && url.searchParams.has("_routes");
    const query = wanted.size ? `?${wanted}` : "";
    const isPublic = handle.access === "public" && request.method !== "POST";
    // Only these make an address of their own; anything else in a query could be made up without an end.
    const ours = [...url.searchParams.keys()].every((name) => EVERYWHERE.has(name) || handle.query.includes(name));
    const address: Address = {
      key: `${language}|${brand.partner_name}|${url.pathname}${query}`,
      url: isPublic && !partial ? url.pathname + query : url.pathname + url.search,
      handle,
      handler: data ? handler : narrow(pathname),
      brand,
      language,
      byCookie:
        (spanish !== null && !LANGUAGE_ASKED.test(url.search)) ||
        (partnerCookie !== null && options.partners.asked(request.url) === null),
      partial,
      data,
      looked,
    };
    if (isPublic && ours && hot !== null)
      addresses.set(hot, address, ADDRESS_BYTES + 2 * (address.key.length + address.url.length));
    return address;
  }

  return {
    read,
    /** One that was read before; null when it has to be read. */
    find(request: Asked): Address | null {
      if (options.partners.previews.ofRequest(request.headers)) return null;
      const hot = hotKey(request);
      return (hot === null ? undefined : addresses.get(hot)) ?? null;
    },
    clear: () => addresses.clear(),
    known: () => ({ entries: addresses.size, bytes: addresses.bytes }),
  };
}

/** A language that the address names, by the rule of `languageOf`. */
const LANGUAGE_ASKED = /[?&]lang=(en|es)(&|#|$)/;

/** All that an address depends on; null for one that is too long to be remembered. */
function hotKey(request: Asked): string | null {
  const { cookie, host = "" } = request.headers;
  const language = readCookie(cookie, "lang");
  const partner = readCookie(cookie, "partner");
  // No address and no host holds a line's end, and a cookie's text comes last: nobody's words are taken for another part. One that is
  // there and empty is another matter than one that is not.
  const by = `${language === null ? "-" : language === "es" ? "es" : "en"}${partner === null ? "-" : "+"}`;
  const key = `${request.url}\n${host}\n${by}${partner ?? ""}`;
  return key.length > LONGEST_KNOWN ? null : key;
}
