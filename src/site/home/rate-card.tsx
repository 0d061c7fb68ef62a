import type { HomePage } from "#catalog";
import { DateText } from "#ui/date.tsx";
import { Icon } from "#ui/icon.tsx";
import { RateRow } from "#ui/rate-row.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { merchantHref } from "../../modules/catalog/web/links.ts";
import { rateWords, wasWords } from "../../modules/catalog/web/rate-words.ts";
import { useOwnRate } from "../../modules/catalog/web/use-own-rate.ts";

export function RateCard({ groups, checkedAt }: { groups: HomePage["rate_card"]; checkedAt: string }) {
  const t = useText();
  const own = useOwnRate();
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
        ))}
      </div>
    </section>
  );
}
