/** One store: its tickets at the left, its rates slip at the right and first on a phone (mockup 04). */
import { useSearchParams } from "react-router";
import type { MerchantPage } from "#catalog";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Chip, ChipRow } from "#ui/chips.tsx";
import { useHydrated } from "#ui/date.tsx";
import { Empty } from "#ui/empty.tsx";
import { Icon, type IconName } from "#ui/icon.tsx";
import { MerchantTile } from "#ui/merchant-tile.tsx";
import { RateRow } from "#ui/rate-row.tsx";
import { useText } from "#ui/text.tsx";
import { CouponList } from "./coupon-list.tsx";
import { FavouriteHeart } from "./favourite-heart.tsx";
import { merchantHref, oneOf, withQuery } from "./links.ts";
import { MerchantNotes } from "./merchant/merchant-notes.tsx";
import { MerchantRates } from "./merchant-rates.tsx";
import { ProductGrid } from "./product-grid.tsx";
import { backWords, noneWords, rateWords, wasWords } from "./rate-words.ts";
import type { MerchantWords } from "./slug-words.ts";
import { useOwnRate } from "./use-own-rate.ts";
import { usualHours } from "./usual-hours.ts";

const KINDS = ["coupon", "other"] as const;

function Fact({ icon, children }: { icon: IconName; children: string }) {
  return (
    <span className="fact-line">
      <Icon name={icon} size="sm" />
      {children}
    </span>
  );
}

export function MerchantView({ page, words }: { page: Omit<MerchantPage, "abroad">; words: MerchantWords }) {
  const t = useText();
  const own = useOwnRate();
  const [query] = useSearchParams();
  const { merchant, coupons, ended } = page;
  const kind = oneOf(query.get("type"), KINDS);
  const path = merchantHref(merchant.internal_name);
  const hours = usualHours(merchant.track);
  const saving = coupons.length === 0 && page.also.some((other) => other.coupons > 0);
  const shown = kind ? coupons.filter((coupon) => coupon.offer_type === kind) : coupons;
  // `/go` sends people back with this key when an offer has gone; the cached page itself never knows of it.
  const gone = useHydrated() && query.has("gone");
  const codes = coupons.filter((coupon) => coupon.offer_type === "coupon").length;
  return (
    <div className="wrap">
      <Breadcrumb crumbs={words.crumbs} />
      <div className="merchant-head">
        <MerchantTile name={merchant.name} logo={merchant.logo_url} size={88} />
        <div>
          <h1>
            {t(merchant.rate.kind === "none" ? "{{store}} coupons" : "{{store}} coupons and cash back", {
              store: merchant.name,
            })}
          </h1>
          <p className="facts">
            <Fact icon="badge-percent">{words.headline}</Fact>
            <Fact icon="ticket">
              {coupons.length > 0 ? t("{{count}} coupons", { count: coupons.length }) : t("No coupons today")}
            </Fact>
            {merchant.cash_back_allowed && hours && (
              <Fact icon="clock">
                {t(
                  hours === 24
                    ? "Usually shows in your passbook within 24 hours"
                    : "Usually shows in your passbook within 48 hours",
                )}
              </Fact>
            )}
            {merchant.cash_back_allowed && merchant.track?.health === "good" && (
              <Fact icon="check">{t("Tracks well")}</Fact>
            )}
          </p>
        </div>
        <div className="head-heart">
          <FavouriteHeart internalName={merchant.internal_name} name={merchant.name} />
        </div>
      </div>
      <MerchantNotes merchant={merchant} gone={gone} />
      <div className="merchant">
        {/* First, as a phone shows it: a page is painted while it comes, and what comes later must not push down what is read. */}
        <aside>{merchant.status !== "closed" && <MerchantRates merchant={merchant} />}</aside>
        <div>
          {coupons.length > 0 && (
            <div className="mb-5">
              <ChipRow label={t("Filter coupons")}>
                <Chip href={path} count={coupons.length} pressed={!kind}>
                  {t("All")}
                </Chip>
                <Chip href={withQuery(path, { type: "coupon" })} count={codes} pressed={kind === "coupon"}>
                  {t("Codes")}
                </Chip>
                <Chip
                  href={withQuery(path, { type: "other" })}
                  count={coupons.length - codes}
                  pressed={kind === "other"}
                >
                  {t("Deals")}
                </Chip>
              </ChipRow>
            </div>
          )}
          <h2 className="sr">{t("Coupons")}</h2>
          {shown.length > 0 ? (
            <CouponList coupons={shown} />
          ) : (
            <Empty
              title={
                coupons.length > 0
                  ? t("None of this kind today")
                  : t("No coupons for {{store}} today", { store: merchant.name })
              }
              icon="ticket-x"
            >
              {merchant.cash_back_allowed &&
                t("You still get {{rate}} without a code.", { rate: backWords(own(merchant), t).toLowerCase() })}{" "}
              {saving && t("Stores like this one that have coupons are below.")}
            </Empty>
          )}
          {ended.length > 0 && !kind && (
            <details className="ended">
              <summary>
                {t("Expired codes, so you don't have to try them ({{count}})", { count: ended.length })}
              </summary>
              <CouponList coupons={ended} />
            </details>
          )}
          {merchant.cash_back_allowed && (
            <section className="mt-12">
              <h2 className="h2-small">{t("Before you click")}</h2>
              <ul className="points">
                {words.points.map(({ icon, start, rest }) => (
                  <li key={icon}>
                    <Icon name={icon} />
                    <span>
                      <b>{start}</b> {rest}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {page.also.length > 0 && (
            <section className="mt-12">
              <h2 className="h2-small mb-3">{saving ? t("Stores like this with coupons") : t("Stores like this")}</h2>
              <ul className="also">
                {page.also.map((other) => (
                  <RateRow
                    key={other.internal_name}
                    href={merchantHref(other.internal_name)}
                    name={other.name}
                    logo={other.logo_url}
                    rate={rateWords(own(other), t)}
                    was={wasWords(other.was_rate, t)}
                    none={noneWords(other.coupons, t)}
                  />
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
      {page.products.length > 0 && (
        <section className="mt-12">
          <h2 className="h2-small mb-5">{t("Products at {{store}}", { store: merchant.name })}</h2>
          <ProductGrid products={page.products} />
        </section>
      )}
      {words.about && (
        <section className="mt-12 measure">
          <h2 className="h2-small">{t("About {{store}}", { store: merchant.name })}</h2>
          <p className="muted mt-3" lang={words.about_lang}>
            {words.about}
          </p>
        </section>
      )}
    </div>
  );
}
