/**
 * `/{product}`: the membership's public page. It is cached, so it speaks of days and months and never of dates; those stand
 * beside the card, before anybody agrees.
 */
import { ButtonLink } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatMoney, formatPercent, formatShortMoney } from "#ui/money.tsx";
import { breadcrumbData, type PageWords, type PageWriter } from "#ui/page-meta.ts";
import { Receipt } from "#ui/receipt.tsx";
import { type Translate, useText } from "#ui/text.tsx";
import type { ClaimType } from "../../../../brands/benefits.ts";

export type PlanRebate = {
  type: ClaimType;
  share_bps: number;
  month_minor: number;
  standard: boolean;
  plus: boolean;
  only_us: boolean;
};
/** What comes besides rebates: more cash back by itself, and what fell in price. */
export type PlanExtra = {
  type: "smarttravel" | "tenpercent" | "orderprotection";
  share_bps: number;
  month_minor: number;
  standard: boolean;
  plus: boolean;
};
type Plan = { trial_days: number; trial_minor: number; monthly_minor: number };
export type PlanPage = {
  product: string;
  brand: string;
  email: string;
  standard: Plan;
  plus: Plan;
  standard_bps: number;
  plus_bps: number;
  country: string;
  rebates: readonly PlanRebate[];
  extras: readonly PlanExtra[];
};

const price = (minor: number) => formatMoney(minor);

export function planWords(page: PlanPage, { t, brand, absolute }: PageWriter): PageWords {
  const title = t("{{brand}} membership: {{trial}} for {{days}} days, then {{monthly}} a month", {
    brand: brand.name,
    trial: price(page.standard.trial_minor),
    days: page.standard.trial_days,
    monthly: price(page.standard.monthly_minor),
  });
  const description = t("What it costs, what's included, what it doesn't do, and how to cancel in two clicks.");
  const path = `/${page.product}`;
  const offer = (name: string, plan: Plan) => ({
    "@type": "Offer",
    name,
    url: absolute(path),
    price: (plan.monthly_minor / 100).toFixed(2),
    priceCurrency: "USD",
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      price: (plan.monthly_minor / 100).toFixed(2),
      priceCurrency: "USD",
      unitCode: "MON",
      billingIncrement: 1,
    },
    availability: "https://schema.org/InStock",
    areaServed: page.country,
  });
  return {
    title,
    description,
    path,
    structured: [
      {
        "@type": "Service",
        name: t("{{brand}} membership", { brand: brand.name }),
        description,
        serviceType: "Membership",
        provider: { "@type": "Organization", name: brand.name, url: absolute("/") },
        offers: [offer(t("Membership"), page.standard), offer(t("Plus membership"), page.plus)],
      },
      breadcrumbData([{ text: brand.name, href: "/" }, { text: t("Membership") }], absolute),
    ],
  };
}

export function PlanView({ page }: { page: PlanPage }) {
  const t = useText();
  const { standard, plus } = page;
  const share = { plus: formatPercent(page.plus_bps, t), standard: formatPercent(page.standard_bps, t) };
  return (
    <>
      <div className="wrap section split split-top">
        <div>
          <h1>{t("{{brand}} membership", { brand: page.brand })}</h1>
          <p className="lead mt-4">
            {t(
              "Cash back and coupons are free without it. The membership adds rebates on what you pay anyway, a reward for your first order and, with Plus, a larger share of what stores pay us.",
            )}
          </p>
          <div className="row row-wrap mt-8">
            <ButtonLink look="primary" size="lg" href="/spl/spt/1">
              {t("Start the {{days}}-day trial", { days: standard.trial_days })}
            </ButtonLink>
            <ButtonLink size="lg" href="/cancel-subscription">
              {t("How to cancel")}
            </ButtonLink>
          </div>
          <p className="small muted mt-4">
            {t("You see the dates and amounts next to the card before you agree, and by email afterward.")}
          </p>
        </div>
        <Receipt
          title={t("What it costs")}
          lines={[
            { term: t("First {{days}} days", { days: standard.trial_days }), value: price(standard.trial_minor) },
            { term: t("Then, each month"), value: price(standard.monthly_minor) },
            { term: t("With Plus, each month"), value: price(plus.monthly_minor) },
            { term: t("To cancel"), value: price(0), total: true },
          ]}
        >
          <p className="small muted mt-4">
            {t(
              "It continues until you cancel. We email you 7 days and 3 days before the first full charge, and after every charge.",
            )}
          </p>
        </Receipt>
      </div>
      <Brings shares={share} rebates={page.rebates} extras={page.extras} />
      <div className="wrap section grid [--gap:3rem] lg:grid-cols-2">
        <section>
          <h2>{t("What it doesn't do")}</h2>
          <ul className="mt-4 grid list-disc ps-5 [--gap:0.5rem]">
            {NOT.map((text) => (
              <li key={text}>{t(text)}</li>
            ))}
          </ul>
        </section>
        <section>
          <h2>{t("How to cancel")}</h2>
          <ol className="mt-4 grid [--gap:0.75rem]">
            {CANCEL.map((text, at) => (
              <li key={text} className="row">
                <span className="step-no" aria-hidden="true">
                  {at + 1}
                </span>
                <span>{t(text)}</span>
              </li>
            ))}
          </ol>
          <p className="small muted mt-4">
            {t("Or write to")} <a href={`mailto:${page.email}`}>{page.email}</a>
          </p>
        </section>
      </div>
      <Questions page={page} t={t} />
    </>
  );
}

/** Names of rebates, as members see them over their claims. */
const REBATES: Readonly<Record<ClaimType, { text: string }>> = {
  shipping: { text: "Shipping and returns" },
  grocery: { text: "Groceries" },
  rideshare: { text: "Rideshare" },
  fooddelivery: { text: "Food delivery" },
  scooter: { text: "Scooters and bikes" },
  streaming: { text: "Streaming" },
  mobilephone: { text: "Mobile phone" },
  fuel: { text: "Fuel" },
  truckrental: { text: "Moving-truck rental" },
};
const EXTRAS: Readonly<Record<PlanExtra["type"], { text: string }>> = {
  smarttravel: { text: "Travel: {{share}} more on top of your cash back" },
  tenpercent: { text: "Every store: {{share}} more on top of your cash back" },
  orderprotection: { text: "A lower price within 30 days: {{share}} of the difference back" },
};
const NOT = [
  "It doesn't book, claim or cancel anything for you. We find it, and you decide.",
  "Apart from travel and seasonal extras, only Plus raises your cash back, and stores without a Plus rate pay everyone the same.",
  "You don't need it to withdraw. What you earned is yours either way.",
] as const;
const CANCEL = [
  "Open Membership in your account, or the link in any of our emails about it.",
  "Press Cancel membership. No questions first, no offers in between.",
  "We email you a dated confirmation. What you paid for stays active, and you won't be charged again.",
] as const;

type Shares = { plus: string; standard: string };
function Brings({ shares, rebates, extras }: { shares: Shares } & Pick<PlanPage, "rebates" | "extras">) {
  const t = useText();
  const limit = (has: boolean, minor: number) =>
    has ? t("up to {{amount}} a month", { amount: formatShortMoney(minor) }) : t("Not included");
  const rows: { what: string; standard: React.ReactNode; plus: React.ReactNode }[] = [
    { what: t("Of what stores pay us, you get"), standard: shares.standard, plus: shares.plus },
    {
      what: t("First-order reward, claimed in time"),
      standard: t("Included"),
      plus: t("Included"),
    },
    ...rebates.map((one) => ({
      what: t("{{name}}: {{share}} back", { name: t(REBATES[one.type].text), share: formatPercent(one.share_bps, t) }),
      standard: limit(one.standard, one.month_minor),
      plus: limit(one.plus, one.month_minor),
    })),
    ...extras.map((one) => ({
      what: t(EXTRAS[one.type].text, { share: formatPercent(one.share_bps, t) }),
      standard: limit(one.standard, one.month_minor),
      plus: limit(one.plus, one.month_minor),
    })),
  ];
  return (
    <section className="wrap section-tight">
      <h2 className="mb-5">{t("What's included")}</h2>
      <div className="card overflow-x-auto">
        <table className="ledger">
          <caption className="sr">{t("Membership and Plus side by side")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("Benefit")}</th>
              <th scope="col" className="end margin">
                {t("Membership")}
              </th>
              <th scope="col" className="end">
                Plus
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.what}>
                <th scope="row" className="whitespace-normal text-sm font-normal text-(--tp-ink)">
                  {row.what}
                </th>
                <td className="end margin text-balance max-sm:min-w-25">{row.standard}</td>
                <td className="end text-balance max-sm:min-w-25">{row.plus}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rebates.length > 0 && (
        <p className="small muted mt-4">
          {t("You claim a rebate with a receipt. The date we answer by is next to the button.")}{" "}
          {rebates.every(({ only_us }) => only_us) && t("They're for purchases of members in the United States.")}{" "}
          {t("What you claim during the trial is paid once your first full month is.")}
        </p>
      )}
    </section>
  );
}

function Questions({ page, t }: { page: PlanPage; t: Translate }) {
  const monthly = price(page.standard.monthly_minor);
  const questions = [
    {
      q: t("What happens after the trial?"),
      a: t(
        "Your card is charged {{monthly}}, and then every month until you cancel. Cancel before the trial ends and nothing more is charged.",
        { monthly },
      ),
    },
    {
      q: t("Do I get the price of the trial back?"),
      a: t(
        "Yes, if you end it unused during the trial: two clicks refund it. An order at the Plus rate, one that earns the first-order reward, or an approved rebate counts as use.",
      ),
    },
    {
      q: t("What if my card is declined?"),
      a: t(
        "We may try it again, up to eight times in 14 days, unless you opt out. Your benefits stay active for 7 days. You owe nothing if it ends.",
      ),
    },
    {
      q: t("Can I change between the plans?"),
      a: t(
        "Yes, under Membership. Plus starts right away and you pay the difference for the days left; switching back starts with the next month.",
      ),
    },
    {
      q: t("Who is the trial for?"),
      a: t("Everyone, once per account, inbox and card."),
    },
  ];
  return (
    <section className="wrap wrap-narrow section">
      <h2 className="mb-4">{t("Questions")}</h2>
      <div className="faq">
        {questions.map(({ q, a }) => (
          <details key={q}>
            <summary>
              {q}
              <Icon name="plus" />
            </summary>
            <p>{a}</p>
          </details>
        ))}
      </div>
      <p className="mt-8">
        <ButtonLink look="primary" size="lg" href="/spl/spt/1">
          {t("Start the {{days}}-day trial", { days: page.standard.trial_days })}
        </ButtonLink>
      </p>
    </section>
  );
}
