import { esc } from "../../markup.ts";
import { shortTime } from "../../pages/layout.ts";
import { payoutButtons, payoutEntry } from "../../pages/payout-entry.ts";
import type { World } from "../../world.ts";
import type { Payer } from "../payouts.ts";
import { registerPaypal, resumePaypal, signatureHeaders } from "./api.ts";
import { PAYPAL } from "./credentials.ts";
import { type Item, type ItemStatus, returnUnclaimed, settleItem, spentAtPaypal } from "./state.ts";

const STATUS: Record<string, ItemStatus> = {
  succeed: "SUCCESS",
  fail: "FAILED",
  unclaimed: "UNCLAIMED",
  return: "RETURNED",
  hold: "ONHOLD",
  block: "BLOCKED",
};

const newest = (world: World, limit: number) =>
  world.db.all<Item>("select * from paypal_items order by updated_at desc limit ?", limit);

export const paypal: Payer = {
  name: "paypal",
  title: "PayPal",
  credentials: PAYPAL,
  tables: {
    paypal_batches: `id text primary key, sender_batch_id text not null unique, header text not null, status text not null,
      created_at integer not null, completed_at integer`,
    paypal_items: `id text primary key, batch_id text not null, position integer not null, item text not null,
      receiver text not null, amount text not null, currency text not null, status text not null, transaction_id text,
      error text, planned text not null, updated_at integer not null, unclaimed_at integer`,
  },
  hook: { variable: "SANDBOX_WEBHOOK_PAYPAL", path: "/hooks/paypal", sign: signatureHeaders },
  routes: registerPaypal,
  resume: resumePaypal,
  payouts: {
    spent: spentAtPaypal,
    list: newest,
    find: (world, id) =>
      newest(world, -1).find(
        (it) => it.id === id || (JSON.parse(it.item) as { sender_item_id?: string }).sender_item_id === id,
      )?.id,
    settle(world, id, status) {
      const payout = settleItem(world, id, STATUS[status.toLowerCase()] ?? (status.toUpperCase() as ItemStatus));
      return { message: `The payout is ${payout?.status}.`, payout };
    },
    rows: (world) =>
      newest(world, 12).map((item) =>
        payoutEntry(
          `${item.amount} ${item.currency} to ${item.receiver}`,
          item.status,
          `PayPal <span class="mono">${esc(item.id)}</span> · ${esc(shortTime(item.updated_at))}`,
          payoutButtons(item.id, [
            ["succeed", "Succeed"],
            ["fail", "Fail"],
            ["unclaimed", "Unclaimed"],
            ["return", "Return"],
          ]),
        ),
      ),
    passTime: returnUnclaimed,
  },
};
