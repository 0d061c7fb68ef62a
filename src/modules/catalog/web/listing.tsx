import type { CatalogService } from "#catalog";
import { servicesContext } from "#services";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { DateText } from "#ui/date.tsx";
import { useMedia } from "#ui/media.ts";
import { MerchantTile, PhotoTile } from "#ui/merchant-tile.tsx";
import { Note } from "#ui/note.tsx";
import { publicPage } from "#ui/page.ts";
import { breadcrumbData, pageMeta } from "#ui/page-meta.ts";
import { priceText } from "#ui/price-words.ts";
import { Receipt } from "#ui/receipt.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { type Translate, useLanguage, useText } from "#ui/text.tsx";
import type { Route } from "./+types/listing";
import { listingHref, merchantHref, productHref, shopHref } from "./links.ts";
import { conditionWords, stockWords } from "./product-view.tsx";
import { backWords, rateWords } from "./rate-words.ts";
import { schemaCondition, schemaPrice, schemaStock } from "./schema-words.ts";
import { ShopButton } from "./shop-button.tsx";
import { useOwnPrice } from "./use-own-price.ts";
import { useOwnRate } from "./use-own-rate.ts";

type Found = NonNullable<Awaited<ReturnType<CatalogService["listing"]>>>;

export const handle = publicPage({ cache_seconds: 300, spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ t, absolute }) => {
    if (!loaderData) return { title: t("Products"), description: "", path: "/products", noindex: true };
    const { product, listing } = loaderData;
    return {
      title: t("{{product}} at {{store}}", { product: product.name, store: listing.merchant.name }),
      description: t("{{price}} at {{store}}, {{after}} after cash back.", {
        price: priceText(listing.price_minor, listing.currency),
        store: listing.merchant.name,
        after: priceText(listing.after_cash_back_minor, listing.currency),
      }),
      path: listingHref(product.slug, listing.listing_id),
      image: product.image_url,
      structured: [
        breadcrumbData(crumbsOf(loaderData, t), absolute),
        {
          "@type": "Product",
          name: product.name,
          description: product.description,
          ...(product.image_url && { image: absolute(product.image_url) }),
          ...(product.brand && { brand: { "@type": "Brand", name: product.brand } }),
          offers: {
            "@type": "Offer",
            price: schemaPrice(listing.price_minor),
            priceCurrency: listing.currency,
            availability: schemaStock(listing),
            itemCondition: schemaCondition(listing),
            seller: { "@type": "Organization", name: listing.merchant.name },
            url: absolute(listingHref(product.slug, listing.listing_id)),
          },
        },
      ],
    };
  });

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await context.get(servicesContext).catalog.listing(params.product_id);
  if (!found) throw new Response("There is no such product.", { status: 404 });
  return found;
}

const crumbsOf = ({ product, listing }: Found, t: Translate) => [
  { text: t("Products"), href: "/products" },
  { text: product.name, href: productHref(product.slug) },
  { text: listing.merchant.name },
];

/** One store's offer of one product. */
export default function ListingPage({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const media = useMedia();
  // The shop's own name.
  const lang = useLanguage() === "es" ? "en" : undefined;
  const { product, others } = loaderData;
  const listing = useOwnPrice()(loaderData.listing);
  const { merchant } = listing;
  const own = useOwnRate();
  const condition = conditionWords(listing, t);
  const gone = listing.availability === "out_of_stock";
  return (
    <Frame current="products">
      <div className="wrap">
        <Breadcrumb crumbs={crumbsOf(loaderData, t)} />
        <div className="product-head">
          <span className="product-photo">
            {product.image_url ? (
              <img src={media(product.image_url)} alt={product.name} width={480} height={480} />
            ) : (
              <PhotoTile src={null} />
            )}
          </span>
          <div>
            {product.brand && <p className="small muted">{product.brand}</p>}
            <h1 lang={lang}>{product.name}</h1>
            <p className="row mt-4">
              <MerchantTile name={merchant.name} logo={merchant.logo_url} size={40} />
              <span>
                <a href={merchantHref(merchant.internal_name)}>{merchant.name}</a>
                <span className="small muted block">{backWords(own(merchant), t)}</span>
              </span>
            </p>
            <Receipt
              className="product-slip"
              title={stockWords(listing, t)}
              meta={[condition ?? t("New"), <DateText key="read" value={listing.updated_at} style="slip" />]}
              lines={[
                ...(listing.list_price_minor && BigInt(listing.list_price_minor) > BigInt(listing.price_minor)
                  ? [
                      {
                        term: t("List price"),
                        value: <s className="struck">{priceText(listing.list_price_minor, listing.currency)}</s>,
                        tone: "faint" as const,
                      },
                    ]
                  : []),
                { term: t("You pay the store"), value: priceText(listing.price_minor, listing.currency) },
                {
                  term: t("Comes back to you"),
                  value: priceText(listing.cash_back_minor, listing.currency),
                  tone: "back",
                },
                {
                  term: t("In the end"),
                  value: priceText(listing.after_cash_back_minor, listing.currency),
                  total: true,
                },
              ]}
            >
              <div className="mt-5">
                {gone ? (
                  <Note kind="wait">{t("The store says it's out of stock. We check once a day.")}</Note>
                ) : (
                  <ShopButton
                    href={shopHref(merchant.internal_name, { listing: listing.listing_id })}
                    waiting={{
                      merchant_name: merchant.name,
                      rate_text: rateWords(merchant.rate, t) ?? "",
                      logo_url: merchant.logo_url,
                    }}
                  >
                    {t("Shop at {{store}}", { store: merchant.name })}
                  </ShopButton>
                )}
              </div>
              <p className="xs faint mt-3">{t("The price at the store applies. Shipping and tax aren't included.")}</p>
            </Receipt>
            {others > 0 && (
              <p className="small mt-6">
                <a href={productHref(product.slug)}>{t("Compare with {{count}} other stores", { count: others })}</a>
              </p>
            )}
          </div>
        </div>
        {product.description && (
          <section className="mt-10 measure">
            <h2 className="h2-small">{t("About it")}</h2>
            <p className="muted mt-3 whitespace-pre-line" lang="en">
              {product.description}
            </p>
          </section>
        )}
      </div>
    </Frame>
  );
}
