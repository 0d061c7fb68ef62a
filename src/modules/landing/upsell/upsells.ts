/** The verbs of extras, built from what they are given. */
import { MEMBERSHIP_REFUSALS } from "#membership";
import type { Brand } from "#partners";
import { assert } from "#platform/outcome";
import { answerHandOver, leadTo, showHandOver, signInByHandOver, takeHandOver, takeReturn } from "./hand-over.ts";
import { answerOwn, nextPage, readAdded, showOwn } from "./own-pages.ts";
import { createStates } from "./signed-state.ts";
import { followUpsells, readPurchases, sendCallback } from "./tell-purchases.ts";
import type { Signed, UpsellContext, UpsellDeps } from "./upsell-context.ts";
import { HAND_OVER_REFUSALS } from "./upsell-messages.ts";
import { readAddress, UPSELLS, type Upsell } from "./upsell-rules.ts";

/** A brand pack that would lead people to a place which it does not allow itself stops the start. */
export function checkUpsells(brands: readonly Brand[], publicUrl: string): void {
  for (const { name, upsell } of brands)
    for (const place of [...UPSELLS.map((one) => upsell[one]), upsell.callback]) {
      if (place === "own" || place === null) continue;
      const read = place.startsWith("/") || readAddress("upsssnurl", place, { publicUrl, hosts: upsell.hosts });
      assert(read === true || "url" in read, `${name} sells extras on hosts of its own list (${place})`);
    }
}

const WORDS = { ...MEMBERSHIP_REFUSALS, ...HAND_OVER_REFUSALS };
export type UpsellRefusal = { code: keyof typeof WORDS; detail?: Record<string, string> };

export function createUpsells(deps: UpsellDeps) {
  const context: UpsellContext = { ...deps, states: createStates({ secret: deps.secret, clock: deps.clock }) };
  type Caller = Parameters<typeof showHandOver>[1];
  type Taken = Parameters<typeof showHandOver>[2];
  return {
    show: (caller: Signed, upsell: Upsell) => showOwn(context, caller, upsell),
    answer: (caller: Signed, upsell: Upsell, said: Parameters<typeof answerOwn>[3]) =>
      answerOwn(context, caller, upsell, said),
    nextPage: (userId: string) => nextPage(context, userId),
    added: (userId: string, upsell: Upsell) => readAdded(context, userId, upsell),
    purchases: (userId: string) => readPurchases(context, userId),
    leadTo: (caller: Signed, upsell: Upsell) => leadTo(context, caller, upsell),
    take: (brand: Brand, query: URLSearchParams, only: Upsell | null) => takeHandOver(context, brand, query, only),
    showTaken: (caller: Caller, taken: Taken) => showHandOver(context, caller, taken),
    signIn: (taken: Taken, visit: Parameters<typeof signInByHandOver>[2]) => signInByHandOver(context, taken, visit),
    answerTaken: (caller: Signed, taken: Taken, said: Parameters<typeof answerHandOver>[3]) =>
      answerHandOver(context, caller, taken, said),
    takeReturn: (caller: Caller, query: URLSearchParams, answer: "accepted" | "declined") =>
      takeReturn(context, caller, query, answer),
    sendCallback: (upsellId: string) => sendCallback(context, upsellId),
    /** Why it was refused, as it is said on the page. */
    words({ code, detail = {} }: UpsellRefusal, language: "en" | "es"): { text: string; status: number } {
      const row = WORDS[code];
      return {
        text: row[language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => detail[name] ?? ""),
        status: row.status,
      };
    },
    follow: () => followUpsells(context),
  };
}
export type Upsells = ReturnType<typeof createUpsells>;
