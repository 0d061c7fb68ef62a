/** What operators may ask and do about coins. */
import { addDays, civilDate } from "#platform/clock";
import type { SeenRow } from "#platform/inbox";
import { type BonusName, monthOf, monthSpan } from "./bonus-rules.ts";
import { type BonusTerms, changeBonus, listBonusChanges, readBonuses, sumGiven } from "./bonus-store.ts";
import { claimsOfStart, putOffClaim, readClaim, readOpenClaims } from "./claim-store.ts";
import type { CoinsContext } from "./context.ts";
import { decideReward } from "./decide-reward.ts";
import { countByOffer, countByProvider, countOfOffer, type Span } from "./health-store.ts";
import { coinOfferId } from "./ids.ts";
import { countOutcomes, readCatalogues, readOffer, searchOffers, setHidden } from "./offer-store.ts";
import { hasPhone } from "./phone-store.ts";
import { COIN_PROVIDERS, TOLD_KINDS } from "./provider.types.ts";
import {
  changeRules,
  listChanges,
  type ProviderRules,
  readAllRules,
  readRules,
  sumCreditedSince,
} from "./provider-store.ts";
import { refuseClaim } from "./refuse-claim.ts";
import { countRefused, listRefused, readRefused } from "./refused-store.ts";
import {
  countStarts,
  findReward,
  readHeld,
  readReward,
  readRewardEvents,
  readRewards,
  sumMoved,
} from "./reward-store.ts";
import { dayStart, type RefusalReason } from "./rules.ts";
import { hasScreenshot } from "./screenshot-store.ts";
import { readStopped, sumEarned } from "./shared-account-store.ts";
import { findMember, findStart, listStarts, readStart } from "./start-store.ts";
import { createScreenshotLinks } from "./take-screenshot.ts";

/** Days that a provider gets beyond the day it was to answer by. */
const MORE_DAYS = 7;

/** The inbox is everybody's: rows of others are none of ours. */
const isCallback = ({ source, provider }: SeenRow): boolean =>
  source === "postback" && (COIN_PROVIDERS as readonly string[]).includes(provider);

export function createCoinsDesk(context: CoinsContext) {
  const { database, clock, inbox } = context;
  const { db } = database;
  const screenshots = createScreenshotLinks(context);
  const accounts = context.identity.desk;
  return {
    now: () => clock.now(),
    held: (most: number) => readHeld(db, most),
    reward: (id: string) => readReward(db, id),
    events: (id: string) => readRewardEvents(db, [id]),
    rewardsOf: (userId: string, most: number) => readRewards(db, userId, null, most),
    startsOf: (userId: string, most: number) => listStarts(db, userId, most),
    start: (id: string) => readStart(db, id),
    /** The newest start of an offer by a member. */
    startOf: (userId: string, offerId: string) => findStart(db, userId, offerId),
    hasPhone: (userId: string) => hasPhone(db, userId),
    inCommon: (one: string, other: string) => context.identity.sharedTraces(one, other),
    sharedDevices: accounts.sharedDevices,
    sharedDevice: accounts.sharedDevice,
    sharedDevicesOf: accounts.sharedDevicesOf,
    earned: (userIds: readonly string[]) => sumEarned(db, userIds),
    stopped: (userIds: readonly string[], most: number) => readStopped(db, userIds, most),
    decide: (input: Parameters<typeof decideReward>[1]) => decideReward(context, input),
    /** Claims whose provider has not answered by its day. */
    lateClaims: (most: number) => readOpenClaims(db, civilDate(clock.now()), most),
    claim: (id: string) => readClaim(db, id),
    /** Where the picture of a claim is seen for a while; null where it has none. */
    screenshotOf: async (id: string) => ((await hasScreenshot(db, id)) ? screenshots.hrefOf(id) : null),
    claimsOfStart: (id: string) => claimsOfStart(db, id),
    refuseClaim: (claimId: string, reason: RefusalReason) => refuseClaim(context, claimId, reason),
    waitForClaim: (claimId: string): Promise<boolean> =>
      database.transaction((tx) => putOffClaim(tx, claimId, civilDate(addDays(clock.now(), MORE_DAYS)))),
    catalogues: () => readCatalogues(db),
    offer: (id: string) => readOffer(db, id),
    outcomes: (offerId: string) => countOutcomes(db, offerId),
    async findOffers(text: string, most: number) {
      const id = coinOfferId.read(text);
      const one = id && (await readOffer(db, id));
      return one ? [one] : text.length >= 3 ? searchOffers(db, text, most) : [];
    },
    hide: (offerId: string, hidden: { by: string; reason: string } | null) => setHidden(db, offerId, hidden),
    callback: async (id: string) => {
      const row = await inbox.see(id);
      return row && isCallback(row) ? row : null;
    },
    callbacks: (asked: Parameters<typeof inbox.listPostbacks>[0]) => inbox.listPostbacks(asked),
    /** By the provider's own id of the transaction, whatever was said of it. */
    findCallbacks: async (tx: string, most: number) =>
      tx.length < 4
        ? []
        : inbox.findPostbacks({ providers: COIN_PROVIDERS, keys: TOLD_KINDS.map((kind) => `${kind}:${tx}`), most }),
    /** False when it is not parked. */
    replay: (id: string): Promise<boolean> => inbox.retry(id),
    rewardOf: (provider: string, tx: string) => findReward(db, provider, tx),
    memberOf: (provider: string, userRef: string) => findMember(db, provider, userRef),
    refusedCallback: (id: string) => readRefused(db, id),
    refusedCallbacks: (asked: Parameters<typeof listRefused>[1]) => listRefused(db, asked),
    refusedSince: (provider: string, hours: number) => countRefused(db, provider, addDays(clock.now(), -hours / 24)),
    rules: (provider: string) => readRules(db, provider),
    allRules: () => readAllRules(db),
    changes: (provider: string) => listChanges(db, provider),
    /** Null when it was so before. */
    changeRules: (provider: string, change: Partial<ProviderRules>, who: { by: string; reason: string }) =>
      database.transaction((tx) => changeRules(tx, provider, change, { ...who, at: clock.now() })),
    bonuses: async () => new Map((await readBonuses(db)).map((row) => [row.name, row])),
    bonusChanges: (name: BonusName) => listBonusChanges(db, name),
    givenThisMonth: (name: BonusName) => sumGiven(db, name, monthSpan(monthOf(clock.now()))),
    /** Null when it was so before. */
    changeBonus: (name: BonusName, terms: BonusTerms, who: { by: string; reason: string }) =>
      database.transaction((tx) => changeBonus(tx, name, terms, { ...who, at: clock.now() })),
    creditedToday: (provider: string) => sumCreditedSince(db, provider, dayStart(clock.now())),
    countByProvider: (span: Span) => countByProvider(db, span),
    countByOffer: (asked: Parameters<typeof countByOffer>[1]) => countByOffer(db, asked),
    countOfOffer: (offerId: string) => countOfOffer(db, offerId),
    figures: {
      credited: (from: Date, to: Date) => sumMoved(db, "credited", from, to),
      reversed: (from: Date, to: Date) => sumMoved(db, "reversed", from, to),
      begun: (from: Date, to: Date) => countStarts(db, from, to),
    },
  };
}
export type CoinsDesk = ReturnType<typeof createCoinsDesk>;
