import { useLocation } from "react-router";
import type { Category, Coupon } from "#catalog";
import { servicesContext } from "#services";
import { Chip, ChipRow } from "#ui/chips.tsx";
import { Empty } from "#ui/empty.tsx";
import { formatCount } from "#ui/money.tsx";
import { publicPage } from "#ui/page.ts";
import { breadcrumbData, pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { type Language, type Translate, useLanguage, useText } from "#ui/text.tsx";
import type { Route } from "./+types/coupons";
import { Browse } from "./browse.tsx";
import { CouponList } from "./coupon-list.tsx";
import { oneOf, pageNumber, withQuery } from "./links.ts";
import { More } from "./more.tsx";
import { SortBy } from "./sort-by.tsx";

const SORTS = ["popular", "ending", "new"] as const;
const KINDS = ["coupon", "other"] as const;

export const handle = publicPage({
  query: ["sort", "type", "page", "code"],
  cache_seconds: 300,
  spanish: () => [import("./es.json")],
});

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ t, language, absolute }) => ({
    title: loaderData?.category
      ? t("Coupons: {{category}}", { category: nameOf(loaderData.category, language) })
      : t("Coupons and deals"),
    description: t("{{count}} coupons and deals with their end date and how often each code worked.", {
      count: loaderData?.list.total ?? 0,
    }),
    path: withQuery(loaderData?.path ?? "/coupons", { page: loaderData?.list.page ?? 1 }),
    noindex: loaderData?.list.total === 0,
    structured: [breadcrumbData(crumbsOf(loaderData?.category ?? null, t, language), absolute)],
  }));

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const sort = oneOf(query.get("sort"), SORTS) ?? "popular";
  const type = oneOf(query.get("type"), KINDS);
  const { categories, category, ...list } = await context
    .get(servicesContext)
    .catalog.coupons({ category: params.category, sort, type, page: pageNumber(query.get("page")) });
  if (params.category && !category) throw new Response("There is no such category.", { status: 404 });
  return {
    list,
    categories,
    category,
    sort,
    type: type ?? null,
    path: params.category ? `/coupons/${params.category}` : "/coupons",
  };
}

const nameOf = (category: Category, language: Language) => (language === "es" ? category.name_es : category.name_en);

const crumbsOf = (category: Category | null, t: Translate, language: Language) => [
  { text: t("Home"), href: "/" },
  ...(category
    ? [{ text: t("Coupons"), href: "/coupons" }, { text: nameOf(category, language) }]
    : [{ text: t("Coupons") }]),
];

export default function Coupons({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const location = useLocation();
  const { list, categories, category, sort, type, path } = loaderData;
  const sorted = sort === "popular" ? null : sort;
  const hrefOf = (page: number) => withQuery(path, { sort: sorted, type, page });
  return (
    <Frame current="coupons">
      <Browse
        crumbs={crumbsOf(category, t, language)}
        title={category ? t("Coupons: {{category}}", { category: nameOf(category, language) }) : t("Coupons and deals")}
        lead={t("{{total}} live today. Ended ones are kept on their store's page, marked as ended.", {
          total: formatCount(list.total),
        })}
        sort={
          <SortBy
            path={path}
            kept={{ type: type ?? undefined }}
            sort={sort}
            options={[
              { value: "popular", text: t("Most used") },
              { value: "ending", text: t("Ending soon") },
              { value: "new", text: t("Newest") },
            ]}
          />
        }
        links={[
          { href: "/coupons", text: t("All coupons"), current: !category },
          ...categories.map((each) => ({
            href: `/coupons/${each.slug}`,
            text: nameOf(each, language),
            count: each.count,
            current: each.slug === category?.slug,
          })),
        ]}
      >
        <div className="mb-5">
          <ChipRow label={t("Filter coupons")}>
            <Chip href={withQuery(path, { sort: sorted })} pressed={!type}>
              {t("All")}
            </Chip>
            <Chip href={withQuery(path, { sort: sorted, type: "coupon" })} pressed={type === "coupon"}>
              {t("Codes")}
            </Chip>
            <Chip href={withQuery(path, { sort: sorted, type: "other" })} pressed={type === "other"}>
              {t("Deals")}
            </Chip>
          </ChipRow>
        </div>
        <h2 className="sr">{t("Coupons")}</h2>
        {list.items.length === 0 ? (
          <Empty
            title={t("No coupons here today")}
            icon="ticket-x"
            action={
              <a className="btn btn-secondary btn-sm" href="/coupons">
                {t("All coupons")}
              </a>
            }
          >
            {t("We look for new ones every day.")}
          </Empty>
        ) : (
          <More<Coupon> name="coupons" key={location.key + hrefOf(list.page)} first={list} hrefOf={hrefOf}>
            {(items) => <CouponList coupons={items} named />}
          </More>
        )}
      </Browse>
    </Frame>
  );
}
