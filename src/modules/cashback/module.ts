/** What cash back tells of itself to the server. */

import { networkSettings } from "#catalog";
import type { Membership } from "#membership";
import type { DatabaseHandle } from "#platform/database";
import type { Module } from "#platform/module";
import { MARGIN, MARGIN_PENDING, NETWORK_RECEIVABLE } from "./accounts.ts";
import { type CashbackCalls, registerCashbackCalls, registerGoShopping } from "./http.ts";
import { inquiryId, orderId } from "./ids.ts";
import { INQUIRY_TRANSITIONS } from "./inquiries/inquiry-rules.ts";
import { INQUIRY_CHANGED, ORDER_CHANGED } from "./job-kinds.ts";
import { cashbackJobs } from "./jobs.ts";
import { LETTERS } from "./letters.ts";
import { eraseMemberData, readMemberData } from "./member-data-store.ts";
import { moveMember } from "./member-move-store.ts";
import { orderView } from "./operator.ts";
import { shoppingFiguresOf } from "./partner-figure-store.ts";
import { ORDER_KINDS, ORDER_TRANSITIONS } from "./rules.ts";
import { cashbackFacts, cashbackSettings } from "./settings.ts";

export const cashbackModule = {
  name: "cashback",
  migration_place: 9,
  accounts: [NETWORK_RECEIVABLE, MARGIN_PENDING, MARGIN],
  settings: cashbackSettings,
  facts: cashbackFacts,
  // The networks' reports are read with the keys by which the catalogue is.
  reads: networkSettings,
  ids: [inquiryId, orderId],
  states: {
    "cashback.orders": ORDER_TRANSITIONS,
    "cashback.inquiries": INQUIRY_TRANSITIONS,
  },
  operators: ({ cashback, database }) => ({ ...orderView(cashback), partners: shoppingFiguresOf(database.db) }),
  letters: LETTERS,
  events: [INQUIRY_CHANGED, ORDER_CHANGED],
  jobs: ({ cashback }) => cashbackJobs(cashback),
  data: ({ cashback }) => ({
    read: readMemberData,
    async erase(tx, userId) {
      await eraseMemberData(tx, userId);
      await cashback.inquiries.withdrawOf(tx, userId);
    },
  }),
  move:
    ({ cashback }) =>
    async (tx, moved) => {
      await moveMember(tx, moved);
      await cashback.inquiries.meetOrdersOf(tx, moved.to);
    },
  describers: [{ kinds: ORDER_KINDS, told: "each order is an entry with a trail of its own (order-entries.ts)" }],
  // With it a trial was used: its price stays (decision 0011).
  introduce: ({ cashback, membership }) => membership.registerUse(cashback.usedPlusRate),
  calls: registerCashbackCalls,
  forget: ({ cashback }) => cashback.forgetDestinations(),
  finish: ({ cashback }) => cashback.close(),
  hooks: [registerGoShopping],
} as const satisfies Module<
  CashbackCalls & { database: Pick<DatabaseHandle, "db">; membership: Pick<Membership, "registerUse"> }
>;
