/**
 * Every route says whether its page is the same for everybody (cached, never reads the viewer) or a member's own.
 * The server reads this from the route's `handle`; `test/tidy` refuses a screen without one.
 */
import { needSpanish, type SpanishFiles } from "./text.tsx";

export type PageHandle = {
  access: "public" | "member" | "personal" | "operator";
  /** Query keys that change a public page; every other key is ignored for its cache. */
  query: readonly string[];
  cache_seconds: number;
  /** True where a card can be entered: only there may the processor's script and frames be loaded. */
  payment?: boolean;
  /** True for a page of the console that shows readers' pages: in the language that its address says. */
  reads_both?: boolean;
};

/** `spanish`: the files that hold the Spanish of this route's screens; a test compares them with what the screens say. */
type Words = { spanish?: SpanishFiles };

/** A page that is the same for everybody. `cache_seconds` is how long it is fresh (SPEC §9: default cache 5 minutes). */
export function publicPage(options: { query?: readonly string[]; cache_seconds?: number } & Words = {}): PageHandle {
  return page({ access: "public", query: options.query ?? [], cache_seconds: options.cache_seconds ?? 300 }, options);
}

/** A page behind the login guard: a visitor is sent to /login and comes back afterwards. */
export function memberPage(options: { payment?: boolean } & Words = {}): PageHandle {
  return page({ access: "member", query: [], cache_seconds: 0 }, options);
}

/** A page open to everybody that depends on the request (a one-time link, a form): rendered each time, never cached. */
export function personalPage(options: { payment?: boolean } & Words = {}): PageHandle {
  return page({ access: "personal", query: [], cache_seconds: 0 }, options);
}

/**
 * A page of the operators' console: its own door and session, in English, never cached, and not there for anybody else. `reads_both`: it
 * shows a page of the shop as its readers see it, in their language.
 */
export const operatorPage = ({ reads_both, ...words }: { reads_both?: true } & Words = {}): PageHandle => ({
  ...page({ access: "operator", query: [], cache_seconds: 0 }, words),
  ...(reads_both ? { reads_both } : {}),
});

function page(handle: PageHandle, { spanish, payment }: { payment?: boolean } & Words): PageHandle {
  if (spanish) needSpanish(spanish);
  return payment === undefined ? handle : { ...handle, payment };
}
