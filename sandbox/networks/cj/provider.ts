import { randomBytes } from "node:crypto";
import { nextNumber } from "../../database.ts";
import type { NetworkParty } from "../network.ts";
import { ORDER_INDEXES, ORDER_TABLES } from "../tables.ts";
import { registerCjClicks } from "./clicks.ts";
import { registerCjCommissions } from "./commissions.ts";
import { registerCjConversion, reportCj } from "./conversion.ts";
import { CJ } from "./credentials.ts";
import { registerCjFeeds } from "./feeds.ts";
import { registerCjLookups } from "./lookups.ts";
import { registerCjPrograms } from "./programs.ts";
import { commissionState, noteCommissions } from "./rows.ts";

export const cj: NetworkParty = {
  name: "cj",
  title: "CJ",
  credentials: CJ,
  tables: {
    ...ORDER_TABLES,
    cj_commissions: `id integer primary key autoincrement, action_id text not null, original integer not null, status text not null,
      posting_at integer not null, amount integer not null, payout integer not null, reason text, items text not null`,
  },
  indexes: { ...ORDER_INDEXES, cj_action: "cj_commissions (action_id)" },
  limits: [
    { name: "cj.advertiser-lookup", targets: /^cj\.advertiser-lookup$/, calls: 25, seconds: 60 },
    { name: "cj.link-search", targets: /^cj\.link-search$/, calls: 25, seconds: 60 },
  ],
  routes(app, world) {
    registerCjClicks(app, world);
    registerCjConversion(app, world);
    registerCjCommissions(app, world);
    registerCjPrograms(app, world);
    registerCjLookups(app, world);
    registerCjFeeds(app, world);
  },
  network: {
    numbers: { programme: 4_100_001, advertisement: 11_000_001, shopLockingDays: 45 },
    click: { parameter: "cjevent", newId: () => randomBytes(16).toString("hex") },
    newOrderId: (world) => `${nextNumber(world.db, "cj.action", 1_700_000_001)}`,
    unknownId: () => "999999999",
    restateReason: "RETURNED_MERCHANDISE",
    stateOf: commissionState,
    labels: { approve: "Lock", close: "Close and pay" },
    note: noteCommissions,
    report: reportCj,
    reasons: [
      "RETURNED_MERCHANDISE",
      "INVALID_CREDIT_CARD",
      "DUPLICATED_ORDER",
      "CANT_SHIP_OR_SOLD_OUT",
      "UNQUALIFIED_LEAD",
      "BAD_DEBT",
      "BANKRUPTCY",
      "COMPLIANCE",
      "BOOKING_CANCELED",
      "OTHER_REASON",
    ],
  },
};
