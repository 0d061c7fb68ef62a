/** The slip beside the form. Its lines add up for what can be paid; an amount that cannot be paid counts as nothing. */
import type { Method, WithdrawalPage } from "#payouts";
import { Button } from "#ui/button.tsx";
import { useDateWords, useHydrated } from "#ui/date.tsx";
import { FieldError } from "#ui/field.tsx";
import { formatMoney } from "#ui/money.tsx";
import { LeaderList, Receipt } from "#ui/receipt.tsx";
import { useText } from "#ui/text.tsx";

export function PayoutSlip({
  page,
  minor,
  method,
  cardName,
  busy,
  problem,
}: {
  page: WithdrawalPage;
  minor: bigint;
  method: Method;
  cardName: string | null;
  busy: boolean;
  problem: string | null;
}) {
  const t = useText();
  const dateWords = useDateWords();
  const alive = useHydrated();
  const available = BigInt(page.available_minor);
  const receiver =
    method === "paypal"
      ? "PayPal"
      : method === "venmo"
        ? "Venmo"
        : cardName
          ? t("{{store}} card", { store: cardName })
          : t("The gift card");
  const arrives = dateWords(page.arrives_by[method]);
  return (
    <Receipt
      title={t("Payout slip")}
      meta={[
        t("Payout {{reference}}", { reference: page.next_reference }),
        dateWords(page.arrives_by.gift_card, "slip"),
      ]}
    >
      {/* Without script the slip cannot follow the choices, so it speaks of everything only while that is chosen. */}
      <div className={alive ? undefined : "group-has-[#how-other:checked]/w:hidden"}>
        <LeaderList
          lines={[
            { term: t("Available"), value: formatMoney(available) },
            { term: t("You withdraw"), value: formatMoney(minor) },
            { term: t("Our fee"), value: formatMoney(0) },
            { term: t("Stays in your passbook"), value: formatMoney(available - minor) },
            { term: t("{{receiver}} receives", { receiver }), value: formatMoney(minor), tone: "back", total: true },
          ]}
        />
      </div>
      <div className="mt-5 grid [--gap:.75rem]" aria-live="polite">
        {problem && <FieldError>{problem}</FieldError>}
        <Button type="submit" look="primary" size="lg" block busy={busy} busyText={t("Withdrawing")}>
          {alive && minor > 0n ? t("Withdraw {{amount}}", { amount: formatMoney(minor) }) : t("Withdraw")}
        </Button>
      </div>
      <p className="xs faint mt-3 text-center">
        {method === "gift_card"
          ? t("Arrives within minutes, also by email.")
          : t("Arrives by {{date}}", { date: arrives })}
      </p>
    </Receipt>
  );
}
