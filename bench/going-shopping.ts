/** (d) The redirect with its click stored durably before the answer, beside a bare 302. Every answered click is counted. */
import pg from "pg";
import { STORE } from "./generated-site.ts";
import type { Ground } from "./ground.ts";
import { compare, type LoadAnswer, startLoad } from "./http-load.ts";
import { SERVER_CORE, startProcess } from "./processes.ts";
import { atLeast, below, median, milliseconds, perSecond, type Result } from "./report.ts";

const MEMBERS = 16;

export async function run(ground: Ground): Promise<Result[]> {
  const url = await ground.site();
  const environment = { DATABASE_URL: url };
  const ours = await startProcess("bench/product-server.ts", { core: SERVER_CORE, environment });
  const peer = await startProcess("bench/bare-server.ts", { core: SERVER_CORE, environment });
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const stored = async () => Number((await database.query("select count(*) as n from cashback.clicks")).rows[0].n);
  try {
    const cookies: string[] = [];
    for (let n = 0; n < MEMBERS; n += 1) cookies.push(await register(ours.port, `bench${Date.now()}${n}`));
    const sides = {
      ours: { server: ours, requests: cookies.map((cookie) => ({ path: `/go/${STORE}`, headers: { cookie } })) },
      peer: { server: peer, requests: [{ path: "/redirect" }] },
    };
    const before = await stored();
    const hard = await compare(sides, { connections: 512, seconds: 4, redirects: true });
    const clicks = (await stored()) - before;
    const load = await startLoad();
    const calm = { ours: [] as number[], peer: [] as number[] };
    try {
      for (let n = 0; n < 3; n += 1) {
        for (const side of ["ours", "peer"] as const) {
          const answer = await load.ask<LoadAnswer>({
            port: sides[side].server.port,
            requests: sides[side].requests,
            connections: 64,
            seconds: 5,
            rate: 1_000,
            redirects: true,
          });
          calm[side].push(answer.p99);
        }
      }
    } finally {
      await load.stop();
    }
    const [p99, bare] = [median(calm.ours), median(calm.peer)];
    return [
      {
        bench: "go",
        work: "redirect with durable click, 512 connections",
        ours: perSecond(hard.ours.perSecond),
        beside: "bare 302",
        peer: perSecond(hard.peer.perSecond),
        value: hard.ratio.perSecond,
        goal: atLeast(0.4),
        note: `${clicks.toLocaleString("en-US")} clicks stored; a core ${perSecond(hard.ours.perCore)} and ${perSecond(hard.peer.perCore)}`,
      },
      {
        bench: "go",
        work: "the same at 1,000/s, p99",
        ours: milliseconds(p99),
        beside: "bare 302, p99",
        peer: milliseconds(bare),
        value: p99 - bare,
        goal: below(10, "ms more"),
      },
    ];
  } finally {
    await database.end();
    await ours.stop();
    await peer.stop();
  }
}

async function register(port: number, name: string): Promise<string> {
  const password = "copper penny passbook";
  const response = await fetch(`http://127.0.0.1:${port}/api/web/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, email: `${name}@example.com`, password, password_confirmation: password }),
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}
