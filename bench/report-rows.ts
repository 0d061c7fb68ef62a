/** (f) Rows of a network's report, from `takeReport` to ledger and timeline through the worker's jobs. */
import type { Ground } from "./ground.ts";
import { SERVER_CORE, startProcess } from "./processes.ts";
import { atLeast, below, median, milliseconds, perSecond, type Result } from "./report.ts";

export type RowsOrder = { burst: number } | { steady: number; seconds: number };
export type RowsAnswer = { rows: number; seconds: number; p50: number; p99: number };

export async function run(ground: Ground): Promise<Result[]> {
  const { url } = await ground.migrated("bench_rows");
  const server = await startProcess("bench/rows-process.ts", { core: SERVER_CORE, environment: { DATABASE_URL: url } });
  try {
    await server.ask<RowsAnswer>({ burst: 3_000 });
    const bursts: { wall: number; core: number }[] = [];
    for (let n = 0; n < 3; n += 1) {
      const before = server.cpu();
      const answer = await server.ask<RowsAnswer>({ burst: 15_000 });
      const after = server.cpu();
      const wall = answer.rows / answer.seconds;
      bursts.push({ wall, core: before !== null && after !== null ? answer.rows / (after - before) : wall });
    }
    const core = median(bursts.map((burst) => burst.core));
    const wall = median(bursts.map((burst) => burst.wall));
    const steady = await server.ask<RowsAnswer>({ steady: 500, seconds: 8 });
    return [
      {
        bench: "rows",
        work: "report rows to ledger, exactly once checked",
        ours: `${perSecond(core)} a core`,
        beside: "goal alone",
        peer: "–",
        value: core,
        goal: atLeast(3_000, "a second a core"),
        note: `wall ${perSecond(wall)}, PostgreSQL beside it`,
      },
      {
        bench: "rows",
        work: "a row added to done at 500/s, p99",
        ours: milliseconds(steady.p99),
        beside: "p50",
        peer: milliseconds(steady.p50),
        value: steady.p99,
        goal: below(1_000, "ms"),
      },
    ];
  } finally {
    await server.stop();
  }
}
