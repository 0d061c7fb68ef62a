import { redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import type { Catalog } from "#catalog";
import { pageContext, servicesContext } from "#services";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { changeAlert } from "../modules/catalog/web/alerts/change-alerts.ts";
import { alertPath } from "../modules/catalog/web/draw-alert.ts";
import { drawPrices } from "../modules/catalog/web/draw-prices.ts";
import { DrawnPrices } from "../modules/catalog/web/drawn-prices.tsx";
import { MerchantView } from "../modules/catalog/web/merchant-view.tsx";
import { drawForeignProducts } from "../modules/catalog/web/price-abroad.ts";
import { productExtra } from "../modules/catalog/web/product-extra.ts";
import { ProductView } from "../modules/catalog/web/product-view.tsx";
import { merchantWords, productMeta } from "../modules/catalog/web/slug-words.ts";
import { productData, storeData } from "../modules/catalog/web/structured-data.ts";
import type { Route } from "./+types/slug";
import { requireMember } from "./member-guard.ts";
import { parseSlug } from "./slug-parse.ts";

export const handle = publicPage({
  query: ["type", "code", "alert", "below"],
  cache_seconds: 300,
  spanish: () => [import("../modules/catalog/web/es.json"), import("../modules/catalog/web/merchant/es.json")],
});

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageMeta(matches, () => loaderData.meta)
    : [{ title: "Tuppence" }, { name: "robots", content: "noindex" }];

const missing = () => new Response("There is no such page.", { status: 404 });

/** A store that was renamed or merged is found under its old name. */
async function movedOr404(catalog: Pick<Catalog, "nameNow">, name: string, url: URL): Promise<Response> {
  const now = await catalog.nameNow(name);
  return now === null ? missing() : redirect(`/${now}-coupons${url.search}`, 301);
}

/** What one name at the top of the site means: see `slug-parse.ts`. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { catalog } = context.get(servicesContext);
  const { brand, publicUrl, language } = context.get(pageContext);
  const old = url.pathname.endsWith("/coupons");
  const slug = parseSlug(old ? `${params.slug}-coupons` : (params.slug ?? ""), brand.product);
  switch (slug.kind) {
    case "merchant": {
      const page = await catalog.merchant(slug.internal_name);
      if (!page) throw await movedOr404(catalog, slug.internal_name, url);
      const { abroad, ...rest } = page;
      const { meta, words } = merchantWords(page, storeData(page, publicUrl), { language, publicUrl });
      return { kind: "merchant" as const, meta, page: rest, words, drawn: drawForeignProducts(abroad) };
    }
    case "product": {
      const found = await catalog.product(slug.slug);
      if (!found) {
        const now = await catalog.productNow(slug.slug);
        throw now === null ? missing() : redirect(`/${now}-product${url.search}`, 301);
      }
      const { history: _history, abroad: _abroad, ...product } = found;
      const drawn = drawPrices(found);
      const extra = productExtra(product, askedAlert(url), language);
      const meta = productMeta(product, extra.crumbs, productData(product, publicUrl), { language, publicUrl });
      return { kind: "product" as const, meta, product, drawn, extra };
    }
    case "merchant-short": {
      const page = await catalog.merchant(slug.internal_name);
      if (!page) throw await movedOr404(catalog, slug.internal_name, url);
      throw redirect(`/${slug.internal_name}-coupons`, 301);
    }
    default:
      throw missing();
  }
}

/** A plain form: asks to hear when the product's price falls, or no more. What comes of it stands in the address. */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  const { catalog } = context.get(servicesContext);
  const slug = parseSlug(params.slug ?? "", context.get(pageContext).brand.product);
  if (slug.kind !== "product") throw missing();
  const form = await request.formData();
  const below = String(form.get("below") ?? "").trim();
  const act = form.get("alert");
  // Who signs in first comes back to the form as they left it, and is asked for what they pressed.
  const back = act === "off" ? alertPath(url.pathname, "stop") : alertPath(url.pathname, "ask", below);
  const member = await requireMember(context, new URL(back, url));
  const said = await changeAlert(catalog, { user_id: member.user_id, slug: slug.slug, act, below });
  throw redirect(alertPath(url.pathname, said, said === "off" ? "" : below), 303);
}

const askedAlert = ({ searchParams }: URL) => ({ alert: searchParams.get("alert"), below: searchParams.get("below") });

/** Filters of a store's tickets are applied by the page itself: the data is the same. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname ||
  currentUrl.searchParams.get("alert") !== nextUrl.searchParams.get("alert") ||
  currentUrl.searchParams.get("below") !== nextUrl.searchParams.get("below");

export default function Slug({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === "merchant") {
    return (
      <Frame current="stores">
        <MerchantView key={loaderData.page.merchant.internal_name} page={loaderData.page} words={loaderData.words} />
        <DrawnPrices drawn={loaderData.drawn} />
      </Frame>
    );
  }
  return (
    <Frame current="products">
      <ProductView product={loaderData.product} drawn={loaderData.drawn} extra={loaderData.extra} />
    </Frame>
  );
}
