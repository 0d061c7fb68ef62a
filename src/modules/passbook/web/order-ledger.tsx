/**
 * The passbook's rows. The buttons that open a row belong to a form, so that without script they ask for the page again
 * with `?open=`; with script the row opens in place.
 */
import { Fragment, type ReactNode } from "react";
import type { OrderEntry } from "#cashback";
import type { PassbookEntry } from "#passbook";
import { Icon } from "#ui/icon.tsx";
import { StoreCell } from "#ui/ledger.tsx";
import { MerchantTile } from "#ui/merchant-tile.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Stamp } from "#ui/stamp.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { BonusRow } from "./bonus-row.tsx";
import { OrderDetail } from "./order-detail.tsx";
import {
  countedMinor,
  isRefused,
  onceWorth,
  rateWords,
  refusedAt,
  spentMinor,
  useDateWords,
} from "./passbook-words.ts";
import { PayoutRow } from "./payout-row.tsx";

/** Below 1280 px date and sum stand under the store's name, so that the columns of money and days have space. */
export const WIDE = "max-xl:hidden";

export function OrderLedger({
  entries,
  open,
  onToggle,
  kept,
  foot,
}: {
  entries: readonly PassbookEntry[];
  open: string | null;
  onToggle: (id: string | null) => void;
  /** What the address holds besides the open row. */
  kept: Readonly<Record<string, string>>;
  foot: ReactNode;
}) {
  const t = useText();
  // A row of another year says so; the newest year goes without saying.
  const year = entries[0]?.at.slice(0, 4) ?? "";
  return (
    <form method="get">
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <table className="ledger stacked">
        <caption className="sr">{t("Passbook entries, newest first")}</caption>
        <thead>
          <tr>
            <th scope="col" className={WIDE}>
              {t("Date")}
            </th>
            <th scope="col" className="md:max-xl:pl-5">
              {t("Store")}
            </th>
            <th scope="col" className={`end ${WIDE}`}>
              {t("Spent")}
            </th>
            <th scope="col" className={`end ${WIDE}`}>
              {t("Rate")}
            </th>
            <th scope="col" className="end margin">
              {t("Back")}
            </th>
            <th scope="col">{t("Status")}</th>
            <th scope="col">{t("Reaches you")}</th>
            <th scope="col">
              <span className="sr">{t("Details")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) =>
            entry.type === "payout" ? (
              <PayoutRow key={entry.id} payout={entry} year={year} wide={WIDE} />
            ) : entry.type === "bonus" ? (
              <BonusRow key={entry.id} bonus={entry} year={year} wide={WIDE} />
            ) : (
              <OrderRow key={entry.id} order={entry} year={year} open={entry.id === open} onToggle={onToggle} />
            ),
          )}
        </tbody>
        <tfoot>{foot}</tfoot>
      </table>
    </form>
  );
}

function OrderRow({
  order,
  year,
  open,
  onToggle,
}: {
  order: OrderEntry;
  year: string;
  open: boolean;
  onToggle: (id: string | null) => void;
}) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const date = dateWords(order.at, order.at.startsWith(year) ? "short" : "date");
  const refused = isRefused(order);
  const once = onceWorth(order);
  // A store that refuses an order with its first report names no sum.
  const spent = spentMinor(order) === "0" ? "" : formatMoney(spentMinor(order));
  const { name, logo_url } = order.merchant;
  const note = refused && order.reason ? order.reason[language] : "";
  return (
    <Fragment>
      <tr className={open ? "is-open" : undefined} id={order.id}>
        <td className={`c-date nowrap faint ${WIDE}`}>{date}</td>
        <td className="c-store md:max-xl:pl-5">
          <StoreCell
            tile={<MerchantTile name={name} logo={logo_url} size={32} />}
            name={name}
            note={
              <>
                <span className={WIDE}>
                  {note ||
                    (order.order_reference ? t("Order {{order}}", { order: order.order_reference }) : order.reference)}
                </span>
                <span className="xl:hidden">
                  {spent ? t("{{date}}, {{amount}} spent", { date, amount: spent }) : date}
                </span>
              </>
            }
          />
        </td>
        <td className={`c-spent end money ${WIDE}`}>{spent}</td>
        <td className={`c-rate end faint nowrap ${WIDE}`}>{rateWords(order.paid_rate_text, t)}</td>
        <td className={refused ? "c-back end margin money" : "c-back end margin money money-back"}>
          {once && (
            <s className="struck xs block">
              <span className="sr">{t("was")} </span>
              {formatMoney(once)}
            </s>
          )}
          {formatMoney(countedMinor(order))}
        </td>
        <td className="c-status">
          {/* To its reader both are one: the money does not come. The trail says which it was. */}
          <Stamp state={order.paid ? "paid" : refused ? "reversed" : order.state} />
        </td>
        <td className="c-when small faint nowrap">{whenWords(order, t, dateWords)}</td>
        <td className="c-open">
          <button
            className="row-toggle"
            type="submit"
            name="open"
            value={open ? "" : order.id}
            formAction={`#${order.id}`}
            aria-expanded={open}
            aria-controls={open ? `${order.id}-trail` : undefined}
            aria-label={
              open
                ? t("Hide the trail: {{store}}, {{date}}", { store: name, date })
                : t("Show the trail: {{store}}, {{date}}", { store: name, date })
            }
            onClick={(event) => {
              event.preventDefault();
              onToggle(open ? null : order.id);
            }}
          >
            <Icon name="chevron-down" size="sm" />
          </button>
        </td>
      </tr>
      {open && (
        <tr className="detail" id={`${order.id}-trail`}>
          <td colSpan={8}>
            <OrderDetail order={order} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function whenWords(
  order: OrderEntry,
  t: ReturnType<typeof useText>,
  dateWords: ReturnType<typeof useDateWords>,
): string {
  if (order.state === "pending") return t("{{date}}, expected", { date: dateWords(order.expected_at, "short") });
  if (isRefused(order)) return t("Reversed {{date}}", { date: dateWords(refusedAt(order), "short") });
  if (order.paid) return t("Paid out");
  const left = order.trail.at(-1)?.amount_minor ?? order.back_minor;
  return left === order.back_minor ? t("Available") : t("{{amount}} of it available", { amount: formatMoney(left) });
}
