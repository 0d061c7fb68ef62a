import { MAIL_TABLES } from "../../mail/mailbox.ts";
import { esc } from "../../markup.ts";
import { shortTime } from "../../pages/layout.ts";
import { payoutButtons, payoutEntry } from "../../pages/payout-entry.ts";
import type { World } from "../../world.ts";
import type { Payer } from "../payouts.ts";
import {
  findGiftOrder,
  type GiftOrder,
  registerTremendous,
  settleGiftOrder,
  signatureHeader,
  spentAtTremendous,
} from "./api.ts";
import { TREMENDOUS } from "./credentials.ts";

const STATUS: Record<string, string> = {
  succeed: "EXECUTED",
  success: "EXECUTED",
  fail: "FAILED",
  cancel: "CANCELED",
  return: "CANCELED",
};

const newest = (world: World, limit: number) =>
  world.db.all<GiftOrder>("select * from tremendous_orders order by created_at desc limit ?", limit);

export const tremendous: Payer = {
  name: "tremendous",
  title: "Tremendous",
  credentials: TREMENDOUS,
  tables: {
    ...MAIL_TABLES,
    tremendous_orders: `id text primary key, external_id text unique, created_at integer not null, status text not null,
      body text not null, reward_id text not null, token text not null, code text not null, amount text not null,
      currency text not null, product text not null, delivery text not null`,
  },
  hook: { variable: "SANDBOX_WEBHOOK_TREMENDOUS", path: "/hooks/tremendous", sign: signatureHeader },
  routes: registerTremendous,
  payouts: {
    spent: spentAtTremendous,
    list: newest,
    find: (world, id) => findGiftOrder(world, id)?.id,
    settle(world, id, status) {
      const payout = settleGiftOrder(world, id, STATUS[status.toLowerCase()] ?? status.toUpperCase());
      return { message: `The gift card order is ${payout?.status}.`, payout };
    },
    rows: (world) =>
      newest(world, 12).map((order) =>
        payoutEntry(
          `Gift card of ${order.amount} ${order.currency}`,
          order.status,
          `Tremendous <span class="mono">${esc(order.id)}</span> · ${esc(shortTime(order.created_at))} · <a href="/tremendous/r/${esc(order.token)}">card</a>`,
          payoutButtons(order.id, [
            ["succeed", "Succeed"],
            ["fail", "Fail"],
            ["cancel", "Cancel"],
          ]),
        ),
      ),
  },
};
