/** What a member can claim and what comes by itself: the figures, the limits, the claims. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { Balances } from "#ui/balances.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { useDateWords } from "#ui/date.tsx";
import { Empty } from "#ui/empty.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import type { BenefitsPage } from "../benefits.types.ts";
import { AddressForm, type Regions } from "./address-form.tsx";
import { benefitHref, ClaimBenefit, OwnBenefit } from "./benefit-row.tsx";
import { ClaimsTable } from "./claims-table.tsx";
import { dayAndMonth, monthName } from "./day-words.ts";
import { useSeenBenefits } from "./use-seen-benefits.ts";

/** Overview, as the account and the app show it. */
export function RebatesView({ page, regions }: { page: BenefitsPage; regions: Regions }) {
  const t = useText();
  const claimed = page.benefits.filter(({ kind }) => kind === "claim");
  useSeenBenefits(page);
  const own = page.benefits.filter(({ kind }) => kind !== "claim");
  const names = Object.fromEntries(page.benefits.map(({ type, name }) => [type, name]));
  return (
    <>
      <Head page={page} />
      <Standing page={page} />
      <Figures page={page} />
      <section aria-labelledby="claimed-head">
        <h2 id="claimed-head" className="sr">
          {t("Rebates with a receipt")}
        </h2>
        <div className="card">
          {claimed.map((benefit) => (
            <ClaimBenefit key={benefit.type} benefit={benefit} />
          ))}
        </div>
      </section>
      <section className="mt-12" aria-labelledby="own-head">
        <h2 id="own-head">{t("Automatic")}</h2>
        <p className="muted mt-2 mb-4">{t("Nothing to send in. Next to each one is what it has brought you.")}</p>
        <div className="card">
          {own.map((benefit) => (
            <OwnBenefit key={benefit.type} benefit={benefit} />
          ))}
        </div>
      </section>
      <section className="mt-12" aria-labelledby="claims-head">
        <div className="section-head mb-4">
          <h2 id="claims-head">{t("Your claims")}</h2>
          {page.claims.length > 0 && (
            <a className="link-arrow" href="/rebates/status">
              {t("All claims")}
              <Icon name="arrow-right" size="sm" />
            </a>
          )}
        </div>
        {page.claims.length > 0 ? (
          <ClaimsTable claims={page.claims} names={names} />
        ) : (
          <Empty icon="receipt-text" title={t("No claims yet")}>
            {t("Choose a benefit above and take a photo of the receipt. We read it for you.")}
          </Empty>
        )}
      </section>
      <section className="mt-12" aria-labelledby="address-head" id="address">
        <h2 id="address-head">{t("Where your packages go")}</h2>
        <p className="muted mt-2 mb-4">
          {t("Which benefits and partners you have depends on the country of this address.")}
        </p>
        <OwnAddress page={page} regions={regions} />
      </section>
      <p className="mt-12">
        <a className="link-arrow" href="/account/rxbenefits">
          <Icon name="pill" size="sm" />
          {t("Prescription savings card, free for everyone")}
          <Icon name="arrow-right" size="sm" />
        </a>
      </p>
    </>
  );
}

function Head({ page }: { page: BenefitsPage }) {
  const t = useText();
  const language = useLanguage();
  const first = page.benefits.find(({ kind, closed }) => kind === "claim" && closed === null);
  return (
    <div className="page-head">
      <div>
        <h1>{t("Rebates")}</h1>
        <p>
          {t(
            "What you can claim in {{month}}. Limits start again on {{day}}. Claims are answered within {{days}} working days.",
            {
              month: monthName(page.month.from, language),
              day: dayAndMonth(page.month.again, language),
              days: page.answer_days,
            },
          )}
        </p>
      </div>
      {first && (
        <ButtonLink look="primary" href={benefitHref(first.type)}>
          <Icon name="plus" size="sm" />
          {t("New claim")}
        </ButtonLink>
      )}
    </div>
  );
}

/** The address that is known, and the form behind it. */
function OwnAddress({ page, regions }: { page: BenefitsPage; regions: Regions }) {
  const t = useText();
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState(false);
  const { address } = page;
  return (
    <>
      {address && (
        <address className="mb-3 not-italic">
          {[
            address.line1,
            address.line2,
            address.city,
            `${address.region} ${address.postal_code}`.trim(),
            address.country,
          ]
            .filter(Boolean)
            .join(", ")}
        </address>
      )}
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="btn btn-secondary">{address ? t("Change the address") : t("Add your address")}</summary>
        <AddressForm
          address={address}
          country={page.country}
          regions={regions}
          onSaved={() => {
            setOpen(false);
            void revalidate();
          }}
        />
      </details>
    </>
  );
}

/** What keeps the limits closed, or what a trial means for them. */
function Standing({ page }: { page: BenefitsPage }) {
  const t = useText();
  const dateWords = useDateWords();
  const { membership } = page;
  if (!membership)
    return (
      <div className="mb-5">
        <Note kind="info">
          {t("Rebates are part of the membership, and you don't have one.")}{" "}
          <a href="/account/subscription">{t("See what it costs and what you get")}</a>
        </Note>
      </div>
    );
  if (membership.paused)
    return (
      <div className="mb-5">
        <Note kind="wait">
          {t("Rebates are paused until a card works. Claims you sent are still answered.")}{" "}
          <a href="/account/billing">{t("Change the card")}</a>
        </Note>
      </div>
    );
  if (membership.trial_until)
    return (
      <div className="mb-5">
        <Note kind="info">
          {t(
            "You can claim during the trial. What we agree to is paid once your first full month is, after {{date}}.",
            { date: dateWords(membership.trial_until) },
          )}
        </Note>
      </div>
    );
  return null;
}

function Figures({ page }: { page: BenefitsPage }) {
  const t = useText();
  const language = useLanguage();
  const { figures } = page;
  const paid = formatMoney(figures.membership_paid_minor);
  const hasPlusExtra = page.benefits.some(({ type, brought }) => type === "earnCashBack" && brought.amount !== "0");
  return (
    <div className="card mb-10">
      <Balances
        items={[
          {
            label: t("Claimed in {{month}}", { month: monthName(page.month.from, language) }),
            figure: formatMoney(figures.claimed_minor),
            note: t("{{paid}} paid, {{checking}} being checked", {
              paid: figures.paid_count,
              checking: figures.checking_count,
            }),
          },
          {
            label: t("Still available this month"),
            figure: formatMoney(figures.open_minor),
            note: t("across {{count}} benefits", { count: figures.open_count }),
          },
          {
            label: t("Back since you joined"),
            figure: formatMoney(figures.back_minor),
            // The benefits below count what Plus adds to cash back; this sum and the one of the membership are of rebates and bonuses.
            note: hasPlusExtra
              ? t("Without your extra cash back from Plus. Membership paid: {{amount}}", { amount: paid })
              : t("Membership paid: {{amount}}", { amount: paid }),
          },
        ]}
      />
    </div>
  );
}
