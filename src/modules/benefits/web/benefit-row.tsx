import { ButtonLink, DeadButton } from "#ui/button.tsx";
import { IconTile, MerchantTile } from "#ui/merchant-tile.tsx";
import { Meter } from "#ui/meter.tsx";
import { formatCount, formatMoney } from "#ui/money.tsx";
import { type Translate, useLanguage, useText } from "#ui/text.tsx";
import type { BenefitCard, BenefitPartner, ClosedReason } from "../benefits.types.ts";
import { BENEFIT_ICONS } from "./benefit-words.ts";

const CLOSED: Readonly<Record<ClosedReason, { text: string }>> = {
  no_membership: { text: "For members" },
  other_plan: { text: "On another plan" },
  paused: { text: "Paused" },
  country: { text: "Not in your country" },
  used_up: { text: "Used up" },
  not_open: { text: "Not open yet" },
};
export const closedText = (reason: ClosedReason, t: Translate): string => t(CLOSED[reason].text);

export const benefitHref = (type: BenefitCard["type"]): string => `/account/rebates/${type}`;

function Partners({ partners }: { partners: readonly BenefitPartner[] }) {
  const t = useText();
  if (partners.length === 0) return <div className="logos" />;
  return (
    <div className="logos">
      <span className="sr">{t("At {{names}}", { names: partners.map(({ name }) => name).join(", ") })}</span>
      {partners.map((partner) => (
        <MerchantTile key={partner.name} name={partner.name} logo={partner.logo_url} size={32} />
      ))}
    </div>
  );
}

/** What is claimed with a receipt: partners, how much of the limit is used, and the way to a claim or why there is none. */
export function ClaimBenefit({ benefit }: { benefit: BenefitCard }) {
  const t = useText();
  const language = useLanguage();
  const name = benefit.name[language];
  const { limit, closed } = benefit;
  return (
    <article className="benefit">
      <IconTile name={BENEFIT_ICONS[benefit.type]} size={40} />
      <div>
        <h3>
          <a className="text-(--tp-ink) no-underline hover:underline" href={benefitHref(benefit.type)}>
            {name}
          </a>
        </h3>
        <p className="small faint">{benefit.about[language]}</p>
      </div>
      <Partners partners={benefit.partners} />
      <div className="use">
        {limit && (
          <Meter
            label={t("{{name}} used, in dollars", { name })}
            value={Number(limit.used_minor) / 100}
            max={Number(limit.month_minor) / 100}
            left={
              <>
                {formatMoney(limit.used_minor)}{" "}
                <span className="faint font-normal">
                  {t("of {{limit}}", { limit: formatMoney(limit.month_minor) })}
                </span>
              </>
            }
          />
        )}
      </div>
      {closed ? (
        <DeadButton size="sm">{closedText(closed, t)}</DeadButton>
      ) : (
        <ButtonLink size="sm" href={benefitHref(benefit.type)} aria-label={t("Claim for {{name}}", { name })}>
          {t("Claim")}
        </ButtonLink>
      )}
    </article>
  );
}

/** What comes without a claim, and what it has brought. */
export function OwnBenefit({ benefit }: { benefit: BenefitCard }) {
  const t = useText();
  const language = useLanguage();
  const name = benefit.name[language];
  const { unit, amount } = benefit.brought;
  const brought = unit === "COIN" ? t("{{coins}} coins", { coins: formatCount(amount) }) : formatMoney(amount);
  return (
    <article className="benefit">
      <IconTile name={BENEFIT_ICONS[benefit.type]} size={40} />
      <div className="md:col-span-2">
        <h3>
          <a className="text-(--tp-ink) no-underline hover:underline" href={benefitHref(benefit.type)}>
            {name}
          </a>
        </h3>
        <p className="small faint">{benefit.about[language]}</p>
      </div>
      <p className="use small">
        {benefit.closed ? (
          <span className="faint">{closedText(benefit.closed, t)}</span>
        ) : (
          <>
            <b className="num">{brought}</b> <span className="faint">{t("so far")}</span>
          </>
        )}
      </p>
      <ButtonLink size="sm" href={benefitHref(benefit.type)} aria-label={t("See {{name}}", { name })}>
        {t("See")}
      </ButtonLink>
    </article>
  );
}
