/**
 * How many pages a neighbourhood may have made for it. A page from the cache costs nothing and is not counted; one that is
 * rendered costs tens of milliseconds, and who asks for many keeps everybody else waiting. Counted in this process.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { BoundedMap } from "#platform/bounded-map";
import { stopwatch } from "#platform/clock";
import { languageOf } from "#platform/http";
import { neighbourhoodOf } from "#platform/network";
import { contentSecurityPolicy, SECURITY_HEADERS } from "./security.ts";

/** Pages at once, and how many more each second: for pages of everybody, and for those of one reader. */
const BUDGETS = {
  public: { burst: 90, each_second: 1.5 },
  own: { burst: 180, each_second: 3 },
} as const;
export type PageKind = keyof typeof BUDGETS;

export function createPageLimits(factor: number) {
  const buckets = new BoundedMap<{ left: number; at: number }>({ entries: 20_000, bytes: 8_000_000 });
  return {
    /** Null when the page may be made; else in how many seconds to come back. */
    take(kind: PageKind, address: string): number | null {
      const burst = BUDGETS[kind].burst * factor;
      const rate = BUDGETS[kind].each_second * factor;
      const key = `${kind}|${neighbourhoodOf(address)}`;
      const now = stopwatch();
      const bucket = buckets.get(key);
      if (!bucket) {
        buckets.set(key, { left: burst - 1, at: now }, 0);
        return null;
      }
      bucket.left = Math.min(burst, bucket.left + ((now - bucket.at) / 1_000) * rate);
      bucket.at = now;
      if (bucket.left < 1) return Math.max(1, Math.ceil((1 - bucket.left) / rate));
      bucket.left -= 1;
      return null;
    },
  };
}
export type PageLimits = ReturnType<typeof createPageLimits>;

const WORDS = {
  en: ["Too many pages at once", "Many pages were opened from your network. Please try again in {{seconds}} seconds."],
  es: [
    "Demasiadas páginas a la vez",
    "Se abrieron muchas páginas desde tu red. Vuelve a intentarlo en {{seconds}} segundos.",
  ],
} as const;

/** A plain page in the reader's language, made without React. */
export function sendTooMany(request: FastifyRequest, reply: FastifyReply, seconds: number): FastifyReply {
  const language = languageOf(request);
  const [title, text] = WORDS[language];
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.header(name, value);
  return reply
    .code(429)
    .header("retry-after", String(seconds))
    .header("cache-control", "no-store")
    .header("content-security-policy", contentSecurityPolicy({}))
    .type("text/html; charset=utf-8")
    .send(
      `<!DOCTYPE html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${title}</title><h1>${title}</h1><p>${text.replace("{{seconds}}", String(seconds))}</p></html>`,
    );
}
