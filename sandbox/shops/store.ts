import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CommissionGroup, Programme } from "../catalogue/programmes.ts";
import { nextNumber } from "../database.ts";
import { esc } from "../markup.ts";
import { dollars, minorOf } from "../money.ts";
import { layout } from "../pages/layout.ts";
import type { World } from "../world.ts";
import { tryCoupon } from "./coupon.ts";
import { keepClick, keptClick, reportSale } from "./report.ts";

/** The plain page that stands in for the site of a real merchant. It shows a name, and nothing of the brand's looks. */
function shell(programme: Programme, title: string, body: string): string {
  const { merchant } = programme;
  return layout({
    title,
    body,
    tint: "#4a5a7a",
    brand: {
      name: `Stand-in for ${merchant.domain}`,
      tagline: "a page of the sandbox",
      href: `/stores/${merchant.internal_name}/`,
    },
    links: [["The world", "/"]],
    note: `This is not ${merchant.name}. The sandbox stands in for ${merchant.domain}; nothing is sold here.`,
  });
}

function groupLabel(group: CommissionGroup): string {
  const rate = group.kind === "percent" ? `${group.value / 100} %` : dollars(group.value);
  return `${group.name} (${rate})`;
}

interface Form {
  amount: string;
  coupon: string;
  orderId: string;
  group: string;
}

function storePage(
  world: World,
  programme: Programme,
  form: Form,
  clicked: boolean,
  said: { good: boolean; text: string } | null,
): string {
  const { merchant } = programme;
  const groups = programme.groups
    .map(
      (g) => `<option value="${esc(g.code)}"${g.code === form.group ? " selected" : ""}>${esc(groupLabel(g))}</option>`,
    )
    .join("");
  const codes = world.catalogue
    .coupons()
    .of(programme)
    .filter((coupon) => coupon.code !== null)
    .map((coupon) => `<li><span class="mono">${esc(coupon.code)}</span> ${esc(coupon.title)}</li>`)
    .join("");
  const how = clicked
    ? "You came through a partner link, so an order is reported to the network."
    : "You came without a partner link, so no network will hear of an order.";
  return shell(
    programme,
    merchant.name,
    `<h1>The sandbox stands in for ${esc(merchant.domain)}</h1><p>Place an order to see cash back arrive. ${esc(merchant.name)} itself has no part in this.</p>
${said ? `<p class="say ${said.good ? "good" : "bad"}" role="status">${esc(said.text)}</p>` : ""}
<div class="split"><form class="card stack" method="post" action="/stores/${esc(merchant.internal_name)}/order">
<label>Amount before tax and shipping, in dollars <input name="amount" inputmode="decimal" required value="${esc(form.amount)}"></label>
<label>What is bought <select name="group">${groups}</select></label>
<label>Coupon code (optional) <input id="coupon-code" name="coupon" autocomplete="off" value="${esc(form.coupon)}"></label>
<label>Order number (optional) <input name="orderId" value="${esc(form.orderId)}"></label><button id="place-order">Place order</button></form>
<section class="card"><h2>What happens</h2><p data-clicked="${clicked}">${how}</p><dl class="facts"><dt>Network</dt><dd>${programme.network}</dd><dt>Programme</dt><dd>${programme.id}</dd><dt>Locks after</dt><dd>${programme.lockingDays} days</dd></dl>
${codes === "" ? "" : `<h3 style="margin-top:16px">Codes the network lists</h3><ul>${codes}</ul>`}</section></div>`,
  );
}

type Query = Record<string, string | undefined>;

function enter(world: World, request: FastifyRequest, reply: FastifyReply): Programme | null {
  const { name } = request.params as { name: string };
  const programme = world.catalogue.programmes().byMerchant(name);
  if (!programme) {
    reply.code(404).type("text/plain").send("The sandbox knows no such store.");
    return null;
  }
  if (programme.shop) {
    reply.redirect(`/shops/${programme.shop.slug}/`);
    return null;
  }
  keepClick(world, programme, `/stores/${name}`, request, reply);
  reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
  return programme;
}

async function order(
  world: World,
  programme: Programme,
  clickId: string | null,
  form: Form,
): Promise<{ good: boolean; text: string }> {
  const amount = Number(form.amount.replace(/[$,]/g, ""));
  if (!Number.isFinite(amount) || amount <= 0 || amount > 100_000)
    return { good: false, text: "Please give an amount between 0.01 and 100,000." };
  const group = programme.groups.find((it) => it.code === form.group) ?? programme.groups[0];
  const category = group?.categories[0] ?? "";
  const goods = minorOf(amount);
  let discountMinor = 0;
  let coupon: string | null = null;
  if (form.coupon !== "") {
    const outcome = tryCoupon(
      world.catalogue.coupons().of(programme),
      form.coupon,
      [{ category, amountMinor: goods }],
      world.clock.now(),
    );
    if (!outcome.ok) return { good: false, text: outcome.message };
    discountMinor = outcome.discountMinor;
    coupon = outcome.code;
  }
  const orderRef = form.orderId === "" ? `ST-${nextNumber(world.db, "store.order", 50_001)}` : form.orderId;
  const items = [{ sku: "goods", name: group?.name ?? "Goods", category, quantity: 1, amount: goods }];
  const id = await reportSale(world, programme, clickId, { orderRef, items, discountMinor, coupon });
  const sum = dollars(goods - discountMinor);
  if (id === null)
    return {
      good: false,
      text: `Order ${orderRef} over ${sum} is placed. It came without a partner link, so no network heard of it.`,
    };
  return { good: true, text: `Order ${orderRef} over ${sum} is placed and reported to ${programme.network} as ${id}.` };
}

export function registerStores(app: FastifyInstance, world: World): void {
  const config = { config: { target: "shops" } };
  app.get<{ Params: { name: string } }>("/stores/:name", config, (request, reply) =>
    reply.redirect(`/stores/${request.params.name}/`),
  );

  app.get<{ Params: { name: string }; Querystring: Query }>("/stores/:name/", config, (request, reply) => {
    const programme = enter(world, request, reply);
    if (!programme) return reply;
    const clicked = keptClick(programme, request) !== null;
    return reply.send(
      storePage(world, programme, { amount: "100.00", coupon: "", orderId: "", group: "DEFAULT" }, clicked, null),
    );
  });

  app.post<{ Params: { name: string }; Body: Query | null }>("/stores/:name/order", config, async (request, reply) => {
    const programme = enter(world, request, reply);
    if (!programme) return reply;
    const field = (name: string) => (request.body?.[name] ?? "").trim().slice(0, 100);
    const form = { amount: field("amount"), coupon: field("coupon"), orderId: field("orderId"), group: field("group") };
    const clickId = keptClick(programme, request);
    const said = await order(world, programme, clickId, form);
    return reply.send(storePage(world, programme, { ...form, orderId: "" }, clickId !== null, said));
  });
}
