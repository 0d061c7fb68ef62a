import { esc } from "../markup.ts";
import { dollars, major } from "../money.ts";
import { networkOf } from "../networks/network.ts";
import type { Order } from "../networks/records.ts";
import { shortTime } from "../pages/layout.ts";
import type { World } from "../world.ts";

const TAG: Record<Order["state"], string> = { pending: "wait", approved: "good", reversed: "bad" };

/** One order with everything a network could do to it. */
export function orderRows(world: World, order: Order): string {
  const action = (name: string) => `/play/orders/${order.network}/${encodeURIComponent(order.id)}/${name}`;
  const button = (name: string, label: string, extra = "") =>
    `<form class="inline" method="post" action="${action(name)}">${extra}<button class="quiet">${label}</button></form>`;
  const { title, network } = networkOf(world, order.network);
  const reasons = network.reasons.map((reason) => `<option>${esc(reason)}</option>`).join("");
  const what = `of order ${esc(order.order_ref)}`;
  const main = [
    order.state === "pending" ? button("approve", network.labels.approve) : "",
    order.state === "approved" && order.cleared_at === null ? button("close", network.labels.close) : "",
    order.state === "pending" && order.extended === 0 ? button("extend", "Put off 30 days") : "",
  ].join("");
  const back =
    order.state === "reversed"
      ? ""
      : button(
          "reverse",
          "Reverse",
          `<select name="reason" aria-label="Reason for the reversal ${what}">${reasons}</select>`,
        );
  const restate = button(
    "restate",
    order.state === "reversed" ? "Bring back" : "Restate",
    `<input name="amount" inputmode="decimal" aria-label="New amount ${what}" value="${major(order.state === "reversed" ? order.first_amount : Math.round(order.amount / 2))}" style="width:96px">`,
  );
  const forge = `<select name="kind" aria-label="Forgery ${what}"><option value="payout">swollen payout</option><option value="unknown">unknown id</option><option value="click">other click</option></select>`;
  const tricks =
    network.postback === undefined
      ? `<p class="soft small">${esc(title)} sends no postbacks: the product has to ask.</p>`
      : `<details class="small"><summary>Play tricks with its postbacks</summary><div class="actions tight">${order.hold === 1 ? button("release", "Stop holding back") : button("hold", "Hold back")}${button("duplicate", "Send again")}${button("forge", "Forge", forge)}</div></details>`;
  const name = world.catalogue.programmes().byMerchant(order.merchant)?.merchant.name ?? order.merchant;
  const paid = order.cleared_at === null ? "" : '<span class="tag good">paid out</span>';
  const why = order.reason === null ? "" : `<span class="soft small">${esc(order.reason)}</span>`;
  const credited =
    order.sub1 === "" ? '<span class="soft">nobody</span>' : `<span class="mono">${esc(order.sub1)}</span>`;
  return `<article class="order"><div class="head"><strong>${esc(name)}</strong><span class="tag ${TAG[order.state]}">${esc(network.stateOf(world, order))}</span>${paid}${why}<span class="price" style="margin-left:auto">${esc(dollars(order.amount, order.currency))} <span class="soft small" style="font-weight:400">earns ${esc(dollars(order.payout, order.currency))}</span></span></div>
<p class="soft small" style="margin:2px 0 0;max-width:none">${order.network} <span class="mono">${esc(order.id)}</span> · order ${esc(order.order_ref)} · ${esc(shortTime(order.event_at))} · locks ${esc(new Date(order.locking_at).toISOString().slice(0, 10))} · for ${credited}</p>
<div class="actions tight">${main}${back}${restate}</div>${tricks}</article>`;
}
