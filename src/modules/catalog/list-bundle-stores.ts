/** What browsers keep of stores, their rates and codes, and how our own clicks are known. */
import type { BundleStore, OwnLink } from "./bundle.types.ts";
import { titleInOther } from "./coupon-words.ts";
import { lastDay } from "./days.ts";
import type { BareReadDeps, ReadDeps } from "./read-catalog.types.ts";
import { ratesOf } from "./shape-answers.ts";
import { type BundleCouponRow, type BundleRow, readBundleStores, readOwnLinks } from "./store/read-bundle.ts";
import { publisherOf } from "./tracking-links.ts";

/** More are never tried at a checkout. */
const MAX_CODES = 15;

export async function listBundleStores(deps: ReadDeps): Promise<BundleStore[]> {
  const rows = await readBundleStores(deps.database.pool, deps.clock.now(), MAX_CODES);
  return rows.map((row) => toStore(row, deps));
}

function toStore(row: BundleRow, deps: ReadDeps): BundleStore {
  const { rate, plus_rate, was_rate } = ratesOf(row, deps.brand);
  return {
    name: row.internal_name,
    title: row.name,
    hosts: row.domains,
    rate,
    ...(plus_rate && { plus: plus_rate }),
    ...(was_rate && { was: was_rate }),
    ...(row.locking_days !== null && { days: row.locking_days }),
    codes: row.coupons.map(toCode),
  };
}

function toCode(row: BundleCouponRow): BundleStore["codes"][number] {
  const { language, other } = titleInOther(row.title, row.title_es);
  return {
    code: row.code,
    title: row.title,
    language,
    ...(other !== null && { other }),
    ...(row.kind === "percent" && { bps: row.bps }),
    ...(row.kind === "amount" && { minor: row.minor }),
    ...(row.kind === "shipping" && { shipping: true as const }),
    ...(row.minimum_minor && { minimum: row.minimum_minor }),
    ...(row.ends_at && { ends: lastDay(row.ends_at) }),
    ...(row.asked && { asked: true as const }),
    ...(row.tried > 0 && { worked: row.worked, tried: row.tried }),
  };
}

export async function listOwnLinks(deps: BareReadDeps): Promise<OwnLink[]> {
  const links = await readOwnLinks(deps.database.pool);
  const { CJ_WEBSITE_ID, CJ_CLICK_URL, AWIN_PUBLISHER_ID } = deps.settings;
  const known: OwnLink[] = [
    { network: "cj", host: new URL(CJ_CLICK_URL).hostname, publisher: CJ_WEBSITE_ID },
    { network: "awin", host: "www.awin1.com", publisher: AWIN_PUBLISHER_ID },
  ];
  for (const { network, link } of links) {
    const publisher = publisherOf(network, link);
    const host = URL.parse(link)?.hostname;
    if (publisher && host && !known.some((one) => one.host === host && one.publisher === publisher))
      known.push({ network, host, publisher });
  }
  return known;
}
