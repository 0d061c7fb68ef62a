import type { Shop } from "../catalogue/merchants.ts";
import { esc } from "../markup.ts";
import { dollars } from "../money.ts";
import type { Cart } from "./cart.ts";
import { shopShell } from "./pages.ts";

export function totalsHtml(
  totals: Pick<Cart, "subtotalMinor" | "discountMinor" | "shippingMinor" | "taxMinor" | "totalMinor">,
): string {
  const row = (label: string, minor: number, name: string, strong = false) =>
    `<tr><th scope="row">${label}</th><td class="num" data-${name}>${strong ? `<strong>${esc(dollars(minor))}</strong>` : esc(dollars(minor))}</td></tr>`;
  const discount = totals.discountMinor > 0 ? row("Discount", -totals.discountMinor, "discount") : "";
  return `<table><tbody>${row("Goods", totals.subtotalMinor, "subtotal")}${discount}${row("Shipping", totals.shippingMinor, "shipping")}${row("Tax", totals.taxMinor, "tax")}${row("Total", totals.totalMinor, "order-total", true)}</tbody></table>`;
}

function couponBox(shop: Shop, cart: Cart): string {
  const { coupon } = cart;
  const said =
    coupon === null
      ? ""
      : `<p class="say ${coupon.ok ? "good" : "bad"}" role="status" data-coupon-result="${coupon.ok ? "applied" : coupon.reason}">${esc(coupon.message)}</p>`;
  const remove =
    coupon?.ok === true
      ? `<form method="post" action="/shops/${shop.slug}/cart/coupon/remove"><button class="quiet" id="remove-coupon">Remove ${esc(coupon.code)}</button></form>`
      : "";
  return `<section class="card"><h2>Coupon</h2>${said}<form class="row" method="post" action="/shops/${shop.slug}/cart/coupon" id="coupon-form">
<label class="wide">Coupon code <input id="coupon-code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" value="${coupon?.ok === false ? esc(coupon.code) : ""}"></label>
<button id="apply-coupon" name="apply">Apply</button></form>${remove === "" ? "" : `<div class="actions">${remove}</div>`}</section>`;
}

export function cartPage(shop: Shop, cart: Cart): string {
  if (cart.lines.length === 0) {
    return shopShell(
      shop,
      0,
      "Cart",
      `<h1>Your cart is empty</h1><p><a class="button" href="/shops/${shop.slug}/">Look around</a></p>`,
    );
  }
  const rows = cart.lines
    .map(({ offer, quantity, amountMinor }) => {
      const id = esc(offer.product.id);
      return `<tr><td><a href="/shops/${shop.slug}/p/${id}">${esc(offer.product.name)}</a><br><span class="soft small">${esc(dollars(offer.priceMinor))} each</span></td>
<td><form class="inline tight" method="post" action="/shops/${shop.slug}/cart/update"><input type="hidden" name="product" value="${id}"><input type="number" aria-label="Pieces of ${esc(offer.product.name)}" name="quantity" value="${quantity}" min="0" max="20" style="width:70px"><button class="quiet">Set</button></form></td>
<td class="num">${esc(dollars(amountMinor))}</td></tr>`;
    })
    .join("");
  return shopShell(
    shop,
    cart.count,
    "Cart",
    `<h1>Your cart</h1><div class="split"><section class="card"><div class="scroll"><table><thead><tr><th scope="col">Article</th><th scope="col">Pieces</th><th scope="col" class="num">Amount</th></tr></thead><tbody>${rows}</tbody></table></div></section>
<div>${couponBox(shop, cart)}<section class="card"><h2>Sum</h2>${totalsHtml(cart)}<div class="actions"><a class="button" href="/shops/${shop.slug}/checkout">Check out</a></div></section></div></div>`,
  );
}

export interface Buyer {
  name: string;
  email: string;
  address: string;
}

export function checkoutPage(shop: Shop, cart: Cart, buyer: Buyer, error: string | null): string {
  const said = error === null ? "" : `<p class="say bad" role="alert">${esc(error)}</p>`;
  const items = cart.lines.map((line) => `<li>${line.quantity} × ${esc(line.offer.product.name)}</li>`).join("");
  return shopShell(
    shop,
    cart.count,
    "Check out",
    `<h1>Check out</h1>${said}<div class="split"><form class="card stack" method="post" action="/shops/${shop.slug}/checkout">
<label>Name <input name="name" autocomplete="name" required value="${esc(buyer.name)}"></label>
<label>E-mail <input name="email" type="email" autocomplete="email" required value="${esc(buyer.email)}"></label>
<label>Address <input name="address" autocomplete="street-address" required value="${esc(buyer.address)}"></label>
<p class="soft small">No card is asked for: this shop is made up and ships nothing.</p><button id="place-order">Place order for ${esc(dollars(cart.totalMinor))}</button></form>
<div>${couponBox(shop, cart)}<section class="card"><h2>Your order</h2><ul>${items}</ul>${totalsHtml(cart)}</section></div></div>`,
  );
}

export interface OrderSummary {
  lines: { name: string; quantity: number; amountMinor: number }[];
  subtotalMinor: number;
  discountMinor: number;
  shippingMinor: number;
  taxMinor: number;
  totalMinor: number;
  coupon: string | null;
}

export function confirmationPage(
  shop: Shop,
  order: { ref: string; buyer: Buyer; summary: OrderSummary; tracked: boolean },
): string {
  const items = order.summary.lines
    .map(
      (line) =>
        `<li>${line.quantity} × ${esc(line.name)} <span class="soft">${esc(dollars(line.amountMinor))}</span></li>`,
    )
    .join("");
  const tracked = order.tracked
    ? "This order came through a partner link and was reported to the network."
    : "This order came without a partner link, so no network heard of it.";
  return shopShell(
    shop,
    0,
    "Thank you",
    `<h1>Thank you, ${esc(order.buyer.name)}</h1><div class="split"><section class="card"><dl class="facts"><dt>Order</dt><dd data-order-ref>${esc(order.ref)}</dd><dt>Confirmation to</dt><dd>${esc(order.buyer.email)}</dd>${order.summary.coupon === null ? "" : `<dt>Coupon</dt><dd>${esc(order.summary.coupon)}</dd>`}</dl><ul>${items}</ul>
<p class="say ${order.tracked ? "good" : ""}" data-tracked="${order.tracked}">${tracked}</p></section><section class="card"><h2>Sum</h2>${totalsHtml(order.summary)}</section></div>
<p><a class="button" href="/shops/${shop.slug}/">Keep looking</a></p>`,
  );
}
