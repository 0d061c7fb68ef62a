import { Form, useNavigation } from "react-router";
import type { MembershipView } from "#membership";
import { Button } from "#ui/button.tsx";
import { useDateWords } from "#ui/date.tsx";
import { LinkedText } from "#ui/linked-text.tsx";
import { formatMoney } from "#ui/money.tsx";
import { useText } from "#ui/text.tsx";

/** The way out: one press, no question before it; or the way back while the paid time still runs. */
export function CancelCard({
  membership,
  email,
  bonusMinor = null,
}: {
  membership: MembershipView;
  email: string;
  /** Cents of a bonus that hangs on a paid month, which this would end. */
  bonusMinor?: string | null;
}) {
  const t = useText();
  const dateWords = useDateWords();
  const busy = useNavigation().state === "submitting";
  const date = dateWords(membership.ends_on ?? membership.period.end);
  const id = <input type="hidden" name="membership_id" value={membership.membership_id} />;
  if (membership.cancel_at_period_end) {
    return (
      <section className="card card-pad" id="cancel">
        <h3>{t("Your membership is canceled")}</h3>
        {membership.state === "past_due" ? (
          // Its last payment is still being decided: there is nothing to go back to.
          <p className="small muted my-3">{t("Nothing more is charged.")}</p>
        ) : (
          <>
            <p className="small muted my-3">{t("Benefits run until {{date}}. Nothing more is charged.", { date })}</p>
            <Form method="post">
              {id}
              <Button type="submit" name="intent" value="resume" block busy={busy} busyText={t("One moment")}>
                {t("Undo, keep my membership")}
              </Button>
            </Form>
          </>
        )}
      </section>
    );
  }
  return (
    <section className="card card-pad" id="cancel">
      <h3>{t("Cancel membership")}</h3>
      <p className="small muted my-3">
        {membership.state === "past_due"
          ? t("No questions asked. It ends today, we won't try your card again, and your money and coins stay yours.")
          : t(
              "No questions asked. Benefits run until {{date}}, you are not charged again, and your money and coins stay yours.",
              { date },
            )}
      </p>
      {bonusMinor && (
        <p className="small muted my-3">
          {t("The {{amount}} bonus needs one paid month. Without it, the bonus expires.", {
            amount: formatMoney(bonusMinor),
          })}
        </p>
      )}
      <Form method="post" className="grid [--gap:0.75rem]">
        {id}
        <Button type="submit" name="intent" value="cancel" look="brick" block busy={busy} busyText={t("Canceling")}>
          {t("Cancel membership")}
        </Button>
        {membership.refund_on_cancel_minor && BigInt(membership.refund_on_cancel_minor) > 0n && (
          <Button type="submit" name="intent" value="refund" look="quiet" block>
            {t("End it today and refund {{amount}}", { amount: formatMoney(membership.refund_on_cancel_minor) })}
          </Button>
        )}
      </Form>
      <p className="faint mt-3 text-xs">
        <LinkedText text={t("Or email [{{email}}](mailto:{{email}})", { email })} />
      </p>
    </section>
  );
}
