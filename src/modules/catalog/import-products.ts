/**
 * Imports a product feed of any size in constant memory: handfuls of rows become batches, and while the database merges
 * one batch the next is read. Every batch carries the run's checkpoint, so that an interrupted run goes on where it was.
 */
import { setImmediate as breath } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { stopwatch } from "#platform/clock";
import { assert } from "#platform/outcome";
import { awinProducts } from "./awin/products.ts";
import { cjProducts } from "./cj/products.ts";
import { causedId, contentHash, gtinKey, keyOf } from "./content-hash.ts";
import type { ProductRow, Reject, RowStream } from "./feeds/feed.types.ts";
import { withPublicLinks } from "./feeds/public-links.ts";
import { finishProducts } from "./finish-products.ts";
import { impactProducts } from "./impact/products.ts";
import type { ImportDeps, ImportOptions } from "./import-catalog.types.ts";
import { tellProgress } from "./import-progress.ts";
import { FeedChangedError, type OpenRun, type RunResult } from "./import-run.ts";
import { fold, slugOf } from "./names.ts";
import { groupFor, NO_COMMISSION } from "./rules.ts";
import { MAX_REJECTS, saveRejects } from "./store/imports.ts";
import type { BatchContext, ListingWrite } from "./store/product-lines.ts";
import { mergeBatch, prepareStaging, releaseStaging } from "./store/product-merge.ts";
import { type ProgrammeGroups, programmeGroups } from "./store/programmes.ts";
import { isShopFeed } from "./store/shop-feeds.ts";
import { productPlaceOf } from "./taxonomy/taxonomy.ts";

const SOURCES = { impact: impactProducts, cj: cjProducts, awin: awinProducts };
/** Small enough that a batch is gone before the memory it took counts as old. */
const BATCH_ROWS = 1_000;

export async function importProducts(deps: ImportDeps, run: OpenRun, options: ImportOptions): Promise<RunResult> {
  const { network, address, network_programme_id } = run.feed;
  assert(address, "a product feed has an address");
  const programme = await programmeGroups(deps.database.db, network, network_programme_id ?? "");
  if (!programme) throw new Error(`no program ${network_programme_id} is known; the network's programs come first`);
  const stream = withPublicLinks(deps.settings, SOURCES[network](deps, address));
  return mergeProducts(deps, run, programme, stream, options);
}

/** The same from any stream of rows. */
export async function mergeProducts(
  deps: ImportDeps,
  run: OpenRun,
  programme: ProgrammeGroups,
  stream: RowStream<ProductRow>,
  options: ImportOptions,
): Promise<RunResult> {
  const { feed_id, feed_name } = run.feed;
  const context: BatchContext = {
    run_id: run.run_id,
    run_number: run.run_number,
    feed_id,
    programme_id: programme.programme_id,
    merchant_id: programme.merchant_id,
    programme,
    now: deps.clock.now(),
  };
  const toListing = listingMaker(feed_name, programme);
  const total = {
    added: run.before?.added ?? 0,
    changed: run.before?.changed ?? 0,
    unchanged: run.before?.unchanged ?? 0,
  };
  // Where the reader stands; a checkpoint is a copy of it.
  const at = { rows: 0, good: 0, bytes: 0, rejected: run.before?.rejected ?? 0, checkpoint_sum: 0 };
  let total_bytes: number | null = null;
  let cut = false;
  let bare = false;
  const started = stopwatch();
  const client = await deps.database.pool.connect();
  let merging: Promise<void> = Promise.resolve();
  try {
    await prepareStaging(client);
    let batch: ListingWrite[] = [];
    let rejects: (Reject & { row_number: number })[] = [];
    const ids = new Set<string>();
    const flush = async () => {
      const rows = batch;
      const bad = rejects;
      batch = [];
      rejects = [];
      ids.clear();
      await merging;
      const left = Math.max(0, MAX_REJECTS - at.rejected);
      at.rejected += bad.length;
      const checkpoint = { ...at };
      merging = (async () => {
        const result = await mergeBatch(client, context, rows, checkpoint);
        at.rejected += result.duplicates.length;
        total.added += result.added;
        total.changed += result.changed;
        total.unchanged += result.unchanged;
        const doubled = result.duplicates.map((row) => ({
          row_number: row.row_number,
          external_id: row.external_id,
          reason: "the id stands twice in the feed",
          sample: row.name,
        }));
        await saveRejects(deps.database.db, run.run_id, [...bad, ...doubled].slice(0, left));
        tellProgress(options, feed_name, { ...checkpoint, total_bytes }, started, run.skip_rows);
      })();
      // The failure is thrown by whoever waits for it; until then it must not count as unhandled.
      merging.catch(() => {});
    };
    for await (const handful of stream) {
      at.bytes += handful.bytes;
      total_bytes = handful.total_bytes ?? null;
      cut ||= handful.cut ?? false;
      bare = handful.bare ?? false;
      at.rows += handful.rejects.length + handful.rows.length;
      // Only good rows are counted to find the checkpoint again: where bad ones are told depends on how the bytes arrive.
      if (at.good + handful.rows.length >= run.skip_rows)
        for (const [index, reject] of handful.rejects.entries())
          rejects.push({ ...reject, row_number: at.rows - handful.rejects.length + index + 1 });
      for (const [index, row] of handful.rows.entries()) {
        const row_number = at.rows - handful.rejects.length - handful.rows.length + index + 1;
        at.good += 1;
        at.checkpoint_sum = crc32(row.external_id, at.checkpoint_sum);
        if (at.good <= run.skip_rows) {
          if (at.good === run.skip_rows && at.checkpoint_sum !== run.skip_sum)
            throw new FeedChangedError("the feed is not the one whose import was interrupted");
          continue;
        }
        if (ids.has(row.external_id)) {
          rejects.push({
            row_number,
            external_id: row.external_id,
            reason: "the id stands twice in the feed",
            sample: row.name,
          });
          continue;
        }
        ids.add(row.external_id);
        batch.push(toListing(row, row_number));
      }
      // Whole handfuls only, so that a checkpoint covers every row that was counted.
      if (batch.length >= BATCH_ROWS) await flush();
      // What has arrived already would be read in one go, and the database would wait for its next word meanwhile.
      await breath();
    }
    if (at.good < run.skip_rows) throw new FeedChangedError("the feed is shorter than where its last run stopped");
    await flush();
    await merging;
    return await finishProducts(deps, run, client, context, { ...at, ...total, cut, bare });
  } finally {
    await merging.catch(() => {});
    await releaseStaging(client).catch(() => {});
    client.release();
  }
}

/** Makes listings of rows: ids that follow from the row, the category, and the commission group it falls into. */
function listingMaker(feedName: string, programme: ProgrammeGroups) {
  // A shop's own feed goes through whichever programme is best now: when that is another one, every listing is written anew.
  const through = isShopFeed(feedName) ? [programme.programme_id] : [];
  const groups = programme.groups.map((group) => ({ ...group, folded: fold(group.name) }));
  const brands = new Map<string, string>();
  const foldBrand = (brand: string) => {
    const known = brands.get(brand);
    if (known !== undefined) return known;
    const folded = fold(brand);
    if (brands.size < 20_000) brands.set(brand, folded);
    return folded;
  };
  const groupOf = new Map<string, string>();
  const byCode = new Map(groups.map((group) => [group.code, group]));
  return (row: ProductRow, rowNumber: number): ListingWrite => {
    const place = productPlaceOf(row.category);
    let rate_group = groupOf.get(place.subcategory_folded);
    if (rate_group === undefined) {
      rate_group = groupFor(groups, place.subcategory_folded);
      if (groupOf.size < 20_000) groupOf.set(place.subcategory_folded, rate_group);
    }
    const group = programme.cash_back_allowed ? byCode.get(rate_group) : undefined;
    const foldedName = fold(row.name);
    const foldedBrand = row.brand ? foldBrand(row.brand) : "";
    const folded = foldedBrand && !foldedName.includes(foldedBrand) ? `${foldedBrand} ${foldedName}` : foldedName;
    const maker = row.mpn && foldedBrand ? `${foldedBrand}:${fold(row.mpn).replaceAll(" ", "")}` : null;
    const mpn_key = maker ? keyOf(maker) : null;
    const specs = row.specs.length === 0 ? "[]" : JSON.stringify(row.specs);
    const fields = [
      row.name,
      row.description,
      row.link,
      row.image_url,
      row.availability,
      row.condition,
      row.currency === "USD" ? row.price_minor : `${row.currency} ${row.price_minor}`,
      row.list_price_minor,
      row.brand,
      row.gtin,
      row.mpn,
      row.category,
      rate_group,
      specs,
      ...through,
    ];
    return {
      row_number: rowNumber,
      listing_id: causedId(`${feedName}:${row.external_id}`),
      external_id: row.external_id,
      name: row.name,
      folded,
      slug: slugOf(foldedName),
      brand: row.brand,
      gtin: row.gtin,
      mpn_key,
      merge_key: row.gtin ? gtinKey(row.gtin) : (mpn_key ?? keyOf(`name:${folded}`)),
      description: row.description,
      image_url: row.image_url,
      category: place.category,
      subcategory: place.subcategory,
      specs,
      currency: row.currency,
      price_minor: row.price_minor,
      list_price_minor: row.list_price_minor,
      availability: row.availability,
      condition: row.condition,
      rate_group,
      rate_kind: group?.kind ?? NO_COMMISSION.kind,
      rate_bps: group?.bps ?? 0,
      rate_minor: BigInt(group?.minor ?? 0),
      tracking_link: row.link,
      content_hash: contentHash(fields.join("\u001f")).toString(),
    };
  };
}
