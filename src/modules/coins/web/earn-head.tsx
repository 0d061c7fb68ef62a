/** The head of every page about earning coins: what a coin is worth, the member's own, and the ways between the pages. */
import { useViewer } from "#client/viewer.ts";
import type { OpenWays } from "#coins";
import { ButtonLink } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { Coin, type IconName } from "#ui/icon.tsx";
import { formatCount, formatMoney } from "#ui/money.tsx";
import { useBrand } from "#ui/shell/brand.tsx";
import { useEarnKinds } from "#ui/shell/places.ts";
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
  const kinds = useEarnKinds();
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
          <h1>{title ?? (kinds.length > 0 ? t("Earn coins") : t("Coins"))}</h1>
          <p>
            {kinds.length > 0
              ? t("{{count}} coins are worth $1.00. Each step shows its coins and the day they arrive.", {
                  count: formatCount(coins_per_dollar),
                })
              : t("{{count}} coins are worth $1.00, on every card and as cash. No fee.", {
                  count: formatCount(coins_per_dollar),
                })}
          </p>
        </div>
        {/* As tall for everybody: whose coins are known later moves nothing. */}
        <div className="card row between p-4 [--gap:1.25rem]">
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
        label={kinds.length > 0 ? t("Ways to earn coins") : t("Coins")}
        tabs={[
          ...kinds.map((kind) => tab(kind, `/${kind}`, kind === "offers" ? t("Offers") : t("Surveys"))),
          tab("begun", "/offer/incompleteCoinOffers", t("Started")),
          tab("history", "/account/coin/history", t("Coin history")),
        ]}
      />
    </>
  );
}

/**
 * In place of offers or surveys for which no partner is there: what is so, and the way that is left. `wanted`: what the page is
 * about, and has none of.
 */
export function NothingOpen({ open, wanted = "offers" }: { open: OpenWays; wanted?: keyof OpenWays }) {
  const t = useText();
  const [icon, title, words, href, way]: [IconName, string, string, string, string] =
    wanted === "offers" && open.surveys
      ? [
          "coins",
          t("No offers here right now"),
          t("There are no offers at the moment. In the meantime, there are surveys."),
          ...(["/surveys", t("See surveys")] as const),
        ]
      : wanted === "surveys" && open.offers
        ? [
            "file-text",
            t("No surveys here right now"),
            t("There are no surveys at the moment. In the meantime, there are offers."),
            ...(["/offers", t("See offers")] as const),
          ]
        : [
            "coins",
            t("There is nothing to earn here right now"),
            t("There are no offers or surveys at the moment. Coins you have stay yours, and you can swap them."),
            ...(["/account/withdrawal-coin", t("Swap coins")] as const),
          ];
  return (
    <Empty
      level={2}
      title={title}
      icon={icon}
      action={
        <ButtonLink size="sm" href={href}>
          {way}
        </ButtonLink>
      }
    >
      {words}
    </Empty>
  );
}
