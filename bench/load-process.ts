/** The load, in a process of its own: for each message one run, as fast as answers come or at a rate. */
import autocannon from "autocannon";
import type { LoadAnswer, LoadOrder } from "./http-load.ts";
import { pacedLoad } from "./paced-load.ts";

process.on("message", async (order: LoadOrder) => {
  const { rate } = order;
  process.send?.(rate ? await pacedLoad({ ...order, rate }) : await hardLoad(order));
});

async function hardLoad(order: LoadOrder): Promise<LoadAnswer> {
  const result = await autocannon({
    url: `http://127.0.0.1:${order.port}`,
    connections: order.connections,
    duration: order.seconds,
    pipelining: order.pipelining ?? 1,
    requests: order.requests.map((request) => ({ method: "GET", ...request })),
  });
  return {
    requests: result.requests.total,
    seconds: result.duration,
    p50: result.latency.p50,
    // The tool keeps no 95th.
    p95: result.latency.p97_5,
    p99: result.latency.p99,
    wrong: result.errors + result.timeouts + result.non2xx - (result["3xx"] ?? 0) * (order.redirects ? 1 : 0),
  };
}

process.send?.({ port: 0 });
