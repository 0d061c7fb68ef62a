/** Below the minimum, or nothing at all: what there is, what is missing, and what comes next. */
import type { WithdrawalPage } from "#payouts";
import { ButtonLink } from "#ui/button.tsx";
import { useDateWords } from "#ui/date.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { Receipt } from "#ui/receipt.tsx";
import { useText } from "#ui/text.tsx";

export function NothingToWithdraw({ page }: { page: WithdrawalPage }) {
  const t = useText();
  const dateWords = useDateWords();
  const available = BigInt(page.available_minor);
  const minimum = BigInt(page.minimum_minor);
  const pending = BigInt(page.pending_minor);
  const owed = BigInt(page.owed_minor);
  return (
    <div className="layout-2">
      <div className="stack [--stack:1rem]">
        <h2 className="text-2xl">{available === 0n ? t("Nothing to withdraw yet") : t("Almost there")}</h2>
        <p className="muted max-w-[56ch]">
          {available === 0n
            ? t("The minimum withdrawal is {{minimum}}. Purchases show up here once the store confirms them.", {
                minimum: formatMoney(minimum),
              })
            : t(
                "The minimum withdrawal is {{minimum}}, so you need {{missing}} more. Your balance is yours and doesn't expire.",
                {
                  minimum: formatMoney(minimum),
                  missing: formatMoney(minimum - available),
                },
              )}
        </p>
        {owed > 0n && (
          <Note kind="wait">
            {t("{{amount}} was taken back by a store after we had paid it out.", { amount: formatMoney(owed) })}{" "}
            {t("Your next confirmed cash back covers this first. We never charge your card or bank account for it.")}
          </Note>
        )}
        <p className="row row-wrap">
          {pending > 0n && (
            <ButtonLink look="primary" href="/account/purchase-history?filter=pending">
              {t("See what is pending")}
            </ButtonLink>
          )}
          <ButtonLink look={pending > 0n ? "secondary" : "primary"} href="/stores">
            {t("Browse stores")}
          </ButtonLink>
        </p>
      </div>
      <aside>
        <Receipt
          title={t("Until you can withdraw")}
          meta={[t("Passbook"), dateWords(page.arrives_by.gift_card, "slip")]}
          lines={[
            { term: t("Minimum withdrawal"), value: formatMoney(minimum) },
            { term: t("Available"), value: formatMoney(-available) },
            { term: t("Still missing"), value: formatMoney(minimum - available), total: true },
          ]}
        >
          <p className="xs faint mt-3">
            {t("Pending: {{amount}}.", { amount: formatMoney(pending) })}{" "}
            {BigInt(page.held_minor) > 0n &&
              t("On its way to you: {{amount}}", { amount: formatMoney(page.held_minor) })}
          </p>
        </Receipt>
      </aside>
    </div>
  );
}
