import { useEffect } from "react";
import type { CatalogService } from "#catalog";
import { keepList, readList } from "#client/lists.ts";
import type { ListName } from "#client/viewer.ts";
import { servicesContext } from "#services";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Empty } from "#ui/empty.tsx";
import { publicPage } from "#ui/page.ts";
import { breadcrumbData, pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import type { Route } from "./+types/section";
import { ProductGrid } from "./product-grid.tsx";
import { StoreGrid } from "./store-grid.tsx";

export const handle = publicPage({ cache_seconds: 300, spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ t, language, absolute }) => {
    const title = loaderData ? (language === "es" ? loaderData.title_es : loaderData.title_en) : t("Stores");
    return {
      title,
      description: loaderData ? (language === "es" ? loaderData.rule_es : loaderData.rule_en) : title,
      path: `/section/${loaderData?.section ?? ""}`,
      structured: [breadcrumbData([{ text: t("Stores"), href: "/stores" }, { text: title }], absolute)],
    };
  });

type Found = NonNullable<Awaited<ReturnType<CatalogService["section"]>>>;

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await context.get(servicesContext).catalog.section(params.section);
  if (!found) throw new Response("There is no such list.", { status: 404 });
  return found;
}

/** As the state of the session names them (SPEC §3). */
const LISTS: Readonly<Record<string, ListName>> = {
  "top-stores": "top_stores",
  "merchants-we-love": "merchants_we_love",
  "best-cashback": "best_cashback",
  "top-products": "top_products",
};

/** On a way within the site a list that this tab read within five minutes is not asked for again. */
export async function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs): Promise<Found> {
  const name = LISTS[params.section];
  const kept = name && (readList(name)?.data as readonly Found[] | undefined);
  return kept?.[0] ?? serverLoader();
}

/** A curated list of stores, products or both. */
export default function Section({ loaderData, params }: Route.ComponentProps) {
  const t = useText();
  const spanish = useLanguage() === "es";
  const title = spanish ? loaderData.title_es : loaderData.title_en;
  const { stores, products } = loaderData;
  const { section } = params;
  useEffect(() => {
    const name = LISTS[section];
    if (name) keepList(name, [loaderData], { page: 1, has_more: false });
  }, [section, loaderData]);
  return (
    <Frame current="stores">
      <div className="wrap">
        <Breadcrumb crumbs={[{ text: t("Stores"), href: "/stores" }, { text: title }]} />
        <h1>{title}</h1>
        <p className="muted measure mt-2 mb-8">{spanish ? loaderData.rule_es : loaderData.rule_en}</p>
        {stores.length === 0 && products.length === 0 && (
          <Empty
            title={t("This list is empty right now")}
            icon="store"
            action={
              <a className="btn btn-secondary btn-sm" href="/stores">
                {t("All stores")}
              </a>
            }
          >
            {t("Nothing fits this list's rule yet.")}
          </Empty>
        )}
        {stores.length > 0 && (
          <section aria-label={t("Stores")}>
            <h2 className="sr">{t("Stores")}</h2>
            <StoreGrid stores={stores} />
          </section>
        )}
        {products.length > 0 && (
          <section className="mt-10" aria-label={t("Products")}>
            <h2 className="sr">{t("Products")}</h2>
            <ProductGrid products={products} />
          </section>
        )}
      </div>
    </Frame>
  );
}
