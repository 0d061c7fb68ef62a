/** One product across stores: price, cash back, price after cash back, cheapest first. */
import type { CatalogService, Listing } from "#catalog";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Empty } from "#ui/empty.tsx";
import { useMedia } from "#ui/media.ts";
import { MerchantTile, PhotoTile } from "#ui/merchant-tile.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { LeaderList, Receipt } from "#ui/receipt.tsx";
import { Tag } from "#ui/stamp.tsx";
import { type Translate, useText } from "#ui/text.tsx";
import { byPriceInTheEnd } from "../listing-order.ts";
import type { DrawnPrices as Drawn } from "./draw-prices.ts";
import { DrawnPrices } from "./drawn-prices.tsx";
import { listingHref, merchantHref, shopHref } from "./links.ts";
import type { ProductExtra } from "./product-extra.ts";
import { ProductGrid } from "./product-grid.tsx";
import { rateWords } from "./rate-words.ts";
import { ShopButton } from "./shop-button.tsx";
import { useOwnPrice } from "./use-own-price.ts";

export type Product = NonNullable<Awaited<ReturnType<CatalogService["product"]>>>;

export function stockWords(listing: Listing, t: Translate): string {
  const words = {
    in_stock: t("In stock"),
    out_of_stock: t("Out of stock"),
    preorder: t("Can be ordered ahead"),
    backorder: t("Comes later"),
  };
  return words[listing.availability];
}

export function conditionWords(listing: Listing, t: Translate): string | null {
  return listing.condition === "new" ? null : listing.condition === "used" ? t("Used") : t("Refurbished");
}

const isThere = ({ availability }: Listing) => availability !== "out_of_stock";

const waitingOf = ({ name, rate, logo_url }: Listing["merchant"], t: Translate) => ({
  merchant_name: name,
  rate_text: rateWords(rate, t) ?? "",
  logo_url,
});

function ListingRow({ listing, product, best }: { listing: Listing; product: Product; best: boolean }) {
  const t = useText();
  const { merchant } = listing;
  const condition = conditionWords(listing, t);
  return (
    <tr>
      <td className="c-store">
        <span className="store-cell">
          <MerchantTile name={merchant.name} logo={merchant.logo_url} size={32} />
          <span>
            <b>
              <a className="plain" href={listingHref(product.slug, listing.listing_id)}>
                {merchant.name}
              </a>
            </b>
            <small>
              {stockWords(listing, t)}
              {condition && `, ${condition}`}
            </small>
            <small className="only-cell-mobile">
              {listing.cash_back_minor === "0"
                ? formatMoney(listing.price_minor)
                : t("{{price}}, {{back}} comes back", {
                    price: formatMoney(listing.price_minor),
                    back: formatMoney(listing.cash_back_minor),
                  })}
            </small>
          </span>
        </span>
      </td>
      <td className="c-spent end money">
        {listing.list_price_minor && BigInt(listing.list_price_minor) > BigInt(listing.price_minor) && (
          <s className="struck">{formatMoney(listing.list_price_minor)}</s>
        )}{" "}
        {formatMoney(listing.price_minor)}
      </td>
      <td className="c-rate end money money-back">
        {listing.cash_back_minor === "0" ? "–" : formatMoney(listing.cash_back_minor)}
      </td>
      <td className="c-back end margin money">
        {best && <Tag tone="good">{t("lowest")}</Tag>} <b>{formatMoney(listing.after_cash_back_minor)}</b>
        {listing.cash_back_minor !== "0" && <small className="only-cell-mobile xs muted">{t("in the end")}</small>}
      </td>
      <td className="c-status end">
        {isThere(listing) && (
          <ShopButton
            size="sm"
            look="secondary"
            block={false}
            href={shopHref(merchant.internal_name, { listing: listing.listing_id })}
            waiting={waitingOf(merchant, t)}
          >
            {t("Shop there")}
          </ShopButton>
        )}
      </td>
    </tr>
  );
}

export function ProductView({
  product,
  drawn,
  extra: { about, alert, compare, compare_href, crumbs, lang, specs },
}: {
  product: Product;
  drawn: Drawn;
  extra: ProductExtra;
}) {
  const t = useText();
  const media = useMedia();
  // What costs everybody least may not be what costs a member on Plus least.
  const listings = product.listings.map(useOwnPrice()).sort(byPriceInTheEnd);
  const best = listings.find((listing) => listing.availability === "in_stock") ?? listings[0];
  // What is out of stock comes last: the first is so where all are.
  const there = best && isThere(best);
  return (
    <div className="wrap">
      <Breadcrumb crumbs={crumbs} />
      <div className="product-head">
        <span className="product-photo">
          {product.image_url ? (
            <img src={media(product.image_url)} alt={product.name} width={480} height={480} />
          ) : (
            <PhotoTile src={null} size={88} />
          )}
        </span>
        <div>
          {product.brand && <p className="small muted">{product.brand}</p>}
          <h1 lang={lang}>{product.name}</h1>
          {best && (
            <Receipt
              className="product-slip"
              title={
                there ? t("Lowest today, at {{store}}", { store: best.merchant.name }) : t("Out of stock everywhere")
              }
              lines={[
                { term: t("You pay the store"), value: formatMoney(best.price_minor) },
                { term: t("Comes back to you"), value: formatMoney(best.cash_back_minor), tone: "back" },
                { term: t("In the end"), value: formatMoney(best.after_cash_back_minor), total: true },
              ]}
            >
              <div className="mt-5">
                {there ? (
                  <ShopButton
                    href={shopHref(best.merchant.internal_name, { listing: best.listing_id })}
                    waiting={waitingOf(best.merchant, t)}
                  >
                    {t("Shop at {{store}}", { store: best.merchant.name })}
                  </ShopButton>
                ) : (
                  <Note kind="wait">{t("We read stores' prices once a day. Look again tomorrow.")}</Note>
                )}
              </div>
              <p className="xs faint mt-3">
                <a href={merchantHref(best.merchant.internal_name)}>
                  {t("Coupons for {{store}}", { store: best.merchant.name })}
                </a>
                {" · "}
                <a href={compare_href} rel="nofollow">
                  {compare}
                </a>
              </p>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: `draw-alert.ts` escapes all that is not its own. */}
              <div dangerouslySetInnerHTML={{ __html: alert }} />
            </Receipt>
          )}
        </div>
      </div>
      <section className="mt-10" aria-labelledby="prices" hidden={drawn.alone}>
        <h2 className="h2-small mb-3" id="prices">
          {t("At {{count}} stores", { count: listings.length })}
        </h2>
        {listings.length === 0 ? (
          <Empty
            title={t("No store has it today")}
            icon="package-search"
            action={
              <a className="btn btn-secondary btn-sm" href="/products">
                {t("Other products")}
              </a>
            }
          >
            {t("We read stores' prices once a day. Look again tomorrow.")}
          </Empty>
        ) : (
          <div className="card overflow-hidden">
            <table className="ledger stacked prices">
              <caption className="sr">{t("Prices by store, lowest after cash back first")}</caption>
              <thead>
                <tr>
                  <th scope="col">{t("Store")}</th>
                  <th scope="col" className="end">
                    {t("Price")}
                  </th>
                  <th scope="col" className="end">
                    {t("Comes back")}
                  </th>
                  <th scope="col" className="end margin">
                    {t("In the end")}
                  </th>
                  <th scope="col">
                    <span className="sr">{t("Shop there")}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {listings.map((listing) => (
                  <ListingRow
                    key={listing.listing_id}
                    listing={listing}
                    product={product}
                    best={listing === best && there === true}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
      <DrawnPrices drawn={drawn} />
      <div className="split mt-10 items-start">
        {about && (
          <section>
            <h2 className="h2-small">{t("About it")}</h2>
            <p className="muted mt-3 whitespace-pre-line" lang={lang}>
              {about}
            </p>
          </section>
        )}
        {specs.length > 0 && (
          <section>
            <h2 className="h2-small mb-3">{t("Details")}</h2>
            <LeaderList lines={specs} />
          </section>
        )}
      </div>
      {product.similar.length > 0 && (
        <section className="mt-12">
          <h2 className="h2-small mb-5">{t("Similar products")}</h2>
          <ProductGrid products={product.similar} />
        </section>
      )}
    </div>
  );
}
