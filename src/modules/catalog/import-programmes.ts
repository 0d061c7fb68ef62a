/** Imports a network's programmes: merchants are found by their domain or made, rates are replaced, the rest is retired. */
import { stopwatch } from "#platform/clock";
import { derivedId } from "#platform/ids";
import { applyKnownStores, areKnownApplied, expectKnownStores, knownFields } from "./apply-known-stores.ts";
import { awinProgrammes } from "./awin/programmes.ts";
import { cjProgrammes } from "./cj/programmes.ts";
import { contentHash } from "./content-hash.ts";
import type { ProgrammeRow, Proposal, Reject } from "./feeds/feed.types.ts";
import { withPublicProgrammes } from "./feeds/public-links.ts";
import { finishList } from "./finish-list.ts";
import { impactProgrammes } from "./impact/programmes.ts";
import type { ImportDeps, ImportOptions } from "./import-catalog.types.ts";
import { tellProgress } from "./import-progress.ts";
import type { OpenRun, RunResult } from "./import-run.ts";
import { type KnownStore, knownStores } from "./known-stores/known-stores.ts";
import { chooseInternalName, fold } from "./names.ts";
import { holdRates, moveAlong, turnProgrammes } from "./refresh-rates.ts";
import { applyDecisions, saveProposals } from "./store/decisions.ts";
import { keepBefore } from "./store/import-before.ts";
import { closeRun, MAX_REJECTS, saveRejects } from "./store/imports.ts";
import { forgetTerms } from "./store/programme-terms.ts";
import {
  type KnownMerchant,
  knownMerchants,
  knownProgrammes,
  type MerchantWrite,
  namesTaken,
  type ProgrammeWrite,
  retireProgrammes,
  saveMerchants,
  saveProgrammes,
  saveTaxonomy,
} from "./store/programmes.ts";
import { asTold, holdStores } from "./store/store-decisions.ts";
import { MERCHANT_CATEGORIES, PRODUCT_CATEGORIES } from "./taxonomy/taxonomy.ts";

const SOURCES = { impact: impactProgrammes, cj: cjProgrammes, awin: awinProgrammes };

export async function importProgrammes(deps: ImportDeps, run: OpenRun, options: ImportOptions): Promise<RunResult> {
  const { network, feed_name } = run.feed;
  const { db } = deps.database;
  await saveTaxonomy(db, MERCHANT_CATEGORIES, PRODUCT_CATEGORIES);
  await deps.database.transaction((tx) => applyKnownStores(tx, deps));
  const merchants = new Merchants();
  await merchants.read(db);
  // Whoever brings known stores in step in the middle of a list gives stores other names.
  let awaited = false;
  const programmes = new Map((await knownProgrammes(db, network)).map((known) => [known.network_programme_id, known]));
  const counts = { rows: 0, bytes: 0, added: 0, changed: 0, unchanged: 0, gone: 0, rejected: 0 };
  const seen = new Set<string>();
  const started = stopwatch();
  for await (const handful of withPublicProgrammes(deps.settings, SOURCES[network](deps))) {
    const rejects: Reject[] = [...handful.rejects];
    const fresh: ProgrammeRow[] = [];
    for (const row of handful.rows) {
      rejects.push(...notesOf(row));
      if (seen.has(row.network_programme_id)) {
        rejects.push({
          external_id: row.network_programme_id,
          reason: "the id stands twice in the feed",
          sample: row.name,
        });
        continue;
      }
      seen.add(row.network_programme_id);
      const known = programmes.get(row.network_programme_id);
      if (known && !known.gone && known.content_hash === contentHash(row)) counts.unchanged += 1;
      else {
        fresh.push(row);
        if (known) counts.changed += 1;
        else counts.added += 1;
      }
    }
    const first = counts.rows;
    counts.rows += handful.rows.length + handful.rejects.length;
    counts.bytes += handful.bytes;
    // Counted before: who is begun anew knows those that came.
    const came = merchants.known_came;
    await deps.database.transaction(async (tx) => {
      await holdRates(tx);
      if (awaited && (await areKnownApplied(tx))) {
        awaited = false;
        await merchants.read(tx);
      }
      const writes = fresh.map((row) => {
        const programme_id = derivedId("programme", `${network}:${row.network_programme_id}`);
        const merchant = merchants.place(row, programme_id);
        return { merchant, programme: programmeWrite(row, network, programme_id, merchant.merchant_id) };
      });
      const stores = lastOfEach(writes.flatMap(({ merchant }) => (merchant.write ? [merchant.write] : [])));
      const ids = writes.map(({ programme }) => programme.programme_id);
      await keepBefore(tx, run.run_id, "programmes", ids);
      await asTold(tx, async () => {
        await keepBefore(
          tx,
          run.run_id,
          "merchants",
          stores.map((store) => store.merchant_id),
        );
        await saveMerchants(tx, stores, deps.clock.now());
      });
      const {
        rates,
        moved,
        back,
        stores: led,
      } = await saveProgrammes(
        tx,
        writes.map(({ programme }) => programme),
        deps.clock.now(),
      );
      await saveProposals(
        tx,
        writes.map(({ programme }, index) => ({
          programme_id: programme.programme_id,
          ...(fresh[index]?.proposal ?? NOTHING_PROPOSED),
        })),
        deps.clock.now(),
      );
      await forgetTerms(tx, ids);
      await moveAlong(tx, moved, deps.clock.now());
      if (merchants.known_came > came) await expectKnownStores(tx);
      await turnProgrammes(tx, [...moved, ...back, ...rates, ...(await applyDecisions(tx)).rates], led);
      const left = Math.max(0, MAX_REJECTS - counts.rejected);
      await saveRejects(
        tx,
        run.run_id,
        rejects.slice(0, left).map((reject, index) => ({ ...reject, row_number: first + index + 1 })),
      );
    });
    awaited ||= merchants.known_came > came;
    // Notes are told beside the rows that they are about, which were taken.
    counts.rejected += rejects.length - handful.rows.reduce((sum, row) => sum + row.notes.length, 0);
    tellProgress(options, feed_name, counts, started);
  }
  const kept = counts.changed + counts.unchanged;
  const ended = await deps.database.transaction(async (tx) => {
    await holdRates(tx);
    if (merchants.known_came > 0) await holdStores(tx);
    const retire = async () => {
      const ended = await retireProgrammes(tx, network, [...seen], deps.clock.now());
      if (ended.length > 0) await turnProgrammes(tx, ended);
      return ended.length;
    };
    const { state, problem, gone } = await finishList(tx, deps, run, { kind: "programmes", seen, kept, retire });
    if (merchants.known_came > 0) await applyKnownStores(tx, deps, { again: true });
    const told = { ...counts, gone, state, problem };
    await closeRun(tx, { run_id: run.run_id, finished_at: deps.clock.now(), ...told });
    return told;
  });
  return { ...ended, warnings: merchants.warnings };
}

const NOTHING_PROPOSED: Proposal = { decision: "undecided", words: null, locking_days: null };

/** What was left out of a row that is taken. */
const notesOf = (row: ProgrammeRow): Reject[] =>
  row.notes.map((reason) => ({ external_id: row.network_programme_id, reason, sample: row.name }));

function programmeWrite(
  row: ProgrammeRow,
  network: ProgrammeWrite["network"],
  programme_id: string,
  merchant_id: string,
): ProgrammeWrite {
  const { network_programme_id, name, url, tracking_link, logo_url, network_advertiser_id, terms, groups } = row;
  const content_hash = contentHash(row).toString();
  return {
    programme_id,
    network,
    network_programme_id,
    merchant_id,
    name,
    url,
    tracking_link,
    logo_url,
    network_advertiser_id,
    terms,
    content_hash,
    groups,
  };
}

const lastOfEach = (writes: readonly MerchantWrite[]) => [
  ...new Map(writes.map((write) => [write.merchant_id, write])).values(),
];

/** All merchants by domain and by name, so that names stay unique within one run too. */
class Merchants {
  #byDomain = new Map<string, KnownMerchant>();
  #names = new Set<string>();
  readonly warnings: string[] = [];
  /** How many known stores came: each may find its name with a stranger who was here before, and its old names lead to it. */
  known_came = 0;

  async read(runner: Parameters<typeof knownMerchants>[0]): Promise<void> {
    this.#byDomain = new Map((await knownMerchants(runner)).map((merchant) => [merchant.domain, merchant]));
    this.#names = new Set(await namesTaken(runner));
  }

  /** The merchant of a programme. `write` is null when another programme gave its texts. */
  place(row: ProgrammeRow, programmeId: string): { merchant_id: string; write: MerchantWrite | null } {
    const store = knownStores().at(row.domain);
    const merchant = this.#standing(row, store) ?? this.#newcomer(row, store, programmeId);
    if (merchant.source_programme !== null && merchant.source_programme !== programmeId)
      return { merchant_id: merchant.merchant_id, write: null };
    return {
      merchant_id: merchant.merchant_id,
      write: merchantWrite(row, store, { ...merchant, source_programme: programmeId }),
    };
  }

  #standing(row: ProgrammeRow, store: KnownStore | undefined): KnownMerchant | undefined {
    for (const domain of [...(store?.domains ?? []), row.domain]) {
      const known = this.#byDomain.get(domain);
      if (known) return known;
    }
    return undefined;
  }

  #newcomer(row: ProgrammeRow, store: KnownStore | undefined, programmeId: string): KnownMerchant {
    const domain = store?.domains[0] ?? row.domain;
    const wanted = store?.internal_name ?? row.wanted_name;
    const { name, warning } = chooseInternalName(wanted, domain, (taken) => this.#names.has(taken));
    if (store) this.known_came += 1;
    if (warning) this.warnings.push(`${row.name} (${domain}): ${warning}`);
    const merchant_id = derivedId("merchant", domain);
    const made = { merchant_id, internal_name: name, domain, source_programme: programmeId };
    this.#byDomain.set(domain, made);
    this.#names.add(name);
    return made;
  }
}

/** A network tells a merchant's texts; what this project knows of the store goes before them. */
function merchantWrite(
  row: ProgrammeRow,
  store: KnownStore | undefined,
  merchant: KnownMerchant & { source_programme: string },
): MerchantWrite {
  const { name, description, category, countries, is_global } = row;
  const told = { ...merchant, name, folded: fold(name), description, category, countries, is_global };
  if (!store) return { ...told, ...NOTHING_KNOWN };
  const known = knownFields(store);
  return {
    ...told,
    ...known,
    category: known.category ?? category,
    description: known.description ?? description,
    countries: known.countries ?? countries,
  };
}

const NOTHING_KNOWN = {
  description_es: "",
  aliases: [],
  start_popularity: 0,
  status: "open",
  hidden: false,
};
