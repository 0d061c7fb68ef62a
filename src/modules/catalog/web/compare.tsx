/** Products beside each other. Choosing them and letting go are links, so that it works without script. */
import type { ComparedProduct, Comparison } from "#catalog";
import { PhotoTile } from "#ui/merchant-tile.tsx";
import { formatMoney } from "#ui/money.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { productHref, shopHref, withQuery } from "./links.ts";
import { useOwnPrice } from "./use-own-price.ts";

const MAX_PICKED = 4;

const listOf = (ids: readonly string[]) => ids.join("~") || null;

/** Above a list: what was picked so far. `kept` is the rest of the list's address. */
export function CompareTray({
  picked,
  path,
  kept,
}: {
  picked: readonly Pick<ComparedProduct, "product_id" | "name">[];
  path: string;
  kept: Record<string, string | null>;
}) {
  const t = useText();
  if (picked.length === 0) return null;
  const ids = picked.map(({ product_id }) => product_id);
  return (
    <div className="compare-tray">
      <ul className="chosen">
        {picked.map(({ product_id, name }) => (
          <li key={product_id}>
            <a
              className="chip"
              rel="nofollow"
              href={withQuery(path, { ...kept, with: listOf(ids.filter((id) => id !== product_id)) })}
            >
              <span className="sr">{t("Without")} </span>
              <span className="chip-name">{name}</span> <span aria-hidden="true">×</span>
            </a>
          </li>
        ))}
      </ul>
      {ids.length > 1 ? (
        <a className="btn btn-primary btn-sm" rel="nofollow" href={withQuery("/products", { compare: listOf(ids) })}>
          {t("Compare {{count}}", { count: ids.length })}
        </a>
      ) : (
        <span className="small muted">{t("Pick up to three more to compare.")}</span>
      )}
    </div>
  );
}

/** On a card: takes it among those that are compared, or out of them again. */
export function ComparePick({
  id,
  name,
  ids,
  hrefOf,
}: {
  id: string;
  name: string;
  ids: readonly string[];
  hrefOf: (ids: readonly string[]) => string;
}) {
  const t = useText();
  const picked = ids.includes(id);
  if (!picked && ids.length >= MAX_PICKED) return <span className="xs faint">{t("Four at most")}</span>;
  return (
    <a
      className={`${picked ? "compare-picked" : "compare-pick"} xs`}
      href={hrefOf(picked ? ids.filter((one) => one !== id) : [...ids, id])}
      rel="nofollow"
    >
      {picked ? t("Picked, remove") : t("Compare")}
      <span className="sr">: {name}</span>
    </a>
  );
}

function Line({ title, cells }: { title: string; cells: readonly (string | null)[] }) {
  return (
    <tr>
      <th scope="row">{title}</th>
      {cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
        <td key={at}>{cell ?? "–"}</td>
      ))}
    </tr>
  );
}

export function CompareTable({ comparison: { products: told, rows } }: { comparison: Comparison }) {
  const t = useText();
  const products = told.map(useOwnPrice());
  const spanish = useLanguage() === "es";
  const ids = products.map(({ product_id }) => product_id);
  // A mouse is not the better monitor because it costs less.
  const alike = products.length > 1 && new Set(products.map(({ kind }) => kind)).size === 1;
  const lowest = alike ? Math.min(...products.map(({ after_cash_back_minor: minor }) => Number(minor))) : null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section className="card compare" tabIndex={0} aria-label={t("Products side by side")}>
      <table>
        <thead>
          <tr>
            <td />
            {products.map(({ product_id, slug, name, image_url, category }) => (
              <th scope="col" key={product_id}>
                <PhotoTile src={image_url} />
                <a href={productHref(slug)} lang={spanish ? "en" : undefined}>
                  {name}
                </a>
                <a
                  className="small"
                  rel="nofollow"
                  href={withQuery(ids.length > 2 ? "/products" : `/products/${category}`, {
                    [ids.length > 2 ? "compare" : "with"]: listOf(ids.filter((id) => id !== product_id)),
                  })}
                >
                  {t("Remove")}
                </a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Line title={t("Price")} cells={products.map(({ from_minor }) => formatMoney(from_minor))} />
          <tr>
            <th scope="row">{t("After cash back")}</th>
            {products.map(({ product_id, after_cash_back_minor: minor }) => (
              <td key={product_id} className={Number(minor) === lowest ? "money-back" : undefined}>
                <b>{formatMoney(minor)}</b>
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">{t("Cheapest store")}</th>
            {products.map(({ product_id, cheapest }) => (
              <td key={product_id}>
                {cheapest ? (
                  <a
                    className="btn btn-secondary btn-sm btn-block"
                    rel="nofollow"
                    href={shopHref(cheapest.merchant.internal_name, { listing: cheapest.listing_id })}
                  >
                    {t("Shop at {{store}}", { store: cheapest.merchant.name })}
                  </a>
                ) : (
                  t("No store has it today")
                )}
              </td>
            ))}
          </tr>
          <Line title={t("Stores")} cells={products.map(({ merchants }) => `${merchants}`)} />
          <Line title={t("In stock now")} cells={products.map(({ ready }) => (ready ? t("Yes") : t("No")))} />
          <Line title={t("Brand")} cells={products.map(({ brand }) => brand)} />
          {rows.map(({ name, name_es, cells }) => (
            <Line
              key={name}
              title={spanish ? name_es : name}
              cells={cells.map((cell) => cell && (spanish ? cell.value_es : cell.value))}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}
