/**
 * Brand packs in data: what operators say of a brand over its file, and partners that have no file. A draft is changed, what was
 * published never is: it holds from its minute on until a later one does, and whoever takes it back gets what held before. All
 * of them stand in this process's memory, because brands are asked for at every request.
 */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { derivedId, newId } from "#platform/ids";
import { addJobs, emit, type Registry } from "#platform/jobs";
import type { Log } from "#platform/log";
import { oneAfterOther } from "#platform/one-after-other";
import { done, type Outcome, refused } from "#platform/outcome";
import type { Brand } from "../../../brands/brand.ts";
import { packId } from "./ids.ts";
import { BRANDS_CHANGED, GO_LIVE } from "./job-kinds.ts";
import { checkBrand, differences, foundOn, heldLast, holding, isPartnerName, type Pack, packOf } from "./pack-rules.ts";
import * as store from "./pack-store.ts";

export type PackRefusal =
  | "unknown"
  | "pack_wrong"
  | "name_wrong"
  | "from_wrong"
  | "not_now"
  | "changed_meanwhile"
  | "passed_by";
/** Who did it, and when it was decided: the same deed carried out once more is done once. */
export type Deed = { by: string; at?: Date | undefined };

const MAX_AHEAD_DAYS = 366;
/** Characters of what a pack says; the database, which writes it wider, has room for more. */
const MAX_SAID = 60_000;

export type PackDeps = {
  database: DatabaseHandle;
  clock: Clock;
  registry: Registry;
  log: Log;
};
type Around = {
  /** Delivered brands with their pixels, home first. */
  delivered: readonly Pack[];
  /** Throws what a brand may not say, as far as modules know it; for a brand among all others. */
  check(pack: Pack, all: readonly Brand[]): void;
};

/** What somebody looked at: a draft that was changed since has another. */
export const stampOf = ({ changed_at, written_at }: Pick<store.PackRow, "changed_at" | "written_at">): string =>
  (changed_at ?? written_at).toISOString();

/** What was taken back after a moment held until then. */
const asTheyWere = (rows: readonly store.PackRow[], at: Date): store.PackRow[] =>
  rows.map((row) =>
    row.state === "withdrawn" && row.ended_at && row.ended_at > at ? { ...row, state: "published" } : row,
  );

/** A moment, and every later one at which something else begins to hold. */
const momentsFrom = (rows: readonly store.PackRow[], at: Date): Date[] => [
  at,
  ...rows.flatMap(({ state, live_at }) => (state === "published" && live_at && live_at > at ? [live_at] : [])),
];

/** A pack as it is to be, or why it cannot be read. */
type Made = { ok: true; value: Pack } | { ok: false; why: string };

export type Standing = {
  /** Those that are open, home first. */
  open: readonly Pack[];
  /** Those that were taken back for good: who came under them keeps their name. */
  closed: readonly Pack[];
};

export function createPacks({ database, clock, registry, log }: PackDeps, { delivered, check }: Around) {
  let rows: readonly store.PackRow[] = [];
  let known = "";
  let version = 0;
  let made: { until: number; standing: Standing } | null = null;

  const deliveredOf = (partner: string) => delivered.find(({ brand }) => brand.partner_name === partner);
  const home = (): Pack => delivered[0] as Pack;
  /** What a row says of its partner; null where it cannot be read any more. */
  function read(row: store.PackRow): Pack | null {
    const pack = packOf(row, deliveredOf(row.partner_name) ?? foundation(row.partner_name));
    if (pack.ok) return pack.value;
    log.error({ err: new Error(pack.why), pack: packId.show(row.pack_id) }, "a brand pack cannot hold any more");
    return null;
  }
  const foundation = (partner: string): Pack => ({
    brand: foundOn(home().brand, partner),
    pixels: { hosts: [], registration: [], conversion: [], globaldelayed: [] },
  });

  /** The brands as they are at a moment, by these rows. */
  function standingAt(of: readonly store.PackRow[], at: Date): Standing {
    const held = holding(of, at);
    const open = delivered.map((base) => {
      const row = held.get(base.brand.partner_name);
      return (row && read(row)) ?? base;
    });
    const founded = [...new Set(of.map(({ partner_name }) => partner_name))].filter((name) => !deliveredOf(name));
    const closed: Pack[] = [];
    for (const name of founded) {
      const row = held.get(name);
      const last = heldLast(of.filter((one) => one.partner_name === name));
      const pack = row ? read(row) : null;
      if (pack) open.push(pack);
      else if (last) closed.push(...[read(last)].flatMap((one) => one ?? []));
    }
    return { open, closed };
  }

  function current(): Standing {
    const now = clock.now();
    if (!made || now.getTime() >= made.until) {
      version += 1;
      const next = rows.flatMap(({ state, live_at }) =>
        state === "published" && live_at && live_at > now ? [live_at] : [],
      );
      made = {
        until: Math.min(...next.map((at) => at.getTime())),
        standing: standingAt(rows, now),
      };
    }
    return made.standing;
  }

  const load = oneAfterOther(async () => {
    const found = await store.readPacks(database.db);
    rows = found;
    // Drafts change nothing that anybody sees: nothing is made anew for them.
    const said = found.filter(({ state }) => state !== "draft");
    const tells = JSON.stringify(said.map(({ pack_id, state, changes }) => [pack_id, state, changes]));
    if (tells !== known) [known, made] = [tells, null];
  });
  const loadAfter = () => load().catch((error) => log.warn({ err: error }, "brand packs were not read"));

  const isDeed = (deed: Deed, by: string | null, at: Date | null) =>
    deed.at !== undefined && by === deed.by && at !== null && at.getTime() === deed.at.getTime();

  /** Why a brand could not hold beside the others as they are at a moment; null when it can. */
  function fault(partner: string, changes: unknown, among: Standing): string | null {
    const base = deliveredOf(partner) ?? foundation(partner);
    const pack = packOf({ changes }, base);
    if (!pack.ok) return pack.why;
    return faultOf(pack.value, among);
  }
  function faultOf(pack: Pack, among: Standing): string | null {
    const partner = pack.brand.partner_name;
    const others = among.open.map(({ brand }) => brand).filter(({ partner_name }) => partner_name !== partner);
    const isHome = partner === home().brand.partner_name;
    const all = isHome ? [pack.brand, ...others] : [...others, pack.brand];
    try {
      checkBrand(pack.brand, all);
      check(pack, all);
      return null;
    } catch (error) {
      return (error instanceof Error ? error.message : String(error)).replace(/^Assertion failed: /, "");
    }
  }

  /** What a draft would say over what is delivered; only what differs, so that the rest goes with later releases. */
  function remade(
    row: store.PackRow,
    make: (pack: Pack) => Made,
  ): { ok: true; changes: Record<string, unknown> } | { ok: false; why: string } {
    const base = deliveredOf(row.partner_name) ?? foundation(row.partner_name);
    const pack = packOf(row, base);
    const made = pack.ok ? make(pack.value) : pack;
    if (!made.ok) return made;
    const { brand, pixels } = made.value;
    const changes = Object.fromEntries(
      differences(base, made.value).map((key) => [key, key === "pixels" ? pixels : brand[key]]),
    );
    if (JSON.stringify(changes).length > MAX_SAID) return { ok: false, why: "This is more than a pack may say." };
    const why = fault(row.partner_name, changes, current());
    return why === null ? { ok: true, changes } : { ok: false, why };
  }

  const tell = () =>
    database.transaction(async (tx) => {
      await store.tellPages(tx);
      await emit(tx, registry, BRANDS_CHANGED, {});
    });

  return {
    current,
    /** As they stood at some moment between two, the latest first; also what was taken back since. */
    during(from: Date, to: Date): Pack[] {
      const turns = rows.flatMap(({ live_at, ended_at }) => [live_at, ended_at && new Date(ended_at.getTime() - 1)]);
      const moments = [to, from, ...turns.flatMap((at) => (at && at > from && at < to ? [at] : []))];
      return moments
        .toSorted((one, other) => other.getTime() - one.getTime())
        .flatMap((at) => standingAt(asTheyWere(rows, at), at).open);
    },
    /** Another for each set of brands: what is made of them is made anew. */
    version(): number {
      current();
      return version;
    },
    load,
    tell,
    /** A pack as its draft or edition says it, over what is delivered. */
    packOf: (row: store.PackRow): Pack | null => read(row),
    /** A draft or edition by its public id, from memory. */
    remembered(shown: string): store.PackRow | null {
      const id = packId.read(shown);
      return (id && rows.find(({ pack_id }) => pack_id === id)) || null;
    },
    of: (partner: string) => store.readPacksOf(database.db, partner),
    list: (asked: Parameters<typeof store.listPacks>[1]) => store.listPacks(database.db, asked),
    async find(shown: string): Promise<store.PackRow | null> {
      const id = packId.read(shown);
      return id && store.readPack(database.db, id);
    },
    /** What a pack changes of what holds for its partner now, by name. */
    changedBy(row: Pick<store.PackRow, "partner_name" | "changes">): ReturnType<typeof differences> {
      const now =
        current().open.find(({ brand }) => brand.partner_name === row.partner_name) ?? foundation(row.partner_name);
      const pack = packOf(row, deliveredOf(row.partner_name) ?? foundation(row.partner_name));
      return pack.ok ? differences(now, pack.value) : [];
    },
    /** The same, also of what is scheduled for its partner: it may hold only after that, in its place. */
    changedBeside(row: Pick<store.PackRow, "partner_name" | "changes">): ReturnType<typeof differences> {
      const now = clock.now();
      const base = deliveredOf(row.partner_name) ?? foundation(row.partner_name);
      const coming = rows.flatMap((one) =>
        one.partner_name === row.partner_name && one.state === "published" && one.live_at && one.live_at > now
          ? (read(one) ?? [])
          : [],
      );
      const pack = packOf(row, base);
      if (!pack.ok) return [];
      const standing = current().open.find(({ brand }) => brand.partner_name === row.partner_name) ?? base;
      return [...new Set([standing, ...coming].flatMap((one) => differences(one, pack.value)))];
    },
    /** Names of partners that somebody began and nobody has published yet. */
    begun(): string[] {
      const { open, closed } = current();
      const known = new Set([...open, ...closed].map(({ brand }) => brand.partner_name));
      return [...new Set(rows.map(({ partner_name }) => partner_name))].filter((name) => !known.has(name)).sort();
    },
    /** Why a draft could not be as `make` has it; null when it can. */
    check(row: store.PackRow, make: (pack: Pack) => Made): string | null {
      const made = remade(row, make);
      return made.ok ? null : made.why;
    },
    /** A draft that says what holds now. Returns its public id. */
    async write({ partner, ...deed }: { partner: string } & Deed): Promise<Outcome<string, PackRefusal>> {
      if (!isPartnerName(partner)) return refused("name_wrong");
      const written_at = deed.at ?? clock.now();
      const pack_id = deed.at
        ? derivedId("pack", [deed.by, partner, written_at.toISOString()].join(" "))
        : newId("pack");
      await database.transaction(async (tx) => {
        await store.holdPacks(tx);
        const based_on = await store.readNewest(tx, partner);
        const base = based_on ? await store.readPack(tx, based_on) : null;
        await store.insertPack(tx, {
          ...{ pack_id, partner_name: partner, changes: base?.changes ?? {}, based_on },
          ...{ written_at, written_by: deed.by },
        });
        // Whoever looks at it may be answered by another process.
        await store.tellPages(tx);
      });
      await loadAfter();
      return done(packId.show(pack_id));
    },
    /** A draft as `make` has it. `seen`: the stamp of the draft that was looked at; null where nobody says. */
    async change(
      shown: string,
      make: (pack: Pack) => Made,
      { seen, ...deed }: Deed & { seen: string | null },
    ): Promise<Outcome<null, PackRefusal>> {
      const id = packId.read(shown);
      if (!id) return refused("unknown");
      const outcome = await database.transaction(async (tx): Promise<Outcome<null, PackRefusal>> => {
        const row = await store.lockPack(tx, id);
        if (!row) return refused("unknown");
        if (isDeed(deed, row.changed_by, row.changed_at)) return done(null);
        if (row.state !== "draft") return refused("not_now");
        if (seen !== null && seen !== stampOf(row)) return refused("changed_meanwhile");
        const made = remade(row, make);
        if (!made.ok) return refused("pack_wrong", { why: made.why });
        await store.changePack(tx, { pack_id: id, changes: made.changes, at: deed.at ?? clock.now(), by: deed.by });
        await store.tellPages(tx);
        return done(null);
      });
      if (outcome.ok) await loadAfter();
      return outcome;
    },
    /** `from` null: now. Returns the minute from which it holds. */
    async publish(
      shown: string,
      from: Date | null,
      { seen, ...deed }: Deed & { seen: string | null },
    ): Promise<Outcome<Date, PackRefusal>> {
      const id = packId.read(shown);
      if (!id) return refused("unknown");
      const at = deed.at ?? clock.now();
      const live_at = from ?? at;
      const days = (live_at.getTime() - at.getTime()) / 86_400_000;
      if (Number.isNaN(days) || days < 0 || days > MAX_AHEAD_DAYS) return refused("from_wrong");
      await load();
      const outcome = await database.transaction(async (tx): Promise<Outcome<Date, PackRefusal>> => {
        await store.holdPacks(tx);
        const row = await store.lockPack(tx, id);
        if (!row) return refused("unknown");
        if (row.live_at && isDeed(deed, row.published_by, row.published_at)) return done(row.live_at);
        if (row.state !== "draft") return refused("not_now");
        if (seen !== null && seen !== stampOf(row)) return refused("changed_meanwhile");
        if ((await store.readNewest(tx, row.partner_name)) !== row.based_on) return refused("passed_by");
        // It must fit to the others as they are at its minute, and to whatever is scheduled after it.
        const all = await store.readPacks(tx);
        for (const moment of momentsFrom(all, live_at)) {
          const why = fault(row.partner_name, row.changes, standingAt(all, moment));
          if (why !== null) return refused("pack_wrong", { why });
        }
        await store.publishPack(tx, { pack_id: id, live_at, at, by: deed.by });
        await store.tellPages(tx);
        await addJobs(tx, [GO_LIVE.with({ pack_id: id }, { run_at: live_at })]);
        return done(live_at);
      });
      if (outcome.ok) await loadAfter();
      return outcome;
    },
    /** A published one is withdrawn, and what held before holds again; a draft is dropped. */
    async end(
      shown: string,
      state: "withdrawn" | "dropped",
      { why, ...deed }: Deed & { why: string | null },
    ): Promise<Outcome<null, PackRefusal>> {
      const id = packId.read(shown);
      if (!id) return refused("unknown");
      await load();
      const outcome = await database.transaction(async (tx): Promise<Outcome<null, PackRefusal>> => {
        await store.holdPacks(tx);
        const row = await store.lockPack(tx, id);
        if (!row) return refused("unknown");
        if (row.state === state && isDeed(deed, row.ended_by, row.ended_at)) return done(null);
        if (row.state !== (state === "withdrawn" ? "published" : "draft")) return refused("not_now");
        const at = deed.at ?? clock.now();
        if (state === "withdrawn") {
          // What holds again must still fit to the others: another may have taken a host since.
          const all = (await store.readPacks(tx)).filter(({ pack_id }) => pack_id !== id);
          for (const moment of momentsFrom(all, at)) {
            const after = standingAt(all, moment);
            const back = after.open.find(({ brand }) => brand.partner_name === row.partner_name);
            const why = back && faultOf(back, after);
            if (why) return refused("pack_wrong", { why });
          }
        }
        await store.endPack(tx, { pack_id: id, state, at, by: deed.by, why });
        await store.tellPages(tx);
        if (state === "withdrawn") await emit(tx, registry, BRANDS_CHANGED, {});
        return done(null);
      });
      if (outcome.ok) await loadAfter();
      return outcome;
    },
  };
}
export type Packs = ReturnType<typeof createPacks>;
