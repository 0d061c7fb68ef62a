import { Form, useNavigation } from "react-router";
import type { MembershipPage, Quote } from "#membership";
import { Button } from "#ui/button.tsx";
import { Check } from "#ui/check.tsx";
import { useDateWords } from "#ui/date.tsx";
import { Icon } from "#ui/icon.tsx";
import { LinkedText } from "#ui/linked-text.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { Receipt } from "#ui/receipt.tsx";
import { useLanguage, useText } from "#ui/text.tsx";

/** The other line beside this page, for who has it. */
export function ShipLink({ page }: { page: MembershipPage }) {
  const t = useText();
  const known = [...page.running, ...page.former].some((one) => one.line === "shipping");
  if (!known) return null;
  return (
    <a className="link-arrow" href="/account/shipsubscription">
      {t("Your shipping membership")}
      <Icon name="arrow-right" size="sm" />
    </a>
  );
}

/** What is not there is said before anybody pays for it. */
export function NotYet() {
  const t = useText();
  return (
    <Note kind="info">{t("This membership isn't open yet. We won't sell it until its rebates can be claimed.")}</Note>
  );
}

/** Price and days, the words that are agreed to, a tick of its own, and one press. The card is the one on file. */
export function ShipJoin({ quote, card }: { quote: Quote; card: { brand: string; last4: string } }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const busy = useNavigation().state === "submitting";
  const monthly = formatMoney(quote.monthly_minor);
  return (
    <Receipt
      title={t("What you agree to")}
      meta={[t("Order terms"), dateWords(quote.today)]}
      lines={[
        {
          term: quote.with_trial
            ? t("{{trialDays}}-day trial, today", { trialDays: quote.trial_days })
            : t("First month, today"),
          value: formatMoney(quote.first_minor),
        },
        {
          term: quote.with_trial
            ? t("First month, on {{date}}", { date: dateWords(quote.first_charge_on) })
            : t("Second month, on {{date}}", { date: dateWords(quote.first_charge_on) }),
          value: monthly,
        },
        { term: t("Then each month"), value: monthly },
        {
          term: t("Card"),
          value: t("{{brand}} ending in {{last4}}", {
            brand: card.brand.charAt(0).toUpperCase() + card.brand.slice(1),
            last4: card.last4,
          }),
        },
        { term: t("Due today"), value: formatMoney(quote.first_minor), total: true },
      ]}
    >
      <Form method="post" className="mt-4 grid [--gap:.75rem]">
        <input type="hidden" name="words" value={quote.consent[language]} />
        <p className="small" data-consent="">
          {quote.consent[language]}
        </p>
        <Check name="agreed" value="on" required>
          <LinkedText text={t("I accept the [Terms & Conditions](/terms), including the charges above.")} />
        </Check>
        <Button
          type="submit"
          name="intent"
          value="join"
          look="primary"
          size="lg"
          block
          busy={busy}
          busyText={t("Paying")}
        >
          {t("Pay {{price}} and start", { price: formatMoney(quote.first_minor) })}
        </Button>
      </Form>
    </Receipt>
  );
}
