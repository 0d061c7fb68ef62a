/** How well search answers the judged questions, over the catalogue that `npm start` brings up. */
import { startSandbox } from "../sandbox/sandbox.ts";
import { CachedLists } from "../src/modules/catalog/cached-lists.ts";
import type { ReadDeps } from "../src/modules/catalog/read-catalog.types.ts";
import { SearchMemory } from "../src/modules/catalog/search/search-memory.ts";
import { showSearch } from "../src/modules/catalog/search-catalog.ts";
import { figuresOf, type Judgement, judge, readQuestions, readThings } from "../src/modules/catalog/test/judge.ts";
import { catalogueFurniture } from "../test/support/catalogue-furniture.ts";
import { clock, type Ground, silent } from "./ground.ts";
import { atLeast, type Result } from "./report.ts";

export async function judgeSearch(ground: Ground): Promise<Result[]> {
  const { handle, url } = await ground.migrated("bench_search_world");
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: null, productUrl: "http://127.0.0.1:9" });
  try {
    await catalogueFurniture(sandbox).furnish({ url });
    const bare = { database: handle, clock, log: silent, lists: new CachedLists() };
    // Neither settings nor networks are asked by search.
    const deps = {
      ...bare,
      brand: { member_share_bps: 7_000, plus_share_bps: 9_000 },
      search: new SearchMemory(bare),
    } as Partial<ReadDeps> as ReadDeps;
    const things = await readThings(handle.pool);
    const judged: Judgement[] = [];
    for (const question of readQuestions())
      judged.push(judge(question, await showSearch(deps, { q: question.text }), things));
    const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
    return [false, true].map((held) => {
      const figures = figuresOf(judged.filter((one) => one.question.held_out === held));
      return {
        bench: "search",
        work: `nDCG@5 of ${figures.questions} judged questions${held ? ", held out of tuning" : ""}`,
        ours: figures.ndcg.toFixed(3),
        beside: "nonsense in the first three, nothing found",
        peer: `${percent(figures.nonsense)}, ${percent(figures.empty)}`,
        value: figures.ndcg,
        goal: atLeast(0.9),
      };
    });
  } finally {
    await sandbox.close();
  }
}
