/**
 * What operators do about a text that has no Spanish: they say it, dismiss it, or take back what they said. What they said stands
 * in this process's memory, as editions of texts do, until a release has Spanish of its own.
 */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import type { Log } from "#platform/log";
import { oneAfterOther } from "#platform/one-after-other";
import { done, type Outcome, refused } from "#platform/outcome";
import { missingId } from "./ids.ts";
import type { ReleaseTexts } from "./release-texts.ts";
import {
  type Forms,
  findFault,
  isCounting,
  keysOf,
  MAX_STANDING_CHARACTERS,
  mayBecome,
  weightOf,
  withEdges,
} from "./rules.ts";
import * as store from "./store.ts";
import { createSuggest, type Suggestion } from "./suggest.ts";

export type TranslateRefusal = "unknown" | "text_wrong" | "not_now" | "changed_meanwhile" | "released" | "full";
/** Who did it, and when it was decided: the same deed carried out once more by who takes a killed worker's place is done once. */
export type Deed = { by: string; at?: Date | undefined };

type Deps = { database: DatabaseHandle; clock: Clock; log: Log; release: () => ReleaseTexts };

/** What somebody looked at: a text of which something was done since has another. */
const stampOf = (deeds: readonly store.DeedRow[]): string => deeds.at(-1)?.deed_id ?? "nothing";

export function createTranslating({ database, clock, log, release }: Deps) {
  let standing: store.WordsRow[] = [];
  let known = "";
  let version = 0;
  let words: Readonly<Record<string, string>> = {};
  let suggest: ((english: string) => Suggestion | null) | null = null;

  const isReleased = (text: string) => release().spanish.has(text);

  const load = oneAfterOther(async () => {
    const rows = await store.readWords(database.db);
    const tells = JSON.stringify(rows);
    if (tells === known) return;
    [standing, known] = [rows, tells];
    version += 1;
    words = Object.fromEntries(
      standing.filter(({ text }) => !isReleased(text)).flatMap((row) => keysOf(row.text, row)),
    );
  });
  /** The deed is done by then: a look that fails now is made up for by the notice that goes with it. */
  const loadAfter = () => load().catch((error) => log.warn({ err: error }, "translated texts were not read"));

  /** Done once for each deed; `act` answers null when it did what was asked. */
  async function decide(
    shown: string,
    {
      deed,
      by,
      at,
      seen = null,
      why = null,
    }: Deed & { deed: store.DeedKind; seen?: string | null; why?: string | null },
    act: (tx: Tx, row: store.MissingRow) => Promise<Outcome<string | null, TranslateRefusal>>,
  ): Promise<Outcome<null, TranslateRefusal>> {
    const id = missingId.read(shown);
    if (!id) return refused("unknown");
    const outcome = await database.transaction(async (tx): Promise<Outcome<null, TranslateRefusal>> => {
      const row = await store.lockMissing(tx, id);
      if (!row) return refused("unknown");
      const deeds = await store.readDeeds(tx, id);
      const isDone = (one: store.DeedRow) =>
        one.deed === deed && one.done_by === by && one.done_at.getTime() === at?.getTime();
      if (deeds.some(isDone)) return done(null);
      if (seen !== null && seen !== stampOf(deeds)) return refused("changed_meanwhile");
      const acted = await act(tx, row);
      if (!acted.ok) return acted;
      await store.insertDeed(tx, id, { deed, done_at: at ?? clock.now(), done_by: by, spanish: acted.value, why });
      return done(null);
    });
    if (outcome.ok) await loadAfter();
    return outcome;
  }

  function faultOf(text: string, forms: Forms): string | null {
    return findFault(text, forms, isCounting(text, release().counting));
  }

  return {
    load,
    /** Another for each set of words: pages made before are made anew. */
    version: (): number => version,
    /** What Spanish pages say beside the release's own Spanish, by what the interface looks up. */
    words: (): Readonly<Record<string, string>> => words,
    isReleased,
    counts: (text: string): boolean => isCounting(text, release().counting),
    list: (asked: Omit<Parameters<typeof store.listMissing>[1], "released">) =>
      store.listMissing(database.db, { ...asked, released: [...release().spanish.keys()] }),
    search: (typed: string, most: number) => store.findMissing(database.db, typed, most),
    async find(shown: string): Promise<store.MissingRow | null> {
      const id = missingId.read(shown);
      return id && store.readMissing(database.db, id);
    },
    deedsOf: (row: store.MissingRow) => store.readDeeds(database.db, row.missing_id),
    stampOf,
    suggest(text: string): Suggestion | null {
      suggest ??= createSuggest(release().spanish);
      return suggest(text);
    },
    faultOf,
    /** `seen`: the stamp of what was looked at; null where nobody says. */
    translate: (shown: string, forms: Forms, told: Deed & { seen: string | null }) =>
      decide(shown, { ...told, deed: "translated" }, async (tx, row) => {
        if (isReleased(row.text)) return refused("released");
        if (!mayBecome(row.state, "translated")) return refused("not_now");
        const why = faultOf(row.text, forms);
        if (why !== null) return refused("text_wrong", { why });
        const kept = {
          spanish: withEdges(row.text, forms.spanish),
          one: forms.one && withEdges(row.text, forms.one),
          many: forms.many && withEdges(row.text, forms.many),
        };
        await store.lockWords(tx);
        const others = (await store.readWords(tx)).filter(
          ({ missing_id, text }) => missing_id !== row.missing_id && !isReleased(text),
        );
        const weight = others.reduce((sum, other) => sum + weightOf(other.text, other), weightOf(row.text, kept));
        if (weight > MAX_STANDING_CHARACTERS) return refused("full");
        await store.writeWords(tx, row.missing_id, kept);
        await store.changeState(tx, row.missing_id, "translated");
        await store.tellPages(tx);
        return done([kept.spanish, kept.one, kept.many].filter((form) => form !== null).join(" · "));
      }),
    dismiss: (shown: string, told: Deed & { why: string }) =>
      decide(shown, { ...told, deed: "dismissed" }, async (tx, row) => {
        if (!mayBecome(row.state, "dismissed")) return refused("not_now");
        await store.changeState(tx, row.missing_id, "dismissed");
        return done(null);
      }),
    takeBack: (shown: string, told: Deed & { why: string }) =>
      decide(shown, { ...told, deed: "taken back" }, async (tx, row) => {
        if (row.state !== "translated") return refused("not_now");
        await store.dropWords(tx, row.missing_id);
        await store.changeState(tx, row.missing_id, "open");
        await store.tellPages(tx);
        return done(null);
      }),
  };
}
export type Translating = ReturnType<typeof createTranslating>;
