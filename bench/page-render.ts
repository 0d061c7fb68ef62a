/** (b) The merchant's page on a cache miss, beside React alone and beside a plain, streaming React Router app. */
import { STORE } from "./generated-site.ts";
import type { Ground } from "./ground.ts";
import { SERVER_CORE, startProcess } from "./processes.ts";
import { atLeast, median, milliseconds, perSecond, type Result } from "./report.ts";

type Round = { ours: number; react: number; streamed: number; query_ms: number; compress_ms: number; bytes: number };

export async function run(ground: Ground): Promise<Result[]> {
  const url = await ground.site();
  const server = await startProcess("bench/render-process.ts", {
    core: SERVER_CORE,
    environment: { DATABASE_URL: url, BENCH_STORE: STORE, NODE_ENV: "production" },
  });
  try {
    await server.ask({ ms: 1_500 });
    const rounds: Round[] = [];
    for (let n = 0; n < 5; n += 1) rounds.push(await server.ask<Round>({ ms: 1_500 }));
    const middle = (of: (round: Round) => number) => median(rounds.map(of));
    const last = rounds.at(-1) as Round;
    const note = `html ${(last.bytes / 1_024).toFixed(0)} KiB; the miss also asks the database (${milliseconds(middle((round) => round.query_ms))}) and compresses once (${milliseconds(middle((round) => round.compress_ms))})`;
    return [
      {
        bench: "render",
        work: "page rendered on a cache miss",
        ours: `${perSecond(middle((round) => round.ours))} a core`,
        beside: "renderToString alone, same tree",
        peer: `${perSecond(middle((round) => round.react))} a core`,
        value: middle((round) => round.ours / round.react),
        goal: atLeast(0.5),
        note,
      },
      {
        bench: "render",
        work: "the same",
        ours: `${perSecond(middle((round) => round.ours))} a core`,
        beside: "React Router's own streaming entry",
        peer: `${perSecond(middle((round) => round.streamed))} a core`,
        value: middle((round) => round.ours / round.streamed),
        goal: atLeast(2.5),
      },
    ];
  } finally {
    await server.stop();
  }
}
