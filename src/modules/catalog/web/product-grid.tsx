import type { ReactNode } from "react";
import type { ProductCard } from "#catalog";
import { PhotoTile } from "#ui/merchant-tile.tsx";
import { formatMoney } from "#ui/money.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { productHref } from "./links.ts";
import { useOwnPrice } from "./use-own-price.ts";

/** Products as cards: what is paid and where, and what it comes to once the cash back has come. */
export function ProductGrid({
  products,
  more,
}: {
  products: readonly ProductCard[];
  /** What stands at the end of a card. */
  more?: (product: ProductCard) => ReactNode;
}) {
  const t = useText();
  const own = useOwnPrice();
  // The shops' own names.
  const lang = useLanguage() === "es" ? "en" : undefined;
  return (
    <div className="product-list">
      {products.map(own).map((product) => (
        <article className="card product-card" key={product.product_id}>
          <PhotoTile src={product.image_url} />
          <div>
            {product.brand && <span className="xs faint">{product.brand}</span>}
            <h3>
              <a className="cover-link" href={productHref(product.slug)} lang={lang}>
                {product.name}
              </a>
            </h3>
          </div>
          <div className="product-price">
            <b>{formatMoney(product.from_minor)}</b>
            <span className="xs faint">
              {t(product.merchants > 1 ? "at {{store}}, lowest of {{count}} stores" : "at {{store}}", {
                store: product.from_store,
                count: product.merchants,
              })}
            </span>
            {product.after_cash_back_minor !== product.from_minor && (
              <span className="xs money-back">
                {t("{{price}} after cash back", { price: formatMoney(product.after_cash_back_minor) })}
              </span>
            )}
            {more?.(product)}
          </div>
        </article>
      ))}
    </div>
  );
}
