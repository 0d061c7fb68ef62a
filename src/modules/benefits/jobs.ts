/** Jobs of benefits: claims are decided when their papers are read, follow orders and trials, and are told by letter. */
import { ORDER_CHANGED } from "#cashback";
import { FACTS_READ } from "#mailboxes";
import { type JobEntry, onEvent, onSchedule } from "#platform/job";
import { RECEIPT_READ } from "#receipts";
import type { Benefits } from "./benefits.server.ts";
import { CLAIM_CHANGED } from "./job-kinds.ts";

export const benefitsJobs = (benefits: Benefits): readonly JobEntry[] => [
  onEvent(RECEIPT_READ, "benefits.decide_read", ({ receipt_id }) => benefits.decideRead(receipt_id)),
  onEvent(FACTS_READ, "benefits.follow_mail", ({ mail_id }) => benefits.followMail(mail_id)),
  onEvent(ORDER_CHANGED, "benefits.follow_orders", ({ changes }) =>
    benefits.followOrders(changes.map(({ order_id }) => order_id)),
  ),
  onEvent(ORDER_CHANGED, "benefits.follow_boosts", ({ changes }) =>
    benefits.followBoosts(changes.map(({ order_id }) => order_id)),
  ),
  onEvent(CLAIM_CHANGED, "benefits.write_letter", (change) => benefits.writeLetter(change)),
  onSchedule("benefits.sweep", { cron: "23 * * * *" }, () => benefits.sweep(), { max_attempts: 3 }),
  onSchedule("benefits.follow_payments", { cron: "37 4 * * *" }, () => benefits.followPayments(), { max_attempts: 3 }),
];
