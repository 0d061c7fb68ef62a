/**
 * `/token/callback/{token}`: exchanges a one-time token for a session. The exchange is a press of the reader, who is
 * told whose account it opens: a link of somebody else would sign them in as that somebody, and what they enter next
 * would be theirs. A link that is only looked at uses nothing up.
 */
import { data, redirect } from "react-router";
import { pageContext, servicesContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { BareFrame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import { IDENTITY_REFUSALS } from "../messages.ts";
import { safePath } from "../return-path.ts";
import type { Route } from "./+types/token-callback";
import { refusalText, sessionHeaders, visitOf } from "./session-answer.ts";

export const handle = personalPage({ spanish: () => [import("./es.json")] });
export const headers = () => ({ "x-robots-tag": "noindex", "referrer-policy": "same-origin" });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Signing in"),
    description: t("This link signs you in once."),
    path: "/token/callback",
    noindex: true,
  }));

export async function loader({ params, context }: Route.LoaderArgs) {
  const { member } = context.get(pageContext);
  const { identity } = context.get(servicesContext);
  const { state, account, leads_to, own } = await identity.peekSignIn(params.token, member?.user_id ?? null);
  return { state, account: account ?? "", leads_to, own, member: member?.name ?? null };
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const { language } = context.get(pageContext);
  const { identity } = context.get(servicesContext);
  // A phone's link says itself where it leads; no address that it was opened by says another.
  const phone = await identity.goOnByPhone(params.token, visitOf(context));
  if (phone?.ok)
    throw redirect(phone.value.leads_to, {
      status: 303,
      headers: sessionHeaders(context, request, phone.value.signed_in),
    });
  const outcome = phone ?? (await identity.signInWithToken(params.token, visitOf(context)));
  if (outcome.ok)
    throw redirect(safePath(url.searchParams.get("to")), {
      status: 303,
      headers: sessionHeaders(context, request, outcome.value),
    });
  return data({ text: refusalText(outcome, language) }, IDENTITY_REFUSALS[outcome.code].status);
}

export default function TokenCallback({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const { state, account, member, leads_to, own } = loaderData;
  const open = state === "open" && !actionData;
  return (
    <BareFrame>
      <div className="wrap wrap-narrow section grid justify-items-center text-center [--gap:1rem]">
        {open && leads_to && own ? (
          <>
            <h1>{t("You're signed in here already")}</h1>
            <p className="lead">{t("The code isn't needed, so it wasn't used.")}</p>
            <ButtonLink look="primary" size="lg" href={leads_to}>
              {t("Go to the offer")}
            </ButtonLink>
          </>
        ) : open ? (
          <>
            <h1>{member ? t("Sign in as someone else?") : leads_to ? t("Continue here?") : t("Sign in?")}</h1>
            <p className="lead">
              {leads_to ? t("This code signs you in on this device as") : t("This link signs you in as")}{" "}
              <b className="[overflow-wrap:anywhere]">{account}</b>
            </p>
            <p>
              {member
                ? t("You're signed in here as {{name}}.", { name: member })
                : leads_to
                  ? t("If that's not you, close this page. Someone showed you their own code.")
                  : t("If that's not you, close this page. Someone sent you their own link.")}
            </p>
            <form method="post">
              <Button type="submit" look="primary" size="lg">
                {leads_to ? t("Sign in and open the offer") : t("Continue")}
              </Button>
            </form>
            {member && (
              <ButtonLink href={leads_to ?? "/account/purchase-history"}>
                {leads_to ? t("Open it as {{name}}", { name: member }) : t("Stay signed in")}
              </ButtonLink>
            )}
            {leads_to && (
              <p className="small muted">
                {t(
                  "It works once. You'll be signed out here when you sign out on the device that showed the code. To take money out, you'll be asked who you are again.",
                )}
              </p>
            )}
          </>
        ) : (
          <>
            <h1>{t("This link doesn't work")}</h1>
            <p className="lead">
              {actionData?.text ?? t("Links and codes like this work once, for a few minutes. Please log in instead.")}
            </p>
            <ButtonLink look="primary" size="lg" href="/login">
              {t("Log in")}
            </ButtonLink>
          </>
        )}
      </div>
    </BareFrame>
  );
}
