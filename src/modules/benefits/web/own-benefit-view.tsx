/** A benefit that comes by itself: what it is, its rules, what it has brought, where it is used. */
import { ButtonLink } from "#ui/button.tsx";
import { useDateWords } from "#ui/date.tsx";
import { formatCount, formatMoney, formatPercent } from "#ui/money.tsx";
import { type LeaderLine, Receipt } from "#ui/receipt.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import type { BenefitPage, BenefitType, ClaimType } from "../benefits.types.ts";

type OwnType = Exclude<BenefitType, ClaimType>;
export type BoostFacts = { extra_bps: number; month_minor: number } | null;

/** In sentences that hold whatever the figures are; those stand on the slip. */
const RULES: Readonly<Record<OwnType, { use: string; rules: readonly { text: string }[] }>> = {
  tenpercent: {
    use: "Choose a store",
    rules: [
      { text: "It's added to the cash back of every order you make as a Plus member, as a share of that cash back." },
      { text: "It becomes yours when the store confirms the order, and goes away if the order is returned." },
      { text: "An order gets one extra: where several fit, the one that adds most." },
      { text: "It starts again each month with a limit of its own." },
    ],
  },
  seasonal: {
    use: "Choose a store",
    rules: [
      { text: "During a campaign, it's added to the cash back of every order you make as a member." },
      { text: "The day of the order counts, in your own time zone, not the day on which the store confirms it." },
      { text: "It becomes yours when the store confirms the order, and goes away if the order is returned." },
      { text: "An order gets one extra: where several fit, the one that adds most." },
    ],
  },
  smarttravel: {
    use: "See travel stores",
    rules: [
      { text: "It's added to the cash back of hotels, rental cars and transportation you book as a member." },
      { text: "It becomes yours when the store confirms the order, and goes away if the order is returned." },
      { text: "An order gets one extra: where several fit, the one that adds most." },
      { text: "It starts again each month with a limit of its own." },
    ],
  },
  earnCashBack: {
    use: "Choose a store",
    rules: [
      { text: "Of what a store pays us for your order, Plus members get a larger share." },
      { text: "The rate you see before you go to the store is the rate you get." },
    ],
  },
  doubleCoins: {
    use: "See offers",
    rules: [
      { text: "Of what partners pay us for offers and surveys, Plus members get a larger share, in coins." },
      { text: "The coins you see before you begin are the coins you get." },
    ],
  },
  firstorder: {
    use: "See your reward",
    rules: [
      {
        text: "Once per person, for members: a gift card or cash for the first order, claimed within 30 days of signing up.",
      },
      { text: "It depends on that order. If it's returned, the reward goes too." },
    ],
  },
  orderprotection: {
    use: "See your prices",
    rules: [
      { text: "We check the price of the same item at the same store, and read a lower one twice before it counts." },
      { text: "One press claims it. Your order email signed by the store, or a receipt, says what you paid." },
      { text: "What the store refunds itself isn't paid twice." },
    ],
  },
};

export function OwnBenefitView({ page, type, boost }: { page: BenefitPage; type: OwnType; boost: BoostFacts }) {
  const t = useText();
  const language = useLanguage();
  const { brought } = page;
  const lines: LeaderLine[] = [
    ...(boost
      ? [
          { term: t("On top of your cash back"), value: formatPercent(boost.extra_bps, t) },
          { term: t("At most in a month"), value: formatMoney(boost.month_minor) },
        ]
      : []),
    ...(page.limit ? [{ term: t("Left this month"), value: formatMoney(page.limit.left_minor) }] : []),
    {
      term: t("Brought you so far"),
      value:
        brought.unit === "COIN"
          ? t("{{coins}} coins", { coins: formatCount(brought.amount) })
          : formatMoney(brought.amount),
      tone: "back",
      total: true,
    },
  ];
  return (
    <div className="layout-2">
      <div className="grid [--gap:1.75rem]">
        {type === "seasonal" && <Campaigns page={page} />}
        <section>
          <h2 className="mb-3 text-xl">{t("How it works")}</h2>
          <ul className="list-disc ps-5">
            {RULES[type].rules.map((rule) => (
              <li key={rule.text} className="mt-1">
                {t(rule.text)}
              </li>
            ))}
          </ul>
        </section>
        {page.href && page.closed === null && (
          <p>
            <ButtonLink look="primary" href={page.href}>
              {t(RULES[type].use)}
            </ButtonLink>
          </p>
        )}
      </div>
      <aside>
        <Receipt title={page.name[language]} lines={lines} />
      </aside>
    </div>
  );
}

function Campaigns({ page }: { page: BenefitPage }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  return (
    <section>
      <h2 className="mb-3 text-xl">{t("Campaigns")}</h2>
      {page.campaigns.length === 0 ? (
        <p>{t("None is running or planned at the moment.")}</p>
      ) : (
        <ul className="card divide-y divide-(--tp-rule)">
          {page.campaigns.map((campaign) => (
            <li key={campaign.from + campaign.name.en} className="card-pad">
              <h3 className="text-base">{campaign.name[language]}</h3>
              <p className="small muted mt-1">
                {t("{{from}} to {{until}}: {{share}} on top of your cash back, up to {{limit}} a month.", {
                  from: dateWords(campaign.from),
                  until: dateWords(campaign.until),
                  share: formatPercent(campaign.extra_bps, t),
                  limit: formatMoney(campaign.month_minor),
                })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
