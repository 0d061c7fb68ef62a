/** Checkouts of no known make: frames, shadow roots, other scripts, slow ones, and some that mean no good. */
import { esc, scriptJson } from "../markup.ts";
import { ASK, orderForm, page, type View } from "./frame-page.ts";

const summary = (words = { goods: "Subtotal", shipping: "Shipping", total: "Order total" }): string =>
  `<table id="sums"><tr><th>${words.goods}</th><td data-goods></td></tr><tr data-less hidden><th>Discount</th><td data-discount></td></tr><tr><th>${words.shipping}</th><td data-shipping></td></tr><tr class="total"><th>${words.total}</th><td data-total></td></tr></table>`;
const DRAW = `const fill=(s,r=document)=>{for(const k of ["goods","shipping","total"])r.querySelector("[data-"+k+"]").textContent=s[k];const l=r.querySelector("[data-less]");l.hidden=!s.discount;r.querySelector("[data-discount]").textContent=s.discount||""};`;

/** A field whose program keeps its own text and puts it back unless it hears of a change, as React's do. */
export function singlePage(view: View): string {
  const script = `${ASK(view.base)}${DRAW}
const state={text:"",busy:false,told:null,sums:${scriptJson(view.sums)}};
function control(node){const native=Object.getOwnPropertyDescriptor(HTMLInputElement.prototype,"value");let known=native.get.call(node);
Object.defineProperty(node,"value",{configurable:true,get(){return native.get.call(node)},set(v){known=String(v);native.set.call(node,v)}});
node.addEventListener("input",()=>{const now=native.get.call(node);if(now===known)return;known=now;state.text=now;render()})}
async function send(act,code){state.busy=true;render();const a=await ask(act,code);state.busy=false;state.told=act==="code"?a.told:null;state.sums=a.sums;if(a.told&&a.told.ok)state.text="";history.replaceState({},"","?step=payment");render()}
function render(){const old=$("#promo"),had=document.activeElement===$("#promo input");const root=document.createElement("div");root.id="promo";
root.innerHTML='<label>Promo code <input></label><button type="button"></button><p role="status"></p><div class="chips"></div>';
const i=$("input",root),b=$("button",root);control(i);i.value=state.text;b.textContent=state.busy?"Applying":"Apply";b.disabled=state.busy||!state.text;b.onclick=()=>send("code",state.text);
$("p",root).textContent=state.told?state.told.message:"";
if(state.sums.code){$(".chips",root).innerHTML='<span class="chip"><b></b> <span role="button" tabindex="0">&times;</span></span>';$("b",root).textContent=state.sums.code;const x=$("[role=button]",root);x.setAttribute("aria-label","Remove code "+state.sums.code);x.onclick=()=>send("remove",state.sums.code)}
old.replaceWith(root);if(had)i.focus();fill(state.sums)}
render();`;
  return page(view, {
    body: `<section>${orderForm(view)}</section><aside><div id="promo"></div>${summary()}</aside>`,
    script,
  });
}

export function framed(view: View): string {
  const script = `${DRAW}fill(${scriptJson(view.sums)});addEventListener("message",e=>{if(e.origin===location.origin)fill(e.data)});`;
  const body = `<section>${orderForm(view)}</section><aside><iframe src="${view.base}frame" title="Discount" width="340" height="170"></iframe>${summary()}</aside>`;
  return page(view, { body, script });
}

export function frameOf(view: View): string {
  const script = `${ASK(view.base)}
const draw=s=>{$("#used").innerHTML=s.code?'Voucher <b>'+s.code+'</b> <button type="button">Remove</button>':"";const b=$("#used button");if(b)b.onclick=async()=>show((await ask("remove",s.code)).sums)};
const show=s=>{draw(s);parent.postMessage(s,location.origin)};
$("form").onsubmit=async e=>{e.preventDefault();const i=$("#voucher");const a=await ask("code",i.value);$("#said").textContent=a.told.message;if(a.told.ok)i.value="";show(a.sums)};
draw(${scriptJson(view.sums)});`;
  return page(view, {
    body: `<form><label for="voucher">Voucher code</label><input id="voucher"><button>Redeem</button><p id="said" role="status"></p><p id="used"></p></form>`,
    script,
  });
}

export function shadow(view: View): string {
  const script = `${ASK(view.base)}${DRAW}
class Promo extends HTMLElement{connectedCallback(){const r=this.attachShadow({mode:"open"});r.innerHTML='<label>Discount code <input name="dc"></label><button type="button">Apply</button><p role="alert"></p><p class="used"></p>';
const i=$("input",r);$("button",r).onclick=async()=>{const a=await ask("code",i.value);$("[role=alert]",r).textContent=a.told.message;if(a.told.ok)i.value="";this.draw(a.sums)};this.draw(${scriptJson(view.sums)})}
draw(s){const u=this.shadowRoot.querySelector(".used");u.innerHTML=s.code?'<span>Promo '+s.code+'</span> <button type="button">Remove</button>':"";const b=u.querySelector("button");if(b)b.onclick=async()=>this.draw((await ask("remove",s.code)).sums);dispatchEvent(new CustomEvent("sums",{detail:s}))}}
class Summary extends HTMLElement{connectedCallback(){const r=this.attachShadow({mode:"open"});r.innerHTML=${scriptJson(summary())};addEventListener("sums",e=>fill(e.detail,r))}}
class Checkout extends HTMLElement{connectedCallback(){this.attachShadow({mode:"open"}).innerHTML='<opal-summary></opal-summary><opal-promo></opal-promo>'}}
customElements.define("opal-summary",Summary);customElements.define("opal-promo",Promo);customElements.define("opal-checkout",Checkout);`;
  return page(view, {
    body: `<section>${orderForm(view)}</section><aside><opal-checkout></opal-checkout></aside>`,
    script,
  });
}

/** Field, button, message and a list of what is in use, in words of the page's language. */
type Words = { label: string; apply: string; remove: string; used: string };
const plainBox = (view: View, words: Words, more = ""): { box: string; script: string } => ({
  box: `<form id="promo"><label for="c">${words.label}</label><input id="c" autocomplete="off"><button type="submit">${words.apply}</button><p id="said" role="status"></p></form><p id="used"></p>`,
  script: `${ASK(view.base)}${DRAW}
const draw=s=>{fill(s);$("#used").innerHTML=s.code?${scriptJson(words.used)}+' <b>'+s.code+'</b> <button type="button">'+${scriptJson(words.remove)}+'</button>':"";const b=$("#used button");if(b)b.onclick=async()=>draw((await ask("remove",s.code)).sums)};
$("#promo").onsubmit=async e=>{e.preventDefault();const i=$("#c");const a=await ask("code",i.value);${more}$("#said").textContent=a.told.message;if(a.told.ok)i.value="";draw(a.sums)};
draw(${scriptJson(view.sums)});`,
});

export function rightToLeft(view: View): string {
  const { box, script } = plainBox(view, { label: "كود الخصم", apply: "تطبيق", remove: "إزالة", used: "كود الخصم" });
  const sums = summary({ goods: "المجموع الفرعي", shipping: "الشحن", total: "الإجمالي" });
  const order = orderForm(view, { title: "الدفع", button: "إتمام الطلب" });
  return page(view, { body: `<section>${order}</section><aside>${box}${sums}</aside>`, script });
}

export function spanish(view: View): string {
  const words = { label: "Código promocional", apply: "Aplicar", remove: "Quitar", used: "Cupón" };
  const { box, script } = plainBox(view, words);
  const sums = summary({ goods: "Subtotal", shipping: "Envío", total: "Total a pagar" });
  const order = orderForm(view, { title: "Entrega y pago", button: "Realizar pedido" });
  const fold = `<details><summary>¿Tienes un código promocional?</summary>${box}</details>`;
  return page(view, { body: `<section>${order}</section><aside>${fold}${sums}</aside>`, script });
}

const ENGLISH = { label: "Promo code", apply: "Apply", remove: "Remove", used: "Promo" };

/** The till itself waits; then its message comes, and later what is to be paid. */
export function slow(view: View): string {
  const { box, script } = plainBox(
    view,
    ENGLISH,
    `$("#said").textContent=a.told.message;await new Promise(next=>setTimeout(next,1200));`,
  );
  return page(view, { body: `<section>${orderForm(view)}</section><aside>${box}${summary()}</aside>`, script });
}

/** Everything saves, says the page; and whatever is pressed, it tries to send the order. */
export function hostile(view: View): string {
  const script = `${ASK(view.base)}${DRAW}
const draw=s=>{fill(s);$("#place").textContent="Place order for "+s.total;$("#used").innerHTML=s.code?'Promo <b>'+s.code+'</b> <button type="button">Remove</button>':"";const b=$("#used button");if(b)b.onclick=async()=>draw((await ask("remove",s.code)).sums)};
$("#go").onclick=async()=>{const i=$("#c");const a=await ask("code",i.value);$("#said").textContent="Applied! You save $60.00";$("#claim").textContent="Total after your savings: $77.95";i.value="";draw(a.sums);
$("#order").requestSubmit($("#place"));$("#place").click()};
draw(${scriptJson(view.sums)});`;
  const body = `<section>${orderForm(view)}</section><aside><input name="coupon" style="position:absolute;left:-9000px" aria-label="Coupon code"><div id="promo"><label for="c">Promo code</label><input id="c"><button type="button" id="next" onclick="document.getElementById('order').requestSubmit()">Apply and place order</button><button type="button" id="go">Apply</button><p id="said" role="status"></p></div><p id="used"></p><p id="claim"></p>${summary()}</aside>`;
  return page(view, { body, script });
}

export function gated(view: View): string {
  const { box, script } = plainBox(
    view,
    ENGLISH,
    `if(a.captcha){$("#check").hidden=false;$("#check").innerHTML='<h2>Are you a human?</h2><div class="captcha-frame" style="width:300px;height:80px">Pick every bridge</div>';return}`,
  );
  const dialog = `<div id="check" role="dialog" aria-label="Security check" hidden></div>`;
  return page(view, {
    body: `<section>${orderForm(view)}</section><aside>${box}${summary()}${dialog}</aside>`,
    script,
  });
}

export function leaving(view: View): string {
  const { box, script } = plainBox(
    view,
    ENGLISH,
    `if(a.sign_in){location.href=${scriptJson(`${view.base}sign-in`)};return}`,
  );
  return page(view, { body: `<section>${orderForm(view)}</section><aside>${box}${summary()}</aside>`, script });
}

/** A field without a name, a button without a word, a sum without a label. */
export function unnamed(view: View): string {
  const { sums, told, base } = view;
  const body = `<section>${orderForm(view)}</section><aside><form method="post" action="${base}cart" class="k1"><input name="q7" class="k2"> <button class="k3" type="submit"><svg width="16" height="16" aria-hidden="true"><path d="M2 8h12"/></svg></button></form><p class="k4">${esc(told?.message ?? "")}</p>
${sums.code ? `<form method="post" action="${base}cart" class="k5"><input type="hidden" name="remove" value="1"><button type="submit" data-code="${esc(sums.code)}" class="k6">&#8722;</button></form>` : ""}<p class="k7">${sums.total}</p></aside>`;
  return page(view, { body });
}
