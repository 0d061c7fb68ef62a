import { SHOPS } from "../catalogue/merchants.ts";
import { ALL_SHOPS } from "../catalogue/shops.ts";
import { esc } from "../markup.ts";
import { dollars } from "../money.ts";
import type { Click, Order } from "../networks/records.ts";
import type { Delivery } from "../outbox.ts";
import { OUTBOX_MODES } from "../outbox.ts";
import { layout, shortTime } from "../pages/layout.ts";
import { payers } from "../payouts/payouts.ts";
import type { World } from "../world.ts";
import { orderRows } from "./orders.ts";

function clockCard(world: World): string {
  const button = (days: number, label: string) =>
    `<form method="post" action="/play/clock"><button class="quiet" name="days" value="${days}">${label}</button></form>`;
  const moved = Math.abs(world.clock.offset()) > 60_000;
  const back = moved
    ? '<form method="post" action="/play/clock"><button class="quiet">Back to today</button></form>'
    : "";
  return `<section class="card" aria-labelledby="clock"><h2 id="clock">Clock</h2><p class="price" style="font-size:1.5rem;margin:.2em 0">${esc(shortTime(world.clock.now()))}</p>
<p class="soft small">Orders lock on their locking date and are paid thirty days later.</p><div class="actions tight">${button(1, "+ 1 day")}${button(7, "+ 1 week")}${button(30, "+ 30 days")}${button(90, "+ 90 days")}${back}</div></section>`;
}

function placesCard(world: World): string {
  const shops = (world.settings.products > 0 ? ALL_SHOPS : SHOPS)
    .map(
      (shop) =>
        `<li style="display:flex;gap:12px;align-items:center;margin:0 0 12px"><img src="/media/logos/${shop.internal_name}.svg" alt="" width="36" height="36"><span><a href="/shops/${shop.slug}/">${esc(shop.name)}</a><br><span class="soft small">${esc(shop.tagline)}</span></span></li>`,
    )
    .join("");
  return `<section class="card" aria-labelledby="places"><h2 id="places">Places</h2><ul style="list-style:none;padding:0;margin:0 0 8px">${shops}</ul>
<form class="row" method="get" action="/play/store"><label class="wide">Any other store, by name or domain <input name="store" required></label><button class="quiet">Go in</button></form></section>`;
}

function clicksCard(world: World, clicks: Click[]): string {
  const rows = clicks
    .map((click) => {
      const name = world.catalogue.programmes().byMerchant(click.merchant)?.merchant.name ?? click.merchant;
      const sub = click.sub1 === "" ? "no sub-id" : `<span class="mono">${esc(click.sub1)}</span>`;
      return `<article class="order click"><div class="head"><strong>${esc(name)}</strong><span class="soft small">${click.network} · ${esc(shortTime(click.at))} · ${sub}</span></div>
<form class="inline tight" method="post" action="/play/orders" style="margin-top:8px"><input type="hidden" name="click" value="${esc(click.id)}"><input name="amount" value="100.00" inputmode="decimal" aria-label="Amount in dollars at ${esc(name)}" style="width:90px"><button>Place order</button></form></article>`;
    })
    .join("");
  const none =
    '<p class="soft">Nobody has followed a tracking link yet. Open a store in the product and click through.</p>';
  return `<section class="card" aria-labelledby="clicks"><h2 id="clicks">Recent clicks</h2>${rows === "" ? none : rows}</section>`;
}

const STATE_TAG: Record<Delivery["state"], string> = {
  queued: "wait",
  held: "wait",
  delivered: "good",
  failed: "bad",
  dropped: "plain",
};

function postbacksCard(world: World): string {
  const rows = world.outbox
    .list(12)
    .map((row) => {
      const tries = row.attempts > 1 ? ` after ${row.attempts} tries` : "";
      const outcome = row.last_status === null ? "" : ` · ${esc(row.last_status)}${tries}`;
      return `<article class="order"><div class="head"><strong class="small">${esc(row.event)}</strong><span class="tag ${STATE_TAG[row.state]}">${row.state}</span></div>
<p class="soft small" style="margin:2px 0 0;overflow-wrap:anywhere">${row.channel} <span class="mono">${esc(row.subject)}</span>${outcome}</p></article>`;
    })
    .join("");
  const modes = OUTBOX_MODES.map(
    (mode) => `<option${mode === world.outbox.mode() ? " selected" : ""}>${mode}</option>`,
  ).join("");
  return `<section class="card" aria-labelledby="postbacks"><h2 id="postbacks">Postbacks and webhooks</h2>
<div class="actions tight" style="margin:0 0 16px"><form class="inline" method="post" action="/play/postbacks"><select name="mode" aria-label="How messages are sent">${modes}</select><button class="quiet">Set</button></form><form method="post" action="/play/postbacks/release"><button class="quiet">Send held ones</button></form></div>
${rows === "" ? '<p class="soft">Nothing was sent yet.</p>' : rows}</section>`;
}

function payoutsCard(world: World): string {
  const all = payers(world)
    .flatMap(({ payouts }) => payouts.rows(world))
    .join("");
  return `<section class="card" aria-labelledby="payouts"><h2 id="payouts">Payouts</h2>${all === "" ? '<p class="soft">No payouts yet. A withdrawal in the product shows up here.</p>' : all}</section>`;
}

function figures(world: World): string {
  const orders = world.db.all<Pick<Order, "state" | "payout">>("select state, payout from orders");
  const sum = (state: string) =>
    orders.filter((order) => order.state === state).reduce((total, order) => total + order.payout, 0);
  const cell = (label: string, value: string) =>
    `<div class="card"><div class="soft small">${label}</div><div class="price">${esc(value)}</div></div>`;
  return `<div class="figures">${cell("Orders", `${orders.length}`)}${cell("Pending", dollars(sum("pending")))}${cell("Confirmed", dollars(sum("approved")))}</div>`;
}

export function worldPage(world: World, q: string, said: { text: string; good: boolean } | null): string {
  const clicks = world.db.all<Click>("select * from clicks order by at desc limit 5");
  const orders = world.db
    .all<Order>("select * from orders order by created_at desc limit 400")
    .filter((order) =>
      `${order.merchant} ${order.order_ref} ${order.sub1} ${order.id}`.toLowerCase().includes(q.toLowerCase()),
    )
    .slice(0, 25);
  const list = orders.map((order) => orderRows(world, order)).join("");
  const cards = world.providers.map((provider) => provider.card?.(world) ?? "").join("");
  return layout({
    title: "The world",
    tint: "#2f5a8f",
    brand: { name: "The world", tagline: "the outside of Tuppence, in your hands", href: "/" },
    links: [
      ...world.providers.flatMap(({ pages }) => pages ?? []).map(([label, path]): [string, string] => [label, path]),
      ["Product", world.settings.productUrl],
    ],
    body: `<h1>Play the world</h1>${said ? `<p class="say ${said.good ? "good" : "bad"}" role="status">${esc(said.text)}</p>` : ""}${figures(world)}
<div class="split even"><div>${clockCard(world)}${placesCard(world)}</div><div>${clicksCard(world, clicks)}</div></div>
<section class="card" aria-labelledby="orders"><h2 id="orders">Orders</h2><form class="row" method="get" action="/" style="margin-bottom:16px"><label class="wide">Find an order by store, number or sub-id <input name="q" value="${esc(q)}"></label><button class="quiet">Find</button></form>
${list === "" ? '<p class="soft">No orders here. Place one from a click above, or buy in a shop.</p>' : list}</section>
<div class="split even"><div>${cards}${payoutsCard(world)}</div><div>${postbacksCard(world)}</div></div>
<form method="post" action="/play/reset"><details><summary class="soft">Empty the world</summary><p class="soft small">Forgets every click, order, payout and mail of the sandbox; the product keeps its own.</p><button class="quiet">Empty it</button></details></form>`,
  });
}
