import type { Invoice } from "#membership";
import { DateText } from "#ui/date.tsx";
import { formatMoney } from "#ui/money.tsx";
import { useLanguage, useText } from "#ui/text.tsx";

const KINDS: Readonly<Record<Invoice["kind"], string>> = {
  trial: "Trial",
  period: "Monthly membership",
  upgrade: "Change of plan",
};

/** Where a charge has its own page, and where it is a file. The file is in the language of the page that names it. */
export const receiptPage = (number: string): string => `/account/billing/${number}`;
export const receiptFile = (number: string, language: "en" | "es"): string =>
  `/api/account/invoices/${number}.pdf?lang=${language}`;

/** Every charge and what of it went back; each leads to its own page and to a file to keep. */
export function Charges({ invoices }: { invoices: readonly Invoice[] }) {
  const t = useText();
  const paid = invoices.reduce((sum, one) => sum + BigInt(one.amount_minor) - BigInt(one.refunded_minor), 0n);
  return (
    <section>
      <h2 className="mb-4 text-2xl">{t("Charges")}</h2>
      <div className="card overflow-x-auto">
        <table className="ledger">
          <caption className="sr">{t("Charges")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("Date")}</th>
              <th scope="col">{t("For")}</th>
              <th scope="col" className="end margin">
                {t("Amount")}
              </th>
              <th scope="col" className="end max-sm:hidden">
                {t("Receipt")}
              </th>
            </tr>
          </thead>
          <tbody>
            {invoices.map((one) => (
              <tr key={one.charge_id}>
                <td className="nowrap">
                  <DateText value={one.paid_at} />
                </td>
                <td>
                  <a href={receiptPage(one.number)}>
                    {t(KINDS[one.kind])}
                    <span className="sr"> {one.number}</span>
                  </a>
                  <span className="mt-1 block sm:hidden">
                    <Pdf of={one.number} />
                  </span>
                  {one.refund_reason && (
                    // Why stands on the receipt's own page.
                    <span className="small muted block">
                      {t("{{amount}} refunded", { amount: formatMoney(one.refunded_minor) })}
                    </span>
                  )}
                </td>
                <td className="end margin money">{formatMoney(one.amount_minor)}</td>
                <td className="end max-sm:hidden">
                  <Pdf of={one.number} />
                </td>
              </tr>
            ))}
            {invoices.length === 0 && (
              <tr>
                <td colSpan={4}>{t("No charges yet.")}</td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={2}>{t("Paid so far")}</td>
              <td className="end margin money">
                <span className="sum">{formatMoney(paid.toString())}</span>
              </td>
              <td className="max-sm:hidden" />
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

function Pdf({ of: number }: { of: string }) {
  const t = useText();
  const language = useLanguage();
  return (
    <a
      className="small inline-block py-1"
      href={receiptFile(number, language)}
      download=""
      aria-label={t("PDF of receipt {{number}}", { number })}
    >
      PDF
    </a>
  );
}
