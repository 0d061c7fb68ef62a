/** What operators see and do of imports that lack so much of what they had that a person decides whether it is gone. */
import type { Clock } from "#platform/clock";
import type { Database } from "#platform/database";
import type { OperatorView, Told } from "#platform/operator";
import { done, refused } from "#platform/outcome";
import type { Catalog } from "./catalog.server.ts";
import { couponList } from "./operator-coupons.ts";
import { feedLists, feedObjects } from "./operator-feeds.ts";
import { catalogObjects, storeList } from "./operator-objects.ts";
import { productMergeList, productObject } from "./operator-products.ts";
import { rateList } from "./operator-rates.ts";
import { searchLists, searchObject } from "./operator-searches.ts";
import { sectionList, sectionObject } from "./operator-sections.ts";
import { FEED_NOUNS } from "./rules.ts";

const WHAT = {
  release: "What the feed lacks is gone, and what it holds now is its size.",
  drop: "The feed was wrong: what it lacks stays, and what it brought goes.",
} as const;
type Decision = keyof typeof WHAT;

export function importView(catalog: Catalog, db: Database, clock: Clock): OperatorView {
  const decide = async (decision: Decision, feed_name: string, { by }: Told) => {
    const decided = await catalog.decideHeldImport({ feed_name, decision, by: by.slice(0, 100) });
    if (!decided.ok) return refused(decided.code === "busy" ? ("not_possible" as const) : ("unknown" as const));
    const { gone } = decided.value;
    return done(
      decision === "release"
        ? `Released: ${gone} of its rows are gone.`
        : `Dropped: ${gone} rows that it brought are gone.`,
    );
  };
  return {
    takes: catalog.desk.takes,
    queues: [
      {
        name: "imports",
        what: "Feeds and lists that lack a third of what they had, or most of what is there",
        permission: "imports.decide",
        list: async (most) =>
          (await catalog.heldImports())
            .toSorted((one, other) => one.finished_at.getTime() - other.finished_at.getTime())
            .slice(0, most)
            .map((one) => ({
              id: one.feed_name,
              since: one.finished_at,
              due: null,
              line: `${one.store ? `${one.store}: ` : ""}${one.missing} missing; ${one.problem}`,
            })),
        acts: (Object.keys(WHAT) as Decision[]).map((decision) => ({
          name: decision,
          what: WHAT[decision],
          permission: "imports.decide" as const,
          reason: false,
          run: (id: string, told: Told) => decide(decision, id, told),
        })),
      },
    ],
    lists: [
      storeList(db),
      couponList(db),
      rateList(db, clock),
      sectionList(db),
      productMergeList(db),
      ...feedLists(db),
      ...searchLists(db),
    ],
    objects: [
      ...catalogObjects({ db, clock, desk: catalog.desk, shares: catalog.shares }),
      ...feedObjects(db, catalog.desk),
      searchObject(db, catalog.desk),
      sectionObject(db, catalog.desk),
      productObject(db, catalog.desk),
      {
        kind: "held import",
        permission: "catalog.see",
        async show(feedName) {
          const one = await catalog.heldImport(feedName);
          if (!one) return null;
          return {
            facts: {
              ...(one.store ? { store: one.store } : {}),
              problem: one.problem ?? "",
              rows: `${one.rows}, ${one.rejected} refused`,
              before: one.last_rows === null ? "never complete" : `${one.last_rows} ${FEED_NOUNS[one.kind]}`,
              missing: `${one.missing} ${FEED_NOUNS[one.kind]} that are there`,
              ...Object.fromEntries(one.lacks.map((row, n) => [`lacks ${n + 1}`, `${row.external_id} ${row.name}`])),
              ...Object.fromEntries(
                one.refused.map((row, n) => [
                  `refused ${n + 1}`,
                  `${row.rows} × ${row.reason}${row.example ? ` (${row.example.slice(0, 60)})` : ""}`,
                ]),
              ),
            },
            timeline: [{ at: one.finished_at, what: "held", by: "import" }],
          };
        },
      },
    ],
  };
}
