/** What callbacks are about, read for many at once, and the reward that each would be: what was agreed of its goal or survey, and what it is called. */
import { addDays } from "#platform/clock";
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import type { CoinsContext } from "./context.ts";
import { findOffers, type OfferRow } from "./offer-store.ts";
import type { CoinProviderName, Told } from "./provider.types.ts";
import { NO_RULES, type ProviderRules } from "./provider-store.ts";
import type { RewardRow } from "./reward-store.ts";
import {
  type Agreed,
  type CoinShares,
  coinsByShare,
  coinsOf,
  MAX_SURVEY_MICROS,
  sharesOf,
  type Weighed,
  weigh,
  weighUnagreed,
} from "./rules.ts";
import { type AgreedStart, findStarts, findVisit, type VisitRow } from "./start-store.ts";

/** A survey is answered within this, and its callback may come as late. */
const VISIT_DAYS = 7;

/** One callback of a member who is known; `name` is the transaction that it is about. */
export type Telling = { inbox_id: string; provider: CoinProviderName; user_id: string; told: Told; name: string };

export type Found = {
  user_id: string;
  kind: "offer" | "survey";
  brand: CoinShares;
  /** Whether the member is plus now: what was agreed says what they were then. */
  plus: boolean;
  /** What part of the provider's pay counts now. */
  pay_share_bps: number;
  start: AgreedStart | null;
  visit: VisitRow | null;
  offer: OfferRow | null;
};

/** Under the locks of all members: nothing of it but visits changes until the transaction ends. */
export async function findAgreed(
  tx: Tx,
  context: CoinsContext,
  tellings: readonly Telling[],
  rules: ReadonlyMap<string, ProviderRules>,
): Promise<(telling: Telling) => Promise<Found>> {
  const isSurvey = ({ provider }: Telling) => context.providers.get(provider)?.kind === "surveys";
  const brands = await context.identity.brandsOf(tx, [...new Set(tellings.map(({ user_id }) => user_id))]);
  const named = tellings.flatMap((one) =>
    !isSurvey(one) && one.told.offer_id ? [{ provider: one.provider, offer_id: one.told.offer_id }] : [],
  );
  const offers = new Map(
    (await findOffers(tx, named)).map((row) => [`${row.provider}|${row.provider_offer_id}`, row] as const),
  );
  const offerOf = (one: Telling): OfferRow | null =>
    isSurvey(one) ? null : (offers.get(`${one.provider}|${one.told.offer_id}`) ?? null);
  const begun = new Map(
    tellings.flatMap((one): [string, { user_id: string; offer_id: string }][] => {
      const offer = offerOf(one);
      const { user_id } = one;
      return offer ? [[`${user_id}|${offer.offer_id}`, { user_id, offer_id: offer.offer_id }]] : [];
    }),
  );
  const starts = new Map(
    (await findStarts(tx, [...begun.values()])).map((row) => [`${row.user_id}|${row.offer_id}`, row]),
  );
  return async (one) => {
    const { user_id, provider, told } = one;
    const own = brands.get(user_id);
    const offer = offerOf(one);
    // The next callback of a visit finds it as the one before left it.
    const since = addDays(context.clock.now(), -VISIT_DAYS);
    const visit = isSurvey(one) ? await findVisit(tx, { user_id, provider, survey_id: told.offer_id, since }) : null;
    return {
      user_id,
      kind: isSurvey(one) ? "survey" : "offer",
      brand: context.partners.named(own?.partner ?? null),
      plus: own?.plus_active ?? false,
      pay_share_bps: (rules.get(provider) ?? NO_RULES).pay_share_bps,
      start: offer ? (starts.get(`${user_id}|${offer.offer_id}`) ?? null) : null,
      visit,
      offer,
    };
  };
}

/** The reward as it would be new: what was agreed of its goal or survey, and what it is called. */
export function newReward(
  context: CoinsContext,
  { provider, name, told }: Telling,
  { user_id, kind, brand, plus, pay_share_bps, start, visit, offer }: Found,
): { reward: RewardRow; weighed: Weighed } {
  // By the share as it was when somebody set out: what operators say later is for those who set out later.
  const agreed_bps = start?.terms.share_bps ?? visit?.share_bps ?? null;
  const worth = (micros: bigint) =>
    agreed_bps === null
      ? coinsOf(micros, sharesOf(brand, pay_share_bps), plus)
      : coinsByShare(micros, agreed_bps, brand);
  const goals = start?.terms.goals ?? [];
  // Without a name only the one step of an offer can be meant.
  const goal = goals.find(({ goal_id }) => (told.goal_id === null ? goals.length === 1 : goal_id === told.goal_id));
  const agreed: Agreed | null = goal
    ? { coins: BigInt(goal.coins), payout_micros: BigInt(goal.payout_micros) }
    : visit?.survey_id
      ? { coins: visit.coins, payout_micros: visit.payout_micros }
      : null;
  // Nobody set out from here: an offer of ours bounds what it can pay, a survey of a wall the most that one pays.
  const bound = offer ? offer.payout_micros : kind === "survey" ? MAX_SURVEY_MICROS : null;
  const weighed = agreed
    ? weigh(agreed, told.payout_micros, worth)
    : weighUnagreed(bound, told.payout_micros ?? 0n, worth, start ? "unknown_step" : null);
  const now = context.clock.now();
  return {
    weighed,
    reward: {
      reward_id: newId("coin_reward"),
      provider,
      tx_id: name,
      user_id,
      kind,
      start_id: start?.start_id ?? null,
      visit_id: visit?.visit_id ?? null,
      offer_id: offer?.offer_id ?? null,
      goal_id: goal?.goal_id ?? told.goal_id,
      name: start
        ? `${start.terms.name}${goal && goals.length > 1 ? `: ${goal.name}` : ""}`
        : (offer?.name ?? visit?.category ?? ""),
      coins: weighed.coins,
      payout_micros: told.payout_micros ?? agreed?.payout_micros ?? 0n,
      told_coins: told.told_coins,
      state: "pending",
      reason: null,
      posted_pending: 0n,
      posted_confirmed: 0n,
      posted_receivable: 0n,
      sequence: 0,
      created_at: now,
      changed_at: now,
    },
  };
}
