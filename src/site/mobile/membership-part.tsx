import type { MembershipPage } from "#membership";
import { ButtonLink } from "#ui/button.tsx";
import { useDateWords } from "#ui/date.tsx";
import { formatMoney } from "#ui/money.tsx";
import { type LeaderLine, LeaderList } from "#ui/receipt.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { type Translate, useText } from "#ui/text.tsx";

type Running = MembershipPage["running"][number];

function StateStamp({ own }: { own: Running }) {
  const t = useText();
  if (own.cancel_at_period_end) return <WordStamp tone="info">{t("Canceled")}</WordStamp>;
  if (own.state === "past_due") return <WordStamp tone="bad">{t("Payment due")}</WordStamp>;
  if (own.state === "trial")
    return (
      <WordStamp tone="wait" icon="hourglass">
        {t("Trial")}
      </WordStamp>
    );
  return (
    <WordStamp tone="good" icon="check">
      {t("Active")}
    </WordStamp>
  );
}

/** The membership in two lines: what is charged next, and whether it has paid for itself. Cancelling is one press away. */
export function MembershipPart({ running, worth }: { running: readonly Running[]; worth: MembershipPage["worth"] }) {
  const t = useText();
  const dateWords = useDateWords();
  const own = running.find(({ line }) => line === "main");
  return (
    <section className="app-sec" aria-labelledby="membership">
      <div className="row between mb-3">
        <h2 id="membership">{t("Membership")}</h2>
        {own && <StateStamp own={own} />}
      </div>
      {own ? (
        <>
          <LeaderList lines={linesOf(own, worth, t, dateWords)} />
          <div className="two mt-4">
            <ButtonLink block href="/mobile/subscriptions">
              {t("Subscriptions")}
            </ButtonLink>
            <ButtonLink block href="/mobile/subscriptions#cancel">
              {t("Cancel membership")}
            </ButtonLink>
          </div>
        </>
      ) : (
        <>
          <p className="muted">{t("Cash back, coupons and coins are yours without one.")}</p>
          <ButtonLink className="mt-4" block href="/how-it-works">
            {t("See what it brings")}
          </ButtonLink>
        </>
      )}
    </section>
  );
}

function linesOf(
  own: Running,
  worth: MembershipPage["worth"],
  t: Translate,
  dateWords: ReturnType<typeof useDateWords>,
): LeaderLine[] {
  const ahead = BigInt(worth.benefits_minor) - BigInt(worth.cost_minor);
  const next: LeaderLine[] = own.next_charge
    ? [
        {
          term: t("Next charge, {{date}}", { date: dateWords(own.next_charge.on) }),
          value: formatMoney(own.next_charge.amount_minor),
        },
      ]
    : own.ends_on
      ? [{ term: t("Benefits run until"), value: dateWords(own.ends_on) }]
      : [];
  return [
    ...next,
    {
      term: ahead < 0n ? t("Still to earn back") : t("You are ahead by"),
      value: formatMoney((ahead < 0n ? -ahead : ahead).toString()),
      ...(ahead > 0n && { tone: "back" as const }),
    },
  ];
}
