/** (l) Callbacks of a provider of offers: verified, kept, and turned into coins and books through the worker's jobs. */
import type { Ground } from "./ground.ts";
import { SERVER_CORE, startProcess } from "./processes.ts";
import { atLeast, median, perSecond, type Result } from "./report.ts";

export type CallbacksOrder = { burst: number };
export type CallbacksAnswer = { callbacks: number; seconds: number };

export async function run(ground: Ground): Promise<Result[]> {
  const { url } = await ground.migrated("bench_callbacks");
  const server = await startProcess("bench/callbacks-process.ts", {
    core: SERVER_CORE,
    environment: { DATABASE_URL: url },
  });
  try {
    await server.ask<CallbacksAnswer>({ burst: 500 });
    const bursts: { wall: number; core: number }[] = [];
    for (let n = 0; n < 3; n += 1) {
      const before = server.cpu();
      const answer = await server.ask<CallbacksAnswer>({ burst: 3_000 });
      const after = server.cpu();
      const wall = answer.callbacks / answer.seconds;
      bursts.push({ wall, core: before !== null && after !== null ? answer.callbacks / (after - before) : wall });
    }
    const core = median(bursts.map((burst) => burst.core));
    return [
      {
        bench: "callbacks",
        work: "callbacks to coins, exactly once checked",
        ours: `${perSecond(core)} a core`,
        beside: "goal alone",
        peer: "–",
        value: core,
        goal: atLeast(3_000, "a second a core"),
        note: `wall ${perSecond(median(bursts.map((burst) => burst.wall)))}, PostgreSQL beside it`,
      },
    ];
  } finally {
    await server.stop();
  }
}
