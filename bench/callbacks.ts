/**
 * (l) Callbacks of a provider of offers: verified, kept, and turned into coins and books through the worker's jobs, beside report rows on
 * their way to the ledger, in turns. Both are work of the same kind; what a core can do of it differs from one machine to another.
 */
import type { Ground } from "./ground.ts";
import { SERVER_CORE, startProcess } from "./processes.ts";
import { atLeast, median, perSecond, type Result } from "./report.ts";
import type { RowsAnswer } from "./report-rows.ts";

export type CallbacksOrder = { burst: number };
export type CallbacksAnswer = { callbacks: number; seconds: number };
type Burst = { wall: number; core: number };

const ROUNDS = 5;
/** 3,000 callbacks a second where report rows come to 4,800, which is where the goal was set. */
const GOAL = 3_000 / 4_800;

export async function run(ground: Ground): Promise<Result[]> {
  const start = async (name: string, script: string) => {
    const { url } = await ground.migrated(name);
    return startProcess(script, { core: SERVER_CORE, environment: { DATABASE_URL: url } });
  };
  const [callbacks, rows] = [
    await start("bench_callbacks", "bench/callbacks-process.ts"),
    await start("bench_callback_rows", "bench/rows-process.ts"),
  ];
  const burst = async (server: typeof rows, size: number): Promise<Burst> => {
    const before = server.cpu();
    const { seconds } = await server.ask<CallbacksAnswer | RowsAnswer>({ burst: size });
    const after = server.cpu();
    return { wall: size / seconds, core: before !== null && after !== null ? size / (after - before) : size / seconds };
  };
  try {
    const pairs: { ours: Burst; peer: Burst }[] = [];
    for (let n = 0; n <= ROUNDS; n += 1) {
      const ours = await burst(callbacks, 3_000);
      const peer = await burst(rows, 6_000);
      // The first of each has the engine compile what runs often.
      if (n > 0) pairs.push({ ours, peer });
    }
    const core = median(pairs.map(({ ours }) => ours.core));
    return [
      {
        bench: "callbacks",
        work: "callbacks to coins, exactly once checked",
        ours: `${perSecond(core)} a core`,
        beside: "report rows to ledger",
        peer: `${perSecond(median(pairs.map(({ peer }) => peer.core)))} a core`,
        value: median(pairs.map(({ ours, peer }) => ours.core / peer.core)),
        goal: atLeast(GOAL),
        note: `wall ${perSecond(median(pairs.map(({ ours }) => ours.wall)))}, PostgreSQL beside it`,
      },
    ];
  } finally {
    await callbacks.stop();
    await rows.stop();
  }
}
