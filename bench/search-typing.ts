/** (h) Search while typing, letter by letter with some typos, beside the one indexed trigram look-up that it rests on. */
import pg from "pg";
import { sizesOf } from "./generated-site.ts";
import type { Ground } from "./ground.ts";
import { type LoadAnswer, startLoad } from "./http-load.ts";
import { SERVER_CORE, startProcess } from "./processes.ts";
import { below, median, milliseconds, type Result } from "./report.ts";
import { judgeSearch } from "./search-quality.ts";

const RATE = 50;

/** What people type: the beginnings of names, each a letter longer; every fourth with two letters exchanged. */
async function typed(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "(select folded as name from catalog.merchants order by md5(internal_name) limit 60) union all (select folded from catalog.products order by product_id limit 60) union all (select folded from catalog.offers order by offer_id limit 30)",
  );
  await client.end();
  return rows.flatMap(({ name }, n) => {
    const text = n % 4 === 3 && name.length > 5 ? name.slice(0, 2) + name[3] + name[2] + name.slice(4) : name;
    return Array.from({ length: Math.min(text.length, 14) - 1 }, (_, length) => text.slice(0, length + 2)).filter(
      (part) => !part.endsWith(" "),
    );
  });
}

export async function run(ground: Ground): Promise<Result[]> {
  const url = await ground.site();
  const environment = { DATABASE_URL: url };
  const ours = await startProcess("bench/product-server.ts", { core: SERVER_CORE, environment });
  const peer = await startProcess("bench/bare-server.ts", { core: SERVER_CORE, environment });
  const load = await startLoad();
  try {
    const texts = await typed(url);
    const ask = (port: number, path: string, seconds: number) =>
      load.ask<LoadAnswer>({
        port,
        requests: texts.map((text) => ({ path: `${path}?q=${encodeURIComponent(text)}` })),
        connections: 10,
        seconds,
        rate: RATE,
      });
    await ask(ours.port, "/api/search", 4);
    await ask(peer.port, "/trigram", 2);
    const [mine, theirs]: [number[], number[]] = [[], []];
    for (let n = 0; n < 3; n += 1) {
      const answer = await ask(ours.port, "/api/search", 8);
      if (answer.wrong) throw new Error(`${answer.wrong} searches were not answered`);
      mine.push(answer.p95);
      theirs.push((await ask(peer.port, "/trigram", 5)).p95);
    }
    const { stores, products, coupons } = sizesOf(ground.full);
    return [
      ...(await judgeSearch(ground)),
      {
        bench: "search",
        work: `search while typing at 50/s, p95 (${stores / 1_000}k stores, ${products / 1_000}k products, ${coupons / 1_000}k coupons)`,
        ours: milliseconds(median(mine)),
        beside: "one trigram look-up, p95",
        peer: milliseconds(median(theirs)),
        value: median(mine),
        goal: below(30, "ms"),
      },
    ];
  } finally {
    await load.stop();
    await ours.stop();
    await peer.stop();
  }
}
