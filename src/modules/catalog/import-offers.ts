/** Imports a network's coupons. What the network no longer lists has ended, and is kept. */
import { stopwatch } from "#platform/clock";
import { derivedId } from "#platform/ids";
import { awinOffers } from "./awin/offers.ts";
import { cjOffers } from "./cj/offers.ts";
import { contentHash } from "./content-hash.ts";
import type { OfferRow, Reject } from "./feeds/feed.types.ts";
import { sampleOf } from "./feeds/feed.types.ts";
import { withPublicOffers } from "./feeds/public-links.ts";
import { finishList } from "./finish-list.ts";
import { impactOffers } from "./impact/offers.ts";
import type { ImportDeps, ImportOptions } from "./import-catalog.types.ts";
import { tellProgress } from "./import-progress.ts";
import type { OpenRun, RunResult } from "./import-run.ts";
import { fold } from "./names.ts";
import { keepBefore } from "./store/import-before.ts";
import { closeRun, MAX_REJECTS, saveRejects } from "./store/imports.ts";
import { mergeOffers, type OfferWrite, offersToWrite, retireOffers } from "./store/offers-import.ts";
import { holdOwnRates } from "./store/own-rates.ts";
import { programmesByAdvertiser } from "./store/programme-terms.ts";

const SOURCES = { impact: impactOffers, cj: cjOffers, awin: awinOffers };

export async function importOffers(deps: ImportDeps, run: OpenRun, options: ImportOptions): Promise<RunResult> {
  const { network, feed_name } = run.feed;
  const counts = { rows: 0, bytes: 0, added: 0, changed: 0, unchanged: 0, gone: 0, rejected: 0 };
  const seen = new Set<string>();
  const started = stopwatch();
  const byAdvertiser = await programmesByAdvertiser(deps.database.db, network);
  const programmeOf = (row: OfferRow) =>
    row.network_programme_id ?? byAdvertiser.get(row.network_advertiser_id ?? "") ?? null;
  for await (const handful of withPublicOffers(deps.settings, SOURCES[network](deps))) {
    const rejects: Reject[] = [...handful.rejects];
    const notes = handful.rows.flatMap((row) =>
      row.notes.map((reason) => ({ external_id: row.network_offer_id, reason, sample: row.title })),
    );
    const fresh = handful.rows.filter((row) => {
      if (!seen.has(row.network_offer_id)) return seen.add(row.network_offer_id);
      rejects.push({ external_id: row.network_offer_id, reason: "the id stands twice in the feed", sample: row.title });
      return false;
    });
    const first = counts.rows;
    counts.rows += handful.rows.length + handful.rejects.length;
    counts.bytes += handful.bytes;
    await deps.database.transaction(async (tx) => {
      // A list may say meanwhile that a programme leads elsewhere: it would not see what is written here, and nobody would look again.
      await holdOwnRates(tx);
      const writes = fresh.map((row) => offerWrite(row, network, programmeOf(row) ?? ""));
      await keepBefore(tx, run.run_id, "offers", await offersToWrite(tx, network, writes));
      const merged = await mergeOffers(tx, network, writes, deps.clock.now());
      const unknown = new Set(merged.unknown);
      for (const row of fresh) {
        if (!unknown.has(row.network_offer_id)) continue;
        rejects.push({
          external_id: row.network_offer_id,
          reason: row.network_programme_id
            ? `no program ${row.network_programme_id} is known`
            : `advertiser ${row.network_advertiser_id} has no program that we are in, or several`,
          sample: sampleOf(row.title),
        });
        seen.delete(row.network_offer_id);
      }
      counts.added += merged.added;
      counts.changed += merged.changed;
      counts.unchanged += merged.unchanged;
      const left = Math.max(0, MAX_REJECTS - counts.rejected);
      await saveRejects(
        tx,
        run.run_id,
        [...rejects, ...notes].slice(0, left).map((reject, index) => ({ ...reject, row_number: first + index + 1 })),
      );
    });
    counts.rejected += rejects.length;
    tellProgress(options, feed_name, counts, started);
  }
  const kept = counts.changed + counts.unchanged;
  const ended = await deps.database.transaction(async (tx) => {
    await holdOwnRates(tx);
    const retire = () => retireOffers(tx, network, [...seen], deps.clock.now());
    const { state, problem, gone } = await finishList(tx, deps, run, { kind: "offers", seen, kept, retire });
    const told = { ...counts, gone, state, problem };
    await closeRun(tx, { run_id: run.run_id, finished_at: deps.clock.now(), ...told });
    return told;
  });
  return { ...ended, warnings: [] };
}

function offerWrite(row: OfferRow, network: string, network_programme_id: string): OfferWrite {
  const { discount } = row;
  return {
    offer_id: derivedId("offer", `${network}:${row.network_offer_id}`),
    network_offer_id: row.network_offer_id,
    network_programme_id,
    offer_type: row.code === null ? "other" : "coupon",
    code: row.code,
    title: row.title,
    description: row.description,
    folded: fold(row.title),
    discount_kind: discount.kind,
    discount_bps: discount.kind === "percent" ? discount.bps : 0,
    discount_minor: discount.kind === "amount" ? discount.minor.toString() : "0",
    condition: row.condition,
    minimum_minor: row.minimum_minor?.toString() ?? null,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    tracking_link: row.tracking_link,
    content_hash: contentHash(row).toString(),
  };
}
