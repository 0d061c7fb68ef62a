import { randomBytes } from "node:crypto";
import { nextNumber } from "../../database.ts";
import type { NetworkParty } from "../network.ts";
import { ORDER_INDEXES, ORDER_TABLES } from "../tables.ts";
import { registerImpactActions } from "./actions.ts";
import { registerImpactCampaigns } from "./campaigns.ts";
import { controlImpactCatalogs, registerImpactCatalogs } from "./catalogs.ts";
import { registerImpactClicks } from "./clicks.ts";
import { registerImpactConversion, reportImpact } from "./conversion.ts";
import { IMPACT } from "./credentials.ts";
import { controlImpactInquiries, INQUIRY_TABLE, registerImpactInquiries } from "./inquiries.ts";
import { registerImpactInvoices } from "./invoices.ts";
import { impactNotice } from "./postback.ts";
import { noteUpdate } from "./updates.ts";

export const impact: NetworkParty = {
  name: "impact",
  title: "Impact",
  credentials: IMPACT,
  tables: {
    ...ORDER_TABLES,
    impact_updates: `id integer primary key autoincrement, action_id text not null, at integer not null, state text not null,
      detail text not null, reason text, amount integer not null, payout integer not null,
      delta_amount integer not null, delta_payout integer not null`,
    impact_inquiries: INQUIRY_TABLE,
  },
  indexes: ORDER_INDEXES,
  limits: [
    { name: "impact.catalogs", targets: /^impact\.catalogs$/, calls: 3600, seconds: 3600 },
    {
      name: "impact",
      targets:
        /^impact\.(campaigns|contracts|promotions|actions|action-updates|action-inquiries(\.file)?|tracking-links)$/,
      calls: 1000,
      seconds: 3600,
    },
  ],
  hook: { variable: "SANDBOX_POSTBACK_IMPACT", path: "/hooks/impact/sandbox-postback-secret" },
  routes(app, world) {
    registerImpactClicks(app, world);
    registerImpactConversion(app, world);
    registerImpactCampaigns(app, world);
    registerImpactActions(app, world);
    registerImpactInquiries(app, world);
    registerImpactInvoices(app, world);
    registerImpactCatalogs(app, world);
  },
  control(app, world) {
    controlImpactInquiries(app, world);
    controlImpactCatalogs(app, world);
  },
  refusals: { 429: { Status: "ERROR", Message: "Rate limit exceeded", Errors: [] } },
  // Of the networks, Impact alone tells with every answer what is left.
  tellLimit(reply, { limit, left, wait_seconds }) {
    reply
      .header("X-RateLimit-Limit", `${limit}`)
      .header("X-RateLimit-Remaining", `${left}`)
      .header("X-RateLimit-Reset", `${wait_seconds || 3600}`);
  },
  network: {
    numbers: { programme: 10_001, advertisement: 500_001, shopLockingDays: 30 },
    click: { parameter: "irclickid", newId: () => randomBytes(18).toString("base64url") },
    newOrderId: (world, programme) => `1000.${programme.id}.${nextNumber(world.db, "impact", 158_133)}`,
    unknownId: (order) => `1000.${order.programme_id}.999999999`,
    restateReason: "ORDER_UPDATE",
    stateOf: (_world, order) => order.state.toUpperCase(),
    labels: { approve: "Confirm", close: "Pay out" },
    note: noteUpdate,
    postback: {
      contentType: "application/json",
      event: (event) => `action.${event}`,
      body: (_world, order) => impactNotice(order),
    },
    report: reportImpact,
    reasons: [
      "ITEM_RETURNED",
      "ITEM_OUT_OF_STOCK",
      "ORDER_ERROR",
      "ORDER_UPDATE",
      "CONS_FRAUD",
      "CONS_INFO_INVALID",
      "NOT_COMPLIANCE_TERMS",
      "CREDITED_DIFFERENT_MP",
      "PUB_ACT_DISPUTE",
      "ADV_ACT_DISPUTE",
      "TEST_ACTION",
      "RESET",
      "OTHER",
    ],
  },
};
