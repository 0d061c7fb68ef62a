/** The door of landing: visits through the offer, the wheel, and what became of its bonus. */
import { randomInt } from "node:crypto";
import { IDENTITY_REFUSALS, type IdentityRefusal } from "#identity";
import type { Brand, Partners } from "#partners";
import { addDays } from "#platform/clock";
import type { Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import { findBonusOf } from "./bonus-store.ts";
import type { Caller, LandingContext } from "./context.ts";
import { runDraws } from "./draw/draw-winners.ts";
import { confirmDrawEntry, enterDraw, readDraw, readEntry } from "./draw/enter-draw.ts";
import { joinVisit, settleBonus } from "./give-bonus.ts";
import { moveMember } from "./move-member.ts";
import { openVisit, visitOf } from "./open-visit.ts";
import { readFunnel } from "./operator-store.ts";
import { endOf, endWell, finish, pay, readOutcome, readTerms, settleBonuses, startCard } from "./pay.ts";
import { deleteEmptyVisits } from "./store.ts";
import { bonusLedger } from "./sub-ledger-store.ts";
import { answer, birthFault, check, phoneFault, register, spin } from "./take-steps.ts";
import { textAppLink } from "./text-app-link.ts";
import type { UpsellDeps } from "./upsell/upsell-context.ts";
import { checkUpsells, createUpsells } from "./upsell/upsells.ts";

export type { Caller } from "./context.ts";
export type { Bonus } from "./give-bonus.ts";
export type { LandingRefusal } from "./messages.ts";
export { FIRST_ORDER_CLAIM_DAYS } from "./messages.ts";
export type { FlowView, Opened } from "./open-visit.ts";
export type { OfferTerms, Payment, PayRefusal } from "./pay.ts";
export type { Added, OwnView } from "./upsell/own-pages.ts";
export type { UpsellOffer } from "./upsell/show-upsell.ts";
export type { Purchase } from "./upsell/tell-purchases.ts";
export type { Said } from "./upsell/upsell-context.ts";
export type { HandOverRefusal } from "./upsell/upsell-messages.ts";
export type { Props, Upsell } from "./upsell/upsell-rules.ts";

/** Visits that led nowhere are forgotten after so many days. */
const EMPTY_DAYS = 2;

export function createLanding(
  deps: Omit<LandingContext, "random"> & UpsellDeps & { random?: LandingContext["random"]; partners: Partners },
) {
  deps.partners.registerCheck((brand) => {
    checkUpsells([brand], deps.settings.PUBLIC_URL);
    for (const { amount_minor } of brand.offer.prizes)
      assert(
        amount_minor <= brand.plan.trial_minor + brand.plan.monthly_minor,
        `the wheel of ${brand.partner_name} gives no more than trial and first month cost`,
      );
  });
  const context: LandingContext = { random: randomInt, ...deps };
  deps.ledger.registerSubLedger(bonusLedger);
  return {
    open: (caller: Caller, entry?: Parameters<typeof openVisit>[2]) =>
      openVisit(context, caller, entry ?? null, endWell),
    spin: (caller: Caller) => spin(context, caller),
    answer: (caller: Caller, input: Parameters<typeof answer>[2]) => answer(context, caller, input),
    check: (caller: Caller, input: Parameters<typeof check>[2]) => check(context, caller, input),
    phoneFault,
    birthFault: (month: string, year: string) => birthFault(context, month, year),
    /** Why an account was not opened, in the words of accounts: screens take only types from that door. */
    accountWords(refusal: { code: IdentityRefusal; detail?: Record<string, string> }, language: "en" | "es") {
      const row = IDENTITY_REFUSALS[refusal.code];
      const text = row[language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => refusal.detail?.[name] ?? "");
      return { field: row.field ?? null, text, status: row.status };
    },
    register: (caller: Parameters<typeof register>[1], input: Parameters<typeof register>[2]) =>
      register(context, caller, input),
    join: (input: Parameters<typeof joinVisit>[1]) => joinVisit(context, input),
    settleBonus: (input: Parameters<typeof settleBonus>[1]) => settleBonus(context, input),
    terms: (caller: Pick<Caller, "brand" | "member" | "header">, setupId?: string) =>
      readTerms(context, caller, setupId),
    startCard: (caller: Parameters<typeof startCard>[1]) => startCard(context, caller),
    pay: (caller: Parameters<typeof pay>[1], input: Parameters<typeof pay>[2]) => pay(context, caller, input),
    finish: (caller: Parameters<typeof finish>[1], chargeId: string) => finish(context, caller, chargeId),
    settleBonuses: () => settleBonuses(context),
    outcome: (userId: string) => readOutcome(context, userId),
    /** The bonus of the wheel that still hangs on a paid month, in cents; null when there is none. */
    async waitingBonus(userId: string): Promise<string | null> {
      const row = await findBonusOf(context.database.db, userId);
      return row?.state === "pending" ? row.amount_minor.toString() : null;
    },
    /** Where this visit ends after its summary. */
    endOf: async (caller: Caller) => endOf(await visitOf(context, caller)),
    /** By which page a visit began; null without one. */
    enteredBy: async (caller: Pick<Caller, "header" | "brand">) =>
      (await visitOf(context, { ...caller, member: null }))?.entered_by ?? null,
    /** Extras after the payment, on our own pages and on those for another page or domain (decision 0012). */
    upsells: createUpsells(deps),
    /** The free monthly draw (decision 0014). */
    readDraw: (brand: Brand) => readDraw(context, brand),
    enterDraw: (brand: Brand, language: "en" | "es", form: Parameters<typeof enterDraw>[3]) =>
      enterDraw(context, brand, language, form),
    readEntry: (token: string) => readEntry(context, token),
    confirmDrawEntry: (token: string) => confirmDrawEntry(context, token),
    runDraws: () => runDraws(context, deps.partners),
    funnel: (span: { from: Date; to: Date }) => readFunnel(context.database.db, span),
    moveMember: (tx: Tx, move: { from: string; to: string }) => moveMember(tx, context, move),
    /** Whether the app's link can be texted here. */
    texts: deps.notifications.texts,
    textAppLink: (brand: Brand, language: "en" | "es", form: Parameters<typeof textAppLink>[3]) =>
      textAppLink(context, brand, language, form),
    async tidy(): Promise<void> {
      await deleteEmptyVisits(context.database.db, addDays(context.clock.now(), -EMPTY_DAYS));
      await settleBonuses(context);
    },
  };
}
export type Landing = ReturnType<typeof createLanding>;
/** What screens may ask of the landing flow. */
export type LandingService = Pick<
  Landing,
  | "open"
  | "spin"
  | "answer"
  | "check"
  | "phoneFault"
  | "birthFault"
  | "accountWords"
  | "register"
  | "terms"
  | "finish"
  | "outcome"
  | "waitingBonus"
  | "endOf"
  | "upsells"
  | "readDraw"
  | "enterDraw"
  | "readEntry"
  | "confirmDrawEntry"
  | "texts"
  | "textAppLink"
>;
