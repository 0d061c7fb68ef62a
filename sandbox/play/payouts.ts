import { esc } from "../markup.ts";
import { shortTime } from "../pages/layout.ts";
import type { Item } from "../payouts/paypalstate.ts";
import type { GiftOrder } from "../payouts/tremendous.ts";
import type { World } from "../world.ts";

const TAG: Record<string, string> = {
  SUCCESS: "good",
  EXECUTED: "good",
  FAILED: "bad",
  RETURNED: "bad",
  BLOCKED: "bad",
  CANCELED: "bad",
  DENIED: "bad",
};

function buttons(id: string, choices: [verb: string, label: string][]): string {
  return choices
    .map(
      ([verb, label]) =>
        `<form class="inline" method="post" action="/play/payouts/${encodeURIComponent(id)}/${verb}"><button class="quiet">${label}</button></form>`,
    )
    .join("");
}

function entry(title: string, status: string, line: string, actions: string): string {
  return `<article class="order"><div class="head"><strong>${esc(title)}</strong><span class="tag ${TAG[status] ?? "wait"}">${esc(status)}</span></div><p class="soft small" style="margin:2px 0 0">${line}</p><div class="actions tight">${actions}</div></article>`;
}

export function payoutRows(world: World): string {
  const items = world.db.all<Item>("select * from paypal_items order by updated_at desc limit 12");
  const cards = world.db.all<GiftOrder>("select * from tremendous_orders order by created_at desc limit 12");
  const paypal = items.map((item) =>
    entry(
      `${item.amount} ${item.currency} to ${item.receiver}`,
      item.status,
      `PayPal <span class="mono">${esc(item.id)}</span> · ${esc(shortTime(item.updated_at))}`,
      buttons(item.id, [
        ["succeed", "Succeed"],
        ["fail", "Fail"],
        ["unclaimed", "Unclaimed"],
        ["return", "Return"],
      ]),
    ),
  );
  const gifts = cards.map((order) =>
    entry(
      `Gift card of ${order.amount} ${order.currency}`,
      order.status,
      `Tremendous <span class="mono">${esc(order.id)}</span> · ${esc(shortTime(order.created_at))} · <a href="/tremendous/r/${esc(order.token)}">card</a>`,
      buttons(order.id, [
        ["succeed", "Succeed"],
        ["fail", "Fail"],
        ["cancel", "Cancel"],
      ]),
    ),
  );
  const all = [...paypal, ...gifts].join("");
  return `<section class="card" aria-labelledby="payouts"><h2 id="payouts">Payouts</h2>${all === "" ? '<p class="soft">No payouts yet. A withdrawal in the product shows up here.</p>' : all}</section>`;
}
