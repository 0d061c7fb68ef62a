import { useLocation } from "react-router";
import type { Category, ProductCard, ProductCategory } from "#catalog";
import { servicesContext } from "#services";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Empty } from "#ui/empty.tsx";
import { Field } from "#ui/field.tsx";
import { formatCount } from "#ui/money.tsx";
import { publicPage } from "#ui/page.ts";
import { breadcrumbData, pageMeta } from "#ui/page-meta.ts";
import { Select } from "#ui/select.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { type Language, type Translate, useLanguage, useText } from "#ui/text.tsx";
import type { Route } from "./+types/products";
import { centsOf } from "./amounts.ts";
import { Browse } from "./browse.tsx";
import { ComparePick, CompareTable, CompareTray } from "./compare.tsx";
import { countOrMore } from "./count-words.ts";
import { facetLinks } from "./facet-links.ts";
import { ChosenFacets, FacetList } from "./facet-list.tsx";
import { oneOf, pageNumber, withQuery } from "./links.ts";
import { More } from "./more.tsx";
import { ProductGrid } from "./product-grid.tsx";
import { QueryForm } from "./query-form.tsx";
import { SortBy } from "./sort-by.tsx";
import { MissingStore } from "./wish-parts.ts";

/** With words what fits them best comes first, else what is most visited; neither stands in the address. */
const SORTS = ["found", "popular", "price", "cash_back", "name"] as const;

export const handle = publicPage({
  query: ["q", "sort", "brand", "min", "max", "is", "store", "stock", "with", "compare", "page"],
  cache_seconds: 300,
  spanish: () => [import("./es.json")],
});

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ t, language, absolute }) => ({
    title: t("{{title}}: prices after cash back", {
      title: loaderData ? titleOf(loaderData, t, language) : t("Products"),
    }),
    description: loaderData ? describe(loaderData, t, language) : t("Products"),
    path: withQuery(loaderData?.path ?? "/products", { page: loaderData?.list.page ?? 1 }),
    noindex: Object.values(loaderData?.kept ?? {}).some(Boolean) || loaderData?.list.total === 0,
    structured: [breadcrumbData(crumbsOf(loaderData ?? null, t, language), absolute)],
  }));

/** `/products`, `/products/{category}`, `/products/{category}/{subcategory}`. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const { category: slug, subcategory: subSlug } = params as { category?: string; subcategory?: string };
  const q = query.get("q")?.trim().slice(0, 80) || null;
  const usual = q ? "found" : "popular";
  const asked = oneOf(query.get("sort"), SORTS) ?? usual;
  const sort = asked === "found" ? usual : asked;
  const brand = query.get("brand")?.slice(0, 80) || null;
  const store = query.get("store")?.slice(0, 120) || null;
  const stock = query.get("stock") === "1";
  const choice = query.get("is") || null;
  const found = await context.get(servicesContext).catalog.products({
    category: slug,
    subcategory: subSlug,
    q: q ?? undefined,
    brand: brand ?? undefined,
    sort: sort === "found" ? undefined : sort,
    min_minor: centsOf(query.get("min")),
    max_minor: centsOf(query.get("max")),
    choice: choice ?? undefined,
    seller: store ?? undefined,
    ready: stock,
    page: pageNumber(query.get("page")),
  });
  const { categories, category, subcategory, brands, facets, sellers, ready, missing, ...list } = found;
  const compared = idsOf(query.get("compare"));
  const comparison = await context.get(servicesContext).catalog.compare(compared ?? idsOf(query.get("with")) ?? []);
  if ((slug && !category) || (subSlug && !subcategory))
    throw new Response("There is no such category.", { status: 404 });
  const path = ["/products", slug, subSlug].filter(Boolean).join("/");
  const bounds = { min: query.get("min") || null, max: query.get("max") || null };
  // What stays in the address when something else is chosen; the usual order stands in none.
  const kept = { q, brand, ...bounds, is: choice, store, stock: stock ? "1" : null };
  const asked_sort = sort === usual ? null : sort;
  const picked = comparison.products;
  return {
    comparison: compared && picked.length > 0 ? comparison : null,
    picked: compared ? [] : picked.map(({ product_id, name }) => ({ product_id, name })),
    /** Products were named to be compared that are not here any more: all of them, or some. */
    gone: compared !== null && compared.length > picked.length ? (picked.length === 0 ? "all" : "some") : null,
    back: withQuery(listPathOf(picked), { with: picked.map(({ product_id }) => product_id).join("~") }),
    list,
    missing,
    categories,
    category,
    subcategory,
    brands,
    facets: facetLinks(found, path, { ...kept, sort: asked_sort }),
    kept,
    q,
    sort,
    asked_sort,
    path,
  };
}

/** The list that they were picked from: their department's, if they are of one. */
const listPathOf = (picked: readonly { category: string }[]): string => {
  const [first] = picked;
  return first && picked.every(({ category }) => category === first.category)
    ? `/products/${first.category}`
    : "/products";
};

/** Products' ids as they stand in an address; null when none do. */
const idsOf = (text: string | null) => text?.split("~").filter(Boolean) ?? null;

type Data = Awaited<ReturnType<typeof loader>>;
type Place = { category: ProductCategory | null; subcategory: Category | null };

const nameOf = (category: Category, language: Language) => (language === "es" ? category.name_es : category.name_en);

function titleOf(data: Data, t: Translate, language: Language): string {
  if (data.q) return t("Products for “{{words}}”", { words: data.q });
  if (data.comparison) return t("Compare products");
  const place = data.subcategory ?? data.category;
  return place ? nameOf(place, language) : t("Products");
}

function describe(data: Data, t: Translate, language: Language): string {
  const { list, kept } = data;
  if (list.total > 0)
    return t("{{count}} products compared across stores, with the price after cash back.", { count: list.total });
  if (Object.values(kept).some(Boolean)) return t("Remove a filter or try different words.");
  const place = data.subcategory ?? data.category;
  return place
    ? t("None of our stores lists products in {{category}} right now.", { category: nameOf(place, language) })
    : t("None of our stores lists any right now.");
}

function crumbsOf(place: Place | null, t: Translate, language: Language) {
  const crumbs: { text: string; href?: string }[] = [
    { text: t("Home"), href: "/" },
    { text: t("Products"), href: "/products" },
  ];
  const inside = place?.subcategory && nameOf(place.subcategory, language);
  // A category may be called as its department is: it stands there once.
  if (place?.category && nameOf(place.category, language) !== inside)
    crumbs.push({ text: nameOf(place.category, language), href: `/products/${place.category.slug}` });
  if (inside) crumbs.push({ text: inside });
  delete crumbs.at(-1)?.href;
  return crumbs;
}

const keptOf = (query: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value ?? undefined]));

function Filters({ data }: { data: Data }) {
  const t = useText();
  const { brands, kept, asked_sort, path } = data;
  const { brand, min, max } = kept;
  return (
    <>
      <FacetList groups={data.facets} />
      <QueryForm
        key={`${brand}${min}${max}`}
        action={path}
        kept={keptOf({ q: kept.q, is: kept.is, store: kept.store, stock: kept.stock, sort: asked_sort })}
        className="grid pt-4 [--gap:1rem]"
        button
      >
        {brands.length > 0 && (
          <Select
            label={t("Brand")}
            name="brand"
            defaultValue={brand ?? ""}
            options={[
              { value: "", text: t("All brands") },
              ...brands.map((each) => ({ value: each.name, text: `${each.name} (${formatCount(each.count)})` })),
            ]}
          />
        )}
        <div className="two">
          <Field label={t("From, $")} name="min" inputMode="decimal" defaultValue={min ?? ""} maxLength={9} />
          <Field label={t("To, $")} name="max" inputMode="decimal" defaultValue={max ?? ""} maxLength={9} />
        </div>
      </QueryForm>
    </>
  );
}

export default function Products({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const location = useLocation();
  const { list, missing, categories, category, subcategory, q, sort, kept, asked_sort, path, picked } = loaderData;
  const ids = picked.map(({ product_id }) => product_id);
  const narrowed = Object.values(kept).some(Boolean);
  const bare = list.total === 0 && !narrowed;
  const withIds = (wanted: readonly string[]) =>
    withQuery(path, { ...kept, sort: asked_sort, with: wanted.join("~") || null });
  const hrefOf = (page: number) => withQuery(path, { ...kept, sort: asked_sort, with: ids.join("~") || null, page });
  if (loaderData.comparison)
    return (
      <Frame current="products">
        <div className="wrap">
          <Breadcrumb crumbs={[...crumbsOf(null, t, language), { text: t("Compare products") }]} />
          <h1>{t("Compare products")}</h1>
          <p className="small mt-2 mb-5">
            <a href={loaderData.back} rel="nofollow">
              {t("Back to the list")}
            </a>
          </p>
          {loaderData.gone && <p className="note mb-4">{t("Some of these products are gone.")}</p>}
          <CompareTable comparison={loaderData.comparison} />
        </div>
      </Frame>
    );
  return (
    <Frame current="products">
      <Browse
        crumbs={crumbsOf(loaderData, t, language)}
        title={titleOf(loaderData, t, language)}
        lead={
          list.total > 0 &&
          t("{{total}} products, each with its lowest price, the store, and the cost after cash back.", {
            count: list.total,
            total: countOrMore(list.total, list.more),
          })
        }
        sort={
          !bare && (
            <SortBy
              path={path}
              kept={keptOf(kept)}
              sort={sort}
              options={[
                ...(q ? [{ value: "found", text: t("Best match") }] : []),
                { value: "popular", text: t("Sold by most stores") },
                { value: "price", text: t("Lowest price") },
                { value: "cash_back", text: t("Most cash back") },
                { value: "name", text: t("A to Z") },
              ]}
            />
          )
        }
        links={[
          { href: "/products", text: t("All products"), current: !category },
          ...categories.map((each) => ({
            href: `/products/${each.slug}`,
            text: nameOf(each, language),
            count: each.count,
            current: each.slug === category?.slug && !subcategory,
            inside:
              each.slug === category?.slug
                ? each.subcategories.map((sub) => ({
                    href: `/products/${each.slug}/${sub.slug}`,
                    text: nameOf(sub, language),
                    count: sub.count,
                    current: sub.slug === subcategory?.slug,
                  }))
                : [],
          })),
        ]}
        filters={!bare && <Filters data={loaderData} />}
      >
        <h2 className="sr">{t("Products")}</h2>
        <ChosenFacets groups={loaderData.facets} />
        {loaderData.gone && (
          <p className="note mb-4">{t("The products you compared are gone. Pick others from the list.")}</p>
        )}
        <CompareTray picked={picked} path={path} kept={{ ...kept, sort: asked_sort }} />
        {missing && <MissingStore name={missing.name} near={list.items.length > 0 && "products"} />}
        {list.items.length === 0 ? (
          <Empty
            title={q ? t("Nothing found for “{{words}}”", { words: q }) : t("No products here today")}
            icon="package-search"
            action={
              path !== "/products" || narrowed ? (
                <a className="btn btn-secondary btn-sm" href="/products">
                  {t("All products")}
                </a>
              ) : undefined
            }
          >
            {narrowed ? t("Remove a filter or try different words.") : t("None of our stores lists any right now.")}
          </Empty>
        ) : (
          <More<ProductCard> key={location.key + hrefOf(list.page)} first={list} hrefOf={hrefOf}>
            {(items) => (
              <ProductGrid
                products={items}
                more={({ product_id, name }) => <ComparePick id={product_id} name={name} ids={ids} hrefOf={withIds} />}
              />
            )}
          </More>
        )}
      </Browse>
    </Frame>
  );
}
