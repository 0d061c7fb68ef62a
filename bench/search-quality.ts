/** How well search answers the judged questions, over the catalogue that `npm start` brings up, its whole range of made-up goods. */
import { STARTED_PRODUCTS, startSandbox } from "../sandbox/sandbox.ts";
import { wire } from "../src/server/wiring.ts";
import { catalogueFurniture } from "../test/support/catalogue-furniture.ts";
import { figuresOf, type Judgement, judge, readQuestions, readThings } from "../test/support/judge-search.ts";
import { clock, configFor, type Ground, silent } from "./ground.ts";
import { atLeast, below, type Result } from "./report.ts";

const NONE: Result["goal"] = { text: "none", met: (value) => value === 0 };
const SHARES = { member_share_bps: 7_000, plus_share_bps: 9_000 };

export async function judgeSearch(ground: Ground): Promise<Result[]> {
  const { handle, url } = await ground.migrated("bench_search_world");
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: null, productUrl: "http://127.0.0.1:9" });
  try {
    await catalogueFurniture(sandbox, { products: STARTED_PRODUCTS }).furnish({ url });
    const wired = await wire({ config: configFor({ DATA_DIR: ground.folder }), clock, log: silent, database: handle });
    const shown = wired.catalog.under(SHARES);
    const things = await readThings(handle.pool);
    const judged: Judgement[] = [];
    for (const question of readQuestions())
      judged.push(judge(question, await shown.searchPage({ q: question.text }), things));
    await wired.cashback.close();
    await wired.attribution.close();
    wired.notifications.close();
    const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
    return [false, true].flatMap((held) => {
      const figures = figuresOf(judged.filter((one) => one.question.held_out === held));
      const result = (work: string, value: number, ours: string, goal: Result["goal"]): Result => ({
        bench: "search",
        work: `${work}${held ? ", held out of tuning" : ""}`,
        ours,
        beside: "judged questions",
        peer: String(figures.questions),
        value,
        goal,
      });
      return [
        result("nDCG@5", figures.ndcg, figures.ndcg.toFixed(3), atLeast(0.9, "")),
        result("nonsense in the first three", figures.nonsense, percent(figures.nonsense), NONE),
        result("nothing found", figures.empty, percent(figures.empty), below(0.03, "")),
      ];
    });
  } finally {
    await sandbox.close();
  }
}
