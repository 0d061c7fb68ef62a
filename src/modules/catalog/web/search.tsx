import { useNavigation } from "react-router";
import type { SearchKind } from "#catalog";
import { pageContext, servicesContext } from "#services";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Check } from "#ui/check.tsx";
import { Chip, ChipRow } from "#ui/chips.tsx";
import { Coins } from "#ui/coins.tsx";
import { Empty } from "#ui/empty.tsx";
import { Field } from "#ui/field.tsx";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Pager } from "#ui/pager.tsx";
import { Progress } from "#ui/progress.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import { Select } from "#ui/select.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { type Translate, useLanguage, useText } from "#ui/text.tsx";
import type { Route } from "./+types/search";
import { centsOf } from "./amounts.ts";
import { countOrMore } from "./count-words.ts";
import { CouponList } from "./coupon-list.tsx";
import { oneOf, pageNumber, withQuery } from "./links.ts";
import { ProductGrid } from "./product-grid.tsx";
import { QueryForm } from "./query-form.tsx";
import { StoreGrid } from "./store-grid.tsx";
import { MissingStore, WishButton } from "./wish-parts.ts";

export const handle = publicPage({
  query: ["q", "kind", "page", "min", "max", "sort", "paying", "code"],
  cache_seconds: 300,
  spanish: () => [import("./es.json")],
});

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: loaderData?.q ? t("Results for “{{words}}”", { words: loaderData.q }) : t("Search"),
    description: t("Stores, products, coupons, categories, offers and help in one search."),
    path: withQuery("/search", { q: loaderData?.q }),
    noindex: true,
  }));

/** The catalogue's kinds, what brings coins, and the answers of the FAQ. */
type ShownKind = SearchKind | "offers" | "answers";
const KINDS: readonly ShownKind[] = ["stores", "products", "coupons", "categories", "offers", "answers"];
/** There are not so many that pages of them would be needed. */
const MAX_ANSWERS = 12;
const ANSWERS_OF_ALL = 3;
/** More of them stand on their own page. */
const MAX_OFFERS = 24;
const OFFERS_OF_ALL = 4;

const kindNames = (t: Translate): Record<ShownKind, string> => ({
  stores: t("Stores"),
  products: t("Products"),
  coupons: t("Coupons"),
  categories: t("Categories"),
  offers: t("Offers for coins"),
  answers: t("Help"),
});

/** `/search?q=`: a part of every kind, or with `kind` one of them page by page; all of it stands in the address. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const q = query.get("q")?.trim().slice(0, 80) ?? "";
  const kind = oneOf(query.get("kind"), KINDS);
  const { catalog, coins, content } = context.get(servicesContext);
  const { language, brand } = context.get(pageContext);
  const answers = content.findAnswers(q, { language, brand, open: await coins.ways.open() }, MAX_ANSWERS);
  const country = brand.offer.countries[0] ?? "US";
  const paid = await coins.findOffers(brand, { q, country, most: MAX_OFFERS });
  const found = await catalog.searchPage({
    q,
    language,
    kind: kind === "answers" || kind === "offers" ? "categories" : kind,
    page: pageNumber(query.get("page")),
    min_minor: centsOf(query.get("min")),
    max_minor: centsOf(query.get("max")),
    paying: query.get("paying") === "1",
    by_price: query.get("sort") === "price",
  });
  // A question that is asked as one is answered first; otherwise help stands last.
  const others: ShownKind[] = [...found.order, "offers"];
  const order: ShownKind[] = isQuestion(q) ? ["answers", ...others] : [...others, "answers"];
  return {
    found: {
      ...found,
      counts: { ...found.counts, offers: Math.min(paid.total, MAX_OFFERS), answers: answers.length },
      offers: kind === "offers" ? paid.offers : kind ? [] : paid.offers.slice(0, OFFERS_OF_ALL),
      answers: kind === "answers" ? answers : kind ? [] : answers.slice(0, ANSWERS_OF_ALL),
      order,
    },
    q,
    kind: kind ?? null,
    min: query.get("min") || null,
    max: query.get("max") || null,
    paying: query.get("paying") === "1" || null,
    sort: query.get("sort") === "price" ? ("price" as const) : null,
  };
}

const isQuestion = (q: string) =>
  /[?¿]|^(?:how|why|when|what|where|can|is|do|does|c[oó]mo|por qu[eé]|cu[aá]ndo|qu[eé]|d[oó]nde|puedo)\s/i.test(q);

const isIn = (kinds: readonly ShownKind[], kind: ShownKind) => kinds.includes(kind);

type Data = Awaited<ReturnType<typeof loader>>;

const hrefOf = ({ q, min, max, paying, sort }: Data, kind: ShownKind | null, page = 1) =>
  withQuery("/search", { q, kind, min, max, paying, sort, page });

function KindFilters({ data }: { data: Data }) {
  const t = useText();
  const { q, kind, min, max, sort, paying } = data;
  const kept = { q, kind: kind ?? undefined };
  if (kind === "stores") {
    return (
      <QueryForm action="/search" kept={{ ...kept, min: min ?? undefined, max: max ?? undefined }} className="mb-6">
        <Check name="paying" value="1" defaultChecked={paying ?? false} key={String(paying)}>
          {t("Only stores that pay cash back")}
        </Check>
      </QueryForm>
    );
  }
  if (kind !== "products") return null;
  return (
    <QueryForm
      action="/search"
      kept={{ ...kept, paying: paying ? "1" : undefined }}
      usual={{ sort: "" }}
      className="row row-wrap items-end mb-6"
      button
    >
      <Field label={t("From, $")} name="min" inputMode="decimal" defaultValue={min ?? ""} maxLength={9} />
      <Field label={t("To, $")} name="max" inputMode="decimal" defaultValue={max ?? ""} maxLength={9} />
      <Select
        label={t("Sort by")}
        name="sort"
        key={sort}
        defaultValue={sort ?? ""}
        options={[
          { value: "", text: t("Best match") },
          { value: "price", text: t("Lowest price") },
        ]}
      />
    </QueryForm>
  );
}

function Found({ data, kind }: { data: Data; kind: ShownKind }) {
  const t = useText();
  const language = useLanguage();
  const { found } = data;
  if (kind === "stores") return <StoreGrid stores={found.stores} />;
  if (kind === "products") return <ProductGrid products={found.products} />;
  if (kind === "coupons") return <CouponList coupons={found.coupons} named columns />;
  if (kind === "offers") {
    return (
      <ul className="grid grid-2 [--gap:1rem]">
        {found.offers.map((offer) => (
          <li key={offer.offer_id} className="card card-pad row between [--gap:1rem]">
            <div className="min-w-0">
              <a href={`/coins/offer/${offer.offer_id}`}>{offer.display_name}</a>
              <p className="small muted mt-1 line-clamp-2">{offer.display_description}</p>
            </div>
            <Coins count={offer.coins_advertised} />
          </li>
        ))}
      </ul>
    );
  }
  if (kind === "answers") {
    return (
      <ul className="grid [--gap:1.25rem]">
        {found.answers.map((answer) => (
          <li key={answer.href}>
            <a href={answer.href}>{answer.question}</a>
            <p className="small muted mt-1">{answer.begins}</p>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ChipRow label={t("Categories")}>
      {found.categories.map((category) => (
        <Chip key={category.href} href={category.href}>
          {language === "es" ? category.name_es : category.name_en}
        </Chip>
      ))}
    </ChipRow>
  );
}

function Group({ data, kind }: { data: Data; kind: ShownKind }) {
  const t = useText();
  const name = kindNames(t)[kind];
  const { counts, more } = data.found;
  const shown = data.found[kind].length;
  return (
    <section className="mt-10" aria-labelledby={`found-${kind}`}>
      <div className="section-head">
        <h2 id={`found-${kind}`}>{name}</h2>
        {!data.kind && counts[kind] > shown && (
          <a href={hrefOf(data, kind)}>
            {t("All {{total}}", { total: countOrMore(counts[kind], isIn(more, kind)) })}
            <span className="sr"> {name}</span>
          </a>
        )}
      </div>
      <Found data={data} kind={kind} />
    </section>
  );
}

const isFiltered = ({ min, max, paying, kind }: Data) => Boolean(min || max || paying || kind);

/** What there is of others below what is said of a store that is not with us. */
const nearOf = (kind: ShownKind | null) =>
  kind === null ? "stores" : kind === "stores" || kind === "coupons" || kind === "products" ? kind : false;

function Nothing({ data }: { data: Data }) {
  const t = useText();
  const { q } = data;
  const filtered = isFiltered(data);
  return (
    <Empty
      level={2}
      title={t("Nothing found for “{{words}}”", { words: q })}
      icon="package-search"
      action={
        filtered ? (
          <a className="btn btn-secondary btn-sm" href={withQuery("/search", { q })}>
            {t("Search without filters")}
          </a>
        ) : (
          <WishButton name={q} key={q} />
        )
      }
    >
      {filtered
        ? t("A filter may be hiding results.")
        : t("Check the spelling, or use simpler words. If it's a store, wish for it and we'll ask.")}
    </Empty>
  );
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const waiting = useNavigation().state === "loading";
  const { found, q, kind } = loaderData;
  const names = kindNames(t);
  const total = KINDS.reduce((sum, each) => sum + found.counts[each], 0);
  const shown = kind ? [kind] : found.order.filter((each) => found.counts[each] > 0);
  const empty = shown.every((each) => found.counts[each] === 0);
  return (
    <Frame>
      <div className="wrap search-results">
        <Breadcrumb crumbs={[{ text: t("Home"), href: "/" }, { text: t("Search") }]} />
        <h1 className="wrap-anywhere">{q ? t("Results for “{{words}}”", { words: q }) : t("Search")}</h1>
        <div className="mt-5 mb-6">
          <SearchBox
            place="page"
            label={t("Search everything")}
            value={q}
            hint={t("A store, a thing, a brand")}
            key={q}
          />
        </div>
        {q === "" ? (
          <p className="muted">{t("Type what you want to buy or where.")}</p>
        ) : (
          <>
            <p className="sr" role="status">
              {found.more.length > 0
                ? t("{{total}} results", { total: countOrMore(total, true) })
                : t("{{count}} results", { count: total })}
            </p>
            {(total > 0 || kind) && (
              <Tabs
                label={t("Kinds of results")}
                tabs={[
                  {
                    href: hrefOf(loaderData, null),
                    text: t("All"),
                    count: total,
                    more: found.more.length > 0,
                    current: !kind,
                  },
                  ...KINDS.filter((each) => found.counts[each] > 0 || each === kind).map((each) => ({
                    href: hrefOf(loaderData, each),
                    text: names[each],
                    count: found.counts[each],
                    more: isIn(found.more, each),
                    current: each === kind,
                  })),
                ]}
              />
            )}
            {waiting && (
              <div className="browse-wait after-200">
                <Progress label={t("Loading")} />
              </div>
            )}
            <div className={waiting ? "is-stale" : undefined} aria-busy={waiting || undefined}>
              {found.missing && (
                <div className="mt-6">
                  <MissingStore name={found.missing.name} near={!empty && nearOf(kind)} />
                </div>
              )}
              {kind && (
                <div className="mt-6">
                  <KindFilters data={loaderData} />
                </div>
              )}
              {empty
                ? (!found.missing || isFiltered(loaderData)) && <Nothing data={loaderData} />
                : shown.map((each) => <Group key={each} data={loaderData} kind={each} />)}
              {kind && kind !== "answers" && kind !== "offers" && !empty && (
                <Pager
                  page={found.page}
                  page_size={found.page_size}
                  total={found.counts[kind]}
                  hrefOf={(page) => hrefOf(loaderData, kind, page)}
                />
              )}
            </div>
          </>
        )}
      </div>
    </Frame>
  );
}
