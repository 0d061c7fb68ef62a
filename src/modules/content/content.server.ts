/** The door of content: pages of words, questions and answers, and news, in two languages, delivered or written by operators. */
import { join } from "node:path";
import type { NewsHead, Page, Reader, ShownBanner, ShownMessage } from "./content.types.ts";
import type { Editions } from "./editions.ts";
import { factsOf } from "./facts.ts";
import { createAnswers, type FoundAnswer } from "./find-answers.ts";
import { editionId } from "./ids.ts";
import { type ContentFile, type Kind, parseText, readContent } from "./read-content.ts";
import { readLicenses, type UsedPackage, writeLicenseTexts } from "./read-licenses.ts";
import { fillIn, type Part, renderParts } from "./render-markdown.ts";
import { fitting } from "./rules.ts";
import type { EditionRow } from "./store.ts";
import { shownBanners, writeBanner, writeMessage } from "./told.ts";

export { type Agreements, createAgreements } from "./agreements.ts";
export type * from "./content.types.ts";
export { type Coming, createEditions, type EditionRefusal, type Editions } from "./editions.ts";
export { LEGAL_CHANGES } from "./job-kinds.ts";
export type { FoundAnswer, Part, UsedPackage };

type Deps = {
  /** The folder that holds `content/` and the lock file. */
  root: string;
  postalAddress: string;
  /** What operators wrote in place of what was delivered; absent: nothing. */
  editions?: Pick<Editions, "files" | "filesAt" | "version">;
};

export function createContent({ root, postalAddress, editions }: Deps) {
  const delivered = editions ? [] : readContent(join(root, "content"));
  const files = () => editions?.files() ?? delivered;
  const version = () => editions?.version() ?? 0;
  let licenses: UsedPackage[] | undefined;

  function of(kind: Kind, { brand, language, country = null }: Reader, at?: Date): ContentFile[] {
    const own = ((at && editions?.filesAt(at)) ?? files()).filter(
      (file) => file.kind === kind && file.language === language,
    );
    return fitting(own, { partner: brand.partner_name, country });
  }

  function fillFor({ brand, language }: Reader) {
    const facts = factsOf(brand, postalAddress, language);
    return (text: string) => fillIn(text, facts);
  }

  function write(file: ContentFile, reader: Reader): Page {
    const fill = fillFor(reader);
    const { lead, parts } = renderParts(fill(file.body));
    const isTrue = ({ needs }: Part) => !needs || !reader.open || needs.some((need) => reader.open?.[need]);
    return {
      name: file.name,
      title: fill(file.title),
      description: fill(file.description),
      date: file.date,
      short: file.short.map(fill),
      lead,
      parts: parts.filter(isTrue).map(({ needs: _needs, ...part }) => part),
    };
  }

  const find = (kind: Kind, name: string, reader: Reader): Page | null => {
    const file = of(kind, reader).find((one) => one.name === name);
    return file ? write(file, reader) : null;
  };
  /** A text that does not stand yet. */
  function draftOf(row: EditionRow, { language }: Reader): ContentFile {
    const { kind, name } = row;
    const text = parseText(language === "es" ? row.text_es : row.text_en, { kind, named: name });
    return { ...text, kind, name, language };
  }

  const byOrder = (a: ContentFile, b: ContentFile) => a.order - b.order || a.name.localeCompare(b.name, "en");

  const faq = (reader: Reader): Page[] =>
    of("faq", reader)
      .toSorted(byOrder)
      .map((file) => write(file, reader))
      .filter(({ parts }) => parts.length > 0);

  /** Of all brands and languages. */
  let questions: { version: number; ids: ReadonlySet<string> } | undefined;

  return {
    /** Whether the FAQ of any brand has a question of this id. */
    isQuestion(id: string): boolean {
      const texts = files();
      if (questions?.version !== version())
        questions = {
          version: version(),
          ids: new Set(
            texts
              .filter(({ kind }) => kind === "faq")
              .flatMap(({ body }) => renderParts(body).parts.map((part) => part.id)),
          ),
        };
      return questions.ids.has(id);
    },
    /** A text that does not stand yet, as its readers would see it. */
    previewEdition: (row: EditionRow, reader: Reader): Page => write(draftOf(row, reader), reader),
    previewMessage: (row: EditionRow, reader: Reader): ShownMessage =>
      writeMessage(draftOf(row, reader), fillFor(reader)),
    previewBanner: (row: EditionRow, reader: Reader): ShownBanner =>
      writeBanner(draftOf(row, reader), editionId.show(row.edition_id), fillFor(reader)),
    /** What opens over the front page under a code of `/msg/{code}`; null for a code that nobody wrote. */
    message(code: string, reader: Reader): ShownMessage | null {
      const file = of("messages", reader).find(({ name }) => name === code);
      return file ? writeMessage(file, fillFor(reader)) : null;
    },
    /** Banners that some page shows, in the order in which a page looks for its own; few, and mostly none. */
    banners: (reader: Reader): ShownBanner[] =>
      shownBanners(of("banners", reader)).flatMap((file) =>
        file.edition ? [writeBanner(file, editionId.show(file.edition.edition_id), fillFor(reader))] : [],
      ),
    /** A page of words by its name; null when there is none. */
    page: (name: string, reader: Reader) => find("pages", name, reader),
    /** A legal text with what adds to it for its reader's partner and country, now or at a moment; null when there is none. */
    legal(name: string, reader: Reader, at?: Date): Page | null {
      const texts = of("legal", reader, at);
      const own = texts.find((file) => file.name === name && file.adds_to === undefined);
      if (!own) return null;
      const more = texts
        .filter((file) => file.adds_to === name)
        .toSorted(byOrder)
        .map((file) => write(file, reader));
      const page = write(own, reader);
      return {
        ...page,
        date: [page, ...more].map(({ date }) => date).reduce((one, other) => (one > other ? one : other)),
        short: [page, ...more].flatMap(({ short }) => short),
        parts: [page, ...more].flatMap(({ parts }) => parts),
      };
    },
    /** Topics of the FAQ with their questions, in their order. */
    faq,
    /** Questions that a search means, best first. */
    findAnswers: createAnswers(faq, version),
    /** Heads of all news, the newest first. */
    news: (reader: Reader): NewsHead[] =>
      of("news", reader)
        .toSorted((a, b) => b.date.localeCompare(a.date) || a.order - b.order)
        .map((file) => {
          const { name, title, description, date } = write(file, reader);
          return { name, title, description, date };
        }),
    newsItem: (name: string, reader: Reader) => find("news", name, reader),
    /** What the product runs on. Read once: it does not change while a process lives. */
    licenses(): UsedPackage[] {
      licenses ??= readLicenses(root);
      return licenses;
    },
    licenseTexts: () => writeLicenseTexts(root),
    /** Paths of a brand's news, for the site map. */
    newsPaths: (reader: Reader): string[] => of("news", reader).map(({ name }) => `/news/${name}`),
  };
}

export type Content = ReturnType<typeof createContent>;
/** What screens may ask of content. */
export type ContentService = Pick<
  Content,
  | "page"
  | "legal"
  | "message"
  | "banners"
  | "previewEdition"
  | "previewMessage"
  | "previewBanner"
  | "faq"
  | "findAnswers"
  | "news"
  | "newsItem"
  | "licenses"
>;
