import type { Shop } from "../catalogue/merchants.ts";
import type { Offer } from "../catalogue/offer.ts";
import { esc, scriptJson } from "../markup.ts";
import { dollars, major } from "../money.ts";
import { layout, pager } from "../pages/layout.ts";

export function shopShell(shop: Shop, cartCount: number, title: string, body: string, head = ""): string {
  const home = `/shops/${shop.slug}/`;
  return layout({
    title: `${title} · ${shop.name}`,
    body,
    head,
    tint: shop.tint,
    brand: { name: shop.name, tagline: shop.tagline, href: home, logo: `/media/logos/${shop.internal_name}.svg` },
    links: [
      ["Everything", home],
      [`Cart (${cartCount})`, `${home}cart`],
    ],
    note: `Sandbox: ${shop.name} is a made-up shop. No money moves and nothing is shipped.`,
  });
}

function priceHtml(offer: Offer): string {
  const was =
    offer.listMinor === null
      ? ""
      : `<span class="was"><span class="skip">before</span>${esc(dollars(offer.listMinor))}</span>`;
  return `<span class="price">${esc(dollars(offer.priceMinor))}${was}</span>`;
}

function tile(shop: Shop, offer: Offer): string {
  const { product } = offer;
  return `<li><a class="tile" href="/shops/${shop.slug}/p/${esc(product.id)}"><img src="/media/products/${esc(product.id)}.svg" alt="" loading="lazy" width="400" height="300"><div><span class="soft small">${esc(product.subcategory)}</span><strong>${esc(product.name)}</strong>${priceHtml(offer)}${offer.inStock ? "" : '<span class="tag wait">Sold out</span>'}</div></a></li>`;
}

export interface Listing {
  offers: Offer[];
  total: number;
  page: number;
  pages: number;
  q: string;
  category: string;
  categories: string[];
}

export function listPage(shop: Shop, cartCount: number, list: Listing): string {
  const href = (page: number) => {
    const params = new URLSearchParams();
    if (list.q !== "") params.set("q", list.q);
    if (list.category !== "") params.set("c", list.category);
    if (page > 1) params.set("page", `${page}`);
    return `/shops/${shop.slug}/${params.size > 0 ? `?${params}` : ""}`;
  };
  const option = (name: string) => `<option${name === list.category ? " selected" : ""}>${esc(name)}</option>`;
  const found = list.offers.map((offer) => tile(shop, offer)).join("");
  return shopShell(
    shop,
    cartCount,
    list.category || "Everything",
    `<h1>${esc(list.category || shop.tagline)}</h1>
<form class="row card" method="get" role="search"><label class="wide">Search <input type="search" name="q" value="${esc(list.q)}"></label>
<label class="wide">Kind <select name="c"><option value="">Everything</option>${list.categories.map(option).join("")}</select></label><button>Show</button></form>
<p class="soft">${list.total.toLocaleString("en-US")} ${list.total === 1 ? "article" : "articles"}</p>
${list.offers.length > 0 ? `<ul class="grid">${found}</ul>` : '<p class="card">Nothing fits. Try fewer words.</p>'}${pager(list.page, list.pages, href)}`,
  );
}

export function productPage(shop: Shop, cartCount: number, offer: Offer, origin: string, others: Offer[]): string {
  const { product } = offer;
  const url = `${origin}/shops/${shop.slug}/p/${product.id}`;
  const data = {
    "@context": "https://schema.org",
    "@type": "Product",
    name: product.name,
    sku: product.id,
    mpn: product.sku,
    gtin13: product.gtin,
    description: product.description,
    category: `${product.category} > ${product.subcategory}`,
    image: `${origin}/media/products/${product.id}.svg`,
    brand: { "@type": "Brand", name: product.brand },
    offers: {
      "@type": "Offer",
      url,
      price: major(offer.priceMinor),
      priceCurrency: "USD",
      itemCondition: "https://schema.org/NewCondition",
      availability: `https://schema.org/${offer.inStock ? "InStock" : "OutOfStock"}`,
      seller: { "@type": "Organization", name: shop.name },
    },
  };
  const rows = product.specs.map(([label, text]) => `<dt>${esc(label)}</dt><dd>${esc(text)}</dd>`).join("");
  const buy = offer.inStock
    ? `<form method="post" action="/shops/${shop.slug}/cart/add" class="row"><input type="hidden" name="product" value="${esc(product.id)}">
<label>Pieces<input type="number" name="quantity" value="1" min="1" max="20" inputmode="numeric" style="width:90px;display:block"></label><button>Add to cart</button></form>`
    : '<p><span class="tag wait">Sold out</span></p>';
  const more =
    others.length > 0
      ? `<h2>More ${esc(product.subcategory.toLowerCase())}</h2><ul class="grid">${others.map((it) => tile(shop, it)).join("")}</ul>`
      : "";
  return shopShell(
    shop,
    cartCount,
    product.name,
    `<p class="small"><a href="/shops/${shop.slug}/?c=${encodeURIComponent(product.subcategory)}">${esc(product.subcategory)}</a></p>
<div class="split"><div class="feature"><img src="/media/products/${esc(product.id)}.svg" alt="Drawing of ${esc(product.name)}" width="400" height="400"></div>
<div><h1>${esc(product.name)}</h1><p class="soft">by ${esc(product.brand)}</p><p style="font-size:1.5rem">${priceHtml(offer)}</p>${buy}
<p>${esc(product.description)}</p>${rows === "" ? "" : `<section class="card"><h2>Facts</h2><dl class="facts">${rows}</dl></section>`}
<p class="soft small">Article ${esc(product.sku)} · GTIN ${esc(product.gtin)}</p></div></div>${more}`,
    `<link rel="canonical" href="${esc(url)}"><script type="application/ld+json">${scriptJson(data)}</script>`,
  );
}
