/** The lists of texts, messages and banners, and how a banner stands among the others. */
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { Facts, ObjectLink, OperatorList } from "#platform/operator";
import { known, pageOf, placeAfter, readFilter, readPlace } from "#platform/operator-parts";
import type { Editions } from "./editions.ts";
import { editionId } from "./ids.ts";
import { BANNER_PAGES, editionLink, NEW_ONES, newOf, standsAs, titleOf, whereOf, whose } from "./operator-words.ts";
import { type ContentFile, KINDS, type Kind, parseText } from "./read-content.ts";
import { type EditionState, fitting, placeOf } from "./rules.ts";
import type { EditionRow } from "./store.ts";
import { bannerOn, SPOTS } from "./told.ts";

export type ListDoors = { editions: Editions; partners: Partners; clock: Clock };
type Shown = ObjectLink & { facts: Facts };
type Standing = Pick<ListDoors, "editions" | "partners">;
const STATES: readonly EditionState[] = ["draft", "published", "withdrawn", "dropped"];

export const textLink = (editions: Editions, file: ContentFile): ObjectLink => ({
  kind: "text",
  id: `${file.kind}:${file.name}`,
  line: `${editions.titleOf(file)}${whose(file) && ` (${whose(file)})`}`,
});

/** Which pages show a banner that stands, and what is shown before it on the others. */
function shownWhere(row: EditionRow, { editions, partners }: Standing): string {
  const all = editions.files().filter((file) => file.kind === "banners" && file.language === "en");
  const mine = all.find(({ edition }) => edition?.edition_id === row.edition_id);
  if (!mine) return "on no page";
  const lines = partners.all().flatMap(({ partner_name: partner }) => {
    const read = fitting(all, { partner, country: null });
    if (!read.includes(mine)) return [];
    const before = SPOTS.flatMap((spot) => {
      const first = mine.shown_on === "everywhere" || mine.shown_on === spot ? bannerOn(read, spot) : mine;
      return first === mine || !first ? [] : [`${first.name} on ${spot ? BANNER_PAGES[spot] : "other pages"}`];
    });
    return [before.length > 0 ? `${partner}: behind ${before.join(", ")}` : `${partner}: first on all its pages`];
  });
  return lines.join("; ") || "on no page: every partner has its own";
}

/** What is to be known of a banner beside its words. */
export function bannerFacts(row: EditionRow, standing: Standing): Readonly<Record<string, string>> {
  if (row.kind !== "banners") return {};
  const { shown_on, dismissible, leads_to } = parseText(row.text_en, { kind: row.kind, named: "A banner" });
  return {
    above: BANNER_PAGES[shown_on ?? "everywhere"],
    "readers may close it": dismissible ? "yes, for good on their device" : "no",
    ...(leads_to ? { "leads to": leads_to } : {}),
    "shown now": shownWhere(row, standing),
  };
}

const newRow = (kind: keyof typeof NEW_ONES): Shown => ({
  ...{ kind: "text", id: newOf(kind), line: NEW_ONES[kind] },
  facts: { title: NEW_ONES[kind], kind },
});

/** Where all are banners it need not be said. */
const newBanner: Shown = { ...newRow("banners"), facts: { title: NEW_ONES.banners } };

function textsOf({ editions }: ListDoors, kind: Kind | null): Shown[] {
  const texts = editions
    .files()
    .filter((file) => file.language === "en" && (kind === null || file.kind === kind))
    .map((file) => ({
      ...textLink(editions, file),
      facts: known({ title: editions.titleOf(file), kind: file.kind, stands: whereOf(file), date: file.date }),
    }));
  const begun = (Object.keys(NEW_ONES) as (keyof typeof NEW_ONES)[]).filter((one) => kind === null || kind === one);
  return [...begun.map(newRow), ...texts];
}

export const textLists = (doors: ListDoors): readonly OperatorList[] => [
  {
    name: "texts",
    what: "Pages of words, questions and answers, news, legal texts, messages and banners, as they stand now",
    permission: "content.see",
    filters: [{ name: "kind", values: ["all", ...KINDS] }],
    read: async ({ filters, after, most }) => pageOf(textsOf(doors, readFilter(filters.kind, KINDS)), { after, most }),
  },
  {
    name: "home messages",
    what: "What opens over the front page at /msg/ and a name. Those that our own pages lead to are reworded and never gone; an unknown name shows the front page alone",
    permission: "content.see",
    read: async ({ after, most }) => pageOf(textsOf(doors, "messages"), { after, most }),
  },
  {
    name: "banners",
    what: "Strips above pages, newest first. A page shows one at most: a partner's own before everybody's, then one for that page before one for everywhere, then the one that began last. While visitors are told that something does not work, none is shown",
    permission: "content.see",
    filters: [{ name: "state", values: ["all", ...STATES] }],
    async read({ filters, after, most }) {
      const state = readFilter(filters.state, STATES);
      const rows = await doors.editions.list({ state, kind: "banners", after: readPlace(after, editionId), most });
      const now = doors.clock.now();
      const shown = rows.map((row) => ({
        ...editionLink(row, now),
        facts: known({
          title: titleOf(row, row.text_en),
          state: standsAs(row, now),
          above: bannerFacts(row, doors).above,
          under: whose(row) || "all",
          from: row.live_at,
          until: row.until_at,
        }),
      }));
      return {
        rows: after === null && state === null ? [newBanner, ...shown] : shown,
        after: placeAfter(rows, most, (row) => ({ at: row.written_at, shown: editionId.show(row.edition_id) })),
      };
    },
  },
  {
    name: "editions",
    what: "What operators wrote in place of delivered texts or beside them, newest first",
    empty: "Nothing was written yet. Open a text under Texts, and write it anew there.",
    permission: "content.see",
    filters: [{ name: "state", values: ["all", ...STATES] }],
    async read({ filters, after, most }) {
      const state = readFilter(filters.state, STATES);
      const rows = await doors.editions.list({ state, after: readPlace(after, editionId), most });
      const now = doors.clock.now();
      return {
        rows: rows.map((row) => ({
          ...editionLink(row, now),
          facts: known({
            text: placeOf(row),
            state: standsAs(row, now),
            under: whose(row) || "all",
            from: row.live_at,
            until: row.until_at,
          }),
        })),
        after: placeAfter(rows, most, (row) => ({ at: row.written_at, shown: editionId.show(row.edition_id) })),
      };
    },
  },
];
