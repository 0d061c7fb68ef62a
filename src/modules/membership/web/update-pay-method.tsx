/** `/updatepay_method`: another card from a mail's signed link, signed out; members go on to their billing page. */
import { redirect } from "react-router";
import { call } from "#client/call.ts";
import { pageContext, servicesContext } from "#services";
import { ButtonLink } from "#ui/button.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/update-pay-method";
import { ChangeCard, type Started } from "./change-card.tsx";

export const headers = () => ({ "x-robots-tag": "noindex", "referrer-policy": "same-origin" });
export const handle = personalPage({
  payment: true,
  spanish: () => [import("./es.json"), import("#ui/payment/es.json")],
});

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Change card"),
    description: t("The card that is charged, and every charge with its receipt."),
    path: "/updatepay_method",
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const { member, payment } = context.get(pageContext);
  if (member) throw redirect("/account/billing?change=1");
  const t = url.searchParams.get("t")?.slice(0, 300) ?? "";
  const link = t && (await context.get(servicesContext).membership.readLink("card", t));
  return { t: link ? t : null, settings: payment };
}

export default function UpdatePayMethod({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { t: token, settings } = loaderData;
  return (
    <Frame>
      <div className="wrap wrap-narrow section-tight">
        {token ? (
          <>
            <h1 className="sr">{t("Change card")}</h1>
            <ChangeCard
              settings={settings}
              start={() => call<Started>("/api/card-link/start", { json: { t: token } })}
              save={(setup_id) => call("/api/card-link", { json: { t: token, setup_id } })}
              keep="/"
            />
          </>
        ) : (
          <>
            <h1>{t("This link doesn't work")}</h1>
            <p className="lead mt-4">{t("It's incomplete or was altered. Open it from the email again.")}</p>
            <p className="mt-8">
              <ButtonLink look="primary" size="lg" href="/account/billing">
                {t("Log in and change the card")}
              </ButtonLink>
            </p>
          </>
        )}
      </div>
    </Frame>
  );
}
