/** The terms of the trial with calendar dates, beside every step that leads to it. */
import type { ReactNode } from "react";
import type { OfferTerms } from "#landing";
import { DateText } from "#ui/date.tsx";
import { Money } from "#ui/money.tsx";
import { type LeaderLine, Receipt } from "#ui/receipt.tsx";
import { useBrand } from "#ui/shell/brand.tsx";
import { useText } from "#ui/text.tsx";

export function TermsSlip({ terms, children }: { terms: OfferTerms; children?: ReactNode }) {
  const t = useText();
  const { support_email } = useBrand();
  const month = <Money minor={terms.monthly_minor} />;
  const lines: LeaderLine[] = [
    {
      term: terms.with_trial
        ? t("{{trialDays}}-day trial, today", { trialDays: terms.trial_days })
        : t("First month, today"),
      value: <Money minor={terms.first_minor} />,
    },
    {
      term: (
        <>
          {terms.with_trial ? t("First month, on") : t("Second month, on")} <DateText value={terms.first_charge_on} />
        </>
      ),
      value: month,
    },
    { term: t("Then each month"), value: month },
  ];
  if (terms.reminder_on) lines.push({ term: t("Reminder email"), value: <DateText value={terms.reminder_on} /> });
  lines.push({ term: t("Due today"), value: <Money minor={terms.first_minor} />, total: true });
  return (
    <Receipt
      title={t("What you agree to")}
      meta={[t("Order terms"), <DateText key="today" value={terms.today} style="slip" />]}
      lines={lines}
    >
      <p className="small muted mt-3.5">
        {t("Continues until you cancel: online under Membership or Billing, or by email to {{email}}.", {
          email: support_email,
        })}{" "}
        {t("Cancel by")} <DateText value={terms.cancel_by} /> {t("and you pay nothing more.")}
      </p>
      {children}
    </Receipt>
  );
}
