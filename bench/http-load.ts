/** Two servers under the same load, in turns, so that a machine that grows slower does so for both. */
import { LOAD_CORE, type Started, startProcess } from "./processes.ts";
import { median } from "./report.ts";

export type LoadOrder = {
  port: number;
  connections: number;
  seconds: number;
  requests: { path: string; method?: "GET" | "POST"; headers?: Record<string, string>; body?: string }[];
  rate?: number;
  pipelining?: number;
  redirects?: boolean;
};
export type LoadAnswer = { requests: number; seconds: number; p50: number; p95: number; p99: number; wrong: number };
export type Side = { server: Started; requests: LoadOrder["requests"] };
export type Measured = { perSecond: number; perCore: number; p50: number; p95: number; p99: number };

const ROUNDS = 5;
/**
 * Before anything counts: so many answers, that the engine has compiled what runs often, or so many rounds of so many seconds. After
 * 2 s a busy machine has answered a thousand times, and a twelfth of the processor still goes into compiling, most for the larger program.
 */
const WARM = { answers: 15_000, rounds: 10, seconds: 2 };

export async function startLoad(): Promise<Started> {
  return startProcess("bench/load-process.ts", { core: LOAD_CORE });
}

async function round(load: Started, side: Side, options: Omit<LoadOrder, "port" | "requests">): Promise<Measured> {
  const before = side.server.cpu();
  const answer = await load.ask<LoadAnswer>({ ...options, port: side.server.port, requests: side.requests });
  const after = side.server.cpu();
  if (answer.wrong > 0)
    throw new Error(`${answer.wrong} of ${answer.requests} answers were wrong at ${side.requests[0]?.path}`);
  const perSecond = answer.requests / answer.seconds;
  // Per second of processor time: what a whole core gives, also when the load or a neighbour was the limit.
  const perCore = before !== null && after !== null ? answer.requests / (after - before) : perSecond;
  return { perSecond, perCore, p50: answer.p50, p95: answer.p95, p99: answer.p99 };
}

async function warm(load: Started, side: Side, options: Omit<LoadOrder, "port" | "requests">): Promise<void> {
  for (let n = 0, answers = 0; n < WARM.rounds && answers < WARM.answers; n += 1)
    answers += (await round(load, side, { ...options, seconds: WARM.seconds })).perSecond * WARM.seconds;
}

export async function compare(
  sides: { ours: Side; peer: Side },
  options: Omit<LoadOrder, "port" | "requests"> & { rounds?: number },
) {
  const load = await startLoad();
  const { rounds = ROUNDS, ...order } = options;
  try {
    for (const side of [sides.ours, sides.peer]) await warm(load, side, order);
    const ours: Measured[] = [];
    const peer: Measured[] = [];
    for (let n = 0; n < rounds; n += 1) {
      const turns = [
        () => round(load, sides.ours, order).then((one) => ours.push(one)),
        () => round(load, sides.peer, order).then((one) => peer.push(one)),
      ];
      for (const turn of n % 2 ? turns.reverse() : turns) await turn();
    }
    const middle = (list: Measured[]): Measured => ({
      perSecond: median(list.map((one) => one.perSecond)),
      perCore: median(list.map((one) => one.perCore)),
      p50: median(list.map((one) => one.p50)),
      p95: median(list.map((one) => one.p95)),
      p99: median(list.map((one) => one.p99)),
    });
    const ratio = (of: keyof Measured) => median(ours.map((one, n) => one[of] / (peer[n]?.[of] ?? 1)));
    return {
      ours: middle(ours),
      peer: middle(peer),
      ratio: { perSecond: ratio("perSecond"), perCore: ratio("perCore") },
    };
  } finally {
    await load.stop();
  }
}
