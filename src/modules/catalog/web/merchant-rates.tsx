import type { MerchantPage } from "#catalog";
import { formatDate } from "#ui/date.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatMoney, formatPercent } from "#ui/money.tsx";
import { type LeaderLine, Receipt } from "#ui/receipt.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { ClickTrail } from "./click-trail.tsx";
import { shopHref } from "./links.ts";
import { RateName } from "./rate-name.tsx";
import { backFrom, bareRate, raisedWords, rateWords, restLast } from "./rate-words.ts";
import { ShopButton } from "./shop-button.tsx";
import { useOwnRate } from "./use-own-rate.ts";

const EXAMPLE_MINOR = 10_000;

/** The slip beside the tickets: what each kind of purchase pays back, what that means in dollars, and when it arrives. */
export function MerchantRates({ merchant }: { merchant: MerchantPage["merchant"] }) {
  const t = useText();
  const language = useLanguage();
  const own = useOwnRate()(merchant);
  const best = bareRate(own, t);
  const plus = merchant.plus_rate && rateWords(merchant.plus_rate, t);
  const words = rateWords(own, t);
  const pays = merchant.cash_back_allowed && best !== null;
  const rates =
    merchant.rates.length > 1
      ? restLast(merchant.rates).map((line) => ({ name: <RateName line={line} />, rate: line.rate }))
      : [{ name: t("Everything"), rate: merchant.rate }];
  const lines: LeaderLine[] = pays
    ? rates.map(({ name, rate }) => {
        const value = bareRate(rate, t);
        const some = rate.kind !== "none" && (rate.kind === "percent" ? rate.bps > 0 : rate.minor !== "0");
        return { term: name, value: value ?? formatPercent(0, t), tone: some ? ("back" as const) : ("faint" as const) };
      })
    : [];
  if (pays && plus)
    lines.push({ term: <span className="tag tag-copper">{t("Plus members")}</span>, value: plus, tone: "back" });
  const special =
    own === merchant.plus_rate && plus
      ? t("You get {{rate}} as a Plus member", { rate: plus })
      : raisedWords(merchant, t, language);
  return (
    <Receipt
      title={
        pays
          ? t("Rates at {{store}} today", { store: merchant.name })
          : t("No cash back at {{store}}", { store: merchant.name })
      }
      meta={[merchant.domain, formatDate(merchant.rates_checked_at, language, "slip")]}
      lines={lines}
    >
      <p className="small muted slip-text">
        {pays
          ? own.kind === "percent"
            ? t(
                own.up_to
                  ? "Spend {{spent}} and up to {{back}} comes back."
                  : "Spend {{spent}} and {{back}} comes back.",
                {
                  spent: formatMoney(EXAMPLE_MINOR),
                  back: formatMoney(backFrom(own, EXAMPLE_MINOR)),
                },
              )
            : t("{{back}} back per order, whatever you spend.", { back: best ?? "" })
          : merchant.coupons > 0
            ? t("The coupons on this page still work. There's no cash back here today.")
            : t("This store pays nothing back through us today.")}
      </p>
      {special && (
        <p className="note note-wait small slip-note">
          <Icon name="sparkles" />
          <span>{special}</span>
        </p>
      )}
      <ShopButton
        href={shopHref(merchant.internal_name)}
        waiting={{ merchant_name: merchant.name, rate_text: words ?? "", logo_url: merchant.logo_url }}
      >
        {pays ? t("Shop with {{rate}} back", { rate: words ?? "" }) : t("Go to {{store}}", { store: merchant.name })}
      </ShopButton>
      {pays && <ClickTrail locking_days={merchant.locking_days} />}
    </Receipt>
  );
}
