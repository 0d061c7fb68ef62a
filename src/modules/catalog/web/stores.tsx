import { useLocation } from "react-router";
import type { Category, MerchantCard } from "#catalog";
import { servicesContext } from "#services";
import { Check } from "#ui/check.tsx";
import { Chip, ChipRow } from "#ui/chips.tsx";
import { Empty } from "#ui/empty.tsx";
import { formatCount } from "#ui/money.tsx";
import { publicPage } from "#ui/page.ts";
import { breadcrumbData, pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { type Language, type Translate, useLanguage, useText } from "#ui/text.tsx";
import type { Route } from "./+types/stores";
import { Browse } from "./browse.tsx";
import { countOrMore, countWords } from "./count-words.ts";
import { oneOf, pageNumber, withQuery } from "./links.ts";
import { More } from "./more.tsx";
import { QueryForm } from "./query-form.tsx";
import { SortBy } from "./sort-by.tsx";
import { StoreGrid } from "./store-grid.tsx";
import { MissingStore, WishButton } from "./wish-parts.ts";

/** With words what fits them best comes first, else what is most visited; neither stands in the address. */
const SORTS = ["found", "popular", "rate", "name", "new"] as const;

export const handle = publicPage({
  query: ["q", "sort", "page", "coupons"],
  cache_seconds: 300,
  spanish: () => [import("./es.json")],
});

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ t, language, absolute }) => {
    const title = loaderData ? titleOf(loaderData, t, language) : t("Stores");
    const path = loaderData?.path ?? "/stores";
    return {
      title: loaderData?.plus ? title : t("{{title}}: cash back and coupons", { title }),
      description: loaderData ? describe(loaderData, t, language) : t("Stores"),
      path: withQuery(path, { page: loaderData?.list.page ?? 1 }),
      noindex: Boolean(loaderData?.q) || loaderData?.list.total === 0,
      structured: [
        breadcrumbData(crumbsOf(loaderData?.category ?? null, loaderData?.plus ?? false, t, language), absolute),
      ],
    };
  });

/** `/stores`, `/stores/{category}` and the same two for plus members' stores. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const plus = url.pathname.startsWith("/spstores");
  const base = plus ? "/spstores" : "/stores";
  const q = url.searchParams.get("q")?.trim().slice(0, 80) || null;
  const usual = q ? "found" : "popular";
  const asked = oneOf(url.searchParams.get("sort"), SORTS) ?? usual;
  const sort = asked === "found" ? usual : asked;
  const coupons = url.searchParams.get("coupons") === "1";
  const { categories, category, lists, missing, ...list } = await context.get(servicesContext).catalog.stores({
    category: params.category,
    q: q ?? undefined,
    sort: sort === "found" ? undefined : sort,
    page: pageNumber(url.searchParams.get("page")),
    plus: plus || undefined,
    coupons: coupons || undefined,
  });
  if (params.category && !category) throw new Response("There is no such category.", { status: 404 });
  return {
    list,
    categories,
    category,
    lists,
    missing,
    q,
    sort,
    coupons,
    plus,
    base,
    path: params.category ? `${base}/${params.category}` : base,
  };
}

type Data = Awaited<ReturnType<typeof loader>>;

const nameOf = (category: Category, language: Language) => (language === "es" ? category.name_es : category.name_en);

function titleOf(data: Data, t: Translate, language: Language): string {
  if (data.q) return t("Stores for “{{words}}”", { words: data.q });
  if (data.category) return nameOf(data.category, language);
  return data.plus ? t("Plus stores") : t("All stores");
}

function describe({ list, q, coupons, category, plus }: Data, t: Translate, language: Language): string {
  if (list.total > 0 || q || coupons || !category)
    return `${countWords(list.counts, t)} ${t("See each store's rate and coupons before you click.")}`;
  return t(
    plus
      ? "No store in {{category}} pays Plus members more right now."
      : "None of our stores is in {{category}} right now.",
    { category: nameOf(category, language) },
  );
}

const crumbsOf = (category: Category | null, plus: boolean, t: Translate, language: Language) => [
  { text: t("Home"), href: "/" },
  ...(category
    ? [
        { text: plus ? t("Plus stores") : t("Stores"), href: plus ? "/spstores" : "/stores" },
        { text: nameOf(category, language) },
      ]
    : [{ text: plus ? t("Plus stores") : t("Stores") }]),
];

function leadOf({ list, plus, q }: Data, t: Translate): string {
  if (q) return t("{{total}} found", { count: list.total, total: countOrMore(list.total, list.more) });
  return plus
    ? t("{{total}} stores pay Plus members more.", { count: list.total, total: formatCount(list.total) })
    : countWords(list.counts, t);
}

export default function Stores({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const location = useLocation();
  const { list, categories, category, lists, missing, q, sort, coupons, plus, base, path } = loaderData;
  const shared = { q, sort: sort === (q ? "found" : "popular") ? null : sort, coupons };
  const hrefOf = (page: number) => withQuery(path, { ...shared, page });
  // A filter may hide what is like a store that is not with us; else what is said of that store is all there is to say.
  const narrowed = Boolean(category || coupons || plus);
  const nobody = category !== null && list.total === 0 && !q && !coupons;
  // With nothing to sort or to narrow neither is offered; a filter that hides everything can be taken back.
  const bare = list.total === 0 && !coupons && !plus;
  const total = categories.reduce((sum, each) => sum + each.count, 0);
  return (
    <Frame current="stores">
      <Browse
        crumbs={crumbsOf(category, plus, t, language)}
        title={titleOf(loaderData, t, language)}
        lead={list.total > 0 && leadOf(loaderData, t)}
        sort={
          list.total > 0 && (
            <SortBy
              path={path}
              kept={{ q: q ?? undefined, coupons: coupons ? "1" : undefined }}
              sort={sort}
              options={[
                ...(q ? [{ value: "found", text: t("Best match") }] : []),
                { value: "popular", text: t("Popular") },
                { value: "rate", text: t("Highest rate") },
                { value: "name", text: t("A to Z") },
                { value: "new", text: t("Newest") },
              ]}
            />
          )
        }
        links={[
          { href: base, text: t("All stores"), count: total, current: !category },
          ...categories.map((each) => ({
            href: `${base}/${each.slug}`,
            text: nameOf(each, language),
            count: each.count,
            current: each.slug === category?.slug,
          })),
        ]}
        filters={
          !bare && (
            <QueryForm
              action={path}
              kept={{ q: q ?? undefined, sort: sort === "popular" ? undefined : sort }}
              className="grid pt-4 [--gap:.75rem]"
            >
              <Check key={String(coupons)} name="coupons" value="1" defaultChecked={coupons}>
                {t("With coupons")}
              </Check>
              {plus ? (
                <a href={withQuery("/stores", shared)}>{t("All stores")}</a>
              ) : (
                <a href={withQuery("/spstores", shared)}>{t("Plus stores")}</a>
              )}
            </QueryForm>
          )
        }
      >
        <Letters />
        {!category && !q && !plus && lists.length > 0 && <Lists lists={lists} />}
        <h2 className="sr">{t("Stores")}</h2>
        {missing && <MissingStore name={missing.name} near={list.items.length > 0 && "stores"} />}
        {list.items.length === 0 && missing && !narrowed ? null : list.items.length === 0 ? (
          <Empty
            title={q ? t("No store called “{{name}}”", { name: q }) : t("No stores here today")}
            icon="store"
            action={
              q && !missing ? (
                <WishButton name={q} key={q} />
              ) : (
                <a className="btn btn-secondary btn-sm" href={withQuery("/stores", { q })}>
                  {t("All stores")}
                </a>
              )
            }
          >
            {nobody
              ? `${describe(loaderData, t, language)} ${t("Try another category, or see all stores.")}`
              : q && !missing
                ? t("Check the spelling, or try a part of the name.")
                : t("Remove a filter or browse all stores.")}
          </Empty>
        ) : (
          <More<MerchantCard> name="stores" key={location.key + hrefOf(list.page)} first={list} hrefOf={hrefOf}>
            {(items) => <StoreGrid stores={items} />}
          </More>
        )}
      </Browse>
    </Frame>
  );
}

/** Lists that are made by a rule of their own, which each of them tells. */
function Lists({ lists }: { lists: Data["lists"] }) {
  const t = useText();
  const spanish = useLanguage() === "es";
  return (
    <div className="mb-5">
      <ChipRow label={t("Lists")}>
        {lists.map(({ section, title_en, title_es }) => (
          <Chip key={section} href={`/section/${section}`}>
            {spanish ? title_es : title_en}
          </Chip>
        ))}
      </ChipRow>
    </div>
  );
}

function Letters() {
  const t = useText();
  return (
    <nav className="az only-wide" aria-label={t("By letter")}>
      {[..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) => (
        <a key={letter} href={`/MerchantList?letter=${letter}`}>
          {letter}
        </a>
      ))}
    </nav>
  );
}
