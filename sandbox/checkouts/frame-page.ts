/** What all checkouts share: a page with an order to place, and the way in which its program asks the till. */
import { esc } from "../markup.ts";
import type { CheckoutShop } from "./shops.ts";
import { languageOf, type Sums } from "./till.ts";

export interface View {
  shop: CheckoutShop;
  sums: Sums;
  /** What the till said last, on pages that are made anew. */
  told: { ok: boolean; message: string } | null;
  /** Where the page and its calls are. */
  base: string;
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#1d2230;background:#fff}main{max-width:960px;margin:24px auto;padding:0 20px;display:grid;gap:24px;grid-template-columns:3fr 2fr}
input{font:inherit;padding:10px;border:1px solid #888;border-radius:6px}button{font:inherit;padding:10px 16px;border:1px solid #333;border-radius:6px;background:#222;color:#fff;cursor:pointer}button:disabled{opacity:.5}
table{width:100%;border-collapse:collapse}td,th{padding:6px 0;text-align:start;font-weight:400}td:last-child{text-align:end}.total{font-weight:700;font-size:1.2em}[hidden]{display:none!important}dialog[open]{display:block}label{display:block}`;

/** Asks the till and gets what is to be shown; `act` is "code" or "remove". */
export const ASK = (base: string): string =>
  `const ask=async(act,code)=>(await fetch(${JSON.stringify(base)}+act,{method:"POST",headers:{"content-type":"application/json"},body:JSON.stringify({code})})).json();
const $=(s,r=document)=>r.querySelector(s);`;

/** Name, address and card, and the button that no program but the shopper may press. */
export const orderForm = ({ base }: View, words = { title: "Delivery and payment", button: "Place order" }): string =>
  `<form id="order" method="post" action="${esc(base)}order"><h2>${esc(words.title)}</h2>
<label>Email <input name="email" type="email" autocomplete="email" value="sam@example.com"></label>
<label>ZIP code <input name="zip" autocomplete="postal-code" value="43215"></label>
<label>Card number <input name="card" autocomplete="cc-number" inputmode="numeric" value="4242 4242 4242 4242"></label>
<button id="place" type="submit">${esc(words.button)}</button></form>`;

export const page = (
  view: View,
  parts: { body: string; script?: string; head?: string; body_attributes?: string },
): string =>
  `<!doctype html><html lang="${view.shop.locale.slice(0, 5)}" dir="${languageOf(view.shop) === "ar" ? "rtl" : "ltr"}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${esc(view.shop.name)}</title><link rel="icon" href="data:,"><style>${STYLE}</style>${parts.head ?? ""}</head>
<body${parts.body_attributes ?? ""}><main>${parts.body}</main>${parts.script ? `<script>${parts.script}</script>` : ""}</body></html>`;
