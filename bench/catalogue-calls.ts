/** (c) Calls of the catalogue without a cache, beside bare Fastify with one SQL statement for the same rows. */
import { STORE } from "./generated-site.ts";
import type { Ground } from "./ground.ts";
import { compare } from "./http-load.ts";
import { SERVER_CORE, startProcess } from "./processes.ts";
import { atLeast, perSecond, type Result } from "./report.ts";

export async function run(ground: Ground): Promise<Result[]> {
  const url = await ground.site();
  const environment = { DATABASE_URL: url };
  const ours = await startProcess("bench/product-server.ts", { core: SERVER_CORE, environment });
  const peer = await startProcess("bench/bare-server.ts", { core: SERVER_CORE, environment });
  try {
    const pairs = [
      { work: "GET /api/stores, 24 stores", ours: "/api/stores", peer: "/list" },
      { work: "GET /api/stores/{name}, 60 coupons", ours: `/api/stores/${STORE}`, peer: `/detail/${STORE}` },
    ];
    const results: Result[] = [];
    for (const pair of pairs) {
      const {
        ours: mine,
        peer: theirs,
        ratio,
      } = await compare(
        {
          ours: { server: ours, requests: [{ path: pair.ours }] },
          peer: { server: peer, requests: [{ path: pair.peer }] },
        },
        { connections: 32, seconds: 3 },
      );
      results.push({
        bench: "calls",
        work: pair.work,
        ours: `${perSecond(mine.perCore)} a core`,
        beside: "bare Fastify, one statement",
        peer: `${perSecond(theirs.perCore)} a core`,
        value: ratio.perCore,
        goal: atLeast(0.6),
        note: `wall ${perSecond(mine.perSecond)} and ${perSecond(theirs.perSecond)}`,
      });
    }
    return results;
  } finally {
    await ours.stop();
    await peer.stop();
  }
}
