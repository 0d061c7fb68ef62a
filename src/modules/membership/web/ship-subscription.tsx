/** `/account/shipsubscription`: the shipping membership, a line of its own: join with the card on file, pay, leave. */
import { data } from "react-router";
import { pageContext, servicesContext } from "#services";
import { ButtonLink } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/ship-subscription";
import { type Acted, actOnMembership, afterPayment, consentOf } from "./act.ts";
import { CancelCard } from "./cancel-card.tsx";
import { CancelSlip } from "./cancel-slip.tsx";
import { CardFaceCard } from "./card-face-card.tsx";
import { Charges } from "./charges.tsx";
import { ConfirmPayment } from "./confirm-payment.tsx";
import { MemberCard } from "./member-card.tsx";
import { MembershipKept, newsOf } from "./membership-kept.tsx";
import { OpenPaymentNote } from "./open-payment-note.tsx";
import { NotYet, ShipJoin } from "./ship-parts.tsx";
import { slipFacts } from "./slip-facts.ts";

const PATH = "/account/shipsubscription";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({
  payment: true,
  spanish: () => [import("./es.json"), import("#ui/payment/es.json")],
});

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Shipping membership"),
    description: t("A separate membership for shipping and returns."),
    path: PATH,
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const { brand, payment } = context.get(pageContext);
  const { membership } = context.get(servicesContext);
  const page = await membership.membershipPage(member.user_id);
  const all = [...page.running, ...page.former].filter((one) => one.line === "shipping");
  const own = all.find((one) => one.state !== "ended") ?? null;
  const offer = own ? null : await membership.quoteSavedCard({ user_id: member.user_id, tier: "shipright" });
  return {
    own,
    canceled: await slipFacts(context, url, member.user_id, page),
    offer: offer?.ok ? offer.value : null,
    invoices: page.invoices.filter((one) => all.some((each) => each.membership_id === one.membership_id)),
    opted_out: page.opted_out_of_retries,
    plan: brand.plan.tiers.shipright,
    limit_minor: brand.benefits.claims.shipping?.month_minor ?? 0,
    sold: !offer || offer.ok || offer.code !== "not_sold_yet",
    news: newsOf(url),
    name: member.name,
    email: brand.support_email,
    settings: payment,
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const member = await requireMember(context, url);
  const form = await request.formData();
  const acted = await actOnMembership(context, member.user_id, form, PATH);
  if (acted) return acted;
  const { language, visit } = context.get(pageContext);
  if (form.get("intent") !== "join") return data<Acted>({ text: null, pay: null }, 422);
  if (form.get("agreed") !== "on") return data<Acted>({ text: TERMS_MISSING[language], pay: null }, 422);
  const outcome = await context.get(servicesContext).membership.joinWithSavedCard({
    user_id: member.user_id,
    tier: "shipright",
    consent: consentOf(context, form),
    ...visit,
  });
  return afterPayment(context, outcome, PATH);
}

/** SPEC §5, for a form that was sent without script. */
const TERMS_MISSING = {
  en: "Please accept the Terms & Conditions",
  es: "Acepta los términos y condiciones",
} as const;

export default function ShipSubscription({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const { own, canceled, offer, invoices, opted_out, plan, limit_minor, sold, news, name, email, settings } =
    loaderData;
  const acted = actionData as Acted | undefined;
  if (canceled) return <CancelSlip membership={canceled.membership} facts={canceled} path={PATH} />;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t("Shipping membership")}</h1>
          <p>{t("A separate membership for shipping and returns.")}</p>
        </div>
      </div>
      {(acted?.text || acted?.pay || news) && (
        <div className="mb-5">
          {acted?.pay ? (
            <ConfirmPayment pay={acted.pay} settings={settings} />
          ) : acted?.text ? (
            <Note kind="bad" live>
              {acted.text}
            </Note>
          ) : news === "paying" && !own ? (
            <Note kind="wait">
              {t(
                "Your payment is on its way, and you'll be charged once. Your membership starts when it goes through.",
              )}
            </Note>
          ) : news === "kept" ? (
            <MembershipKept next={own?.next_charge ?? null} />
          ) : (
            <Note kind="good">{t("Done. Your current plan is below, and we've emailed it to you.")}</Note>
          )}
        </div>
      )}
      {own ? (
        <div className="layout-2">
          <div className="grid [--gap:2rem]">
            <MemberCard membership={own} name={name} />
            {own.open_payment && <OpenPaymentNote membership={own} optedOut={opted_out} />}
            <Charges invoices={invoices} />
          </div>
          <aside className="grid content-start [--gap:1.25rem]">
            <CardFaceCard card={own.card} changeable />
            <CancelCard membership={own} email={email} />
            <WhatItPays />
          </aside>
        </div>
      ) : (
        <div className="layout-2">
          <div className="grid [--gap:1.5rem]">
            <p className="lead">
              {t("Shipping and return costs paid back, up to {{amount}} a month. With your membership or on its own.", {
                amount: formatMoney(limit_minor),
              })}
            </p>
            {sold && (
              <p>
                {t("{{trial}} for {{days}} days, then {{monthly}} a month until you cancel. One trial per person.", {
                  trial: formatMoney(plan.trial_minor),
                  days: plan.trial_days,
                  monthly: formatMoney(plan.monthly_minor),
                })}
              </p>
            )}
            {!sold && <NotYet />}
            {invoices.length > 0 && <Charges invoices={invoices} />}
            <WhatItPays />
          </div>
          <aside>
            {!sold ? null : offer ? (
              <ShipJoin quote={offer.quote} card={offer.card} />
            ) : (
              <section className="card card-pad">
                <h2 className="text-xl">{t("Put a card on file first")}</h2>
                <p className="small muted my-3">
                  {t("Nothing is charged for that. Price and dates are shown before you agree to anything.")}
                </p>
                <ButtonLink look="primary" block href="/account/billing?change=1" data-document="">
                  {t("Put a card on file")}
                </ButtonLink>
              </section>
            )}
          </aside>
        </div>
      )}
    </>
  );
}

function WhatItPays() {
  const t = useText();
  return (
    <a className="link-arrow" href="/account/sfbenefits">
      {t("What it covers")}
      <Icon name="arrow-right" size="sm" />
    </a>
  );
}
