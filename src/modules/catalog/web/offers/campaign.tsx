/** `/cashback/campaign/{campaign}`: what many stores give for some days, each with its own dates. */
import { data } from "react-router";
import type { CampaignName } from "#catalog";
import { servicesContext } from "#services";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { formatDate } from "#ui/date.tsx";
import { Empty } from "#ui/empty.tsx";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { RateRow } from "#ui/rate-row.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { type Translate, useLanguage, useText } from "#ui/text.tsx";
import { firstDay } from "../../days.ts";
import { CouponList } from "../coupon-list.tsx";
import { merchantHref } from "../links.ts";
import { noneWords, rateWords, wasWords } from "../rate-words.ts";
import { StoreGrid } from "../store-grid.tsx";
import type { Route } from "./+types/campaign";

export const handle = publicPage({
  query: ["code"],
  cache_seconds: 300,
  spanish: () => [import("../es.json"), import("./es.json")],
});

function wordsOf(campaign: CampaignName | undefined, t: Translate): { title: string; rule: string } {
  if (campaign === "raised-rates")
    return {
      title: t("Raised for now"),
      rule: t("Stores that pay more today than usual. We say until when if we know; most stores never say."),
    };
  if (campaign === "ending-this-week")
    return { title: t("Ending this week"), rule: t("Coupons and deals that end within seven days, the next first.") };
  if (campaign === "begun-this-week")
    return { title: t("New this week"), rule: t("Coupons and deals that began in the last seven days.") };
  return { title: t("This campaign is not here"), rule: t("It is over, or its address was cut off.") };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ t }) => {
    const found = loaderData?.found;
    const { title, rule } = wordsOf(found?.campaign, t);
    return {
      title,
      description: rule,
      path: found ? `/cashback/campaign/${found.campaign}` : "/stores",
      noindex: !found,
    };
  });

export async function loader({ params, context }: Route.LoaderArgs) {
  const { catalog } = context.get(servicesContext);
  const found = await catalog.campaign(params.campaign);
  if (found) return { found, others: [] };
  return data({ found: null, others: (await catalog.stores({})).items.slice(0, 12) }, 404);
}

export default function Campaign({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const { found, others } = loaderData;
  const { title, rule } = wordsOf(found?.campaign, t);
  const day = (instant: string) => formatDate(instant.length > 10 ? firstDay(instant) : instant, language);
  const dateOf = ({ since, until }: { since: string | null; until: string | null }) =>
    until ?? (since && firstDay(since)) ?? "";
  const ends = (found?.stores ?? []).filter(({ until }) => until !== null);
  const rose = (found?.stores ?? []).filter(({ until }) => until === null);
  // What ends first, then what rose last; those whose day no history tells come last.
  const raised = [
    ...[...Map.groupBy(ends, dateOf)].toSorted(([a], [b]) => a.localeCompare(b)),
    ...[...Map.groupBy(rose, dateOf)].toSorted(([a], [b]) => b.localeCompare(a)),
  ];
  return (
    <Frame current="stores">
      <div className="wrap">
        <Breadcrumb crumbs={[{ text: t("Stores"), href: "/stores" }, { text: title }]} />
        <h1>{title}</h1>
        <p className="muted measure mt-2">{rule}</p>
        {found?.from && found.until && (
          <p className="mt-2">
            <b>{t("{{from}} to {{until}}", { from: day(found.from), until: day(found.until) })}</b>
          </p>
        )}
        <div className="mt-8">
          {found && found.stores.length === 0 && found.coupons.length === 0 && (
            <Empty
              level={2}
              title={t("Nothing here today")}
              icon="store"
              action={
                <a className="btn btn-secondary btn-sm" href="/stores">
                  {t("All stores")}
                </a>
              }
            >
              {t("Come back tomorrow: stores change their offers every day.")}
            </Empty>
          )}
          {raised.map(([date, stores]) => (
            <section key={stores[0]?.internal_name} className="mb-8">
              <h2 className="h2-small mb-3">
                {stores[0]?.until
                  ? t("Until {{date}}", { date: day(date) })
                  : date
                    ? t("Since {{date}}", { date: day(date) })
                    : t("Raised, but we can't tell since when")}
              </h2>
              <ul className="also">
                {stores.map((store) => (
                  <RateRow
                    key={store.internal_name}
                    href={merchantHref(store.internal_name)}
                    name={store.name}
                    logo={store.logo_url}
                    rate={rateWords(store.rate, t)}
                    was={wasWords(store.was_rate, t)}
                    none={noneWords(store.coupons, t)}
                  />
                ))}
              </ul>
            </section>
          ))}
          {found && found.coupons.length > 0 && (
            <section>
              <h2 className="sr">{t("Coupons")}</h2>
              <CouponList coupons={found.coupons} named columns />
            </section>
          )}
          {!found && (
            <section>
              <h2 className="h2-small mb-3">{t("Stores")}</h2>
              <StoreGrid stores={others} />
            </section>
          )}
        </div>
      </div>
    </Frame>
  );
}
