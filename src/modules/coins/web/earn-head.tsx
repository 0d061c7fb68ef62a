/** The head of every page about earning coins: what a coin is worth, the member's own, and the ways between the pages. */
import { useViewer } from "#client/viewer.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Coin } from "#ui/icon.tsx";
import { formatCount, formatMoney } from "#ui/money.tsx";
import { useBrand } from "#ui/shell/brand.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { useText } from "#ui/text.tsx";

export type EarnPlace = "offers" | "surveys" | "begun" | "history";

export function EarnHead({
  current,
  counts = {},
  title,
}: {
  current: EarnPlace;
  counts?: Partial<Record<EarnPlace, number>>;
  title?: string;
}) {
  const t = useText();
  const { coins_per_dollar } = useBrand();
  const balances = useViewer((viewer) => viewer.balances);
  const tab = (place: EarnPlace, href: string, text: string) => ({
    href,
    text,
    current: place === current,
    ...(counts[place] === undefined ? {} : { count: counts[place] }),
  });
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{title ?? t("Earn coins")}</h1>
          <p>
            {t("{{count}} coins are worth $1.00. Each step shows its coins and the day they arrive.", {
              count: formatCount(coins_per_dollar),
            })}
          </p>
        </div>
        {/* As tall for everybody: whose coins are known later moves nothing. */}
        <div className="card row p-4 [--gap:1.25rem]">
          <span className="min-w-28">
            <span className="small muted block">
              {balances ? t("Your coins") : t("{{count}} coins", { count: formatCount(10 * coins_per_dollar) })}
            </span>
            <b className="coins text-2xl">
              {balances && <Coin />}
              {balances ? formatCount(balances.coins) : formatMoney(1_000)}
            </b>
          </span>
          <ButtonLink size="sm" href="/account/withdrawal-coin">
            {t("Gift cards")}
          </ButtonLink>
        </div>
      </div>
      <Tabs
        label={t("Ways to earn coins")}
        tabs={[
          tab("offers", "/offers", t("Offers")),
          tab("surveys", "/surveys", t("Surveys")),
          tab("begun", "/offer/incompleteCoinOffers", t("Started")),
          tab("history", "/account/coin/history", t("Coin history")),
        ]}
      />
    </>
  );
}
