import type { BenefitType } from "#benefits";
import { Icon } from "#ui/icon.tsx";
import { Meter } from "#ui/meter.tsx";
import { formatMoney } from "#ui/money.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { BENEFIT_ICONS } from "../../modules/benefits/web/benefit-words.ts";
import { monthName } from "../../modules/benefits/web/day-words.ts";

type Left = { type: BenefitType; name: { en: string; es: string }; used_minor: string; month_minor: string };

const MAX_SHOWN = 3;

/** What can still be claimed in the limits' month: what is begun first, since its rest is what runs out. */
export function RebatesLeft({ month, left }: { month: string; left: readonly Left[] }) {
  const t = useText();
  const language = useLanguage();
  if (left.length === 0) return null;
  const shown = left
    .toSorted((one, other) => Number(BigInt(other.used_minor) > 0n) - Number(BigInt(one.used_minor) > 0n))
    .slice(0, MAX_SHOWN);
  return (
    <section className="app-sec" aria-labelledby="rebates-left">
      <div className="row between">
        <h2 id="rebates-left">{t("Rebates left in {{month}}", { month: monthName(month, language) })}</h2>
        <a className="small font-semibold" href="/mobile/rebates" aria-label={t("All rebates")}>
          {t("All")}
        </a>
      </div>
      {shown.map(({ type, name, used_minor, month_minor }) => {
        const rest = BigInt(month_minor) - BigInt(used_minor);
        return (
          <div className="app-meter" key={type}>
            <Icon name={BENEFIT_ICONS[type]} />
            <div>
              <p className="row between small mb-1.5">
                <b>{name[language]}</b>
                <span className="num">
                  <b>{formatMoney(rest.toString())}</b>{" "}
                  <span className="faint">{t("of {{limit}}", { limit: formatMoney(month_minor) })}</span>
                </span>
              </p>
              <Meter
                label={t("{{name}} left, in dollars", { name: name[language] })}
                value={Number(rest) / 100}
                max={Number(month_minor) / 100}
              />
            </div>
          </div>
        );
      })}
    </section>
  );
}
