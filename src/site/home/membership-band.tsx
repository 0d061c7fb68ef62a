import { Icon, type IconName } from "#ui/icon.tsx";
import { formatMoney } from "#ui/money.tsx";
import type { ShellBrand } from "#ui/shell/brand.tsx";
import { useText } from "#ui/text.tsx";

/** Monthly limits in cents (SPEC §9 for shipping and rideshare). */
const BENEFITS: readonly { icon: IconName; text: string; limit: number; each?: boolean }[] = [
  { icon: "package", text: "Shipping and returns", limit: 10000 },
  { icon: "shopping-basket", text: "Groceries", limit: 1000 },
  { icon: "car", text: "Rideshare and scooters", limit: 1000 },
  { icon: "utensils", text: "Food delivery", limit: 1000 },
  { icon: "fuel", text: "Fuel", limit: 1000 },
  { icon: "tv", text: "Streaming and mobile phone", limit: 500, each: true },
  { icon: "truck", text: "Moving-truck rental", limit: 1500 },
];

export function MembershipBand({ brand }: { brand: ShellBrand }) {
  const t = useText();
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
              "A first-order reward and, with Plus, higher cash back today. Rebates on what you already pay for, up to the limits shown, and protection open later.",
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
              "We email you 7 days and 3 days before the first {{monthly}} charge. Cancel in one click under Membership; you keep your cash back either way.",
              { monthly },
            )}
          </p>
        </div>
        <ul className="sheet">
          {BENEFITS.map((benefit) => (
            <li className="leader" key={benefit.text}>
              <Icon name={benefit.icon} />
              <span>{t(benefit.text)}</span>
              <span className="leader-dots" />
              <span className="lim">
                {t(benefit.each ? "up to {{amount}} a month each" : "up to {{amount}} a month", {
                  amount: formatMoney(benefit.limit),
                })}
              </span>
            </li>
          ))}
          <li className="leader">
            <Icon name="shield-check" />
            <span>{t("Order, price, shipping, hotel and car protection")}</span>
            <span className="leader-dots" />
            <span className="lim">{t("included")}</span>
          </li>
        </ul>
      </div>
    </section>
  );
}
