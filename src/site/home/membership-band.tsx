import { Icon, type IconName } from "#ui/icon.tsx";
import { formatMoney, formatShortMoney } from "#ui/money.tsx";
import type { ShellBrand } from "#ui/shell/brand.tsx";
import { useText } from "#ui/text.tsx";

/** What it brings today, each with its measure; what is still being built is not among them. */
const BRINGS: readonly { icon: IconName; text: string; measure: string }[] = [
  { icon: "gift", text: "Reward for your first order", measure: "once" },
  { icon: "hand-coins", text: "With Plus, a larger share of each commission", measure: "every order" },
  { icon: "bell", text: "A reminder before the first full charge", measure: "7 and 3 days" },
  { icon: "undo-2", text: "An unused trial is refunded", measure: "by itself" },
  { icon: "receipt-text", text: "A receipt for every charge", measure: "always" },
];

/** Cents in a month; 0 for none. */
type Rebates = { shipping: number; rideshare: number };

export function MembershipBand({ brand, rebates }: { brand: ShellBrand; rebates: Rebates }) {
  const t = useText();
  const limit = (minor: number) => t("up to {{amount}} a month", { amount: formatShortMoney(minor) });
  const claimed = [
    { icon: "package", text: t("Shipping and returns, paid back"), minor: rebates.shipping },
    { icon: "car", text: t("Rideshare, a share paid back"), minor: rebates.rideshare },
  ] as const;
  const { plan } = brand;
  const trial = formatMoney(plan.trial_minor);
  const monthly = formatMoney(plan.monthly_minor);
  return (
    <section className="cover-band section" aria-labelledby="memb">
      <div className="wrap member">
        <div className="on-cover">
          <h2 id="memb">{t("Membership, with the price up front")}</h2>
          <p className="mt-4">
            {t(
              "Cash back and coupons are free. The membership adds rebates, a reward for your first order and, with Plus, a larger share of what stores pay us.",
            )}
          </p>
          <dl className="price">
            <div>
              <dt>{t("First {{days}} days", { days: plan.trial_days })}</dt>
              <dd>{trial}</dd>
            </div>
            <div>
              <dt>{t("Then, each month")}</dt>
              <dd>{monthly}</dd>
            </div>
          </dl>
          <p className="mt-6">
            <a className="btn btn-on-cover btn-lg" href="/spl/spt/1">
              {t("Start the {{days}}-day trial", { days: plan.trial_days })}
            </a>
          </p>
          <p className="small mt-4">
            {t(
              "We email you 7 days and 3 days before the first {{monthly}} charge. Cancel in two clicks under Membership; you keep your cash back either way.",
              { monthly },
            )}
          </p>
        </div>
        <ul className="sheet">
          {claimed.map(
            (one) =>
              one.minor > 0 && (
                <li className="leader" key={one.icon}>
                  <Icon name={one.icon} />
                  <span>{one.text}</span>
                  <span className="leader-dots" />
                  <span className="lim">{limit(one.minor)}</span>
                </li>
              ),
          )}
          {BRINGS.map((one) => (
            <li className="leader" key={one.text}>
              <Icon name={one.icon} />
              <span>{t(one.text)}</span>
              <span className="leader-dots" />
              <span className="lim">{t(one.measure)}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
