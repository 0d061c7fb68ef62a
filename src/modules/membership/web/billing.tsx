/** `/account/billing` and `/mobile/billing`: the card that is charged, another one in its place, and every charge with its receipt. */
import { data, Form, redirect } from "react-router";
import { call } from "#client/call.ts";
import { pageContext, servicesContext } from "#services";
import { Button } from "#ui/button.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { WordStamp } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/billing";
import { CardFaceCard } from "./card-face-card.tsx";
import { ChangeCard, type Started } from "./change-card.tsx";
import { Charges } from "./charges.tsx";
import { Consents } from "./consents.tsx";
import { OpenPaymentNote } from "./open-payment-note.tsx";
import { placeOf, usePlace } from "./place.ts";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({
  payment: true,
  spanish: () => [import("./es.json"), import("#ui/payment/es.json")],
});

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Billing"),
    description: t("The card that is charged, and every charge with its receipt."),
    path: location.pathname,
    noindex: true,
  }));

/** `?change=1` opens the card form. It is a document of its own, because only this page may load the processor's script. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const page = await context.get(servicesContext).membership.membershipPage(member.user_id);
  return { page, change: url.searchParams.get("change") === "1", settings: context.get(pageContext).payment };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const member = await requireMember(context, url);
  const form = await request.formData();
  const { membership } = context.get(servicesContext);
  const intent = form.get("intent");
  if (intent === "no_retries") await membership.optOutOfRetries(member.user_id);
  else if (intent === "retries") await membership.allowRetries(member.user_id);
  else return data(null, 422);
  return redirect(`${placeOf(url.pathname).billing}#retries`, 303);
}

export default function Billing({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { billing: path } = usePlace();
  const { page, change, settings } = loaderData;
  const [running] = page.running;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t("Billing")}</h1>
          <p>{t("The card that is charged, and every charge with its receipt.")}</p>
        </div>
      </div>
      <div className="layout-2">
        <div className="grid content-start [--gap:2rem]">
          {page.running.map(
            (one) =>
              one.open_payment && (
                <OpenPaymentNote key={one.membership_id} membership={one} optedOut={page.opted_out_of_retries} />
              ),
          )}
          {change && (
            <ChangeCard
              settings={settings}
              start={() => call<Started>("/api/account/card/start", { json: {} })}
              save={(setup_id) => call("/api/account/card", { json: { setup_id } })}
              keep={path}
            />
          )}
          <Charges invoices={page.invoices} />
          <Consents consents={page.consents} />
        </div>
        <aside className="grid content-start [--gap:1.25rem]">
          <CardFaceCard card={running?.card ?? page.card_on_file} changeable={!change} />
          <section className="card card-pad" id="retries">
            <h3>{t("If a charge does not go through")}</h3>
            <p className="mt-3">
              {page.opted_out_of_retries ? (
                <WordStamp tone="info" icon="x">
                  {t("Retries are off")}
                </WordStamp>
              ) : (
                <WordStamp tone="good" icon="check">
                  {t("Retries are on")}
                </WordStamp>
              )}
            </p>
            <p className="small muted my-3">
              {page.opted_out_of_retries
                ? t("We won't try your card again. Pay when you like, or the membership ends.")
                : t("We may try your card again, up to eight times in 14 days. You can turn that off.")}
            </p>
            {running && (
              <Form method="post">
                <Button
                  type="submit"
                  name="intent"
                  value={page.opted_out_of_retries ? "retries" : "no_retries"}
                  size="sm"
                >
                  {page.opted_out_of_retries ? t("Allow retries again") : t("Don't try my card again")}
                </Button>
              </Form>
            )}
          </section>
        </aside>
      </div>
    </>
  );
}
