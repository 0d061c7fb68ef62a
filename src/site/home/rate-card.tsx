import type { HomePage } from "#catalog";
import { DateText } from "#ui/date.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatMoney, formatPercent, rateText } from "#ui/money.tsx";
import { RateRow } from "#ui/rate-row.tsx";
import { useLanguage, useText } from "#ui/text.tsx";

export function RateCard({ groups, checkedAt }: { groups: HomePage["rate_card"]; checkedAt: string }) {
  const t = useText();
  const language = useLanguage();
  return (
    <section className="wrap section" aria-labelledby="rates">
      <div className="section-head">
        <div>
          <h2 id="rates">{t("Today's rate card")}</h2>
          <p className="muted">
            {t("Rates checked on")} <DateText value={checkedAt} style="datetime" />
            <br />
            {t("The rate you see when you click is the rate in your passbook.")}
          </p>
        </div>
        <a className="link-arrow" href="/stores">
          {t("All stores")}
          <Icon name="arrow-right" size="sm" />
        </a>
      </div>
      <div className="ratecard">
        {groups.map(({ category, stores }) => (
          <section key={category.slug}>
            <h3>
              <a className="plain" href={`/stores/${category.slug}`}>
                {language === "es" ? category.name_es : category.name_en}
              </a>
            </h3>
            <ul>
              {stores.map((store) => {
                const was = store.was_rate && store.was_rate.kind !== "none" && store.was_rate;
                return (
                  <RateRow
                    key={store.internal_name}
                    href={`/${store.internal_name}-coupons`}
                    name={store.name}
                    logo={store.logo_url}
                    rate={rateText(store.rate, t)}
                    was={
                      was
                        ? t("was {{rate}}", {
                            rate: was.kind === "percent" ? formatPercent(was.bps, t) : formatMoney(was.minor),
                          })
                        : null
                    }
                    none={t("Coupons only")}
                  />
                );
              })}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}
