import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { MembershipView, PlanQuote } from "#membership";
import { Button, ButtonLink } from "#ui/button.tsx";
import { useDateWords } from "#ui/date.tsx";
import { formatMoney, formatPercent } from "#ui/money.tsx";
import { Receipt } from "#ui/receipt.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { TIER_NAMES } from "../messages.ts";

export type PlanTier = "standard" | "plus";
export const otherTier = (tier: string): PlanTier => (tier === "plus" ? "standard" : "plus");

/** What each plan pays: the part of a store's commission that goes to the member. */
export type Shares = { standard_bps: number; plus_bps: number };

/** The plan that runs, the other one beside it, and a change that waits. */
export function PlanCard({
  membership,
  quote,
  shares,
  path,
  children,
}: {
  membership: MembershipView;
  quote: PlanQuote | null;
  shares: Shares;
  path: string;
  children?: ReactNode;
}) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const busy = useNavigation().state === "submitting";
  const other = otherTier(membership.tier);
  const price = (minor: string) => t("{{amount}} a month", { amount: formatMoney(minor) });
  const waits = membership.next_tier !== null && membership.next_charge;
  return (
    <section className="card card-pad" id="plan">
      <h3>{t("Your plan")}</h3>
      <p className="mt-2">
        <b>{membership.plan[language]}</b>, {price(membership.monthly_minor)}
      </p>
      {membership.price_change && (
        <p className="small mt-2">
          {t("From {{date}}: {{amount}} a month. Cancel before then and it is never charged.", {
            date: dateWords(membership.price_change.on),
            amount: formatMoney(membership.price_change.monthly_minor),
          })}
        </p>
      )}
      {waits && membership.next_charge ? (
        <>
          <p className="small mt-3">
            {t("From {{date}}: {{plan}}, {{amount}} a month.", {
              date: dateWords(membership.next_charge.on),
              plan: TIER_NAMES[membership.next_tier ?? other][language],
              amount: formatMoney(membership.next_charge.amount_minor),
            })}
          </p>
          <Form method="post" action={path} className="mt-3">
            <input type="hidden" name="membership_id" value={membership.membership_id} />
            <Button type="submit" name="intent" value="keep" block busy={busy} busyText={t("One moment")}>
              {t("Undo the change")}
            </Button>
          </Form>
        </>
      ) : (
        quote && (
          <div className="mt-4 border-t border-(--tp-rule) pt-4">
            <p>
              <b>{TIER_NAMES[other][language]}</b>, {price(quote.monthly_minor)}
            </p>
            <p className="small muted my-2">
              {other === "plus"
                ? t(
                    "Plus pays you {{plus}} of what stores pay us, instead of {{standard}}, at the stores marked Plus.",
                    {
                      plus: formatPercent(shares.plus_bps, t),
                      standard: formatPercent(shares.standard_bps, t),
                    },
                  )
                : t("Without Plus you get {{standard}} of what stores pay us, instead of {{plus}}.", {
                    plus: formatPercent(shares.plus_bps, t),
                    standard: formatPercent(shares.standard_bps, t),
                  })}
            </p>
            {/* A document of its own: the bank may have to ask, and only this page may load the processor's script. */}
            <ButtonLink block href={`${path}?plan=${other}#change`} data-document="">
              {t("See what switching costs")}
            </ButtonLink>
          </div>
        )
      )}
      {children}
    </section>
  );
}

/** The change with its sums and days, the words that are agreed to, and one press. */
export function PlanChange({ quote, keep }: { quote: PlanQuote; keep: string }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const busy = useNavigation().state === "submitting";
  const now = BigInt(quote.now_minor);
  return (
    <section id="change" aria-label={t("Change of plan")}>
      <Receipt
        title={t("Change to {{plan}}", { plan: TIER_NAMES[quote.tier][language] })}
        lines={[
          { term: t("Begins"), value: dateWords(quote.begins_on) },
          {
            term: t("On {{date}}", { date: dateWords(quote.next_charge_on) }),
            value: formatMoney(quote.monthly_minor),
          },
          { term: t("Then each month"), value: formatMoney(quote.monthly_minor) },
          { term: t("Due today"), value: formatMoney(quote.now_minor), total: true },
        ]}
      >
        <p className="small muted mt-3">
          {now > 0n
            ? t("Today you pay the difference for the days left in this month, rounded down.")
            : t("Nothing is charged today.")}
        </p>
        <Form method="post" className="mt-4 grid border-t border-dashed border-(--tp-rule-strong) pt-4 [--gap:.75rem]">
          <input type="hidden" name="tier" value={quote.tier} />
          <input type="hidden" name="words" value={quote.consent[language]} />
          <p className="small" data-consent="">
            {quote.consent[language]}
          </p>
          <Button
            type="submit"
            name="intent"
            value="change_plan"
            look="primary"
            size="lg"
            block
            busy={busy}
            busyText={t("Changing the plan")}
          >
            {now > 0n
              ? t("I agree: pay {{amount}} and change", { amount: formatMoney(quote.now_minor) })
              : t("I agree: change my plan")}
          </Button>
          <ButtonLink block href={keep}>
            {t("Keep my plan")}
          </ButtonLink>
        </Form>
      </Receipt>
    </section>
  );
}
