/**
 * Requests at a rate, as many people send them: at moments of chance, each when it is due however long others take, and
 * timed from when it was due. The load tool's own rate sends a second's worth at once, as fast as its connections allow,
 * and counts a long answer once for each of its milliseconds: that measures bursts, not a rate.
 */
import { Agent, request } from "node:http";
import type { LoadAnswer, LoadOrder } from "./http-load.ts";

/** What is answered in the first moments, on connections that were just opened, is not counted. */
const SETTLE_SECONDS = 0.5;

/** Moments of chance, in milliseconds, the same in each run: both sides get them alike. */
function momentsOf(count: number, milliseconds: number): number[] {
  let state = 12_345;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: count }, () => next() * milliseconds).sort((a, b) => a - b);
}

export async function pacedLoad(order: LoadOrder & { rate: number }): Promise<LoadAnswer> {
  const agent = new Agent({ keepAlive: true, maxSockets: order.connections, scheduling: "fifo" });
  const seconds = order.seconds + SETTLE_SECONDS;
  const due = momentsOf(Math.round(order.rate * seconds), seconds * 1_000);
  const latencies: number[] = [];
  const began = performance.now();
  let [sent, answered, wrong] = [0, 0, 0];
  await new Promise<void>((finish) => {
    const done = (moment: number, status: number) => {
      if (status < 200 || status >= (order.redirects ? 400 : 300)) wrong += 1;
      if (moment >= SETTLE_SECONDS * 1_000) latencies.push(performance.now() - began - moment);
      answered += 1;
      if (answered === due.length) finish();
    };
    const send = (moment: number) => {
      const { path, method = "GET", headers, body } = order.requests[sent++ % order.requests.length] ?? { path: "/" };
      request(
        { agent, host: "127.0.0.1", port: order.port, path, method, ...(headers ? { headers } : {}) },
        (answer) => {
          answer.on("end", () => done(moment, answer.statusCode ?? 0)).resume();
        },
      )
        .on("error", () => done(moment, 0))
        .end(body);
    };
    const tick = () => {
      const now = performance.now() - began;
      for (let moment = due[sent]; moment !== undefined && moment <= now; moment = due[sent]) send(moment);
      if (sent < due.length) setTimeout(tick, 1);
    };
    tick();
  });
  agent.destroy();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { requests: latencies.length, seconds: order.seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99), wrong };
}
