/**
 * Editions: what operators write in place of a delivered text, or beside it. Drafts are changed, what was published never is: it
 * stands from its minute on until a later one does, and whoever takes it back gets what stood before.
 */
import { join } from "node:path";
import type { Partners } from "#partners";
import { type Clock, civilDate } from "#platform/clock";
import type { Database, DatabaseHandle, Tx } from "#platform/database";
import { derivedId, newId } from "#platform/ids";
import { addJobs, emit, type Registry } from "#platform/jobs";
import type { Log } from "#platform/log";
import { oneAfterOther } from "#platform/one-after-other";
import { done, type Outcome, refused } from "#platform/outcome";
import { holdAgreements, isAgreedTo } from "./agreement-store.ts";
import { factsOfAll } from "./facts.ts";
import { editionId } from "./ids.ts";
import { GO_AWAY, GO_LIVE, LEGAL_CHANGES } from "./job-kinds.ts";
import { documentOf, findLegalFault, isRead, type LegalReader } from "./legal-changes.ts";
import { type ContentFile, KINDS, type Kind, LANGUAGES, parseText, readContent } from "./read-content.ts";
import { fillIn, renderParts } from "./render-markdown.ts";
import { isCountry, isOfText, newsName, placeOf, readEdition, sharePage, standing } from "./rules.ts";
import * as store from "./store.ts";
import { findEndFault, MAX_AHEAD_DAYS, NAME } from "./told-rules.ts";

export type EditionRefusal =
  | "unknown"
  | "text_wrong"
  | "no_such_text"
  | "no_such_partner"
  | "no_such_country"
  | "name_wrong"
  | "name_taken"
  | "from_wrong"
  | "from_too_soon"
  | "until_wrong"
  | "until_missing"
  | "day_taken"
  | "holds"
  | "not_now"
  | "changed_meanwhile";
/** Who did it, and when it was decided: the same deed carried out once more by who takes a killed worker's place is done once. */
export type Deed = { by: string; at?: Date | undefined };
/** A legal text that will change. `edition`: its public id. */
export type Coming = { edition: string; document: string; from: Date; isFor(reader: LegalReader): boolean };
/** English and Spanish as they are written, head and all. */
export type Written = { en: string; es: string };

/** What a text is asked for by that there is not yet: news, a message, a banner. */
export const NEW_TEXT = "new";
const CAN_BE_NEW: readonly string[] = ["news", "messages", "banners"];
type Deps = {
  database: DatabaseHandle;
  clock: Clock;
  registry: Registry;
  log: Log;
  partners: Pick<Partners, "all" | "version">;
  /** The folder that holds `content/`. */
  root: string;
  postalAddress: string;
};

const asFiles = (row: store.PublishedRow): ContentFile[] =>
  LANGUAGES.map((language) => {
    const { partner: _none, ...text } = parseText(language === "en" ? row.text_en : row.text_es, {
      ...{ kind: row.kind, named: placeOf(row) },
    });
    const place = { kind: row.kind, language, name: row.name };
    const { edition_id, live_at, published_at, until_at } = row;
    return {
      ...text,
      ...place,
      edition: { edition_id, live_at, published_at, until_at },
      ...(row.partner ? { partner: row.partner } : {}),
      ...(row.country ? { country: row.country } : {}),
    };
  });

/** What somebody looked at: a draft that was changed since has another. */
export const stampOf = ({ changed_at, written_at }: Pick<store.EditionRow, "changed_at" | "written_at">): string =>
  (changed_at ?? written_at).toISOString();

export function createEditions({ database, clock, registry, log, partners, root, postalAddress }: Deps) {
  const delivered = readContent(join(root, "content"));
  const facts = factsOfAll(partners, postalAddress);
  let published: store.PublishedRow[] = [];
  let known = "";
  let made: { until: number; version: number; files: readonly ContentFile[] } | null = null;
  let version = 0;

  /** What was published never changes: it is read once, and not at each look. Null: it cannot be read. */
  const readOnes = new WeakMap<store.PublishedRow, ContentFile[] | null>();
  function filesOf(row: store.PublishedRow): ContentFile[] | null {
    const known = readOnes.get(row);
    if (known !== undefined) return known;
    let files: ContentFile[] | null = null;
    try {
      files = asFiles(row);
    } catch (error) {
      // A later release may ask for more than an older text has: what was delivered stands instead.
      log.error({ err: error, edition: editionId.show(row.edition_id) }, "an edition cannot stand any more");
    }
    readOnes.set(row, files);
    return files;
  }

  function filesAt(at: Date): ContentFile[] {
    const texts = standing(published, at);
    const own = [...texts].flatMap(([place, row]) => {
      const files = filesOf(row);
      if (!files) texts.delete(place);
      return files ?? [];
    });
    return [...delivered.filter((file) => !texts.has(placeOf(file))), ...own];
  }

  function make() {
    const now = clock.now();
    version += 1;
    return {
      // The next of those that are scheduled changes it again.
      until: Math.min(
        ...published
          .flatMap(({ live_at, until_at }) => [live_at.getTime(), until_at?.getTime() ?? 0])
          .filter((at) => at > now.getTime()),
      ),
      version,
      files: filesAt(now),
    };
  }
  function current() {
    if (!made || clock.now().getTime() >= made.until) made = make();
    return made;
  }

  /** Asks the database what was published. */
  const load = oneAfterOther(async () => {
    const rows = await store.readPublished(database.db);
    const tells = rows
      .map(({ edition_id }) => edition_id)
      .toSorted()
      .join(" ");
    if (tells !== known) [published, known, made] = [rows, tells, null];
  });
  /** The deed is done by then: a look that fails now is made up for by the notice that goes with it. */
  const loadAfter = () => load().catch((error) => log.warn({ err: error }, "editions were not read"));

  const isDeed = (deed: Deed, by: string | null, at: Date | null) =>
    deed.at !== undefined && by === deed.by && at !== null && at.getTime() === deed.at.getTime();
  /** What an edition of a text has to fit to. */
  function around(text: { kind: Kind; name: string }) {
    const { files } = current();
    const own = files.find((file) => isOfText(file, text));
    const others = own ? files.filter((file) => sharePage(own, file)) : [];
    return {
      kind: text.kind,
      facts: facts(),
      taken: new Set(others.flatMap(({ body }) => renderParts(body).parts.map(({ id }) => id))),
      adds_to: own?.adds_to,
    };
  }

  const documentOfRow = (row: { kind: string; name: string }) =>
    documentOf({ name: row.name, adds_to: current().files.find((file) => isOfText(file, row))?.adds_to });
  /** Whether members agreed to what this one changes: then they are told of it. */
  const concernsMembers = async (tx: Tx, row: store.EditionRow) =>
    row.kind === "legal" && (await isAgreedTo(tx, { ...row, document: documentOfRow(row) }));
  /** Who reads an edition, once it stands: asked for many at once, found out once. */
  function readersOf(row: store.Scheduled): (reader: LegalReader) => boolean {
    const others = filesAt(row.live_at).filter((file) => isOfText(file, row) && placeOf(file) !== placeOf(row));
    return (reader) => isRead(row, others, reader);
  }

  /** Whether there is a text of this name, or was one, or will be. */
  const isKnown = async (runner: Database | Tx, text: { kind: string; name: string }): Promise<boolean> =>
    current().files.some((file) => isOfText(file, text)) || (await store.readEditionsOf(runner, text)).length > 0;

  const tell = () => database.transaction(store.tellPages);

  return {
    /** Delivered texts, each replaced by the edition that stands now. */
    files: (): readonly ContentFile[] => current().files,
    /** Another for each set of texts: what is made of them is made anew. */
    version: (): number => current().version,
    /** Texts as they will stand at a moment, by what is published now. */
    filesAt,
    readersOf,
    /** The page of a legal text that an edition is of: `terms`. */
    documentOf: documentOfRow,
    /** When a legal text changes next for a reader; null when nothing is published that would. */
    nextChange(document: string, reader: LegalReader): Date | null {
      const coming = published.filter(
        (row) =>
          row.kind === "legal" &&
          row.live_at > clock.now() &&
          documentOfRow(row) === document &&
          readersOf(row)(reader),
      );
      const [first] = coming.map(({ live_at }) => live_at).toSorted((one, other) => one.getTime() - other.getTime());
      return first ?? null;
    },
    /** A text's title with the home brand's facts. */
    titleOf: (file: Pick<ContentFile, "title">): string => fillIn(file.title, facts()[0] ?? {}),
    /** What will change, by the database: this process may not have heard of the newest yet. */
    async coming(tx: Tx): Promise<Coming[]> {
      const rows = await store.readComing(tx, clock.now());
      return rows.map((row) => ({
        ...{ edition: editionId.show(row.edition_id), document: documentOfRow(row) },
        ...{ from: row.live_at, isFor: readersOf(row) },
      }));
    },
    load,
    tell,
    /** Why two texts cannot stand; null when they can. */
    check(text: { kind: Kind; name: string }, written: Written): string | null {
      const outcome = readEdition(written, around(text));
      return outcome.ok ? null : outcome.why;
    },
    /** Why a text cannot be called so; null when it can, and for every text that has its name. */
    async checkName(text: { kind: string; name: string }, called: string): Promise<"name_wrong" | "name_taken" | null> {
      if (text.name !== NEW_TEXT || text.kind === "news" || !CAN_BE_NEW.includes(text.kind)) return null;
      if (!NAME.test(called)) return "name_wrong";
      return (await isKnown(database.db, { kind: text.kind, name: called })) ? "name_taken" : null;
    },
    /** Of a text, oldest first. */
    of: (text: { kind: string; name: string }) => store.readEditionsOf(database.db, text),
    list: (asked: Parameters<typeof store.listEditions>[1]) => store.listEditions(database.db, asked),
    async find(shown: string): Promise<store.EditionRow | null> {
      const id = editionId.read(shown);
      return id && store.readEditionRow(database.db, id);
    },
    /** The same, which nobody publishes or takes back until the transaction ends. */
    async hold(tx: Tx, shown: string): Promise<store.EditionRow | null> {
      const id = editionId.read(shown);
      return id && store.holdEdition(tx, id);
    },
    /**
     * A draft. `name`: of a text that there is, or `new` of those that can be new; then `as` is what a message or a banner will be
     * called. Returns its public id.
     */
    async write(
      draft: {
        kind: string;
        name: string;
        partner: string | null;
        country?: string | null;
        as?: string | null;
        written: Written;
      } & Deed,
    ): Promise<Outcome<string, EditionRefusal>> {
      const { partner, country = null, written, by } = draft;
      const kind = KINDS.find((one) => one === draft.kind);
      const isNew = CAN_BE_NEW.includes(draft.kind) && draft.name === NEW_TEXT;
      if (!kind || !(isNew || (await isKnown(database.db, draft)))) return refused("no_such_text");
      const called = isNew && kind !== "news" ? (draft.as ?? "") : null;
      if (called !== null && !NAME.test(called)) return refused("name_wrong");
      if (partner !== null && !partners.all().some((brand) => brand.partner_name === partner))
        return refused("no_such_partner");
      // Pages of other kinds are kept for readers everywhere.
      if (country !== null && !(kind === "legal" && isCountry(country))) return refused("no_such_country");
      const outcome = readEdition(written, around({ kind, name: draft.name }));
      if (!outcome.ok) return refused("text_wrong", { why: outcome.why });
      const written_at = draft.at ?? clock.now();
      const edition_id = draft.at
        ? derivedId(
            "edition",
            [by, draft.kind, called ?? draft.name, partner, country, written_at.toISOString()].join(" "),
          )
        : newId("edition");
      const isWritten = await database.transaction(async (tx) => {
        const again = draft.at && (await store.readEditionRow(tx, edition_id));
        if (called !== null && !again && (await isKnown(tx, { kind, name: called }))) return false;
        const name = called ?? (isNew ? await freeName(tx, newsName(outcome.texts.en)) : draft.name);
        const texts = { text_en: written.en, text_es: written.es };
        await store.insertEdition(tx, {
          edition_id,
          kind,
          name,
          partner,
          country,
          ...texts,
          written_at,
          written_by: by,
        });
        return true;
      });
      return isWritten ? done(editionId.show(edition_id)) : refused("name_taken");
    },
    /** `seen`: the stamp of the draft that was looked at; null where nobody says. */
    async change(
      shown: string,
      written: Written,
      { seen, ...deed }: Deed & { seen: string | null },
    ): Promise<Outcome<null, EditionRefusal>> {
      const id = editionId.read(shown);
      if (!id) return refused("unknown");
      return database.transaction(async (tx) => {
        const row = await store.lockEdition(tx, id);
        if (!row) return refused("unknown");
        const outcome = readEdition(written, around(row));
        if (!outcome.ok) return refused("text_wrong", { why: outcome.why });
        if (isDeed(deed, row.changed_by, row.changed_at)) return done(null);
        if (row.state !== "draft") return refused("not_now");
        if (seen !== null && seen !== stampOf(row)) return refused("changed_meanwhile");
        const texts = { text_en: written.en, text_es: written.es };
        await store.changeDraft(tx, { edition_id: id, ...texts, at: deed.at ?? clock.now(), by: deed.by });
        return done(null);
      });
    },
    /** `from` null: now. `until`: when it is over, which banners have to say. Returns the minute from which it stands. */
    async publish(
      shown: string,
      from: Date | null,
      { seen, until = null, ...deed }: Deed & { seen: string | null; until?: Date | null },
    ): Promise<Outcome<Date, EditionRefusal>> {
      const id = editionId.read(shown);
      if (!id) return refused("unknown");
      const at = deed.at ?? clock.now();
      const days = ((from ?? at).getTime() - at.getTime()) / 86_400_000;
      if (Number.isNaN(days) || days < 0 || days > MAX_AHEAD_DAYS) return refused("from_wrong");
      const live_at = from ?? at;
      const outcome = await database.transaction(async (tx): Promise<Outcome<Date, EditionRefusal>> => {
        const row = await store.lockEdition(tx, id);
        if (!row) return refused("unknown");
        if (row.live_at && isDeed(deed, row.published_by, row.published_at)) return done(row.live_at);
        if (row.state !== "draft") return refused("not_now");
        if (seen !== null && seen !== stampOf(row)) return refused("changed_meanwhile");
        const end = findEndFault(row.kind, live_at, until);
        if (end) return refused(end);
        // Brands, their facts and the texts around it may have changed since it was written.
        const fits = readEdition({ en: row.text_en, es: row.text_es }, around(row));
        if (!fits.ok) return refused("text_wrong", { why: fits.why });
        if (row.kind === "legal") await holdAgreements(tx, "changing");
        const told = await concernsMembers(tx, row);
        const scheduled = told ? await store.readComing(tx, at) : [];
        const same = scheduled.filter((other) => placeOf(other) === placeOf(row));
        const taken_days = same.map((other) => civilDate(other.live_at));
        const fault =
          row.kind === "legal" &&
          findLegalFault({ says: fits.texts.en.date, live_at, at, is_agreed_to: told, taken_days });
        if (fault) return fault.code === "text_wrong" ? refused("text_wrong", { why: fault.why }) : refused(fault.code);
        await store.publishDraft(tx, { edition_id: id, live_at, until_at: until, at, by: deed.by });
        if (told) await emit(tx, registry, LEGAL_CHANGES, { edition: shown, what: "comes" });
        await store.tellPages(tx);
        if (from) await addJobs(tx, [GO_LIVE.with({ edition_id: id }, { run_at: live_at })]);
        if (until) await addJobs(tx, [GO_AWAY.with({ edition_id: id }, { run_at: until })]);
        return done(live_at);
      });
      if (outcome.ok) await loadAfter();
      return outcome;
    },
    /** A published one is withdrawn, and what stood before stands again; a draft is dropped. */
    async end(
      shown: string,
      state: "withdrawn" | "dropped",
      { why, ...deed }: Deed & { why: string | null },
    ): Promise<Outcome<null, EditionRefusal>> {
      const id = editionId.read(shown);
      if (!id) return refused("unknown");
      const outcome = await database.transaction(async (tx): Promise<Outcome<null, EditionRefusal>> => {
        const row = await store.lockEdition(tx, id);
        if (!row) return refused("unknown");
        if (row.state === state && isDeed(deed, row.ended_by, row.ended_at)) return done(null);
        if (row.state !== (state === "withdrawn" ? "published" : "draft")) return refused("not_now");
        if (row.kind === "legal") await holdAgreements(tx, "changing");
        const told = state === "withdrawn" && (await concernsMembers(tx, row));
        const ended_at = deed.at ?? clock.now();
        if (told && row.live_at && row.live_at <= ended_at) return refused("holds");
        if (told) {
          await emit(tx, registry, LEGAL_CHANGES, { edition: shown, what: "stays" });
          // Whom it would have kept from another that is coming now read that one: who was told of it is not told again.
          for (const other of (await store.readComing(tx, ended_at)).filter((one) => isOfText(one, row)))
            if (other.edition_id !== id)
              await emit(tx, registry, LEGAL_CHANGES, { edition: editionId.show(other.edition_id), what: "comes" });
        }
        await store.endEdition(tx, { edition_id: id, state, at: ended_at, by: deed.by, why });
        if (state === "withdrawn") await store.tellPages(tx);
        return done(null);
      });
      if (outcome.ok) await loadAfter();
      return outcome;
    },
  };

  /** Two items of one day may have one title: the second is not the first. */
  async function freeName(tx: Tx, name: string): Promise<string> {
    for (let number = 1; ; number += 1) {
      const asked = { kind: "news", name: number === 1 ? name : `${name}-${number}` };
      if (!(await isKnown(tx, asked))) return asked.name;
    }
  }
}
export type Editions = ReturnType<typeof createEditions>;
