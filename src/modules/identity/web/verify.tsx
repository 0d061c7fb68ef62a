/**
 * `/verify/{token}` and `/pverify/{token}`: the address is confirmed by a press. Programs that open links of mails to
 * look at them press nothing, so they confirm nothing.
 */
import { data, Form, redirect, useNavigation } from "react-router";
import { pageContext, servicesContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import { IDENTITY_REFUSALS } from "../messages.ts";
import type { Route } from "./+types/verify";
import { refusalText, visitOf } from "./session-answer.ts";

export const handle = personalPage();
export const headers = () => ({ "x-robots-tag": "noindex", "referrer-policy": "same-origin" });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Confirm your email"),
    description: t("One press, and mails about your money reach you."),
    path: "/verify",
    noindex: true,
  }));

export async function loader({ params, context }: Route.LoaderArgs) {
  const { identity } = context.get(servicesContext);
  const { member } = context.get(pageContext);
  return {
    state: await identity.peekLink(params.token, ["verify_email", "change_email"]),
    member: member !== null,
    verified: member?.is_verified ?? false,
  };
}

export async function action({ params, context }: Route.ActionArgs) {
  const { language } = context.get(pageContext);
  const outcome = await context.get(servicesContext).identity.verifyEmail(params.token, visitOf(context).address);
  if (!outcome.ok)
    return data({ done: null, text: refusalText(outcome, language) }, IDENTITY_REFUSALS[outcome.code].status);
  if (outcome.value.set_password_path) throw redirect(outcome.value.set_password_path, 303);
  return { done: { email: outcome.value.email, changed: outcome.value.changed }, text: null };
}

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const busy = useNavigation().state === "submitting";
  const { state, member, verified } = loaderData;
  const onward = member ? "/account/purchase-history" : "/login";
  return (
    <Frame>
      <div className="wrap wrap-narrow section" aria-live="polite">
        {actionData?.done ? (
          <>
            <h1>{t("Your email is confirmed")}</h1>
            <p className="lead mt-4">
              {actionData.done.changed
                ? t("You log in with {{email}} from now on.", { email: actionData.done.email })
                : t("Receipts and payouts are written to {{email}} from now on.", { email: actionData.done.email })}
            </p>
            <p className="mt-8">
              <ButtonLink look="primary" size="lg" href={onward}>
                {member ? t("Open my passbook") : t("Log in")}
              </ButtonLink>
            </p>
          </>
        ) : actionData?.text ? (
          <Broken text={actionData.text} member={member} />
        ) : state === "open" ? (
          <>
            <h1>{t("Confirm your email")}</h1>
            <p className="lead mt-4">{t("One press, and receipts and payouts reach you at this address.")}</p>
            <Form method="post" className="mt-8">
              <Button type="submit" look="primary" size="lg" busy={busy} busyText={t("Confirming")}>
                {t("Confirm my email")}
              </Button>
            </Form>
          </>
        ) : state === "used" && verified ? (
          <>
            <h1>{t("Your email is confirmed")}</h1>
            <p className="lead mt-4">{t("This link has done its work. There is nothing more to do.")}</p>
            <p className="mt-8">
              <ButtonLink look="primary" size="lg" href={onward}>
                {t("Open my passbook")}
              </ButtonLink>
            </p>
          </>
        ) : (
          <Broken
            member={member}
            text={
              state === "expired"
                ? t("It was good for a limited time, so that nobody finds it later.")
                : state === "used"
                  ? t("It was used already, or a newer one was sent.")
                  : t("It is incomplete or was changed on its way. Open it from the mail again.")
            }
          />
        )}
      </div>
    </Frame>
  );
}

function Broken({ text, member }: { text: string; member: boolean }) {
  const t = useText();
  return (
    <>
      <h1>{t("This link does not work")}</h1>
      <p className="lead mt-4">{text}</p>
      <p className="mt-8">
        <ButtonLink look="primary" size="lg" href={member ? "/account/profile/verify" : "/login"}>
          {member ? t("Send me a new link") : t("Log in for a new link")}
        </ButtonLink>
      </p>
    </>
  );
}
