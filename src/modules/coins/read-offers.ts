/** Offers as shoppers see them: in coins, by the brand's share, and as the offer item that the specification names (SPEC §3). */
import type { CoinsContext } from "./context.ts";
import {
  isShown,
  listOffers,
  type OfferFilter,
  type OfferRow,
  type OfferTime,
  readOffer,
  readOfferTimes,
} from "./offer-store.ts";
import type { OfferType, Platform } from "./provider.types.ts";
import { type CoinShares, coinsOf, lateAfterHours, sharesOf } from "./rules.ts";

export type OfferItem = {
  /** Public id. */
  offer_id: string;
  offer_type: OfferType;
  for_ios: 0 | 1;
  /** 1 when it goes on in an app store. */
  app_container: 0 | 1;
  display_name: string;
  display_description: string;
  image_url: string | null;
  coins_advertised: number;
  /** What a plus member gets of the same. */
  coins_plus: number;
  click_url: string;
  platforms: readonly Platform[];
  steps: number;
  /** Days in which the last step must be reached; null where none is set. */
  days: number | null;
};

export type OfferStep = {
  goal_id: string;
  name: string;
  coins: number;
  coins_plus: number;
  days: number | null;
  /** When the coins of others came after setting out, half of them and nine in ten; null where too few got there. */
  usual_hours: number | null;
  late_hours: number | null;
};

export type OfferDetails = OfferItem & {
  requirements: string;
  min_age: number | null;
  live: boolean;
  steps_list: readonly OfferStep[];
};

export type OfferPage = {
  items: readonly OfferItem[];
  counts: Record<OfferType, number>;
  total: number;
  page: number;
  page_size: number;
};

export const OFFERS_PER_PAGE = 24;

export function toItem(row: OfferRow, brand: CoinShares, show: (id: string) => string): OfferItem {
  const offer_id = show(row.offer_id);
  const days = row.goals.map((goal) => goal.days).filter((day) => day !== null);
  const shares = sharesOf(brand, row.pay_share_bps);
  const sum = (plus: boolean) =>
    row.goals.reduce((total, goal) => total + coinsOf(BigInt(goal.payout_micros), shares, plus), 0n);
  return {
    offer_id,
    offer_type: row.type,
    for_ios: row.platforms.includes("ios") && row.platforms.length === 1 ? 1 : 0,
    app_container: row.type === "OTHER" ? 0 : 1,
    display_name: row.name,
    display_description: row.description,
    image_url: row.image_url,
    coins_advertised: Number(sum(false)),
    coins_plus: Number(sum(true)),
    click_url: `/go/offer/${offer_id}`,
    platforms: row.platforms,
    steps: row.goals.length,
    days: days.length > 0 ? Math.max(...days) : null,
  };
}

export async function readOfferPage(
  context: CoinsContext,
  brand: CoinShares,
  asked: OfferFilter & { page: number; sort: "best" | "new" },
  show: (id: string) => string,
): Promise<OfferPage> {
  const { rows, counts } = await listOffers(context.database.db, asked, {
    offset: (asked.page - 1) * OFFERS_PER_PAGE,
    most: OFFERS_PER_PAGE,
    sort: asked.sort,
  });
  const total = asked.type ? counts[asked.type] : counts.APP + counts.GAME + counts.OTHER;
  return {
    items: rows.map((row) => toItem(row, brand, show)),
    counts,
    total,
    page: asked.page,
    page_size: OFFERS_PER_PAGE,
  };
}

/** So many offers that show what there is: the best paid of each kind in turn. */
export async function readTypicalOffers(
  context: CoinsContext,
  brand: CoinShares,
  asked: { country: string; most: number },
  show: (id: string) => string,
): Promise<OfferItem[]> {
  const kinds = await Promise.all(
    (["GAME", "APP", "OTHER"] as const).map(async (type) => {
      const filter = { country: asked.country, type, platform: null, easy: false, least: null };
      return (await listOffers(context.database.db, filter, { offset: 0, most: asked.most, sort: "best" })).rows;
    }),
  );
  const turns = Array.from({ length: asked.most }, (_, turn) => kinds.flatMap((rows) => rows[turn] ?? [])).flat();
  return turns.slice(0, asked.most).map((row) => toItem(row, brand, show));
}

/** Null for an offer that there never was; one that ended says so by `live`. */
export async function readOfferDetails(
  context: CoinsContext,
  brand: CoinShares,
  offerId: string,
  show: (id: string) => string,
): Promise<OfferDetails | null> {
  const row = await readOffer(context.database.db, offerId);
  if (!row) return null;
  const shares = sharesOf(brand, row.pay_share_bps);
  const times = (await readOfferTimes(context.database.db, [offerId])).get(offerId) ?? [];
  return {
    ...toItem(row, brand, show),
    requirements: row.requirements,
    min_age: row.min_age,
    live: await isShown(context.database.db, offerId),
    steps_list: row.goals.map((goal) => {
      const time: OfferTime | undefined = times.find(({ goal_id }) => goal_id === goal.goal_id);
      const learned = time !== undefined && time.credited >= 5;
      return {
        goal_id: goal.goal_id,
        name: goal.name,
        coins: Number(coinsOf(BigInt(goal.payout_micros), shares, false)),
        coins_plus: Number(coinsOf(BigInt(goal.payout_micros), shares, true)),
        days: goal.days,
        usual_hours: learned ? time.median_hours : null,
        late_hours: learned ? lateAfterHours(time) : null,
      };
    }),
  };
}
