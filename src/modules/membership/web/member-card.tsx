import type { MembershipView } from "#membership";
import { DateText, useDateWords } from "#ui/date.tsx";
import { Icon, type IconName } from "#ui/icon.tsx";
import { formatMoney } from "#ui/money.tsx";
import { BrandLink } from "#ui/shell/brand.tsx";
import { useLanguage, useText } from "#ui/text.tsx";

const STATES: Readonly<Record<MembershipView["state"] | "canceled", { text: string; icon: IconName }>> = {
  trial: { text: "Trial", icon: "hourglass" },
  active: { text: "Active", icon: "check" },
  past_due: { text: "Payment due", icon: "circle-alert" },
  ended: { text: "Ended", icon: "x" },
  canceled: { text: "Canceled", icon: "x" },
};

/** The membership as a card: since when, until when or what comes next. */
export function MemberCard({ membership, name }: { membership: MembershipView; name: string }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const state = STATES[membership.cancel_at_period_end ? "canceled" : membership.state];
  const { next_charge: next } = membership;
  return (
    <section
      className="passbook as-card on-cover p-7 text-[var(--tp-on-cover)] [&_.brand]:text-inherit"
      aria-label={membership.plan[language]}
    >
      <div className="row between">
        <BrandLink />
        <span className="stamp text-[var(--tp-on-cover)]">
          <Icon name={state.icon} />
          {t(state.text)}
        </span>
      </div>
      <div className="row between member-card mt-12 items-end [--gap:1.5rem]">
        <div>
          <p className="small text-[var(--tp-on-cover-2)]">
            {t("Member since {{date}}", { date: dateWords(membership.joined_on) })}
          </p>
          <p className="font-display text-xl">{name}</p>
        </div>
        <div className="next">
          <p className="small text-[var(--tp-on-cover-2)]">{next ? t("Next charge") : t("Benefits run until")}</p>
          <p className="font-display text-xl">
            {next
              ? t("{{amount}} on {{date}}", { amount: formatMoney(next.amount_minor), date: dateWords(next.on) })
              : membership.ends_on && <DateText value={membership.ends_on} />}
          </p>
        </div>
      </div>
    </section>
  );
}
