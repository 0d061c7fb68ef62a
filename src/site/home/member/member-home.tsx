/**
 * What a member sees first: their passbook with the newest trail, their stores, coupons for them. The page itself is the
 * same for everybody and cached; this part comes after it, in place of the hero.
 */
import { Fragment, type ReactNode, useEffect, useState } from "react";
import type { OrderEntry } from "#cashback";
import type { HomePart } from "#catalog";
import { call } from "#client/call.ts";
import { useViewer } from "#client/viewer.ts";
import type { MemberHome as Home } from "#passbook";
import { ButtonLink } from "#ui/button.tsx";
import { CentTrail, type TrailStop } from "#ui/cent-trail.tsx";
import { Icon } from "#ui/icon.tsx";
import { MerchantTile } from "#ui/merchant-tile.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { Passbook } from "#ui/passbook.tsx";
import { RateRow } from "#ui/rate-row.tsx";
import { needSpanish, useLanguage, useText } from "#ui/text.tsx";
import { BENEFIT_ICONS } from "../../../modules/benefits/web/benefit-words.ts";
import { CouponList } from "../../../modules/catalog/web/coupon-list.tsx";
import { merchantHref } from "../../../modules/catalog/web/links.ts";
import { rateWords, wasWords } from "../../../modules/catalog/web/rate-words.ts";
import { StoreGrid } from "../../../modules/catalog/web/store-grid.tsx";
import { useOwnRate } from "../../../modules/catalog/web/use-own-rate.ts";
import { PassbookBalances } from "../../../modules/passbook/web/passbook-balances.tsx";
import {
  isRefused,
  rateWords as paidRateWords,
  stopWords,
  useDateWords,
} from "../../../modules/passbook/web/passbook-words.ts";
import { EmptyPassbook } from "../members-place.tsx";

needSpanish(() => [
  import("../../../modules/passbook/web/es.json"),
  import("../../../modules/catalog/web/es.json"),
  import("../es.json"),
  import("./es.json"),
]);

/**
 * `parts`: the rest of the page, in the order in which operators want them. It waits until it is known where it begins, so that
 * nothing moves that was seen. Coins stand beside the rebates of whoever has some, as both are what is to be had this month.
 */
export default function MemberHome({
  order,
  parts,
}: {
  order: readonly HomePart[];
  parts: Partial<Record<HomePart, ReactNode>>;
}) {
  const t = useText();
  const language = useLanguage();
  const user = useViewer((viewer) => viewer.user);
  const [home, setHome] = useState<Home | "failed" | null>(null);
  useEffect(() => {
    call<Home>("/api/user/home").then(setHome, () => setHome("failed"));
  }, []);
  const rebates = home === null || home === "failed" ? [] : home.rebates;
  const first = user?.name.split(" ")[0] ?? "";
  // The reader's own clock: this part exists only in the browser.
  const hour = Number(new Intl.DateTimeFormat("en-US", { hour: "numeric", hourCycle: "h23" }).format());
  const greeting =
    hour < 12
      ? t("Good morning, {{name}}", { name: first })
      : hour < 18
        ? t("Good afternoon, {{name}}", { name: first })
        : t("Good evening, {{name}}", { name: first });
  const today = new Intl.DateTimeFormat(language === "es" ? "es-US" : "en-US", { dateStyle: "full" }).format();
  return (
    <>
      <div className={`wrap section-tight${home === null ? " min-h-svh" : ""}`} aria-busy={home === null}>
        <h1>{greeting}</h1>
        <p className="muted mt-2 mb-6">{today.charAt(0).toUpperCase() + today.slice(1)}</p>
        {home === null && <EmptyPassbook />}
        {home === "failed" && (
          <Note kind="bad">
            {t("Your passbook did not load.")} <a href="/account/purchase-history">{t("Open passbook")}</a>
          </Note>
        )}
        {home !== null && home !== "failed" && (
          <Passbook balances={<PassbookBalances passbook={home.passbook} />} padded>
            {home.newest ? <Newest order={home.newest} /> : <FirstStep />}
          </Passbook>
        )}
      </div>
      {home !== null && home !== "failed" && home.stores.length > 0 && <Yours home={home} />}
      {rebates.length > 0 && <Left rebates={rebates} coins={order.includes("coins") && parts.coins} />}
      {home !== null &&
        order.map((part) => (
          <Fragment key={part}>{(part !== "coins" || rebates.length === 0) && parts[part]}</Fragment>
        ))}
      {home !== null && home !== "failed" && <Loved stores={home.loved} />}
    </>
  );
}

function Newest({ order }: { order: OrderEntry }) {
  const t = useText();
  const words = useDateWords();
  const amount = formatMoney(order.back_minor);
  const store = order.merchant.name;
  const heading = isRefused(order)
    ? t("{{store}} took an order back", { store })
    : order.state === "confirmed"
      ? t("{{amount}} from {{store}} is yours", { amount, store })
      : t("{{amount}} from {{store}} is on its way", { amount, store });
  const stops = order.trail.slice(-5).map(
    (stop): TrailStop => ({
      state: stop.state === "next" ? "todo" : stop.state,
      step: stopWords(stop, order, t).step,
      ...(stop.at && {
        when:
          stop.kind === "expected"
            ? t("Expected {{date}}", { date: words(stop.at, "short") })
            : words(stop.at, "datetime"),
      }),
    }),
  );
  return (
    <>
      <div className="row between mb-6 flex-wrap">
        <div className="row">
          <MerchantTile name={store} logo={order.merchant.logo_url} size={48} />
          <div>
            <h2 className="font-sans text-md font-[640] tracking-normal">{heading}</h2>
            <p className="xs faint">
              {t("{{amount}} on {{date}}, at {{rate}}", {
                amount: formatMoney(order.spent_minor),
                date: words(order.at, "short"),
                rate: paidRateWords(order.paid_rate_text, t),
              })}
            </p>
          </div>
        </div>
        <a className="link-arrow" href="/account/purchase-history">
          {t("Open passbook")}
          <Icon name="arrow-right" size="sm" />
        </a>
      </div>
      <CentTrail stops={stops} />
    </>
  );
}

function FirstStep() {
  const t = useText();
  return (
    <div className="row between flex-wrap">
      <p>
        {t("Nothing tracked yet. Start at a store's page here, and your first cent usually shows up within 48 hours.")}
      </p>
      <ButtonLink href="/stores">{t("Find your stores")}</ButtonLink>
    </div>
  );
}

/** What they may still claim this month, each with its sum. */
function Left({ rebates, coins }: { rebates: Home["rebates"]; coins: ReactNode }) {
  const t = useText();
  const language = useLanguage();
  const month = new Intl.DateTimeFormat(language === "es" ? "es-US" : "en-US", { month: "long", timeZone: "UTC" });
  return (
    <div className={`wrap section-tight${coins ? " pair [&_ul]:grid-cols-1" : ""}`}>
      {coins}
      <section aria-labelledby="rebates-left">
        <div className="section-head">
          <h2 id="rebates-left">{t("Rebates left in {{month}}", { month: month.format() })}</h2>
          <a className="link-arrow" href="/account/rebates">
            {t("Claim")}
            <Icon name="arrow-right" size="sm" />
          </a>
        </div>
        <ul className="grid [--gap:0_2.5rem] md:grid-cols-2">
          {rebates.map(({ type, name, left_minor }) => (
            <li key={type}>
              <a className="leader min-h-11 py-2.5 text-(--tp-ink) no-underline" href={`/account/rebates/${type}`}>
                <Icon name={BENEFIT_ICONS[type]} />
                <span>{name[language]}</span>
                <span className="leader-dots" />
                <b className="money">{BigInt(left_minor) > 0n ? formatMoney(left_minor) : t("Used up")}</b>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Loved({ stores }: { stores: Home["loved"] }) {
  const t = useText();
  const own = useOwnRate();
  if (stores.length === 0) return null;
  return (
    <section className="wrap section-tight" aria-labelledby="loved">
      <div className="section-head">
        <div>
          <h2 id="loved">{t("Merchants we love")}</h2>
          <p className="muted">{t("Stores that pay cash back and have coupons today.")}</p>
        </div>
        <a className="link-arrow" href="/section/merchants-we-love">
          {t("See all")}
          <Icon name="arrow-right" size="sm" />
        </a>
      </div>
      <ul className="grid [--gap:0_2.5rem] md:grid-cols-2 lg:grid-cols-3">
        {stores.map((store) => (
          <RateRow
            key={store.internal_name}
            href={merchantHref(store.internal_name)}
            name={store.name}
            logo={store.logo_url}
            rate={rateWords(own(store), t)}
            was={wasWords(store.was_rate, t)}
            none={t("Coupons only")}
          />
        ))}
      </ul>
    </section>
  );
}

function Yours({ home }: { home: Home }) {
  const t = useText();
  return (
    <>
      <section className="wrap section-tight" aria-labelledby="your-stores">
        <div className="section-head">
          <h2 id="your-stores">{t("Your stores today")}</h2>
          <a className="link-arrow" href="/stores">
            {t("All stores")}
            <Icon name="arrow-right" size="sm" />
          </a>
        </div>
        <StoreGrid stores={home.stores} />
      </section>
      {home.coupons.length > 0 && (
        <section className="wrap section-tight" aria-labelledby="your-coupons">
          <div className="section-head">
            <h2 id="your-coupons">{t("Coupons for your stores")}</h2>
            <a className="link-arrow" href="/coupons">
              {t("All coupons")}
              <Icon name="arrow-right" size="sm" />
            </a>
          </div>
          <CouponList coupons={home.coupons} named columns />
        </section>
      )}
    </>
  );
}
