/** The facts of an extra: a table of what differs with Plus, a slip for the shipping membership. */
import type { UpsellOffer } from "#landing";
import { DateText } from "#ui/date.tsx";
import { formatCount, formatMoney, formatPercent, Money } from "#ui/money.tsx";
import { type LeaderLine, Receipt } from "#ui/receipt.tsx";
import { useText } from "#ui/text.tsx";

export function PlusTable({ offer }: { offer: UpsellOffer }) {
  const t = useText();
  const { facts, member } = offer;
  const month = (minor: string) => t("{{amount}} a month", { amount: formatMoney(minor) });
  return (
    <div className="card extra-card mt-9">
      <table className="ledger extra-table">
        <caption className="sr">{t("What changes with Plus")}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{t("Benefit")}</span>
            </th>
            <th scope="col">{t("Member, as now")}</th>
            <th scope="col">{t("With Plus")}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t("Your share of what stores pay us")}</th>
            <td>{formatPercent(facts.member_share_bps, t)}</td>
            <td>
              <b>{formatPercent(facts.plus_share_bps, t)}</b>
            </td>
          </tr>
          {facts.plus_stores > 0 && (
            <tr>
              <th scope="row">{t("Cash back at Plus stores")}</th>
              <td>{t("Usual rate")}</td>
              <td>
                <b>{t("Plus rate, at {{stores}} stores", { stores: formatCount(facts.plus_stores) })}</b>
              </td>
            </tr>
          )}
          <tr>
            <th scope="row">{t("Due today")}</th>
            <td>{formatMoney(0)}</td>
            <td>
              <b>{formatMoney(offer.now_minor)}</b>
            </td>
          </tr>
          <tr>
            <th scope="row">
              {t("Charged on")} <DateText value={offer.next_charge_on} />
            </th>
            <td>{formatMoney(member.monthly_minor)}</td>
            <td>
              <b>{formatMoney(offer.monthly_minor)}</b>
            </td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("Price")}</th>
            <td>{month(member.monthly_minor)}</td>
            <td>{month(offer.monthly_minor)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

export function ShipSlip({ offer }: { offer: UpsellOffer }) {
  const t = useText();
  const month = <Money minor={offer.monthly_minor} />;
  const lines: LeaderLine[] = [
    {
      term: t("Shipping and returns"),
      value: t("up to {{amount}} a month", { amount: formatMoney(offer.facts.shipping_month_minor) }),
    },
    {
      term: offer.trial_days
        ? t("{{trialDays}}-day trial, today", { trialDays: offer.trial_days })
        : t("First month, today"),
      value: <Money minor={offer.now_minor} />,
    },
    {
      term: (
        <>
          {offer.trial_days ? t("First month, on") : t("Second month, on")} <DateText value={offer.next_charge_on} />
        </>
      ),
      value: month,
    },
    { term: t("Then each month"), value: month },
    { term: t("Due today"), value: <Money minor={offer.now_minor} />, total: true },
  ];
  return (
    <Receipt
      className="mx-auto mt-9 max-w-[30rem]"
      title={<span className="mb-2 block">{t("ShipRight, the shipping membership")}</span>}
      lines={lines}
    >
      <p className="small muted mt-3.5">
        {t("It's separate from your {{amount}}-a-month membership, and you can keep either one alone.", {
          amount: formatMoney(offer.member.monthly_minor),
        })}
      </p>
    </Receipt>
  );
}
