/** What operators see and do of texts: which stands, drafts in both languages, publishing at a minute, and the way back. */
import type { ActRefusal, OperatorAct, OperatorAsk, OperatorObject, OperatorView, Told } from "#platform/operator";
import { known, readMoment } from "#platform/operator-parts";
import { done, type Outcome, type Refusal, refused } from "#platform/outcome";
import type { Agreements } from "./agreements.ts";
import { type EditionRefusal, type Editions, stampOf, type Written } from "./editions.ts";
import { editionId } from "./ids.ts";
import { NOTICE_DAYS } from "./legal-changes.ts";
import { agreementsOfMembers, versionList, versionObject } from "./operator-agreements.ts";
import { bannerFacts, type ListDoors, textLink, textLists } from "./operator-lists.ts";
import { beginNew, editionLink, momentsOf, readText, standsAs, titleOf, whereOf, whose } from "./operator-words.ts";
import { type ContentFile, type ContentLanguage, LANGUAGES } from "./read-content.ts";
import { isOfText, MAX_CHARACTERS } from "./rules.ts";
import type { EditionRow } from "./store.ts";

type Doors = ListDoors & { agreements: Agreements };

const WHY: Record<Exclude<EditionRefusal, "unknown" | "text_wrong">, string> = {
  no_such_text: "There is no text of this name.",
  no_such_partner: "There is no partner of this name.",
  no_such_country:
    "Tell a country by its two letters, such as GB, and only of a legal text: the others are the same everywhere.",
  name_wrong: "Call it by two to forty small letters, digits and hyphens, such as spring-promo.",
  name_taken:
    "There is, was or will be one of this name: open it under Home messages, Banners or Find, and write it there.",
  until_wrong:
    "It is over after it begins, and within a year of that, such as 2026-12-08 14:00 in UTC; only messages and banners end by themselves.",
  until_missing: "Tell until when: a banner that nobody ends would be forgotten above the pages.",
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
    what: `The whole text in ${LANGUAGE_NAMES[language]}: its head between the dashes, then Markdown. Parts begin with ## Title {#id}, or ## Title {#id needs=offers|surveys} where they are true only while one of these pays coins`,
    long: true,
    most: MAX_CHARACTERS,
    begin: (id) => begin(id, language),
  }));

const writtenIn = ({ values }: Pick<Told, "values">): Written => ({
  en: values.english ?? "",
  es: values.spanish ?? "",
});

function textObject({ editions, partners, clock }: Doors): OperatorObject {
  const standing = (text: { kind: string; name: string }) => editions.files().filter((file) => isOfText(file, text));
  /** The one for all, or where there is none, the first of those with their own. */
  const ofLanguage = (files: readonly ContentFile[], language: ContentLanguage) => {
    const own = files.filter((file) => file.language === language);
    return own.find((file) => whose(file) === "") ?? own[0];
  };
  /** Of what stands nowhere any more: as it was written last. */
  const lastOf = async (text: { kind: string; name: string }, language: ContentLanguage) => {
    const last = (await editions.of(text)).at(-1);
    return (language === "en" ? last?.text_en : last?.text_es) ?? "";
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
      {
        name: "called",
        what: "of a new message or banner: its name in small letters, such as spring-promo. A message is then at /msg/spring-promo",
        optional: true,
      },
      ...asksFor(async (id, language) => {
        const text = readText(id);
        if (!text) return "";
        const begun = beginNew(id, clock.now(), language);
        if (begun !== null) return begun;
        const own = ofLanguage(standing(text), language)?.written ?? (await lastOf(text, language));
        // Whose it is stands beside the text, so that it is told once.
        return own.replace(/^(partner|country): .*\n/gm, "");
      }),
    ],
    async check(id, told) {
      const text = readText(id);
      if (!text) return null;
      const fault = await editions.checkName(text, told.values.called ?? "");
      return fault ? WHY[fault] : editions.check(text, writtenIn(told));
    },
    async run(id, { by, values, decidedAt: at }) {
      const text = readText(id);
      if (!text) return refused("unknown");
      const written = writtenIn({ values });
      const outcome = await editions.write({
        ...text,
        ...{ partner: values.under ?? null, country: values.country?.toUpperCase() ?? null },
        as: values.called ?? null,
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
      const isNew = beginNew(id, clock.now(), "en") !== null;
      const files = standing(text);
      const rows = await editions.of(text);
      if (files.length === 0 && rows.length === 0 && !isNew) return null;
      const now = clock.now();
      return {
        facts: known({
          stands: isNew ? "nothing yet: write it" : files[0] ? whereOf(files[0]) : "nowhere",
          ...Object.fromEntries(
            LANGUAGES.map((language) => [`title in ${LANGUAGE_NAMES[language]}`, ofLanguage(files, language)?.title]),
          ),
          date: ofLanguage(files, "en")?.date,
          "texts of their own": [...new Set(files.map(whose))].filter(Boolean).join("; "),
          "adds to": files[0]?.adds_to,
        }),
        timeline: rows
          .flatMap((row) => momentsOf(row, now))
          .toSorted((one, other) => one.at.getTime() - other.at.getTime()),
        // Of what is new: drafts that somebody has just written are found where they were.
        links: (isNew
          ? await editions.list({ state: "draft", kind: text.kind, after: null, most: 10 })
          : rows.toReversed()
        ).map((row) => editionLink(row, now)),
      };
    },
    acts: [write],
  };
}

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
      what: "Readers see it from its minute on, in both languages, until another edition takes its place, it is over or it is taken back.",
      reason: false,
      asks: [
        { name: "from", what: "since when, in UTC, such as 2026-12-01 14:00; empty for now", optional: true },
        {
          name: "until",
          what: "of a message or a banner: until when, in UTC; a banner has to say",
          optional: true,
        },
        seen,
      ],
      async run(id, { by, values, decidedAt: at }) {
        const outcome = await editions.publish(id, readMoment(values.from), {
          ...{ by, at, seen: values.seen ?? null },
          until: readMoment(values.until),
        });
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

/** Messages and banners are looked at over and above the front page itself, which knows its language and partner by its address. */
const previewOf = ({ edition_id, kind, partner }: EditionRow, home: string, language: ContentLanguage): string => {
  const id = editionId.show(edition_id);
  return kind === "messages" || kind === "banners"
    ? `/console/look/${id}?lang=${language}&partner=${partner ?? home}`
    : `/console/preview/${id}${language === "es" ? "?in=es" : ""}`;
};

const editionObject = ({ editions, clock, ...doors }: Doors): OperatorObject => ({
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
        until: row.until_at,
        "title in English": titleOf(row, row.text_en),
        "title in Spanish": titleOf(row, row.text_es),
        ...bannerFacts(row, { editions, ...doors }),
      }),
      timeline: momentsOf(row, clock.now()),
      links: [{ kind: "text", id: `${row.kind}:${row.name}`, line: "the text that it is an edition of" }],
      views: LANGUAGES.map((language) => ({
        href: previewOf(row, doors.partners.home.partner_name, language),
        line: `As readers see it in ${LANGUAGE_NAMES[language]}`,
      })),
    };
  },
  acts: editionActs(editions),
});

export const contentView = (doors: Doors): OperatorView => ({
  objects: [textObject(doors), editionObject(doors), versionObject(doors)],
  members: [agreementsOfMembers(doors)],
  lists: [...textLists(doors), versionList(doors)],
});
