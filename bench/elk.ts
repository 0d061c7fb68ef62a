/**
 * (k) A tracking event stored durably before its 204, beside Fastify's hello; and pages from the cache while events come
 * in, beside the same pages alone. Every event that was answered is counted.
 */
import pg from "pg";
import { STORE } from "./generated-site.ts";
import type { Ground } from "./ground.ts";
import { compare, type LoadAnswer, startLoad } from "./http-load.ts";
import { SERVER_CORE, startProcess } from "./processes.ts";
import { atLeast, median, perSecond, type Result } from "./report.ts";

/** Events beside the pages: far more than there are pages, as many a second as a busy day brings. */
const EVENTS_BESIDE = 200;
const ROUNDS = 5;

export async function run(ground: Ground): Promise<Result[]> {
  const url = await ground.site();
  const environment = { DATABASE_URL: url };
  const ours = await startProcess("bench/product-server.ts", { core: SERVER_CORE, environment });
  const peer = await startProcess("bench/bare-server.ts", { core: SERVER_CORE, environment });
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const stored = async () => Number((await database.query("select count(*) as n from attribution.events")).rows[0].n);
  const event = {
    path: "/api/elk?action=page_view",
    method: "POST" as const,
    headers: { "content-type": "text/plain;charset=UTF-8", "accept-language": "en-US", cookie: "privacy_region=free" },
    body: JSON.stringify({ currenturl: `http://127.0.0.1/${STORE}-coupons`, client_ts: 1_800_000_000_000 }),
  };
  const page = { path: `/${STORE}-coupons`, headers: { "accept-encoding": "br" } };
  try {
    const before = await stored();
    const hard = await compare(
      { ours: { server: ours, requests: [event] }, peer: { server: peer, requests: [{ path: "/hello" }] } },
      { connections: 256, seconds: 4 },
    );
    const kept = (await stored()) - before;
    // Pages alone and with events beside them, in turns, by the time they take at a steady rate.
    const [pages, events] = [await startLoad(), await startLoad()];
    const alone: number[] = [];
    const beside: number[] = [];
    try {
      const steady = () =>
        pages.ask<LoadAnswer>({ port: ours.port, requests: [page], connections: 16, seconds: 4, pipelining: 1 });
      await steady();
      for (let n = 0; n < ROUNDS; n += 1) {
        alone.push((await steady()).requests);
        const [answer] = await Promise.all([
          steady(),
          events.ask<LoadAnswer>({
            port: ours.port,
            requests: [event],
            connections: 16,
            seconds: 4,
            rate: EVENTS_BESIDE,
          }),
        ]);
        beside.push(answer.requests);
      }
    } finally {
      await pages.stop();
      await events.stop();
    }
    const share = median(beside.map((count, n) => count / (alone[n] ?? 1)));
    return [
      {
        bench: "elk",
        work: "tracking event, stored durably",
        ours: perSecond(hard.ours.perSecond),
        beside: "Fastify's hello",
        peer: perSecond(hard.peer.perSecond),
        value: hard.ratio.perSecond,
        goal: atLeast(0.35),
        note: `${kept.toLocaleString("en-US")} events stored; a core ${perSecond(hard.ours.perCore)} and ${perSecond(hard.peer.perCore)}, ratio ${hard.ratio.perCore.toFixed(2)}`,
      },
      {
        bench: "elk",
        work: `cached page beside ${EVENTS_BESIDE} events/s`,
        ours: perSecond(median(beside) / 4),
        beside: "the same page alone",
        peer: perSecond(median(alone) / 4),
        value: share,
        goal: atLeast(0.9),
      },
    ];
  } finally {
    await database.end();
    await ours.stop();
    await peer.stop();
  }
}
