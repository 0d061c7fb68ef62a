/** One offer of a store, and campaigns: what many stores give for some days. Nothing is said that no network told. */
import { addDays } from "#platform/clock";
import { CACHE_MINUTES } from "./cached-lists.ts";
import type { Coupon } from "./catalog.types.ts";
import { lastDay } from "./days.ts";
import { offerId } from "./ids.ts";
import type { Campaign, CampaignName, OfferPage } from "./offer-pages.types.ts";
import type { ReadDeps } from "./read-catalog.types.ts";
import { toCard, toCoupon } from "./shape-answers.ts";
import { showMerchant } from "./show-merchant.ts";
import { readRaisedDays, readStoresByRule } from "./store/read-merchants.ts";
import { type CouponFilter, type CouponSort, readCoupons, readCouponsByIds } from "./store/read-offers.ts";

const CAMPAIGNS: readonly CampaignName[] = ["raised-rates", "ending-this-week", "begun-this-week"];
const NEAR = 4;
const CAMPAIGN_STORES = 48;
const CAMPAIGN_COUPONS = 60;
const WEEK = 7;

const coupons = async (
  deps: ReadDeps,
  filter: CouponFilter & { sort: CouponSort },
  most: number,
): Promise<Coupon[]> => {
  const now = deps.clock.now();
  const rows = await readCoupons(deps.database.pool, filter, now, 0, most);
  return rows.map((row) => toCoupon(row, now, deps.brand));
};

/** Others of its store, else popular ones of everywhere: what somebody came for is not there, or may not be what they wanted. */
async function near(deps: ReadDeps, coupon: Coupon, ofStore: readonly Coupon[]): Promise<Coupon[]> {
  const own = ofStore.filter(({ offer_id, state }) => state === "live" && offer_id !== coupon.offer_id).slice(0, NEAR);
  if (own.length > 0) return own;
  return (await coupons(deps, { sort: "popular" }, NEAR + 1))
    .filter(({ offer_id }) => offer_id !== coupon.offer_id)
    .slice(0, NEAR);
}

export async function showOffer(deps: ReadDeps, id: string): Promise<OfferPage | null> {
  const read = offerId.read(id);
  if (read === null) return null;
  const [row] = await readCouponsByIds(deps.database.pool, [read]);
  if (!row) return null;
  const coupon = toCoupon(row, deps.clock.now(), deps.brand);
  const page = await showMerchant(deps, coupon.merchant.internal_name);
  const open = page && page.merchant.status !== "closed" ? page : null;
  if (!open) return { coupon: { ...coupon, state: "ended" }, store: null, near: await near(deps, coupon, []) };
  const { internal_name, name, logo_url, rate, plus_rate, was_rate } = open.merchant;
  const { cash_back_allowed, locking_days, rates_checked_at, domain } = open.merchant;
  return {
    coupon,
    store: {
      ...{ internal_name, name, logo_url, rate, plus_rate, was_rate, cash_back_allowed, locking_days },
      ...{ rates_checked_at, domain },
    },
    near: await near(deps, coupon, open.coupons),
  };
}

async function makeCampaign(deps: ReadDeps, campaign: CampaignName): Promise<Campaign> {
  const now = deps.clock.now();
  const { pool } = deps.database;
  if (campaign === "raised-rates") {
    const rows = await readStoresByRule(pool, "raised", CAMPAIGN_STORES);
    const names = rows.map(({ internal_name }) => internal_name);
    const days = await readRaisedDays(pool, names, now);
    const stores = rows.map((row) => {
      const { since, ends } = days.get(row.internal_name) ?? { since: null, ends: null };
      return {
        ...toCard(row, deps.brand),
        since: since?.toISOString() ?? null,
        until: ends && lastDay(ends.toISOString()),
      };
    });
    return { campaign, from: null, until: null, stores, coupons: [] };
  }
  if (campaign === "ending-this-week") {
    const until = addDays(now, WEEK);
    const found = await coupons(deps, { ends_before: until, sort: "ending" }, CAMPAIGN_COUPONS);
    return { campaign, from: now.toISOString(), until: until.toISOString(), stores: [], coupons: found };
  }
  const from = addDays(now, -WEEK);
  const found = await coupons(deps, { starts_after: from, sort: "popular" }, CAMPAIGN_COUPONS);
  return { campaign, from: from.toISOString(), until: now.toISOString(), stores: [], coupons: found };
}

export async function showCampaign(deps: ReadDeps, asked: string): Promise<Campaign | null> {
  const campaign = CAMPAIGNS.find((known) => known === asked);
  return campaign ? deps.lists.get(`campaign:${campaign}`, CACHE_MINUTES, () => makeCampaign(deps, campaign)) : null;
}
