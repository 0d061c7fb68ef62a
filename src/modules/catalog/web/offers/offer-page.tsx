/** `/cashback/offer/{offer}`: one coupon or deal of a store, what the store pays back with it, until when, and the way there. */
import { data } from "react-router";
import type { OfferPage as Found } from "#catalog";
import { servicesContext } from "#services";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { formatDate } from "#ui/date.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { type LeaderLine, Receipt } from "#ui/receipt.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { firstDay, lastDay } from "../../days.ts";
import { ClickTrail } from "../click-trail.tsx";
import { CouponList } from "../coupon-list.tsx";
import { titleFor } from "../coupon-ticket.tsx";
import { merchantHref, shopHref } from "../links.ts";
import { rateWords } from "../rate-words.ts";
import { ShopButton } from "../shop-button.tsx";
import { useOwnRate } from "../use-own-rate.ts";
import type { Route } from "./+types/offer-page";

export const handle = publicPage({
  query: ["code"],
  cache_seconds: 300,
  spanish: () => [import("../es.json"), import("./es.json")],
});

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ t, language }) => {
    const coupon = loaderData?.found?.coupon;
    return {
      title: coupon
        ? t("{{title}} at {{store}}", { title: titleFor(coupon, language).title, store: coupon.merchant.name })
        : t("This offer is not here"),
      description: t("What you get, until when, and how your cash back is tracked."),
      path: coupon ? `/cashback/offer/${coupon.offer_id}` : "/coupons",
      noindex: coupon?.state !== "live",
    };
  });

export async function loader({ params, context }: Route.LoaderArgs) {
  const { catalog } = context.get(servicesContext);
  const found = await catalog.offer(params.offer.slice(0, 80));
  if (found) return { found, near: found.near };
  const { items } = await catalog.coupons({});
  return data({ found: null, near: items.slice(0, 4) }, 404);
}

function Slip({ coupon, store }: { coupon: Found["coupon"]; store: NonNullable<Found["store"]> }) {
  const t = useText();
  const language = useLanguage();
  const own = useOwnRate()(store);
  const rate = store.cash_back_allowed ? rateWords(own, t) : null;
  const plus = rate && own === store.rate && store.plus_rate && rateWords(store.plus_rate, t);
  const lines: LeaderLine[] = [{ term: t("Cash back"), value: rate ?? t("None"), tone: rate ? "back" : "faint" }];
  if (plus) lines.push({ term: t("Plus members"), value: plus, tone: "back" });
  if (coupon.starts_at) lines.push({ term: t("From"), value: formatDate(firstDay(coupon.starts_at), language) });
  lines.push({
    term: t("Until"),
    value: coupon.ends_at ? formatDate(lastDay(coupon.ends_at), language) : t("No end date given"),
  });
  if (coupon.minimum_minor) lines.push({ term: t("Minimum order"), value: formatMoney(coupon.minimum_minor) });
  return (
    <Receipt
      title={t("What it brings")}
      meta={[store.domain, formatDate(store.rates_checked_at, language, "slip")]}
      lines={lines}
    >
      <p className="small muted slip-text">
        {t("Use this button so that your click is tracked. What happens next shows in your passbook.")}
      </p>
      {coupon.state === "live" ? (
        <ShopButton
          href={shopHref(store.internal_name, { offer: coupon.offer_id })}
          waiting={{ merchant_name: store.name, rate_text: rate ?? "", logo_url: store.logo_url }}
        >
          {rate ? t("Shop with {{rate}} back", { rate }) : t("Go to {{store}}", { store: store.name })}
        </ShopButton>
      ) : (
        <ShopButton
          look="secondary"
          href={shopHref(store.internal_name)}
          waiting={{ merchant_name: store.name, rate_text: rate ?? "", logo_url: store.logo_url }}
        >
          {t("Go to {{store}}", { store: store.name })}
        </ShopButton>
      )}
      {rate && <ClickTrail locking_days={store.locking_days} />}
    </Receipt>
  );
}

function Whole({ found: { coupon, store } }: { found: Found }) {
  const t = useText();
  const language = useLanguage();
  const { title, lang } = titleFor(coupon, language);
  const spanish = language === "es" ? coupon.description_es : null;
  const terms = spanish ?? coupon.offer_description;
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: t("Coupons"), href: "/coupons" },
          { text: coupon.merchant.name, ...(store && { href: merchantHref(store.internal_name) }) },
          { text: title },
        ]}
      />
      <h1 className="mb-6" lang={lang}>
        {title}
      </h1>
      <div className="merchant">
        <aside>{store && <Slip coupon={coupon} store={store} />}</aside>
        <div className="grid content-start [--gap:1.25rem]">
          {coupon.state === "ended" && (
            <Note kind="wait">
              {store
                ? t("This offer has ended. See what {{store}} has now below.", { store: store.name })
                : t("{{store}} is no longer with us. See other offers below.", { store: coupon.merchant.name })}
            </Note>
          )}
          <h2 className="sr">{t("The offer")}</h2>
          <CouponList coupons={[coupon]} named />
          {terms && terms !== coupon.title && (
            <section className="measure">
              <h2 className="h2-small">{t("Its terms")}</h2>
              <p className="muted mt-2" lang={spanish === null && language === "es" ? "en" : undefined}>
                {terms}
              </p>
              {spanish === null && language === "es" && (
                <p className="small faint mt-2">{t("The store wrote its terms in English.")}</p>
              )}
            </section>
          )}
        </div>
      </div>
    </>
  );
}

export default function OfferPage({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { found, near } = loaderData;
  return (
    <Frame current="coupons">
      <div className="wrap">
        {found ? (
          <Whole found={found} />
        ) : (
          <>
            <h1>{t("This offer is not here")}</h1>
            <p className="muted mt-2 mb-5">{t("Its address may have been cut off. No click was tracked.")}</p>
            <a className="btn btn-secondary btn-sm" href="/coupons">
              {t("All coupons")}
            </a>
          </>
        )}
        {near.length > 0 && (
          <section className="mt-12">
            <h2 className="h2-small mb-3">{t("Similar offers")}</h2>
            <CouponList coupons={near} named columns />
          </section>
        )}
      </div>
    </Frame>
  );
}
