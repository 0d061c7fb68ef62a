/**
 * How often a provider may be called, shared by all processes through PostgreSQL. A bucket holds a quarter of what the
 * provider allows in its window and fills with the rest over that window: whatever window one looks at, it never holds
 * more calls than are allowed.
 */
import type { DatabaseHandle } from "#platform/database";

export type Allowance = { calls: number; seconds: number };

/**
 * What the networks publish: Awin 20 a minute for each user, CJ 25 a minute, Impact 1,000 an hour and 3,600 for catalogues; and AdGem,
 * 60 a minute. Other vendors of offers publish none. Nor does EasyPost, and what it tells can wait: five a second, and
 * as many of UPS. What Booking.com and Expedia allow stands in each contract; fifty a minute is little for any.
 */
export const ALLOWANCES: Readonly<Record<string, Allowance>> = {
  impact: { calls: 1_000, seconds: 3_600 },
  "impact-catalogs": { calls: 3_600, seconds: 3_600 },
  cj: { calls: 25, seconds: 60 },
  awin: { calls: 20, seconds: 60 },
  adgem: { calls: 60, seconds: 60 },
  easypost: { calls: 300, seconds: 60 },
  ups: { calls: 300, seconds: 60 },
  booking: { calls: 50, seconds: 60 },
  expedia: { calls: 50, seconds: 60 },
};

export const bucketOf = ({ calls, seconds }: Allowance, factor: number) => {
  const size = Math.max(1, Math.floor((calls * factor) / 4));
  return { size, per_second: (calls * factor - size) / seconds };
};

type Line = { open: boolean; waiting: PromiseWithResolvers<number>[] };

export type RateBudget = ReturnType<typeof createRateBudget>;

/** `factor` multiplies every allowance; more than 1 only beside the sandbox. */
export function createRateBudget(database: DatabaseHandle, factor: number) {
  const bucket = (provider: string) => {
    const allowance = ALLOWANCES[provider];
    return allowance ? bucketOf(allowance, factor) : null;
  };

  /** Takes up to `wanted` calls. Answers how many were there, and the seconds after which the next one will be. */
  async function takeMany(provider: string, limits: ReturnType<typeof bucketOf>, reserve: number, wanted: number) {
    const { size, per_second } = limits;
    const { rows } = await database.pool.query<{ taken: number; wait: number }>({
      name: "budget-take",
      text: `with made as (
            insert into platform.provider_budgets (provider, tokens, filled_at) values ($1, $2, now()) on conflict do nothing
          ), now_full as (
            select least($2::float8, tokens + greatest(0, extract(epoch from now() - filled_at)::float8) * $3::float8) as tokens,
              greatest(0, extract(epoch from blocked_until - now())::float8) as blocked
            from platform.provider_budgets where provider = $1 for update
          ), paid as (
            update platform.provider_budgets b set tokens = n.tokens - least($5::float8, floor(n.tokens - $4::float8)), filled_at = now()
            from now_full n where b.provider = $1 and coalesce(n.blocked, 0) = 0 and n.tokens >= 1 + $4::float8
            returning n.tokens - b.tokens as calls, b.tokens
          )
          select coalesce((select calls from paid), 0)::integer as taken,
            case when not exists (select 1 from now_full) then 0.005
            else greatest((select coalesce(blocked, 0) from now_full),
              (1 + $4::float8 - coalesce((select tokens from paid), (select tokens from now_full))) / $3::float8, 0.005) end::float8 as wait`,
      values: [provider, size, per_second, Math.floor(size * reserve), wanted],
    });
    return rows[0] ?? { taken: 0, wait: 1 };
  }

  const lines = new Map<string, Line>();
  /** Who asks while a statement is on its way waits for the next, which asks for all of them: many calls at once cost one statement. */
  async function serve(line: Line, ask: (wanted: number) => ReturnType<typeof takeMany>): Promise<void> {
    line.open = true;
    while (line.waiting.length > 0) {
      const askers = line.waiting.splice(0);
      try {
        const { taken, wait } = await ask(askers.length);
        for (const [place, asker] of askers.entries()) asker.resolve(place < taken ? 0 : Math.ceil(wait * 1_000));
      } catch (error) {
        for (const asker of askers) asker.reject(error);
      }
    }
    line.open = false;
  }

  return {
    /**
     * Takes one call. Answers 0 when it may be made now, else the milliseconds after which to ask again. `reserve` leaves so large
     * a share of the bucket (0 to 1) to others: what can wait must not hold up what brings members their money.
     */
    async take(provider: string, reserve = 0): Promise<number> {
      const limits = bucket(provider);
      if (!limits) return 0;
      const name = `${provider}:${reserve}`;
      const line = lines.get(name) ?? { open: false, waiting: [] };
      lines.set(name, line);
      const answer = Promise.withResolvers<number>();
      line.waiting.push(answer);
      if (!line.open) void serve(line, (wanted) => takeMany(provider, limits, reserve, wanted));
      return answer.promise;
    },
    /** The provider said when to come back, or how many calls are left of its own window. */
    async heard(provider: string, told: { wait_seconds?: number | null; left?: number | null }): Promise<void> {
      const limits = bucket(provider);
      if (!limits || (told.wait_seconds == null && told.left == null)) return;
      await database.pool.query({
        name: "budget-heard",
        text: `insert into platform.provider_budgets (provider, tokens, filled_at, blocked_until)
          values ($1, least($2::float8, coalesce($3::float8, $2)), now(), now() + make_interval(secs => $4::float8))
          on conflict (provider) do update set
            tokens = least(provider_budgets.tokens, coalesce($3::float8, provider_budgets.tokens)),
            blocked_until = greatest(provider_budgets.blocked_until, now() + make_interval(secs => $4::float8))`,
        values: [provider, limits.size, told.left ?? null, told.wait_seconds ?? null],
      });
    },
    /** Calls that could be made at once, by provider; those never called are full. */
    async left(): Promise<Map<string, { calls: number; of: number; blocked_seconds: number }>> {
      const { rows } = await database.pool.query<{ provider: string; tokens: number; idle: number; blocked: number }>(
        `select provider, tokens, greatest(0, extract(epoch from now() - filled_at))::float8 as idle,
          greatest(0, coalesce(extract(epoch from blocked_until - now()), 0))::float8 as blocked from platform.provider_budgets`,
      );
      const known = new Map(rows.map((row) => [row.provider, row]));
      return new Map(
        Object.keys(ALLOWANCES).map((provider) => {
          const { size, per_second } = bucketOf(ALLOWANCES[provider] ?? { calls: 1, seconds: 1 }, factor);
          const row = known.get(provider);
          const calls = row ? Math.floor(Math.min(size, row.tokens + row.idle * per_second)) : size;
          return [provider, { calls, of: size, blocked_seconds: Math.ceil(row?.blocked ?? 0) }] as const;
        }),
      );
    },
  };
}
