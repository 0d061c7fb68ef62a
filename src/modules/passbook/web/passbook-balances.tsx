/** The first page of the passbook: available, pending, coins, each with what comes next. */
import type { PassbookPage } from "#passbook";
import { Balances } from "#ui/balances.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { DateStyle } from "#ui/date.tsx";
import { formatCount, formatMoney } from "#ui/money.tsx";
import { useBrand } from "#ui/shell/brand.tsx";
import { type Translate, useText } from "#ui/text.tsx";
import { useDateWords } from "./passbook-words.ts";

/** An order has its day; a bonus waits for what its entry says. */
export function pendingNote(
  { next, balances }: Pick<PassbookPage, "next" | "balances">,
  t: Translate,
  dateWords: (value: string, style?: DateStyle) => string,
): string {
  if (next)
    return t("Next: {{amount}} from {{store}} on {{date}}", {
      amount: formatMoney(next.amount_minor),
      store: next.merchant_name,
      date: dateWords(next.at, "short"),
    });
  return BigInt(balances.pending_minor) > 0n
    ? t("Each entry shows what it's waiting for")
    : t("Nothing pending right now");
}

export function PassbookBalances({ passbook }: { passbook: PassbookPage }) {
  const t = useText();
  const dateWords = useDateWords();
  const { coins_per_dollar } = useBrand();
  const { balances } = passbook;
  const coins = BigInt(balances.coins);
  const worth = (coins * 100n) / BigInt(coins_per_dollar);
  const held = BigInt(balances.held_minor);
  const paid = t("Paid out so far: {{amount}}", { amount: formatMoney(balances.paid_minor) });
  return (
    <Balances
      items={[
        {
          label: t("Available"),
          figure: formatMoney(balances.available_minor),
          note: held > 0n ? t("On its way to you: {{amount}}", { amount: formatMoney(held) }) : paid,
          ...(BigInt(balances.available_minor) > 0n && {
            action: (
              <ButtonLink look="primary" href="/account/withdrawal">
                {t("Withdraw")}
              </ButtonLink>
            ),
          }),
        },
        {
          label: t("Pending"),
          figure: formatMoney(balances.pending_minor),
          note: pendingNote(passbook, t, dateWords),
        },
        {
          label: t("Coins"),
          coin: true,
          figure: formatCount(coins),
          note: (
            <>
              {t("Worth {{amount}}.", { amount: formatMoney(worth) })}{" "}
              <a href="/account/coin/history">{t("Coin history")}</a>
            </>
          ),
          ...(coins > 0n && {
            action: <ButtonLink href="/account/withdrawal-coin">{t("Swap coins")}</ButtonLink>,
          }),
        },
      ]}
    />
  );
}
