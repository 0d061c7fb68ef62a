import { useLocation } from "react-router";
import type { Category, Coupon } from "#catalog";
import { servicesContext } from "#services";
import { Chip, ChipRow } from "#ui/chips.tsx";
import { Empty } from "#ui/empty.tsx";
import { Field } from "#ui/field.tsx";
import { publicPage } from "#ui/page.ts";
import { breadcrumbData, pageMeta } from "#ui/page-meta.ts";
import { Select } from "#ui/select.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { type Language, type Translate, useLanguage, useText } from "#ui/text.tsx";
import type { Route } from "./+types/coupons";
import { Browse } from "./browse.tsx";
import { countOrMore } from "./count-words.ts";
import { CouponList } from "./coupon-list.tsx";
import { oneOf, pageNumber, withQuery } from "./links.ts";
import { More } from "./more.tsx";
import { QueryForm } from "./query-form.tsx";
import { SortBy } from "./sort-by.tsx";
import { MissingStore } from "./wish-parts.ts";

/** With words what fits them best comes first, else what is popular; neither stands in the address. */
const SORTS = ["found", "popular", "ending", "new"] as const;
const TYPES = ["coupon", "other"] as const;
const KINDS = ["percent", "amount", "shipping", "gift"] as const;

export const handle = publicPage({
  query: ["q", "kind", "sort", "type", "page", "code"],
  cache_seconds: 300,
  spanish: () => [import("./es.json")],
});

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ t, language, absolute }) => ({
    title: loaderData?.category
      ? t("Coupons: {{category}}", { category: nameOf(loaderData.category, language) })
      : t("Coupons and deals"),
    description:
      (loaderData && emptyWords(loaderData, t, language)) ??
      t("{{count}} coupons and deals with their end date and how often each code worked.", {
        count: loaderData?.list.total ?? 0,
      }),
    path: withQuery(loaderData?.path ?? "/coupons", { page: loaderData?.list.page ?? 1 }),
    noindex: loaderData?.list.total === 0 || Boolean(loaderData?.q || loaderData?.kind || loaderData?.type),
    structured: [
      breadcrumbData(crumbsOf(loaderData?.category ?? null, t, language), absolute),
      { "@type": "ItemList", numberOfItems: loaderData?.list.total ?? 0 },
    ],
  }));

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const type = oneOf(query.get("type"), TYPES);
  const kind = oneOf(query.get("kind"), KINDS);
  const q = query.get("q")?.trim().slice(0, 80) || null;
  const usual = q ? "found" : "popular";
  const asked = oneOf(query.get("sort"), SORTS) ?? usual;
  const sort = asked === "found" ? usual : asked;
  const { categories, category, missing, ...list } = await context.get(servicesContext).catalog.coupons({
    category: params.category,
    sort: sort === "found" ? undefined : sort,
    type,
    kind,
    q: q ?? undefined,
    page: pageNumber(query.get("page")),
  });
  if (params.category && !category) throw new Response("There is no such category.", { status: 404 });
  return {
    list,
    categories,
    category,
    missing,
    sort,
    type: type ?? null,
    kind: kind ?? null,
    q,
    path: params.category ? `/coupons/${params.category}` : "/coupons",
  };
}

type Data = Awaited<ReturnType<typeof loader>>;

const nameOf = (category: Category, language: Language) => (language === "es" ? category.name_es : category.name_en);

/** Null where something is listed, or a filter hides what there may be. */
function emptyWords({ category, list, q, kind, type }: Data, t: Translate, language: Language): string | null {
  if (list.total > 0 || kind || type) return null;
  if (q) return t("No coupon or deal fits these words right now. Try different words, or look for the store.");
  return category
    ? t("No coupon or deal in {{category}} is live right now. Try another category, or see all coupons.", {
        category: nameOf(category, language),
      })
    : t("No coupon or deal is live right now.");
}

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
  const { list, categories, category, missing, sort, type, kind, q, path } = loaderData;
  const sorted = sort === (q ? "found" : "popular") ? null : sort;
  const kept = { q, kind, sort: sorted };
  const none = emptyWords(loaderData, t, language);
  const hrefOf = (page: number) => withQuery(path, { ...kept, type, page });
  const inForm = (other: Record<string, string | null>) =>
    Object.fromEntries(Object.entries(other).map(([key, value]) => [key, value ?? undefined]));
  return (
    <Frame current="coupons">
      <Browse
        crumbs={crumbsOf(category, t, language)}
        title={
          q
            ? t("Coupons for “{{words}}”", { words: q })
            : category
              ? t("Coupons: {{category}}", { category: nameOf(category, language) })
              : t("Coupons and deals")
        }
        lead={
          list.total > 0 &&
          t("{{total}} live today. Ended ones are kept on their store's page, marked as ended.", {
            count: list.total,
            total: countOrMore(list.total, list.more),
          })
        }
        sort={
          list.total > 0 && (
            <SortBy
              path={path}
              kept={inForm({ q, kind, type })}
              sort={sort}
              options={[
                ...(q ? [{ value: "found", text: t("Best match") }] : []),
                { value: "popular", text: t("Popular") },
                { value: "ending", text: t("Ending soon") },
                { value: "new", text: t("Newest") },
              ]}
            />
          )
        }
        links={[
          { href: withQuery("/coupons", { ...kept, type }), text: t("All coupons"), current: !category },
          ...categories.map((each) => ({
            href: withQuery(`/coupons/${each.slug}`, { ...kept, type }),
            text: nameOf(each, language),
            count: each.count,
            current: each.slug === category?.slug,
          })),
        ]}
        filters={
          (q || none === null) && (
            <QueryForm
              key={`${q}${kind}`}
              action={path}
              kept={inForm({ sort: sorted, type })}
              className="grid pt-4 [--gap:.75rem]"
              button
            >
              <Field label={t("Words or store")} name="q" defaultValue={q ?? ""} maxLength={80} />
              <Select
                name="kind"
                label={t("Kind of saving")}
                defaultValue={kind ?? ""}
                options={[
                  { value: "", text: t("Anything") },
                  { value: "percent", text: t("Percent off") },
                  { value: "amount", text: t("Dollars off") },
                  { value: "shipping", text: t("Free shipping") },
                  { value: "gift", text: t("A gift") },
                ]}
              />
            </QueryForm>
          )
        }
      >
        {missing && <MissingStore name={missing.name} near={list.items.length > 0 && "coupons"} />}
        {none === null && (
          <div className="mb-5">
            <ChipRow label={t("Filter coupons")}>
              <Chip href={withQuery(path, kept)} pressed={!type}>
                {t("All")}
              </Chip>
              <Chip href={withQuery(path, { ...kept, type: "coupon" })} pressed={type === "coupon"}>
                {t("Codes")}
              </Chip>
              <Chip href={withQuery(path, { ...kept, type: "other" })} pressed={type === "other"}>
                {t("Deals")}
              </Chip>
            </ChipRow>
          </div>
        )}
        <h2 className="sr">{t("Coupons")}</h2>
        {list.items.length === 0 ? (
          <Empty
            title={q ? t("No coupons for “{{words}}” today", { words: q }) : t("No coupons here today")}
            icon="ticket-x"
            action={
              <a className="btn btn-secondary btn-sm" href={q ? `/stores?q=${encodeURIComponent(q)}` : "/coupons"}>
                {q ? t("Stores for “{{words}}”", { words: q }) : t("All coupons")}
              </a>
            }
          >
            {none ?? t("Remove a filter or try different words.")}
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
