/** What operators see and do of the front page's parts and of lists of stores. */
import type { Database } from "#platform/database";
import type { ActRefusal, OperatorAct, OperatorList, OperatorObject, Told } from "#platform/operator";
import { known, pageOf } from "#platform/operator-parts";
import { done, type Outcome, refused } from "#platform/outcome";
import { knownSection, type SectionRefusal } from "./decide-sections.ts";
import type { CatalogDesk } from "./desk.ts";
import { AREAS, HOME_PARTS, LISTS, readHomePart } from "./sections.ts";
import { listPins, ownLists, readSectionHistory, standing } from "./store/sections.ts";

const WHY: Partial<Record<SectionRefusal, string>> = {
  no_place: "There is no such place: it is the first or the last already, or the list is not that long.",
  not_ordered: "It stands in no row of lists: people come to it by its address.",
  no_stores: "No stores are chosen for it.",
  unknown_store: "There is no store of that name, or it is a part of another: name that one.",
  too_many: "Twelve stores come first at most: more of them would be no rule any more.",
  not_pinned: "Nobody put it first.",
  nothing: "It is so already.",
};
const answer = (outcome: Outcome<string, SectionRefusal>): Outcome<string, ActRefusal> =>
  outcome.ok
    ? done(`It ${outcome.value}.`.replace(/^It (?=\p{Lu})/u, ""))
    : outcome.code === "unknown_section"
      ? refused("unknown")
      : refused("not_possible", { why: WHY[outcome.code] ?? "" });

/** Of whom it is, why and when: so that what is told twice is done once. */
const byWhom = (section: string, { by, reason, decidedAt }: Told) => ({
  ...{ section, by, reason },
  ...(decidedAt ? { decided_at: decidedAt } : {}),
});

/** A place as it is typed; NaN, which is none, for what is no number. */
const placeOf = (text: string | undefined): number => (/^\d{1,3}$/.test(text ?? "") ? Number(text) : Number.NaN);

function sectionActs(desk: CatalogDesk): readonly OperatorAct[] {
  const common = { permission: "catalog.decide", atOnce: true } as const;
  return [
    {
      name: "move up",
      what: "It changes places with the one before it, on the page at once.",
      ...common,
      reason: false,
      run: async (section, told) => answer(await desk.moveSection({ ...byWhom(section, told), place: "up" })),
    },
    {
      name: "move down",
      what: "It changes places with the one after it, on the page at once.",
      ...common,
      reason: false,
      run: async (section, told) => answer(await desk.moveSection({ ...byWhom(section, told), place: "down" })),
    },
    {
      name: "move to",
      what: "It stands in this place among its like, on the page at once.",
      ...common,
      reason: false,
      asks: [{ name: "place", what: "its place, from 1" }],
      run: async (section, told) =>
        answer(await desk.moveSection({ ...byWhom(section, told), place: placeOf(told.values.place) })),
    },
    {
      name: "hide",
      what: "It is on no page; a list has no page either, and stands in no site map.",
      ...common,
      reason: true,
      run: async (section, told) => answer(await desk.hideSection({ ...byWhom(section, told), hidden: true })),
    },
    {
      name: "show",
      what: "It is shown again, in its place.",
      ...common,
      reason: false,
      run: async (section, told) => answer(await desk.hideSection({ ...byWhom(section, told), hidden: false })),
    },
    {
      name: "pin",
      what: "The store comes first in this list, whatever its rule says; the list tells that we chose it. Top stores also begin the front page.",
      ...common,
      reason: true,
      asks: [
        { name: "store", what: "the store, as its address has it" },
        { name: "place", what: "its place among those that come first; empty for the last of them", optional: true },
      ],
      run: async (section, told) =>
        answer(
          await desk.pinToSection({
            ...byWhom(section, told),
            ...{ first: true, store: told.values.store ?? "" },
            place: told.values.place === undefined ? null : placeOf(told.values.place),
          }),
        ),
    },
    {
      name: "unpin",
      what: "The store stands where the rule puts it.",
      ...common,
      reason: false,
      asks: [{ name: "store", what: "the store, as its address has it" }],
      run: async (section, told) =>
        answer(
          await desk.pinToSection({
            ...byWhom(section, told),
            first: false,
            store: told.values.store ?? "",
            place: null,
          }),
        ),
    },
    {
      name: "as built",
      what: "All that was said of it is taken back: it is shown, without stores that we put first, and it and its neighbours stand in the order in which they are built.",
      ...common,
      reason: true,
      run: async (section, told) => answer(await desk.takeBackSection(byWhom(section, told))),
    },
  ];
}

const titleOf = (section: string, own: ReadonlyMap<string, string>): string => {
  const part = readHomePart(section);
  return part ? HOME_PARTS[part] : (LISTS[section]?.title_en ?? own.get(section)) || section;
};
const WHERE = { home: "front page", stores: "above all stores" } as const;

export const sectionObject = (db: Database, desk: CatalogDesk): OperatorObject => ({
  kind: "section",
  permission: "catalog.see",
  async show(section) {
    const now = await standing(db);
    const found = await knownSection(db, section, now);
    if (!found) return null;
    const own = new Map((await ownLists(db)).map((one) => [one.section, one.title_en]));
    const pins = await listPins(db, section);
    const history = await readSectionHistory(db, section);
    const { area, order } = found;
    return {
      facts: known({
        title: titleOf(section, own),
        where: area ? WHERE[area] : "a page of its own",
        place: area && `${order.indexOf(section) + 1} of ${order.length}`,
        shown: now.hidden.has(section) ? "no, hidden" : "yes",
        address: readHomePart(section) ? "/" : `/section/${section}`,
        rule: LISTS[section]?.rule_en ?? (own.has(section) && "Chosen by hand"),
        "put first by us": pins.map(({ name, live }) => (live ? name : `${name} (not shown)`)).join(", "),
      }),
      timeline: history.map(({ at, by, what, reason }) => ({ at, by, what: reason ? `${what}: ${reason}` : what })),
      links: pins.map(({ internal_name, name }) => ({ kind: "store", id: internal_name, line: `${name}, put first` })),
    };
  },
  acts: sectionActs(desk),
});

export const sectionList = (db: Database): OperatorList => ({
  name: "sections",
  what: "Parts of the front page and lists of stores, in the order in which people see them",
  permission: "catalog.see",
  filters: [{ name: "where", values: ["home", "stores", "pages of their own"] }],
  ordered: { act: "move to", ask: "place" },
  async read({ filters, after, most }) {
    const now = await standing(db);
    const own = new Map((await ownLists(db)).map((one) => [one.section, one.title_en]));
    const area = AREAS.find((one) => one === filters.where);
    const begin = area === "home" ? "home.rates" : area === "stores" ? "top-stores" : null;
    const order = begin
      ? ((await knownSection(db, begin, now))?.order ?? [])
      : Object.keys(LISTS).filter((name) => !LISTS[name]?.linked);
    const rows = await Promise.all(
      order.map(async (section, at) => ({
        ...{ kind: "section", id: section, line: titleOf(section, own) },
        facts: known({
          section: titleOf(section, own),
          place: begin && String(at + 1),
          shown: now.hidden.has(section) ? "no, hidden" : "yes",
          "put first by us": (await listPins(db, section)).map(({ name }) => name).join(", "),
        }),
      })),
    );
    return pageOf(rows, { after, most });
  },
});
