/** Checkouts in the style of the six big makes of shops: their names and classes, their ways of answering. */
import { esc, scriptJson } from "../markup.ts";
import { ASK, orderForm, page, type View } from "./frame-page.ts";

const rows = (view: View, total: string): string => {
  const { goods, discount, shipping } = view.sums;
  return `<tr><th>Subtotal</th><td>${goods}</td></tr>${discount ? `<tr><th>Discount</th><td>${discount}</td></tr>` : ""}<tr><th>Shipping</th><td>${shipping}</td></tr>${total}`;
};

export function shopify(view: View): string {
  const script = `${ASK(view.base)}
const input=$("#ReductionsInput0"),button=$("#apply"),error=$("#error-for-ReductionsInput0");
const draw=s=>{$("#goods").textContent=s.goods;$("#ship").textContent=s.shipping;$("#due").textContent=s.total;$("#tags").innerHTML=s.code?'<li><span>'+s.code+'</span> <button type="button" aria-label="Remove '+s.code+'">&#10005;</button></li>':"";
const remove=$("#tags button");if(remove)remove.onclick=async()=>draw((await ask("remove",s.code)).sums)};
input.oninput=()=>{button.disabled=!input.value};
$("#discount").onsubmit=async e=>{e.preventDefault();button.disabled=true;const a=await ask("code",input.value);error.textContent=a.told.ok?"":a.told.message;if(a.told.ok)input.value="";else button.disabled=false;draw(a.sums)};
draw(${scriptJson(view.sums)});`;
  const body = `<section>${orderForm(view, { title: "Payment", button: "Pay now" })}</section><aside data-shopify-checkout><h2>Order summary</h2>
<form id="discount"><input id="ReductionsInput0" name="reductions" placeholder="Discount code or gift card" autocomplete="off"><button id="apply" type="submit" aria-label="Apply Discount Code" disabled>Apply</button><p id="error-for-ReductionsInput0"></p></form><ul id="tags"></ul>
<div role="table"><div role="row"><span>Subtotal</span> <span id="goods"></span></div><div role="row"><span>Shipping</span> <span id="ship"></span></div><div role="row"><strong>Total</strong> <abbr>USD</abbr> <strong id="due" data-checkout-payment-due-target></strong></div></div></aside>`;
  return page(view, { body, script });
}

export function woocommerce(view: View): string {
  const { sums, told, base } = view;
  const said = told
    ? `<div class="${told.ok ? "woocommerce-message" : "woocommerce-error"}" role="alert">${esc(told.message)}</div>`
    : "";
  const coupon = sums.code
    ? `<tr class="cart-discount"><th>Coupon: ${esc(sums.code)}</th><td><span class="amount">${sums.discount}</span> <a href="${base}?remove_coupon=${sums.code}" class="woocommerce-remove-coupon" data-coupon="${sums.code}">[Remove]</a></td></tr>`
    : "";
  const body = `<section>${said}<div class="woocommerce-info">Have a coupon? <a href="#" class="showcoupon">Click here to enter your code</a></div>
<form class="woocommerce-cart-form" method="post" action="${base}cart"><table><tr><td>Teapot <a class="remove" href="#" aria-label="Remove Teapot from cart">&times;</a></td><td><input type="number" name="qty" value="1" aria-label="Teapot quantity"></td><td>${sums.goods}</td></tr></table>
<div class="coupon" hidden><label for="coupon_code">Coupon:</label> <input id="coupon_code" name="coupon_code" class="input-text" placeholder="Coupon code"> <button type="submit" class="button" name="apply_coupon" value="Apply coupon">Apply coupon</button></div>
<button type="submit" name="update_cart" value="1">Update cart</button></form></section>
<aside class="cart_totals"><h2>Cart totals</h2><table><tr><th>Subtotal</th><td><span class="amount">${sums.goods}</span></td></tr>${coupon}<tr><th>Shipping</th><td><span class="amount">${sums.shipping}</span></td></tr><tr class="order-total"><th>Total</th><td><strong><span class="amount">${sums.total}</span></strong></td></tr></table>
<form method="post" action="${base}order"><button id="place" type="submit">Proceed to checkout</button></form></aside>`;
  return page(view, {
    body,
    script: `document.querySelector(".showcoupon").onclick=e=>{e.preventDefault();document.querySelector(".coupon").hidden=false}`,
    body_attributes: ' class="woocommerce-cart"',
  });
}

export function magento(view: View): string {
  const { sums, told, base } = view;
  const said = told
    ? `<div class="message message-${told.ok ? "success" : "error"}" role="alert">${esc(told.message)}</div>`
    : "";
  const { code } = sums;
  const field = `<input id="coupon_code" name="coupon_code" placeholder="Enter discount code" value="${esc(code ?? "")}"${code ? " disabled" : ""}>`;
  const button = code
    ? `<input type="hidden" name="remove" value="1"><button type="submit" class="action cancel" value="Cancel Coupon">Cancel Coupon</button>`
    : `<button type="submit" class="action apply primary" value="Apply Discount">Apply Discount</button>`;
  const body = `<section>${said}<table><tr><td>Brass hinge, pair</td><td>${sums.goods}</td></tr></table>
<div class="block discount" id="block-discount"><div class="title" role="button" tabindex="0"><strong id="block-discount-heading">Apply Discount Code</strong></div><div class="content" ${code || told ? "" : "hidden"}><form id="discount-coupon-form" method="post" action="${base}cart">${field} ${button}</form></div></div></section>
<aside class="cart-summary"><table class="totals">${rows(view, `<tr class="grand totals"><th><strong>Order Total</strong></th><td data-th="Order Total"><strong><span class="price">${sums.total}</span></strong></td></tr>`)}</table><form method="post" action="${base}order"><button id="place" type="submit">Proceed to Checkout</button></form></aside>`;
  return page(view, {
    body,
    script: `document.querySelector("#block-discount .title").onclick=()=>{document.querySelector("#block-discount .content").hidden=false}`,
    body_attributes: ' class="checkout-cart-index"',
  });
}

export function bigcommerce(view: View): string {
  const script = `${ASK(view.base)}
const draw=s=>{$("#sub").textContent=s.goods;$("#ship").textContent=s.shipping;$("[data-test=cart-price-value]").textContent=s.total;$("#list").innerHTML=s.code?'<li class="checklist-item"><span data-test="redeemable-item--coupon">'+s.code+'</span> <span>'+(s.discount||"")+'</span> <button type="button" class="button" data-test="redeemable-remove">Remove</button></li>':"";
const remove=$("[data-test=redeemable-remove]");if(remove)remove.onclick=async()=>draw((await ask("remove",s.code)).sums)};
$("[data-test=redeemable-label]").onclick=e=>{e.preventDefault();$("#fold").innerHTML='<fieldset><label for="redeemableCode">Gift certificate or coupon code</label><input id="redeemableCode" name="redeemableCode" autocomplete="off"><button id="applyRedeemableButton" type="button">Apply</button><ul id="said"></ul></fieldset>';
$("#applyRedeemableButton").onclick=async()=>{const i=$("#redeemableCode");$("#said").innerHTML="";const a=await ask("code",i.value);if(a.told.ok)i.value="";else $("#said").innerHTML='<li role="alert" data-test="redeemable-error-message">'+a.told.message+'</li>';draw(a.sums)}};
draw(${scriptJson(view.sums)});`;
  const body = `<section id="checkout-app">${orderForm(view)}</section><aside><h2>Order Summary</h2><a href="#" data-test="redeemable-label">Coupon/Gift Certificate</a><div id="fold"></div><ul id="list"></ul>
<div><div><span>Subtotal</span> <span id="sub"></span></div><div><span>Shipping</span> <span id="ship"></span></div><div data-test="cart-total"><span>Total (USD)</span> <span data-test="cart-price-value"></span></div></div></aside>`;
  return page(view, { body, script });
}

export function salesforce(view: View): string {
  const script = `${ASK(view.base)}
const draw=s=>{$(".sub-total").textContent=s.goods;$(".shipping-total-cost").textContent=s.shipping;$(".grand-total-sum").textContent=s.total;$(".coupons-and-promos").innerHTML=s.code?'<div class="coupon-price-adjustment"><span class="coupon-code">Code: '+s.code+'</span> <span>Applied</span> <button type="button" class="remove-coupon" data-code="'+s.code+'">Remove</button></div>':"";
const remove=$(".remove-coupon");if(remove)remove.onclick=()=>{$("#modal").hidden=false}};
let now=${scriptJson(view.sums)};
$(".delete-coupon-confirmation-btn").onclick=async()=>{$("#modal").hidden=true;now=(await ask("remove",now.code)).sums;draw(now)};
$(".promo-code-form").onsubmit=async e=>{e.preventDefault();const i=$(".coupon-code-field"),bad=$(".coupon-error-message");const a=await ask("code",i.value);bad.textContent=a.told.ok?"":a.told.message;if(a.told.ok)i.value="";now=a.sums;draw(now)};
draw(now);`;
  const body = `<section>${orderForm(view)}</section><aside><form class="promo-code-form" name="promo-code-form"><label for="couponCode">Enter Promo Code</label><input id="couponCode" class="form-control coupon-code-field" name="couponCode" placeholder="Promo Code"><button type="submit" class="btn promo-code-btn">Submit</button><div class="coupon-error-message" role="alert"></div></form><div class="coupons-and-promos"></div>
<div class="totals"><p>Subtotal <span class="sub-total"></span></p><p>Shipping <span class="shipping-total-cost"></span></p><p><b>Estimated Total</b> <span class="grand-total-sum"></span></p></div></aside>
<div id="modal" class="modal" role="dialog" aria-modal="true" hidden><p>Remove coupon?</p><button type="button">Cancel</button> <button type="button" class="delete-coupon-confirmation-btn">Yes</button></div>`;
  return page(view, { body, script });
}

export function prestashop(view: View): string {
  const script = `${ASK(view.base)}
const draw=s=>{$("#goods").textContent=s.goods;$("#ship").textContent=s.shipping;$(".cart-total .value").textContent=s.total;$(".promo-name").innerHTML=s.code?'<li class="cart-summary-line"><span class="label">'+s.code+'</span> <span>'+s.discount+'</span> <a href="#" data-link-action="remove-voucher"><i class="material-icons">delete</i></a></li>':"";
const remove=$("[data-link-action=remove-voucher]");if(remove)remove.onclick=async e=>{e.preventDefault();draw((await ask("remove",s.code)).sums)}};
$(".promo-code-button").onclick=e=>{e.preventDefault();$("#promo-code").hidden=false};
$("#voucher").onsubmit=async e=>{e.preventDefault();const i=$("[name=discount_name]");const a=await ask("code",i.value);$(".js-error").hidden=a.told.ok;$(".js-error-text").textContent=a.told.ok?"":a.told.message;if(a.told.ok)i.value="";draw(a.sums)};
draw(${scriptJson(view.sums)});`;
  const body = `<section class="cart-grid"><h1>Panier</h1><p>Lampe de table</p></section><aside class="cart-summary"><div class="cart-summary-line"><span class="label">Subtotal</span> <span class="value" id="goods"></span></div><div class="cart-summary-line"><span class="label">Shipping</span> <span class="value" id="ship"></span></div><div class="cart-summary-line cart-total"><span class="label">Total (TTC)</span> <span class="value"></span></div>
<p><a class="promo-code-button" href="#promo-code">Have a promo code?</a></p><div id="promo-code" hidden><form id="voucher"><input class="promo-input" name="discount_name" placeholder="Code promo"><button type="submit"><span>Add</span></button></form><div class="alert alert-danger js-error" role="alert" hidden><span class="js-error-text"></span></div></div><ul class="promo-name"></ul>
<form method="post" action="${view.base}order"><button id="place" type="submit">Proceed to checkout</button></form></aside>`;
  return page(view, { body, script, body_attributes: ' id="cart"' });
}
