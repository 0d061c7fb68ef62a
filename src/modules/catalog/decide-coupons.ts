/** Coupons by hand: one that no network lists is added, one that is wrong is retired, and neither by an import. */
import { derivedId } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { cleanText } from "./clean-text.ts";
import { contentHash } from "./content-hash.ts";
import { beginOfDay, isDay } from "./days.ts";
import { bringInStep, type DecideDeps } from "./decide-stores.ts";
import { readOffer } from "./feeds/read-offer.ts";
import { offerId } from "./ids.ts";
import { fold } from "./names.ts";
import { holdRates } from "./refresh-rates.ts";
import {
  bringBackCoupons,
  couponsWithCode,
  keepCouponEntries,
  lockCoupon,
  markForCheck,
  type OwnCoupon,
  retireCoupons,
  type StandingCoupon,
  saveOwnCoupon,
} from "./store/coupon-decisions.ts";
import { lockStore, readBestProgramme } from "./store/store-decisions.ts";

type By = { by: string; reason: string };
export type TypedCoupon = { code: string; title: string; title_es: string; from: string; until: string };
export type CouponRefusal =
  | "unknown_store"
  | "unknown_coupon"
  | "merged"
  | "no_programme"
  | "known"
  | "retired"
  | "bad_word";

const MAX_TITLE = 160;

/** Answers the coupon's id as addresses have it. */
export async function addCoupon(
  deps: DecideDeps,
  wish: By & TypedCoupon & { store: string },
): Promise<Outcome<string, CouponRefusal>> {
  return deps.database.transaction(async (tx) => {
    await holdRates(tx);
    const store = await lockStore(tx, wish.store);
    if (!store) return refused("unknown_store");
    if (store.merged_into !== null) return refused("merged");
    const programme_id = await readBestProgramme(tx, store.merchant_id);
    if (!programme_id) return refused("no_programme");
    const read = readCoupon(wish, store.merchant_id);
    if (!read.ok) return read;
    const coupon = { ...read.value, programme_id };
    const alike = coupon.code === null ? [] : await couponsWithCode(tx, store.merchant_id, coupon.code);
    const same = await lockCoupon(tx, coupon.offer_id);
    if ((same ? [same, ...alike] : alike).some((one) => one.retired_at !== null)) return refused("retired");
    const now = deps.clock.now();
    if (alike.some((one) => one.offer_id !== coupon.offer_id && isOpen(one, now))) return refused("known");
    await saveOwnCoupon(tx, coupon, now);
    await keepCouponEntries(tx, [coupon.offer_id], {
      ...{ at: now, by: wish.by, reason: wish.reason },
      what: same ? "told anew by hand" : "added by hand",
    });
    await bringInStep(tx, deps, { words: true });
    return done(offerId.show(coupon.offer_id));
  });
}

const isOpen = ({ gone_at, ends_at }: StandingCoupon, now: Date): boolean =>
  gone_at === null && (ends_at === null || ends_at > now);

function readCoupon(typed: TypedCoupon, merchant_id: string): Outcome<Omit<OwnCoupon, "programme_id">, "bad_word"> {
  const wrong = (why: string) => refused("bad_word" as const, { why });
  for (const day of [typed.from, typed.until])
    if (day !== "" && !isDay(day)) return wrong("A day is written as 2026-11-30.");
  if (typed.from !== "" && typed.until !== "" && typed.until < typed.from) return wrong("It ends before it starts.");
  const title_es = cleanText(typed.title_es, MAX_TITLE);
  if (title_es === "") return wrong("Its title in Spanish is missing.");
  const row = readOffer({
    ...{ id: "own", programme_id: "own", advertiser_id: "", code: typed.code, title: typed.title, description: "" },
    ...{ restriction: "", free_shipping: false, tracking_link: "" },
    starts: typed.from && beginOfDay(typed.from),
    ends: typed.until,
  });
  if ("reason" in row) return wrong(`${row.reason[0]?.toUpperCase()}${row.reason.slice(1)}.`);
  const { code, title, discount, condition, minimum_minor, starts_at, ends_at } = row;
  if (code !== null && !/^\S+$/.test(code)) return wrong("A code has no gaps.");
  const id = derivedId("offer", `own:${merchant_id}:${code?.toUpperCase() ?? fold(title)}`);
  return done({
    ...{ offer_id: id, merchant_id, code, title, title_es, starts_at, ends_at, condition },
    offer_type: code === null ? "other" : "coupon",
    folded: fold(`${title} ${title_es}`),
    discount_kind: discount.kind,
    discount_bps: discount.kind === "percent" ? discount.bps : 0,
    discount_minor: discount.kind === "amount" ? discount.minor.toString() : "0",
    minimum_minor: minimum_minor?.toString() ?? null,
    content_hash: contentHash(row).toString(),
  });
}

/** Answers how many are gone by it: the same code may have come by several networks. */
export const retireCoupon = (deps: DecideDeps, wish: By & { coupon: string }) =>
  decide(deps, wish, "retired", (tx, coupon) => retireCoupons(tx, coupon, deps.clock.now()));

export const bringBackCoupon = (deps: DecideDeps, wish: By & { coupon: string }) =>
  decide(deps, wish, "brought back", bringBackCoupons);

/** Shoppers who tell us try it first, until one of them told; or no more, of one that is there. Answers how many of this code. */
export const checkCoupon = (deps: DecideDeps, { wanted, ...wish }: By & { coupon: string; wanted: boolean }) =>
  decide(
    deps,
    wish,
    wanted ? "a check was asked for" : "no check is asked for any more",
    (tx, coupon) => markForCheck(tx, coupon, wanted ? deps.clock.now() : null),
    ({ gone_at }) => wanted || gone_at === null,
  );

async function decide(
  deps: DecideDeps,
  { coupon, by, reason }: By & { coupon: string },
  what: string,
  change: (tx: Parameters<typeof lockCoupon>[0], coupon: StandingCoupon) => Promise<string[]>,
  isThere: (coupon: StandingCoupon) => boolean = () => true,
): Promise<Outcome<number, "unknown_coupon">> {
  const id = offerId.read(coupon);
  return deps.database.transaction(async (tx) => {
    await holdRates(tx);
    const found = id && (await lockCoupon(tx, id));
    if (!found || !isThere(found)) return refused("unknown_coupon");
    const changed = await change(tx, found);
    if (changed.length === 0) return done(0);
    const entry = { at: deps.clock.now(), by, what, reason };
    await keepCouponEntries(tx, changed.includes(id) ? [id] : [], entry);
    // What a person retired stays so wherever it goes; what only has its code, as long as it is of that store and has it.
    const alike = what === "retired" ? "retired with its code" : what;
    await keepCouponEntries(
      tx,
      changed.filter((one) => one !== id),
      { ...entry, what: alike },
    );
    await bringInStep(tx, deps, { words: true });
    return done(changed.length);
  });
}
