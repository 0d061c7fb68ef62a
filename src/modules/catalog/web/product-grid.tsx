import type { ReactNode } from "react";
import type { ProductCard } from "#catalog";
import { PhotoTile } from "#ui/merchant-tile.tsx";
import { formatMoney } from "#ui/money.tsx";
import { useText } from "#ui/text.tsx";
import { productHref } from "./links.ts";

/** Products as cards: what they cost, and what they cost once the cash back has come. */
export function ProductGrid({
  products,
  eager = false,
  more,
}: {
  products: readonly ProductCard[];
  eager?: boolean;
  /** What stands at the end of a card. */
  more?: (product: ProductCard) => ReactNode;
}) {
  const t = useText();
  return (
    <div className="product-list">
      {products.map((product, at) => (
        <article className="card product-card" key={product.product_id}>
          <PhotoTile src={product.image_url} eager={eager && at < 2} />
          <div>
            {product.brand && <span className="xs faint">{product.brand}</span>}
            <h3>
              <a className="cover-link" href={productHref(product.slug)}>
                {product.name}
              </a>
            </h3>
          </div>
          <div className="product-price">
            <span className="after">{formatMoney(product.after_cash_back_minor)}</span>
            <span className="xs faint">
              {product.after_cash_back_minor === product.from_minor
                ? product.merchants > 1
                  ? t("lowest of {{count}} stores", { count: product.merchants })
                  : t("at one store")
                : t("after cash back, {{price}} now", { price: formatMoney(product.from_minor) })}
            </span>
            {more?.(product)}
          </div>
        </article>
      ))}
    </div>
  );
}
