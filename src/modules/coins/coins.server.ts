/** The door of coins: offers and surveys, what members began, and what became of it. */
import { addDays } from "#platform/clock";
import type { Tx } from "#platform/database";
import { refused } from "#platform/outcome";
import { applyCallbacks } from "./apply-callback.ts";
import { beginOffer } from "./begin-offer.ts";
import { beginSurvey } from "./begin-survey.ts";
import { createCallbackWriter } from "./callback-writer.ts";
import { claimMissing, sendClaim } from "./claim-missing.ts";
import { confirmPhone, isPhoneOf, readPhoneView, removePhone, sendPhoneCode } from "./confirm-phone.ts";
import type { CoinsContext, CoinsDeps } from "./context.ts";
import { createCoinsDesk } from "./desk.ts";
import { findOffers } from "./find-offers.ts";
import { coinOfferId, screenshotId, startId } from "./ids.ts";
import { SCREENSHOT_DAYS } from "./messages.ts";
import { countOfferTimes, type OfferFilter } from "./offer-store.ts";
import { deleteProfile, finishOnboarding, readOnboarding, readProfile, saveProfile } from "./onboarding-survey.ts";
import { createOpenWays } from "./open-ways.ts";
import type { CoinProvider, CoinProviderName, Platform } from "./provider.types.ts";
import { createCoinProviders } from "./providers.ts";
import { readOfferDetails, readOfferPage, readTypicalOffers } from "./read-offers.ts";
import { readOneProgress, readProgress } from "./read-progress.ts";
import { readReturn } from "./read-return.ts";
import { createSurveyLists, type Reader } from "./read-surveys.ts";
import { refreshOffers } from "./refresh-offers.ts";
import { dropRefused } from "./refused-store.ts";
import { sumPlusExtra } from "./reward-store.ts";
import type { CoinShares } from "./rules.ts";
import { dropScreenshots } from "./screenshot-store.ts";
import { readBonusProgress, readBonusTerms, settleBonuses } from "./settle-bonuses.ts";
import { hideStart } from "./start-store.ts";
import { rewardLedger } from "./sub-ledger-store.ts";
import { readCallbacks, takeCallback } from "./take-callback.ts";
import { createScreenshotLinks, createScreenshotTaker, type Redraw } from "./take-screenshot.ts";
import { writeRewardMail } from "./write-mails.ts";

export * from "./accounts.ts";
export type { ClaimAsked } from "./claim-missing.ts";
export { REWARDS_CHANGED } from "./job-kinds.ts";
export { AGREE_FIRST, COIN_REFUSALS, type CoinRefusal } from "./messages.ts";
export type { OnboardingSurvey, ProfileAnswers } from "./onboarding-survey.ts";
export type { CoinProviderName, OfferType, OpenWays, Platform } from "./provider.types.ts";
export type { OfferDetails, OfferItem, OfferPage, OfferStep } from "./read-offers.ts";
export type { Progress, ProgressStep, StepState } from "./read-progress.ts";
export type { SurveyReturn } from "./read-return.ts";
export type { Chance, Reader, SurveyItem, SurveyList } from "./read-surveys.ts";
export type { BonusProgress, BonusShown } from "./settle-bonuses.ts";

/** What was begun so long ago teaches nothing about today. */
const LEARN_DAYS = 90;
/** Callbacks that were not verified are kept so long. */
const KEEP_REFUSED_DAYS = 14;

export function createCoins(deps: CoinsDeps) {
  deps.ledger.registerSubLedger(rewardLedger);
  readCallbacks(deps.inbox);
  const made = createCoinProviders(deps);
  const providers = new Map<CoinProviderName, CoinProvider>(made.map((provider) => [provider.name, provider]));
  const callbacks = createCallbackWriter(deps.database, deps.inbox);
  const context: CoinsContext = { ...deps, providers, callbacks };
  const lists = createSurveyLists(context);
  const { db } = deps.database;
  let redraw: Redraw = async () => null;
  const show = coinOfferId.show;
  return {
    /** A page of offers, of the same thing at several providers the one that pays best. */
    offers: (brand: CoinShares, asked: OfferFilter & { page: number; sort: "best" | "new" }) =>
      readOfferPage(context, brand, asked, show),
    typicalOffers: (brand: CoinShares, asked: { country: string; most: number }) =>
      readTypicalOffers(context, brand, asked, show),
    /** Offers that a search means, in a country. */
    findOffers: (brand: CoinShares, asked: { q: string; country: string; most: number }) =>
      findOffers(context, brand, asked, show),
    async offer(brand: CoinShares, offerId: string) {
      const id = coinOfferId.read(offerId);
      return id && readOfferDetails(context, brand, id, show);
    },
    async begin(
      member: Parameters<typeof beginOffer>[1],
      asked: { offer_id: string; platform: Platform },
      brand: CoinShares,
    ): ReturnType<typeof beginOffer> {
      const offer_id = coinOfferId.read(asked.offer_id);
      return offer_id ? beginOffer(context, member, { ...asked, offer_id }, brand) : refused("unknown_offer");
    },
    progress: (userId: string) => readProgress(context, userId),
    async oneProgress(userId: string, start: string) {
      const id = startId.read(start);
      return id && readOneProgress(context, userId, id);
    },
    async hide(userId: string, start: string): Promise<boolean> {
      const id = startId.read(start);
      return id !== null && hideStart(db, userId, id, deps.clock.now());
    },
    /** `screenshot_id`: as its taking answered, or nothing. */
    async claim(asked: Parameters<typeof claimMissing>[1]): ReturnType<typeof claimMissing> {
      const start_id = startId.read(asked.start_id);
      if (!start_id) return refused("unknown_start");
      const screenshot_id = asked.screenshot_id ? screenshotId.read(asked.screenshot_id) : null;
      if (asked.screenshot_id && !screenshot_id) return refused("screenshot_gone");
      return claimMissing(context, { ...asked, start_id, screenshot_id });
    },
    takeScreenshot: createScreenshotTaker(context, () => redraw),
    openScreenshot: createScreenshotLinks(context).open,
    /** Wiring says once who draws pictures anew: a module above this one. */
    redrawBy(by: Redraw): void {
      redraw = by;
    },
    dropScreenshots: () =>
      dropScreenshots(db, {
        waiting: addDays(deps.clock.now(), -1),
        answered: addDays(deps.clock.now(), -SCREENSHOT_DAYS),
      }),
    sendClaim: (claimId: string) => sendClaim(context, claimId),
    surveys: (reader: Reader, brand: CoinShares) => lists.read(reader, brand),
    beginSurvey: (
      member: Parameters<typeof beginSurvey>[2],
      asked: Parameters<typeof beginSurvey>[3],
      brand: CoinShares,
    ) => beginSurvey(context, lists, member, asked, brand),
    surveyReturn: (platform: string, target: string, userId: string | null) =>
      readReturn(context, platform, target, userId),
    onboarding: (userId: string, brand: CoinShares) => readOnboarding(context, userId, brand),
    finishOnboarding: (member: Parameters<typeof finishOnboarding>[1], brand: CoinShares) =>
      finishOnboarding(context, member, brand),
    /** A number that is confirmed by a code: one account's. */
    phone: (userId: string) => readPhoneView(context, userId),
    sendPhoneCode: (
      member: Parameters<typeof sendPhoneCode>[1],
      brand: Parameters<typeof sendPhoneCode>[2],
      form: Parameters<typeof sendPhoneCode>[3],
    ) => sendPhoneCode(context, member, brand, form),
    confirmPhone: (userId: string, code: string) => confirmPhone(context, userId, code),
    removePhone: (userId: string) => removePhone(context, userId),
    isPhoneOf: (tx: Tx, userId: string, phone: string) => isPhoneOf(tx, context, userId, phone),
    profile: (userId: string) => readProfile(context, userId),
    saveProfile: (member: Parameters<typeof saveProfile>[1], given: Parameters<typeof saveProfile>[2]) =>
      saveProfile(context, member, given),
    deleteProfile: (member: Parameters<typeof deleteProfile>[1]) => deleteProfile(context, member),
    /** Callbacks of providers, kept and later acted on. */
    takeCallback: (name: CoinProviderName, received: Parameters<typeof takeCallback>[2]) =>
      takeCallback(context, name, received),
    applyCallbacks: (inboxIds: readonly string[]) => applyCallbacks(context, inboxIds),
    refreshOffers: () => refreshOffers(context),
    dropRefused: () => dropRefused(db, addDays(deps.clock.now(), -KEEP_REFUSED_DAYS)),
    /** Learns again how long coins take. */
    learn: () =>
      deps.database.transaction((tx) => countOfferTimes(tx, addDays(deps.clock.now(), -LEARN_DAYS), deps.clock.now())),
    /** Coins that we add ourselves follow what a reward has become. */
    settleBonuses: (rewardId: string) => settleBonuses(context, rewardId),
    bonusTerms: () => readBonusTerms(context),
    bonusProgress: (userId: string) => readBonusProgress(context, userId),
    writeMail: (change: { reward_id: string; sequence: number }) => writeRewardMail(context, change),
    /** Coins that the share of Plus has brought beside that of everybody. */
    plusExtra: sumPlusExtra,
    connected: () => made.filter(({ enabled }) => enabled).map(({ name, title, kind }) => ({ name, title, kind })),
    /** Told to forget when an operator may have switched one off or on, here or in another process. */
    ways: createOpenWays(db, made),
    callbackSecret: deps.settings.COINS_CALLBACK_SECRET,
    /** Our own brand, by which operators reckon. */
    brand: () => deps.partners.home,
    /** What operators see and do. */
    desk: createCoinsDesk(context),
  };
}
export type Coins = ReturnType<typeof createCoins>;
/** What screens may ask of coins. */
export type CoinsService = Pick<
  Coins,
  | "offers"
  | "typicalOffers"
  | "bonusTerms"
  | "findOffers"
  | "offer"
  | "progress"
  | "oneProgress"
  | "surveys"
  | "surveyReturn"
  | "onboarding"
  | "phone"
  | "sendPhoneCode"
  | "confirmPhone"
  | "removePhone"
  | "profile"
  | "saveProfile"
  | "deleteProfile"
  | "finishOnboarding"
  | "claim"
  | "hide"
  | "connected"
  | "ways"
>;
