/** What operators see of searches, and say of them. Texts stand without persons (`keep-searches.ts`). */
import type { Database } from "#platform/database";
import type { ActRefusal, OperatorAct, OperatorList, OperatorObject } from "#platform/operator";
import { known } from "#platform/operator-parts";
import { done, type Outcome, refused } from "#platform/outcome";
import type { SearchRefusal } from "./decide-searches.ts";
import type { CatalogDesk } from "./desk.ts";
import { countable, wishKeyOf } from "./keep-searches.ts";
import {
  listRules,
  listSearched,
  readSearched,
  readSearchHistory,
  readSearchRule,
  type SearchedText,
} from "./store/search-rules.ts";
import { listWishes, readWish, type Wish } from "./store/searches.ts";

const WHY: Partial<Record<SearchRefusal, string>> = {
  no_meaning: "Say in words what it means; addresses and long figures are never kept.",
  itself: "It means that already.",
  unknown_store: "There is no store of that name, or it is a part of another: name that one.",
  nothing: "Nobody said so.",
};
const searchLink = ({ searched, times }: Pick<SearchedText, "searched" | "times">) => ({
  kind: "search",
  id: searched,
  line: `“${searched}”, searched ${times} times`,
});

/** It leads to what is said of the name: which store is meant by it, or what stands in its place. */
const wishRow = (wish: Wish) => {
  const said = countable(wish.name);
  // A name with an address or a telephone number in it tells of a person, and searches are kept without persons.
  return said === null
    ? []
    : [
        {
          ...{ kind: "search", id: said, line: wish.name },
          facts: known({ store: wish.name, "members who wish": String(wish.members), "newest wish": wish.newest }),
        },
      ];
};

function searchActs(desk: CatalogDesk): readonly OperatorAct[] {
  const answer = (
    outcome: Outcome<string, SearchRefusal>,
    words: (value: string) => string,
  ): Outcome<string, ActRefusal> =>
    outcome.ok
      ? done(words(outcome.value))
      : outcome.code === "unknown_search"
        ? refused("unknown")
        : refused("not_possible", { why: WHY[outcome.code] ?? "" });
  return [
    {
      name: "means",
      what: "Who types it, alone or among other words, is answered as if they had typed what it means; in both languages.",
      permission: "catalog.decide",
      reason: false,
      asks: [{ name: "means", what: "what it means, in words that find something" }],
      run: async (said, { by, reason, values }) =>
        answer(
          await desk.sayMeaning({ said, by, reason, means: values.means ?? "" }),
          (means) => `It means ${means} now.`,
        ),
    },
    {
      name: "means itself",
      what: "It is searched for as it is typed again.",
      permission: "catalog.decide",
      reason: false,
      run: async (said, { by, reason }) =>
        answer(await desk.sayMeaning({ said, by, reason, means: null }), () => "It is searched for as it is typed."),
    },
    {
      name: "pin",
      what: "Who types exactly this finds the store first.",
      permission: "catalog.decide",
      reason: false,
      asks: [{ name: "store", what: "the store, as its address has it" }],
      run: async (said, { by, reason, values }) =>
        answer(
          await desk.pinStore({ said, by, reason, store: values.store ?? "" }),
          (name) => `${name} comes first now.`,
        ),
    },
    {
      name: "unpin",
      what: "Stores come in the order in which they fit again.",
      permission: "catalog.decide",
      reason: false,
      run: async (said, { by, reason }) =>
        answer(
          await desk.pinStore({ said, by, reason, store: null }),
          () => "Stores come in the order in which they fit.",
        ),
    },
  ];
}

export const searchObject = (db: Database, desk: CatalogDesk): OperatorObject => ({
  kind: "search",
  permission: "catalog.see",
  async search(text) {
    const said = text.length < 2 ? null : countable(text);
    const row = said && (await readSearched(db, said));
    return row ? [searchLink(row)] : [];
  },
  async show(id) {
    const said = countable(id);
    if (said === null || said !== id) return null;
    const row = await readSearched(db, said);
    const rule = await readSearchRule(db, said);
    const history = await readSearchHistory(db, said);
    const wish = await readWish(db, wishKeyOf(said));
    if (!row && !rule && !wish && history.length === 0) return null;
    return {
      facts: known({
        text: said,
        searched: row ? `${row.times} times in 90 days` : "not in 90 days",
        languages: row?.languages,
        "last searched": row?.last,
        "found the last time": row && String(row.results),
        means: rule?.means,
        "comes first": rule?.pinned,
        "members who wish for it": wish && String(wish.members),
        "newest wish": wish?.newest,
      }),
      timeline: history.map(({ at, by, what, reason }) => ({ at, by, what: reason ? `${what}: ${reason}` : what })),
      links: rule?.pinned ? [{ kind: "store", id: rule.pinned, line: "the store that comes first" }] : [],
    };
  },
  acts: searchActs(desk),
});

/** How many rows were shown before. */
const placeIn = (after: string | null): number => (/^\d{1,6}$/.test(after ?? "") ? Number(after) : 0);

export const searchLists = (db: Database): readonly OperatorList[] => [
  {
    name: "searches",
    what: "What people searched for in 90 days, the most frequent first; what found nothing, or all of it",
    empty: "No search was left without a result. All of 90 days are under the other filter.",
    permission: "catalog.see",
    filters: [{ name: "found", values: ["nothing", "all"] }],
    async read({ filters, after, most }) {
      const from = placeIn(after);
      const rows = await listSearched(db, { lost: filters.found === "nothing", from, most });
      return {
        rows: rows.map((row) => ({
          ...searchLink(row),
          facts: known({
            text: row.searched,
            times: String(row.times),
            "last searched": row.last,
            languages: row.languages,
            found: String(row.results),
          }),
        })),
        after: rows.length === most ? String(from + most) : null,
      };
    },
  },
  {
    name: "synonyms",
    what: "What we say of texts that people search for: what they mean, and which store comes first",
    empty:
      "Nothing is said of any text. Open one under Searches, and say there what it means or which store comes first.",
    permission: "catalog.see",
    async read({ after, most }) {
      const rows = await listRules(db, { after, most });
      return {
        rows: rows.map(({ said, means, pinned }) => ({
          ...{ kind: "search", id: said, line: said },
          facts: known({ text: said, means, "comes first": pinned }),
        })),
        after: rows.length === most ? (rows.at(-1)?.said ?? null) : null,
      };
    },
  },
  {
    name: "wishes",
    what: "Stores that are not with us and that members wish for, the one that most of them want first",
    empty:
      "No member wished for a store yet. They do where a search names a store that is not with us, or finds nothing.",
    permission: "catalog.see",
    async read({ after, most }) {
      const from = placeIn(after);
      const rows = await listWishes(db, { from, most });
      return { rows: rows.flatMap(wishRow), after: rows.length === most ? String(from + most) : null };
    },
  },
];
