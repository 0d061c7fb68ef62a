import { CentTrail } from "#ui/cent-trail.tsx";
import { formatDate } from "#ui/date.tsx";
import { useLanguage, useText } from "#ui/text.tsx";

export function CentBand() {
  const t = useText();
  const language = useLanguage();
  const day = (value: string) => formatDate(value, language, "short");
  const at = (value: string) => `${day(value.slice(0, 10))}, ${formatDate(value, language, "time")}`;
  return (
    <section className="trail-band section-tight" id="how" aria-labelledby="cent">
      <div className="wrap">
        <div className="section-head mb-10">
          <div>
            <h2 id="cent">{t("Follow a cent from click to payout")}</h2>
            <p className="muted">
              {t("An example: $128.00 at 6%. Every purchase in your passbook shows its own trail.")}
            </p>
          </div>
        </div>
        <CentTrail
          stops={[
            {
              state: "done",
              icon: "mouse-pointer-click",
              step: t("You click"),
              when: at("2026-03-10T19:42:00Z"),
              note: t("We note the time, the store and the rate you saw."),
            },
            {
              state: "done",
              icon: "shopping-bag",
              step: t("You buy"),
              when: at("2026-03-10T19:58:00Z"),
              amount: "$128.00",
              note: t("You pay the store the way you always do."),
            },
            {
              state: "done",
              icon: "eye",
              step: t("We see it"),
              when: at("2026-03-11T09:15:00Z"),
              amount: t("{{amount}} pending", { amount: "$7.68" }),
              note: t("The store reports the order. We email you the same day."),
            },
            {
              state: "now",
              step: t("It is confirmed"),
              when: t("Expected {{date}}", { date: day("2026-04-09") }),
              note: t("Once the return window closes, it's yours to keep."),
            },
            {
              state: "todo",
              icon: "wallet",
              step: t("You are paid"),
              when: t("The day you ask"),
              note: t("PayPal, Venmo or a gift card."),
            },
          ]}
        />
      </div>
    </section>
  );
}
