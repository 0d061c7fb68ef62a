import type { MerchantCard } from "#catalog";
import { openAuth } from "#client/auth.ts";
import { useViewer } from "#client/viewer.ts";
import { Balances } from "#ui/balances.tsx";
import { buttonClass } from "#ui/button.tsx";
import { DateText, formatDate } from "#ui/date.tsx";
import { Coin } from "#ui/icon.tsx";
import { MerchantTile } from "#ui/merchant-tile.tsx";
import { formatMoney, Money } from "#ui/money.tsx";
import { Passbook } from "#ui/passbook.tsx";
import { BrandName, type ShellBrand } from "#ui/shell/brand.tsx";
import { Stamp } from "#ui/stamp.tsx";
import { useLanguage, useText } from "#ui/text.tsx";

const ENTRIES = [
  { day: "2026-03-10", spent: 12800, state: "pending" },
  { day: "2026-03-06", spent: 6450, state: "pending" },
  { day: "2026-02-24", spent: 8600, state: "pending" },
  { day: "2026-02-11", spent: 14280, state: "confirmed" },
  { day: "2026-02-03", spent: 9500, state: "confirmed" },
] as const;
type Entry = (typeof ENTRIES)[number] & { back: number; store: MerchantCard | undefined };

/**
 * At today's rates of the stores that are shown, so that the example promises nothing that the page below denies; before any has
 * come in, at 6 % as the trail of a cent.
 */
const entriesOf = (stores: readonly MerchantCard[]): Entry[] =>
  ENTRIES.map((entry, at) => {
    const store = stores[at];
    const rate: { kind?: string; minor?: string; bps?: number } = store?.rate ?? { bps: 600 };
    const back = Number(rate.minor ?? Math.floor((entry.spent * (rate.bps ?? 0)) / 10_000));
    return { ...entry, back, store };
  });
const sum = (entries: readonly Entry[], state?: "pending") =>
  entries.reduce((total, entry) => (state && entry.state !== state ? total : total + entry.back), 0);

function ExampleLedger({ entries }: { entries: readonly Entry[] }) {
  const t = useText();
  return (
    <table className="ledger pb-table">
      <caption className="sr">{t("Example passbook")}</caption>
      <thead>
        <tr>
          <th scope="col" className="only-desktop-cell">
            {t("Date")}
          </th>
          <th scope="col">{t("Store")}</th>
          <th scope="col" className="end only-desktop-cell">
            {t("Spent")}
          </th>
          <th scope="col" className="end margin">
            {t("Back")}
          </th>
          <th scope="col" className="end">
            {t("Status")}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const { store } = entry;
          const name = store?.name ?? t("A store");
          return (
            <tr key={entry.day}>
              <td className="nowrap faint only-desktop-cell">
                <DateText value={entry.day} style="short" />
              </td>
              <td>
                <span className="store-cell">
                  <MerchantTile name={name} logo={store?.logo_url} size={24} />
                  <b>{name}</b>
                </span>
              </td>
              <td className="end only-desktop-cell">
                <Money minor={entry.spent} />
              </td>
              <td className="end margin">
                <Money minor={entry.back} tone="back" />
              </td>
              <td className="end">
                <Stamp state={entry.state} />
              </td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <td className="only-desktop-cell" colSpan={3}>
            {t("Back from these five")}
          </td>
          <td className="only-mobile-cell">{t("Back from these five")}</td>
          <td className="end margin">
            <span className="sum money">{formatMoney(sum(entries))}</span>
          </td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

function Join() {
  const t = useText();
  const member = useViewer((viewer) => viewer.authenticated);
  return (
    <div className="row cta">
      <a
        className={buttonClass({ look: "primary", size: "lg" })}
        href={member ? "/account/purchase-history" : "/register"}
        onClick={(event) => {
          if (member || event.metaKey || event.ctrlKey) return;
          event.preventDefault();
          openAuth("sm-register");
        }}
      >
        {member ? t("Open your passbook") : t("Create a free account")}
      </a>
      <a className={buttonClass({ size: "lg" })} href="/stores">
        {t("Browse stores")}
      </a>
    </div>
  );
}

export function Hero({ brand, stores }: { brand: ShellBrand; stores: readonly MerchantCard[] }) {
  const t = useText();
  const language = useLanguage();
  const { plan } = brand;
  const home = brand.partner_name === "tuppence";
  const entries = entriesOf(stores);
  return (
    <div className="wrap hero">
      <div>
        <h1>
          {home
            ? t("Money back, in plain sight.")
            : t("Money back with {{brand}}, in plain sight.", { brand: brand.name })}
        </h1>
        <p className="lead">
          {t(
            "Shop where you already shop. {{brand}} tracks every cent you earn, from click to payout, and tells you the day it arrives.",
            { brand: brand.name },
          )}
        </p>
        <Join />
        <p className="fine">
          {t(
            "Cash back and coupons are free. Membership is extra: {{trial}} for {{days}} days, then {{monthly}} a month. Cancel in two clicks.",
            {
              trial: formatMoney(plan.trial_minor),
              days: plan.trial_days,
              monthly: formatMoney(plan.monthly_minor),
            },
          )}
        </p>
      </div>
      <div className="hero-book">
        <Passbook
          card
          cover={<BrandName brand={brand} />}
          number={t("Example passbook")}
          balances={
            <Balances
              items={[
                { label: t("Available"), figure: formatMoney(8642), note: t("Withdraw any day") },
                {
                  label: t("Pending"),
                  figure: formatMoney(sum(entries, "pending")),
                  note: t("{{amount}} due on {{date}}", {
                    amount: formatMoney(entries[2]?.back ?? 0),
                    date: formatDate("2026-03-26", language, "short"),
                  }),
                },
                { label: t("Paid to you"), figure: formatMoney(21180), note: t("In 4 payouts since June") },
              ]}
            />
          }
        >
          <ExampleLedger entries={entries} />
        </Passbook>
        <Coin penny className="rest" />
        <Coin className="rest" />
      </div>
    </div>
  );
}
