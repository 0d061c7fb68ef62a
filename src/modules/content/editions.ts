/**
 * Editions: what operators write in place of a delivered text, or beside it. Drafts are changed, what was published never is: it
 * stands from its minute on until a later one does, and whoever takes it back gets what stood before.
 */
import { join } from "node:path";
import type { Brand } from "#partners";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { newId } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import { done, type Outcome, refused } from "#platform/outcome";
import { factsOf } from "./facts.ts";
import { editionId } from "./ids.ts";
import { GO_LIVE } from "./job-kinds.ts";
import { type ContentFile, KINDS, LANGUAGES, parseText, readContent } from "./read-content.ts";
import { fillIn } from "./render-markdown.ts";
import { isName, newsName, placeOf, readEdition, standing } from "./rules.ts";
import * as store from "./store.ts";

export type EditionRefusal = "unknown" | "text_wrong" | "no_such_text" | "no_such_partner" | "from_wrong" | "not_now";
/** English and Spanish as they are written, head and all. */
export type Written = { en: string; es: string };

/** What a new item of news is asked for by. */
export const NEW_NEWS = "new";
const MAX_AHEAD_DAYS = 366;

type Deps = {
  database: DatabaseHandle;
  clock: Clock;
  brands: readonly Brand[];
  /** The folder that holds `content/`. */
  root: string;
  postalAddress: string;
};

const asFiles = (row: store.PublishedRow): ContentFile[] =>
  LANGUAGES.map((language) => {
    const { partner: _none, ...text } = parseText(language === "en" ? row.text_en : row.text_es, placeOf(row));
    const place = { kind: row.kind, language, name: row.name };
    return { ...text, ...place, ...(row.partner ? { partner: row.partner } : {}) };
  });

export function createEditions({ database, clock, brands, root, postalAddress }: Deps) {
  const delivered = readContent(join(root, "content"));
  const facts = brands.map((brand) => factsOf(brand, postalAddress));
  let published: store.PublishedRow[] = [];
  let told = "";
  let made: { until: number; version: number; files: readonly ContentFile[] } | null = null;
  let version = 0;

  function make() {
    const now = clock.now();
    const texts = standing(published, now);
    const own = [...texts.values()].flatMap(asFiles);
    version += 1;
    return {
      // The next of those that are scheduled changes it again.
      until: Math.min(...published.map(({ live_at }) => live_at.getTime()).filter((at) => at > now.getTime())),
      version,
      files: [...delivered.filter((file) => !texts.has(placeOf(file))), ...own],
    };
  }
  function current() {
    if (!made || clock.now().getTime() >= made.until) made = make();
    return made;
  }

  /** Asks the database what was published; whether that differs from what was known. */
  async function load(): Promise<boolean> {
    const rows = await store.readPublished(database.db);
    const tells = rows
      .map(({ edition_id }) => edition_id)
      .toSorted()
      .join(" ");
    if (tells === told) return false;
    [published, told, made] = [rows, tells, null];
    return true;
  }

  const tell = () => database.transaction(store.tellPages);

  return {
    /** Delivered texts, each replaced by the edition that stands now. */
    files: (): readonly ContentFile[] => current().files,
    /** Another for each set of texts: what is made of them is made anew. */
    version: (): number => current().version,
    /** A text's title with the home brand's facts. */
    titleOf: (file: Pick<ContentFile, "title">): string => fillIn(file.title, facts[0] ?? {}),
    load,
    tell,
    /** Why two texts cannot stand; null when they can. */
    check(written: Written): string | null {
      const read = readEdition(written, facts);
      return read.ok ? null : read.why;
    },
    /** Of a text, oldest first. */
    of: (text: { kind: string; name: string }) => store.readEditionsOf(database.db, text),
    list: (asked: Parameters<typeof store.listEditions>[1]) => store.listEditions(database.db, asked),
    async find(shown: string): Promise<store.EditionRow | null> {
      const id = editionId.read(shown);
      return id && store.readEditionRow(database.db, id);
    },
    /** A draft. `name`: of a text that there is, or `new` among the news. Returns its public id. */
    async write(draft: {
      kind: string;
      name: string;
      partner: string | null;
      written: Written;
      by: string;
    }): Promise<Outcome<string, EditionRefusal>> {
      const { partner, by } = draft;
      const kind = KINDS.find((one) => one === draft.kind);
      const isNew = kind === "news" && draft.name === NEW_NEWS;
      if (!kind || !(isNew || current().files.some((file) => isName(file, draft)))) return refused("no_such_text");
      if (partner !== null && !brands.some((brand) => brand.partner_name === partner))
        return refused("no_such_partner");
      const read = readEdition(draft.written, facts);
      if (!read.ok) return refused("text_wrong", { why: read.why });
      const name = isNew ? newsName(read.texts.en) : draft.name;
      const edition_id = newId("edition");
      const texts = { text_en: draft.written.en, text_es: draft.written.es };
      await database.transaction((tx) =>
        store.insertEdition(tx, { edition_id, kind, name, partner, ...texts, written_at: clock.now(), written_by: by }),
      );
      return done(editionId.show(edition_id));
    },
    async change(shown: string, written: Written, by: string): Promise<Outcome<null, EditionRefusal>> {
      const id = editionId.read(shown);
      if (!id) return refused("unknown");
      const read = readEdition(written, facts);
      if (!read.ok) return refused("text_wrong", { why: read.why });
      return database.transaction(async (tx) => {
        const row = await store.lockEdition(tx, id);
        if (!row) return refused("unknown");
        if (row.state !== "draft") return refused("not_now");
        await store.changeDraft(tx, { edition_id: id, text_en: written.en, text_es: written.es, at: clock.now(), by });
        return done(null);
      });
    },
    /** `from` null: now. Returns the minute from which it stands. */
    async publish(shown: string, from: Date | null, by: string): Promise<Outcome<Date, EditionRefusal>> {
      const id = editionId.read(shown);
      if (!id) return refused("unknown");
      const now = clock.now();
      const days = ((from ?? now).getTime() - now.getTime()) / 86_400_000;
      if (Number.isNaN(days) || days < 0 || days > MAX_AHEAD_DAYS) return refused("from_wrong");
      const live_at = from ?? now;
      const outcome = await database.transaction(async (tx) => {
        const row = await store.lockEdition(tx, id);
        if (!row) return refused("unknown");
        if (row.state !== "draft") return refused("not_now");
        // Brands and their facts may have changed since it was written.
        const read = readEdition({ en: row.text_en, es: row.text_es }, facts);
        if (!read.ok) return refused("text_wrong", { why: read.why });
        await store.publishDraft(tx, { edition_id: id, live_at, at: now, by });
        await store.tellPages(tx);
        if (from) await addJobs(tx, [GO_LIVE.with({ edition_id: id }, { run_at: live_at })]);
        return done(live_at);
      });
      if (outcome.ok) await load();
      return outcome;
    },
    /** A published one is withdrawn, and what stood before stands again; a draft is dropped. */
    async end(
      shown: string,
      state: "withdrawn" | "dropped",
      told: { by: string; why: string | null },
    ): Promise<Outcome<null, EditionRefusal>> {
      const id = editionId.read(shown);
      if (!id) return refused("unknown");
      const outcome = await database.transaction(async (tx) => {
        const row = await store.lockEdition(tx, id);
        if (!row) return refused("unknown");
        if (row.state !== (state === "withdrawn" ? "published" : "draft")) return refused("not_now");
        await store.endEdition(tx, { edition_id: id, state, at: clock.now(), ...told });
        if (state === "withdrawn") await store.tellPages(tx);
        return done(null);
      });
      if (outcome.ok) await load();
      return outcome;
    },
  };
}
export type Editions = ReturnType<typeof createEditions>;
