/** What operators see and do of texts: which stands, drafts in both languages, publishing at a minute, and the way back. */
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import { civilDate } from "#platform/clock";
import type {
  ActRefusal,
  Facts,
  ObjectLink,
  OperatorAct,
  OperatorAsk,
  OperatorObject,
  OperatorView,
  Told,
} from "#platform/operator";
import { known, pageOf, placeAfter, readFilter, readPlace } from "#platform/operator-parts";
import { done, type Outcome, type Refusal, refused } from "#platform/outcome";
import type { Agreements } from "./agreements.ts";
import { type EditionRefusal, type Editions, NEW_NEWS, stampOf, type Written } from "./editions.ts";
import { editionId } from "./ids.ts";
import { documentOf, NOTICE_DAYS } from "./legal-changes.ts";
import { agreementsOfMembers, versionList, versionObject } from "./operator-agreements.ts";
import { type ContentFile, type ContentLanguage, KINDS, LANGUAGES, parseText } from "./read-content.ts";
import { type EditionState, isOfText, MAX_CHARACTERS, placeOf } from "./rules.ts";
import type { EditionRow } from "./store.ts";

type Doors = { editions: Editions; agreements: Agreements; partners: Partners; clock: Clock };

type Shown = ObjectLink & { facts: Facts };

const STATES: readonly EditionState[] = ["draft", "published", "withdrawn", "dropped"];
const NEW_TEXT = `news:${NEW_NEWS}`;
const titleOf = (written: string): string => parseText(written, "A text").title;

/** Null for what names no text. */
function readText(id: string): { kind: string; name: string } | null {
  const { kind, name } = /^(?<kind>[a-z]+):(?<name>[a-z0-9-]+)$/.exec(id)?.groups ?? {};
  return kind && name && KINDS.some((one) => one === kind) ? { kind, name } : null;
}
const pathOf = ({ kind, ...text }: Pick<ContentFile, "kind" | "name" | "adds_to">): string =>
  kind === "faq" ? "/faq" : kind === "news" ? `/news/${text.name}` : `/${documentOf(text)}`;

/** Those of whom it is, in words: "shipright, GB". */
const whose = ({
  partner,
  country,
}: {
  partner?: string | null | undefined;
  country?: string | null | undefined;
}): string => [partner, country].flatMap((own) => own ?? []).join(", ");

/** How an edition stands at a moment, in words. */
const standsAs = (row: EditionRow, now: Date): string =>
  row.state === "published" && row.live_at && row.live_at > now ? "scheduled" : row.state;

const editionLink = (row: EditionRow, now: Date): ObjectLink => ({
  kind: "edition",
  id: editionId.show(row.edition_id),
  line: `${placeOf(row)}: ${titleOf(row.text_en)}, ${standsAs(row, now)}${row.live_at ? ` from ${row.live_at.toISOString()}` : ""}`,
});

type Moment = { at: Date; what: string; by: string };
const momentsOf = (row: EditionRow): Moment[] => {
  const under = whose(row) && ` for ${whose(row)}`;
  const moments: [Date | null, string, string | null][] = [
    [row.written_at, `a draft was written${under}`, row.written_by],
    [row.changed_at, "the draft was changed last", row.changed_by],
    [row.published_at, `published${under}, from ${row.live_at?.toISOString()}`, row.published_by],
    [row.ended_at, `${row.state}${row.ended_why ? `: ${row.ended_why}` : ""}`, row.ended_by],
  ];
  return moments.flatMap(([at, what, by]) => (at && by ? [{ at, what, by }] : []));
};

const WHY: Record<Exclude<EditionRefusal, "unknown" | "text_wrong">, string> = {
  no_such_text: "There is no text of this name.",
  no_such_partner: "There is no partner of this name.",
  no_such_country:
    "Tell a country by its two letters, such as GB, and only of a legal text: the others are the same everywhere.",
  from_wrong: "Tell a moment between now and a year from now, such as 2026-12-01 14:00; it is read as UTC.",
  from_too_soon: `Members agreed to what it changes, and are told ${NOTICE_DAYS} days before: choose a later moment, and the same day in its head.`,
  day_taken:
    "Another edition of this text begins on that day, and members were told of it: choose another day, or take that one back first.",
  holds: "Members were told of it and it holds: write the older words anew, and publish them with their notice.",
  changed_meanwhile: "Somebody changed it meanwhile: load the page again, and look at what it says now.",
  not_now: "It is past that: what was published is taken back, and what is over is written anew.",
};
const answer = ({ code, detail }: Refusal<EditionRefusal>): Outcome<string, ActRefusal> =>
  code === "unknown"
    ? refused("unknown")
    : refused("not_possible", { why: code === "text_wrong" ? (detail?.why ?? "") : WHY[code] });

const LANGUAGE_NAMES: Record<ContentLanguage, string> = { en: "English", es: "Spanish" };
const asksFor = (begin: (id: string, language: ContentLanguage) => Promise<string>): readonly OperatorAsk[] =>
  LANGUAGES.map((language) => ({
    name: LANGUAGE_NAMES[language].toLowerCase(),
    what: `The whole text in ${LANGUAGE_NAMES[language]}: its head between the dashes, then Markdown. Parts begin with ## Title {#id}`,
    long: true,
    most: MAX_CHARACTERS,
    begin: (id) => begin(id, language),
  }));

const writtenIn = ({ values }: Pick<Told, "values">): Written => ({
  en: values.english ?? "",
  es: values.spanish ?? "",
});

/** "2026-12-01 14:00" in UTC; null for nothing typed. An invalid date for what is none. */
function readMoment(typed: string | undefined): Date | null {
  if (!typed) return null;
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?:Z| ?UTC)?$/.exec(typed);
  return new Date(match ? `${match[1]}T${match[2]}:00Z` : Number.NaN);
}

function draftNews(now: Date, language: ContentLanguage): string {
  const [title, description, body] =
    language === "en"
      ? ["Title", "What it says, in a sentence or two.", "The news."]
      : ["Título", "Lo que dice, en una o dos frases.", "La noticia."];
  return `---\ntitle: ${title}\ndescription: ${description}\ndate: ${civilDate(now)}\n---\n${body}\n`;
}

function textObject({ editions, partners, clock }: Doors): OperatorObject {
  const standing = (text: { kind: string; name: string }) => editions.files().filter((file) => isOfText(file, text));
  /** The one for all, or where there is none, the first of those with their own. */
  const ofLanguage = (files: readonly ContentFile[], language: ContentLanguage) => {
    const own = files.filter((file) => file.language === language);
    return own.find((file) => whose(file) === "") ?? own[0];
  };
  const ownOf = (id: string) => {
    const text = readText(id);
    return text ? ofLanguage(standing(text), "en") : undefined;
  };
  const write: OperatorAct = {
    name: "write",
    what: "A draft that nobody sees: it is looked at, changed and published on its own page.",
    permission: "content.decide",
    reason: false,
    atOnce: true,
    asks: [
      {
        name: "under",
        what: "for the pages of one partner alone; none: for all that have no text of their own",
        optional: true,
        begin: async (id) => ownOf(id)?.partner ?? "",
        choices: async () => partners.all().map(({ partner_name: code, name: what }) => ({ code, what })),
      },
      {
        name: "country",
        what: "of a legal text: for readers in one country alone, by its two letters, such as GB",
        optional: true,
        begin: async (id) => ownOf(id)?.country ?? "",
      },
      ...asksFor(async (id, language) => {
        const text = readText(id);
        if (!text) return "";
        if (id === NEW_TEXT) return draftNews(clock.now(), language);
        // Whose it is stands beside the text, so that it is told once.
        return (ofLanguage(standing(text), language)?.written ?? "").replace(/^(partner|country): .*\n/gm, "");
      }),
    ],
    async check(id, told) {
      const text = readText(id);
      return text && editions.check(text, writtenIn(told));
    },
    async run(id, { by, values, decidedAt: at }) {
      const text = readText(id);
      if (!text) return refused("unknown");
      const written = writtenIn({ values });
      const outcome = await editions.write({
        ...text,
        ...{ partner: values.under ?? null, country: values.country?.toUpperCase() ?? null },
        ...{ written, by, at },
      });
      return outcome.ok ? done(`The draft is ${outcome.value}.`) : answer(outcome);
    },
  };
  return {
    kind: "text",
    permission: "content.see",
    search: async (typed, most) =>
      editions
        .files()
        .filter(
          (file) =>
            file.language === "en" &&
            `${file.title} ${file.kind}:${file.name}`.toLowerCase().includes(typed.toLowerCase()),
        )
        .slice(0, most)
        .map((file) => textLink(editions, file)),
    async show(id) {
      const text = readText(id);
      if (!text) return null;
      const files = standing(text);
      const rows = await editions.of(text);
      if (files.length === 0 && rows.length === 0 && id !== NEW_TEXT) return null;
      const now = clock.now();
      return {
        facts: known({
          stands: id === NEW_TEXT ? "nothing yet: write it" : files[0] ? `at ${pathOf(files[0])}` : "nowhere",
          ...Object.fromEntries(
            LANGUAGES.map((language) => [`title in ${LANGUAGE_NAMES[language]}`, ofLanguage(files, language)?.title]),
          ),
          date: ofLanguage(files, "en")?.date,
          "texts of their own": [...new Set(files.map(whose))].filter(Boolean).join("; "),
          "adds to": files[0]?.adds_to,
        }),
        timeline: rows.flatMap(momentsOf).toSorted((one, other) => one.at.getTime() - other.at.getTime()),
        links: rows.toReversed().map((row) => editionLink(row, now)),
      };
    },
    acts: [write],
  };
}

const textLink = (editions: Editions, file: ContentFile): ObjectLink => ({
  kind: "text",
  id: `${file.kind}:${file.name}`,
  line: `${editions.titleOf(file)}${whose(file) && ` (${whose(file)})`}`,
});

function editionActs(editions: Editions): readonly OperatorAct[] {
  const shared = { permission: "content.decide", atOnce: true } as const;
  const seen: OperatorAsk = {
    name: "seen",
    what: "which state of the draft was looked at",
    optional: true,
    hidden: true,
    async begin(id) {
      const row = await editions.find(id);
      return row ? stampOf(row) : "";
    },
  };
  return [
    {
      ...shared,
      name: "change",
      what: "The draft says this instead. What was published is not changed any more.",
      reason: false,
      asks: asksFor(async (id, language) => {
        const row = await editions.find(id);
        return row ? (language === "en" ? row.text_en : row.text_es) : "";
      }).concat(seen),
      async check(id, told) {
        const row = await editions.find(id);
        if (!row) return null;
        if (told.values.seen && told.values.seen !== stampOf(row)) return WHY.changed_meanwhile;
        return editions.check(row, writtenIn(told));
      },
      async run(id, { by, values, decidedAt: at }) {
        const outcome = await editions.change(id, writtenIn({ values }), { by, at, seen: values.seen ?? null });
        return outcome.ok ? done("The draft is changed.") : answer(outcome);
      },
    },
    {
      ...shared,
      name: "publish",
      what: "Readers see it from its minute on, in both languages, until another edition takes its place or it is taken back.",
      reason: false,
      asks: [
        { name: "from", what: "since when, in UTC, such as 2026-12-01 14:00; empty for now", optional: true },
        seen,
      ],
      async run(id, { by, values, decidedAt: at }) {
        const outcome = await editions.publish(id, readMoment(values.from), { by, at, seen: values.seen ?? null });
        return outcome.ok ? done(`It stands from ${outcome.value.toISOString()}.`) : answer(outcome);
      },
    },
    {
      ...shared,
      name: "take back",
      what: "What stood before stands again, at once and everywhere.",
      reason: true,
      async run(id, { by, reason, decidedAt: at }) {
        const outcome = await editions.end(id, "withdrawn", { by, at, why: reason });
        return outcome.ok ? done("It is taken back.") : answer(outcome);
      },
    },
    {
      ...shared,
      name: "drop",
      what: "The draft is over; nobody has seen it.",
      reason: false,
      async run(id, { by, decidedAt: at }) {
        const outcome = await editions.end(id, "dropped", { by, at, why: null });
        return outcome.ok ? done("The draft is dropped.") : answer(outcome);
      },
    },
  ];
}

const editionObject = ({ editions, clock }: Doors): OperatorObject => ({
  kind: "edition",
  permission: "content.see",
  async show(id) {
    const row = await editions.find(id);
    if (!row) return null;
    return {
      facts: known({
        text: `${row.kind} ${row.name}`,
        under: whose(row) || "all",
        state: standsAs(row, clock.now()),
        from: row.live_at,
        "title in English": titleOf(row.text_en),
        "title in Spanish": titleOf(row.text_es),
      }),
      timeline: momentsOf(row),
      links: [{ kind: "text", id: `${row.kind}:${row.name}`, line: "the text that it is an edition of" }],
      views: LANGUAGES.map((language) => ({
        href: `/console/preview/${id}${language === "es" ? "?in=es" : ""}`,
        line: `As readers see it in ${LANGUAGE_NAMES[language]}`,
      })),
    };
  },
  acts: editionActs(editions),
});

export const contentView = (doors: Doors): OperatorView => ({
  objects: [textObject(doors), editionObject(doors), versionObject(doors)],
  members: [agreementsOfMembers(doors)],
  lists: [
    {
      name: "texts",
      what: "Pages of words, questions and answers, news and legal texts, as they stand now",
      permission: "content.see",
      filters: [{ name: "kind", values: ["all", ...KINDS] }],
      async read({ filters, after, most }) {
        const kind = readFilter(filters.kind, KINDS);
        const texts = doors.editions
          .files()
          .filter((file) => file.language === "en" && (kind === null || file.kind === kind))
          .map((file) => ({
            ...textLink(doors.editions, file),
            facts: { title: doors.editions.titleOf(file), kind: file.kind, stands: pathOf(file), date: file.date },
          }));
        const write = "Write a new item of news";
        const news = { kind: "text", id: NEW_TEXT, line: write, facts: { title: write, kind: "news" } };
        return pageOf<Shown>(kind === null || kind === "news" ? [news, ...texts] : texts, { after, most });
      },
    },
    {
      name: "editions",
      what: "What operators wrote in place of delivered texts, newest first",
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
            }),
          })),
          after: placeAfter(rows, most, (row) => ({ at: row.written_at, shown: editionId.show(row.edition_id) })),
        };
      },
    },
    versionList(doors),
  ],
});
