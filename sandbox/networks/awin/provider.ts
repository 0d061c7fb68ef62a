import { randomBytes } from "node:crypto";
import { nextNumber } from "../../database.ts";
import type { NetworkParty } from "../network.ts";
import { ORDER_INDEXES, ORDER_TABLES } from "../tables.ts";
import { registerAwinClicks } from "./clicks.ts";
import { registerAwinConversion, reportAwin } from "./conversion.ts";
import { AWIN } from "./credentials.ts";
import { registerAwinDatafeeds } from "./datafeeds.ts";
import { registerAwinProgrammes } from "./programmes.ts";
import { awinNotice } from "./push.ts";
import { registerAwinTransactions } from "./transactions.ts";

export const awin: NetworkParty = {
  name: "awin",
  title: "Awin",
  credentials: AWIN,
  tables: {
    ...ORDER_TABLES,
  },
  indexes: ORDER_INDEXES,
  limits: [
    {
      name: "awin",
      targets: /^awin\.(programmes|programmedetails|commissiongroups|promotions|transactions)$/,
      calls: 20,
      seconds: 60,
    },
  ],
  hook: { variable: "SANDBOX_POSTBACK_AWIN", path: "/hooks/awin/sandbox-postback-secret", once: true },
  routes(app, world) {
    registerAwinClicks(app, world);
    registerAwinConversion(app, world);
    registerAwinProgrammes(app, world);
    registerAwinTransactions(app, world);
    registerAwinDatafeeds(app, world);
  },
  network: {
    numbers: { programme: 20_001, advertisement: 1, shopLockingDays: 21 },
    click: {
      parameter: "awc",
      newId: (programme, nowMs) => `${programme.id}_${Math.floor(nowMs / 1000)}_${randomBytes(16).toString("hex")}`,
    },
    newOrderId: (world) => `${nextNumber(world.db, "awin", 1_059_565_310)}`,
    unknownId: () => "999999999",
    restateReason: "Part of the order was returned",
    keepsAmounts: true,
    marksAmendments: true,
    stateOf: (_world, order) => (order.state === "reversed" ? "declined" : order.state),
    labels: { approve: "Confirm", close: "Pay out" },
    postback: {
      contentType: "application/x-www-form-urlencoded; charset=UTF-8",
      event: (event) => (event === "created" ? "transaction.created" : null),
      body: awinNotice,
    },
    report: reportAwin,
    reasons: [
      "Item returned",
      "Order cancelled",
      "Duplicate order",
      "Failed credit check",
      "Out of stock",
      "Breach of programme terms",
      "Other",
    ],
  },
};
