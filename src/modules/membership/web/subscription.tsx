/** `/account/subscription` and `/mobile/subscriptions`: what the membership costs, what it has brought, its plans, and the way out, on one page. */
import { useEffect } from "react";
import { data, redirect } from "react-router";
import { refreshSummary } from "#client/summary.ts";
import { pageContext, servicesContext } from "#services";
import { ButtonLink } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { Note } from "#ui/note.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/subscription";
import { type Acted, actOnMembership, afterPayment, consentOf, refuse } from "./act.ts";
import { CancelCard } from "./cancel-card.tsx";
import { CancelSlip } from "./cancel-slip.tsx";
import { CardFaceCard } from "./card-face-card.tsx";
import { Charges } from "./charges.tsx";
import { ConfirmPayment } from "./confirm-payment.tsx";
import { MemberCard } from "./member-card.tsx";
import { MembershipKept, newsOf } from "./membership-kept.tsx";
import { OpenPaymentNote } from "./open-payment-note.tsx";
import { placeOf, usePlace } from "./place.ts";
import { otherTier, PlanCard, PlanChange } from "./plan-card.tsx";
import { ShipLink } from "./ship-parts.tsx";
import { slipFacts } from "./slip-facts.ts";
import { Worth } from "./worth.tsx";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({
  payment: true,
  spanish: () => [import("./es.json"), import("#ui/payment/es.json")],
});

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Membership"),
    description: t("What it costs, what it's given you and how to cancel, all on one page."),
    path: location.pathname,
    noindex: true,
  }));

/** `?canceled=` shows the slip of a membership that was just cancelled, `?plan=` what a change of plan costs. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const { brand, payment } = context.get(pageContext);
  const { membership } = context.get(servicesContext);
  const page = await membership.membershipPage(member.user_id);
  const own = page.running.find((one) => one.line === "main") ?? null;
  const changeable = own && own.state !== "past_due" && !own.cancel_at_period_end && !own.next_tier;
  const quote = changeable ? await membership.quotePlan({ user_id: member.user_id, tier: otherTier(own.tier) }) : null;
  return {
    page,
    own,
    quote: quote?.ok ? quote.value : null,
    open: url.searchParams.get("plan") === (own ? otherTier(own.tier) : null),
    news: newsOf(url),
    bonus_minor: own ? await context.get(servicesContext).landing.waitingBonus(member.user_id) : null,
    canceled: await slipFacts(context, url, member.user_id, page),
    shares: { standard_bps: brand.member_share_bps, plus_bps: brand.plus_share_bps },
    name: member.name,
    email: brand.support_email,
    settings: payment,
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const member = await requireMember(context, url);
  const form = await request.formData();
  const path = placeOf(url.pathname).membership;
  const acted = await actOnMembership(context, member.user_id, form, path);
  if (acted) return acted;
  if (form.get("intent") !== "change_plan") return data<Acted>({ text: null, pay: null }, 422);
  const tier = form.get("tier");
  if (tier !== "plus" && tier !== "standard") return refuse(context, { code: "same_plan" });
  const { visit } = context.get(pageContext);
  const outcome = await context.get(servicesContext).membership.changePlan({
    user_id: member.user_id,
    tier,
    consent: consentOf(context, form),
    ...visit,
  });
  if (outcome.ok && outcome.value.state === "changed") return redirect(`${path}?changed=1`, 303);
  return afterPayment(context, outcome, path);
}

export default function Subscription({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const { membership: path } = usePlace();
  const { page, own, quote, open, news, canceled, bonus_minor, shares, name, email, settings } = loaderData;
  const acted = actionData as Acted | undefined;
  // A plan that changed or ended opens other things: rates for Plus, coins, what stores pay.
  const told = canceled ? "canceled" : news;
  useEffect(() => {
    if (told) void refreshSummary();
  }, [told]);
  const invoices = page.invoices.filter((one) =>
    [...page.running, ...page.former].some((each) => each.membership_id === one.membership_id && each.line === "main"),
  );
  if (canceled) return <CancelSlip membership={canceled.membership} facts={canceled} path={path} />;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t("Membership")}</h1>
          <p>{t("What it costs, what it's given you and how to cancel, all on one page.")}</p>
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
          ) : news === "paying" ? (
            <Note kind="wait">
              {t("Your payment is on its way. Your plan changes when it goes through, and you'll be charged once.")}
            </Note>
          ) : news === "kept" ? (
            <MembershipKept next={own?.next_charge ?? null} />
          ) : (
            <Note kind="good">{t("Done. Your current plan is below, and we've emailed it to you.")}</Note>
          )}
        </div>
      )}
      {!own && (
        <Empty
          icon="id-card"
          title={t("You have no membership")}
          action={
            <ButtonLink look="primary" href="/spl/spt/1">
              {t("See what's included")}
            </ButtonLink>
          }
        >
          {t("Cash back, coupons and coins are yours without one.")}
        </Empty>
      )}
      {own && (
        <div className="layout-2 mb-10">
          <div className="grid [--gap:2rem]">
            {open && quote && <PlanChange quote={quote} keep={path} />}
            <MemberCard membership={own} name={name} />
            {own.open_payment && <OpenPaymentNote membership={own} optedOut={page.opted_out_of_retries} />}
            <Worth worth={page.worth} />
            <Charges invoices={invoices} />
          </div>
          <aside className="grid content-start [--gap:1.25rem]">
            <CardFaceCard card={own.card} changeable />
            <PlanCard membership={own} quote={open ? null : quote} shares={shares} path={path} />
            <CancelCard membership={own} email={email} bonusMinor={bonus_minor} />
            <ShipLink page={page} />
          </aside>
        </div>
      )}
      {!own && (
        <div className="mt-8 grid [--gap:2rem]">
          {invoices.length > 0 && <Charges invoices={invoices} />}
          <ShipLink page={page} />
        </div>
      )}
    </>
  );
}
