/**
 * How many pages a neighbourhood may have made for it. A page from the cache costs nothing and is not counted; one that is
 * rendered costs tens of milliseconds, and who asks for many keeps everybody else waiting. Counted in the database,
 * so that more processes give nobody more pages.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { BoundedMap } from "#platform/bounded-map";
import { stopwatch } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { languageOf } from "#platform/http";
import { sha256 } from "#platform/ids";
import type { Log } from "#platform/log";
import { neighbourhoodOf } from "#platform/network";
import { contentSecurityPolicy, SECURITY_HEADERS } from "./security.ts";

/** Pages at once, and how many more each second: for pages of everybody, and for those of one reader. */
const BUDGETS = {
  public: { burst: 90, each_second: 1.5 },
  own: { burst: 180, each_second: 3 },
} as const;
export type PageKind = keyof typeof BUDGETS;

/** Where all processes count together; absent, this one counts alone. */
type Shared = { database: Pick<DatabaseHandle, "pool">; log: Log };
/** A bucket is full again after a minute, and its row may go. */
const TIDY_EVERY = 500;

export function createPageLimits(factor: number, shared: Shared | null = null) {
  const buckets = new BoundedMap<{ left: number; at: number }>({ entries: 20_000, bytes: 8_000_000 });
  let asked = 0;

  const secondsFor = (left: number, rate: number) => Math.max(1, Math.ceil((1 - left) / rate));

  function takeHere(key: string, burst: number, rate: number): number | null {
    const now = stopwatch();
    const bucket = buckets.get(key);
    if (!bucket) {
      buckets.set(key, { left: burst - 1, at: now }, 0);
      return null;
    }
    bucket.left = Math.min(burst, bucket.left + ((now - bucket.at) / 1_000) * rate);
    bucket.at = now;
    if (bucket.left < 1) return secondsFor(bucket.left, rate);
    bucket.left -= 1;
    return null;
  }

  async function takeShared({ database }: Shared, key: string, burst: number, rate: number): Promise<number | null> {
    asked += 1;
    if (asked % TIDY_EVERY === 0)
      await database.pool.query("delete from platform.page_buckets where filled_at < now() - interval '2 minutes'");
    const { rows } = await database.pool.query<{ tokens: number; granted: boolean }>({
      name: "page-take",
      text: `insert into platform.page_buckets as b (bucket, tokens, granted, filled_at) values ($1, $2::float8 - 1, true, clock_timestamp())
        on conflict (bucket) do update set (tokens, granted, filled_at) = (
          select case when f.left >= 1 then f.left - 1 else f.left end, f.left >= 1, clock_timestamp()
          from (select least($2::float8,
            b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.filled_at)::float8) * $3::float8) as left) f)
        returning tokens, granted`,
      values: [sha256(key), burst, rate],
    });
    const [row] = rows;
    return row && !row.granted ? secondsFor(row.tokens, rate) : null;
  }

  return {
    /**
     * Null when the page may be made; else in how many seconds to come back. Whom this process refuses by itself costs no
     * statement, and while the database is away each process counts alone.
     */
    async take(kind: PageKind, address: string): Promise<number | null> {
      const burst = BUDGETS[kind].burst * factor;
      const rate = BUDGETS[kind].each_second * factor;
      const key = `${kind}|${neighbourhoodOf(address)}`;
      const seconds = takeHere(key, burst, rate);
      if (seconds !== null || !shared) return seconds;
      try {
        return await takeShared(shared, key, burst, rate);
      } catch (error) {
        shared.log.warn({ err: error }, "pages are counted in this process alone");
        return null;
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
