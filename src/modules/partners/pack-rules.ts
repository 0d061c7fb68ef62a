/** What is decided of brand packs without database and clock: which of them hold, and what no brand may say. */
import { isDeepStrictEqual } from "node:util";
import { assert } from "#platform/outcome";
import type { Brand } from "../../../brands/brand.ts";
import { type BrandPixels, NO_PIXELS } from "../../../brands/pixels.ts";
import { type PackChanges, readChanges, SAID_KEYS, type SaidKey } from "./pack-schema.ts";
import type { PackRow } from "./pack-store.ts";
import { findColorFault } from "./palette.ts";

/** A name that addresses, cookies and rows of all modules know a partner by; it never changes. */
export const isPartnerName = (text: string): boolean => /^[a-z][a-z0-9]{1,29}$/.test(text);

/** Small things that a partner may say of itself without anybody's money in them: one person may publish them. */
const LIGHT: ReadonlySet<string> = new Set(["name", "theme", "colors", "strap", "support_email", "chat", "zone"]);

export type Pack = { brand: Brand; pixels: BrandPixels };

/** A partner without a file begins as the home brand, with nothing that is its own alone. */
export const foundOn = (home: Brand, partner_name: string): Brand => ({
  ...home,
  partner_name,
  name: partner_name.replace(/^./, (letter) => letter.toUpperCase()),
  hosts: [],
  colors: null,
  run_by: home.name,
  logout_url: null,
  sweepstakes: null,
  upsell: { plus: "own", shipright: "own", hosts: [], callback: null },
});

export function applyChanges(base: Pack, { pixels, ...changes }: PackChanges): Pack {
  return { brand: { ...base.brand, ...changes } as Brand, pixels: pixels ?? base.pixels };
}

/** The names of what another pack says otherwise; `pixels` among them. */
export function differences(one: Pack, other: Pack): readonly (SaidKey | "pixels")[] {
  // The order of names says nothing: the database keeps another than files do.
  const differs = (a: unknown, b: unknown) => !isDeepStrictEqual(a, b);
  return [
    ...SAID_KEYS.filter((key) => differs(one.brand[key], other.brand[key])),
    ...(differs(one.pixels, other.pixels) ? (["pixels"] as const) : []),
  ];
}

/** Whether a second person has to say yes: where money, other hosts or scripts are in it. */
export const needsSecond = (changed: readonly string[]): boolean => changed.some((key) => !LIGHT.has(key));

/** Which published pack holds at a moment, by partner: the one with the latest minute, of two of one minute the one published later. */
export function holding(rows: readonly PackRow[], at: Date): Map<string, PackRow> {
  const found = new Map<string, PackRow>();
  const order = (row: PackRow) => [row.live_at?.getTime() ?? 0, row.published_at?.getTime() ?? 0] as const;
  for (const row of rows) {
    if (row.state !== "published" || !row.live_at || row.live_at > at) continue;
    const known = found.get(row.partner_name);
    const [live, published] = order(row);
    const [knownLive, knownPublished] = known ? order(known) : [-1, -1];
    if (live > knownLive || (live === knownLive && published >= knownPublished)) found.set(row.partner_name, row);
  }
  return found;
}

/**
 * The pack that a closed partner's members keep: of those that held and were taken back, the one taken back last. One that was
 * taken back before its minute never held.
 */
export function heldLast(rows: readonly PackRow[]): PackRow | null {
  const held = rows.filter(
    ({ state, live_at, ended_at }) => state === "withdrawn" && live_at && ended_at && live_at <= ended_at,
  );
  return held.toSorted((one, other) => Number(one.ended_at) - Number(other.ended_at)).at(-1) ?? null;
}

/** A brand pack that would give away more than networks pay, or less to who pays for Plus, does not hold. */
function checkShares({ partner_name, member_share_bps: member, plus_share_bps: plus }: Brand): void {
  assert(
    Number.isInteger(member) && Number.isInteger(plus) && member >= 0 && member <= plus && plus <= 10_000,
    `the shares of ${partner_name} are whole basis points, at most all, and with Plus no less than without`,
  );
}

function checkCoinShares(brand: Brand): void {
  assert(
    brand.coin_share_bps >= 0 &&
      brand.coin_share_bps <= brand.coin_plus_share_bps &&
      brand.coin_plus_share_bps <= 10_000,
    `the coin shares of ${brand.partner_name} are at most all, and with Plus no less than without`,
  );
}

/** Coins of one member may come from several brands, and the ledger keeps them as one unit: they are worth the same everywhere. */
function checkCoins({ partner_name, coins_per_dollar }: Brand, home: Brand): void {
  assert(
    coins_per_dollar > 0 && coins_per_dollar % 100 === 0 && coins_per_dollar === home.coins_per_dollar,
    `coins of ${partner_name} are worth what they are worth everywhere, in whole coins a cent`,
  );
}

/** An address belongs to one brand, and ours to none: whoever comes by it is under that brand. */
function checkHosts(brand: Brand, all: readonly Brand[]): void {
  for (const host of brand.hosts) {
    const other = all.find((one) => one.partner_name !== brand.partner_name && one.hosts.includes(host));
    assert(!other, `${host} belongs to ${other?.name}`);
  }
}

function checkColors({ colors, theme }: Brand): void {
  const fault = colors && findColorFault(colors, theme);
  assert(!fault, fault ?? "");
}

function checkTimes({ chat, benefits, offer }: Brand): void {
  for (const { from, until } of chat.hours)
    assert(from < until, `chat hours begin before they end (${from} to ${until})`);
  for (const { id, from, until } of benefits.seasonal)
    assert(from <= until, `${id} begins before it ends (${from} to ${until})`);
  assert(
    new Set(benefits.seasonal.map(({ id }) => id)).size === benefits.seasonal.length,
    "two seasonal benefits have one id",
  );
  assert(offer.landing.startsWith("/") && !offer.landing.startsWith("//"), "the landing page is a path of our own");
}

/** Throws what no brand may say, for a brand among others. */
export function checkBrand(brand: Brand, all: readonly Brand[]): void {
  const home = all[0] ?? brand;
  checkShares(brand);
  checkCoins(brand, home);
  checkCoinShares(brand);
  checkHosts(brand, all);
  checkColors(brand);
  checkTimes(brand);
}

/** A row's changes, or what is wrong with them by now. */
export function packOf(
  row: Pick<PackRow, "changes">,
  base: Pack,
): { ok: true; value: Pack } | { ok: false; why: string } {
  const changes = readChanges(row.changes);
  return changes.ok ? { ok: true, value: applyChanges(base, changes.value) } : changes;
}

export const withoutPixels = (brand: Brand): Pack => ({ brand, pixels: NO_PIXELS });
