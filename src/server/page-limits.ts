/**
 * How many pages a neighbourhood may have made for it. A page from the cache costs nothing and is not counted; one that is
 * rendered costs tens of milliseconds, and who asks for many keeps everybody else waiting. Counted in the database,
 * so that more processes give nobody more pages.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { QueryConfig } from "pg";
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { DatabaseHandle } from "#platform/database";
import { languageOf } from "#platform/http";
import { sha256 } from "#platform/ids";
import { type Log, sayOnce } from "#platform/log";
import { neighbourhoodOf } from "#platform/network";
import { contentSecurityPolicy, SECURITY_HEADERS } from "./security.ts";

/** Pages at once, and how many more each second: for pages of everybody, and for those of one reader. */
const BUDGETS = {
  public: { burst: 90, each_second: 1.5 },
  own: { burst: 180, each_second: 3 },
} as const;
export type PageKind = keyof typeof BUDGETS;
/** What was not asked for at once is there again after a minute. */
const BURST_SECONDS = 60;

/** Where all processes count together; absent, this one counts alone. */
type Shared = { database: Pick<DatabaseHandle, "pool">; log: Log };
type Told = Pick<Shared, "database"> & { together: ReturnType<typeof sayOnce> };
type Count = { name: string; points: number; duration: number };

/** Whom this process refuses by itself costs no statement, and while the database is away each process counts alone. */
function counter({ name, points, duration }: Count, shared: Told | null) {
  const alone = new RateLimiterMemory({ keyPrefix: name, points, duration });
  if (!shared) return alone;
  const { database, together } = shared;
  // The library goes on alone without a word.
  const query = async (statement: QueryConfig) => {
    try {
      const answer = await database.pool.query(statement);
      together.worked();
      return answer;
    } catch (error) {
      together.failed(error);
      throw error;
    }
  };
  return new RateLimiterPostgres({
    storeClient: { query },
    storeType: "pool",
    schemaName: "platform",
    tableName: "page_points",
    tableCreated: true,
    keyPrefix: name,
    points,
    duration,
    inMemoryBlockOnConsumed: points,
    insuranceLimiter: alone,
  });
}

/** Whole pages in whole seconds: what the library counts. */
function limiter(kind: PageKind, factor: number, shared: Told | null) {
  const rate = BUDGETS[kind].each_second * factor;
  const duration = Number.isInteger(rate) ? 1 : Math.max(2, Math.ceil(1 / rate));
  const steady = Math.max(1, Math.round(rate * duration));
  const burst = Math.max(1, Math.round(BUDGETS[kind].burst * factor) - steady);
  return new BurstyRateLimiter(
    counter({ name: `${kind}-steady`, points: steady, duration }, shared),
    counter({ name: `${kind}-burst`, points: burst, duration: BURST_SECONDS }, shared),
  );
}

export function createPageLimits(factor: number, shared: Shared | null = null) {
  const told = shared && { ...shared, together: sayOnce(shared.log, "pages are counted in this process alone") };
  const limiters = { public: limiter("public", factor, told), own: limiter("own", factor, told) };
  return {
    /** Null when the page may be made; else in how many seconds to come back. */
    async take(kind: PageKind, address: string): Promise<number | null> {
      try {
        await limiters[kind].consume(sha256(neighbourhoodOf(address)).toString("hex"));
        return null;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
      }
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
