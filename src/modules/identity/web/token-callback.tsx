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
  const { state, account } = await context.get(servicesContext).identity.peekSignIn(params.token);
  return { state, account: account ?? "", member: member?.name ?? null };
}

export async function action({ params, context, url }: Route.ActionArgs) {
  const { language } = context.get(pageContext);
  const outcome = await context.get(servicesContext).identity.signInWithToken(params.token, visitOf(context));
  if (outcome.ok)
    throw redirect(safePath(url.searchParams.get("to")), {
      status: 303,
      headers: sessionHeaders(context, outcome.value),
    });
  return data({ text: refusalText(outcome, language) }, IDENTITY_REFUSALS[outcome.code].status);
}

export default function TokenCallback({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const { state, account, member } = loaderData;
  const open = state === "open" && !actionData;
  return (
    <BareFrame>
      <div className="wrap wrap-narrow section grid justify-items-center text-center [--gap:1rem]">
        {open ? (
          <>
            <h1>{member ? t("Sign in as someone else?") : t("Sign in?")}</h1>
            <p className="lead">
              {t("This link signs you in as")} <b className="break-all">{account}</b>
            </p>
            <p>
              {member
                ? t("You're signed in here as {{name}}.", { name: member })
                : t("If that's not you, close this page. Someone sent you their own link.")}
            </p>
            <form method="post">
              <Button type="submit" look="primary" size="lg">
                {t("Go on")}
              </Button>
            </form>
            {member && <ButtonLink href="/account/purchase-history">{t("Stay signed in")}</ButtonLink>}
          </>
        ) : (
          <>
            <h1>{t("This link doesn't work")}</h1>
            <p className="lead">
              {actionData?.text ?? t("Links like this work once, within ten minutes. Please log in instead.")}
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
