/**
 * `/verify/{token}` and `/pverify/{token}`: the address is confirmed by a press. Programs that open links of mails to
 * look at them press nothing, so they confirm nothing.
 */
import { useEffect } from "react";
import { data, redirect } from "react-router";
import { refreshSummary } from "#client/summary.ts";
import { pageContext, servicesContext } from "#services";
import { ButtonLink } from "#ui/button.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import { IDENTITY_REFUSALS } from "../messages.ts";
import type { Route } from "./+types/verify";
import { TERMS_REFUSED } from "./account-words.ts";
import { InvitedForm } from "./invited-form.tsx";
import { refusalText, typed, visitOf } from "./session-answer.ts";
import { arrivalOf } from "./social-answer.ts";
import { UndoForm, VerifyForm } from "./verify-forms.tsx";

export const handle = personalPage({ spanish: () => [import("./es.json")] });
export const headers = () => ({ "x-robots-tag": "noindex", "referrer-policy": "same-origin" });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Confirm your email"),
    description: t("One click, and emails about your money will reach you."),
    path: "/verify",
    noindex: true,
  }));

export async function loader({ params, context }: Route.LoaderArgs) {
  const { identity } = context.get(servicesContext);
  const { member } = context.get(pageContext);
  const invitation = await identity.peekInvitation(params.token);
  if (invitation) {
    const state = invitation.state;
    return {
      ...{ state, asks: null, member: member !== null, verified: false },
      invitation: invitation.state === "open" ? invitation : null,
    };
  }
  return {
    state: await identity.peekLink(params.token, ["verify_email", "change_email", "undo_email"]),
    asks: await identity.peekVerification(params.token, member?.user_id ?? null),
    member: member !== null,
    verified: member?.is_verified ?? false,
    invitation: null,
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { language, member } = context.get(pageContext);
  const { identity } = context.get(servicesContext);
  const form = await request.formData();
  if (form.get("what") === "undo") {
    const undone = await identity.undoEmailChange(params.token, visitOf(context));
    if (undone.ok) throw redirect(undone.value.set_password_path, 303);
    return data(
      { done: null, text: refusalText(undone, language), again: null },
      IDENTITY_REFUSALS[undone.code].status,
    );
  }
  if (form.get("what") === "open") {
    if (!form.get("terms")) return data({ done: null, text: null, again: TERMS_REFUSED[language] }, 422);
    const opened = await identity.openInvited(params.token, { ...visitOf(context), ...arrivalOf(context, request) });
    if (opened.ok) throw redirect(opened.value.set_password_path, 303);
    return data(
      { done: null, text: refusalText(opened, language), again: null },
      IDENTITY_REFUSALS[opened.code].status,
    );
  }
  const outcome = await identity.verifyEmail(params.token, {
    address: visitOf(context).address,
    member_id: member?.user_id ?? null,
    password: typed(form, "password", 500) || null,
    claim: form.get("what") === "claim",
  });
  if (!outcome.ok) {
    const text = refusalText(outcome, language);
    // The link is still good: the form is shown again with what was wrong.
    const again = outcome.code === "password_wrong" || outcome.code === "link_needs_owner" ? text : null;
    return data({ done: null, text: again ? null : text, again }, IDENTITY_REFUSALS[outcome.code].status);
  }
  if (outcome.value.set_password_path) throw redirect(outcome.value.set_password_path, 303);
  return { done: { email: outcome.value.email, changed: outcome.value.changed }, text: null, again: null };
}

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const { state, asks, member, verified, invitation } = loaderData;
  const isDone = Boolean(actionData?.done);
  // What waited for the confirmed address is open at once, in this tab and in all others.
  useEffect(() => {
    if (isDone && member) void refreshSummary();
  }, [isDone, member]);
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
                : t("Receipts and payout notices go to {{email}} from now on.", { email: actionData.done.email })}
            </p>
            <p className="mt-8">
              <ButtonLink look="primary" size="lg" href={onward}>
                {member ? t("Open my passbook") : t("Log in")}
              </ButtonLink>
            </p>
          </>
        ) : actionData?.text ? (
          <Broken text={actionData.text} member={member} />
        ) : invitation ? (
          <InvitedForm invitation={invitation} failure={actionData?.again ?? null} />
        ) : state === "open" && asks?.kind === "undo_email" ? (
          <UndoForm email={asks.email} />
        ) : state === "open" && asks ? (
          <VerifyForm asks={asks} failure={actionData?.again ?? null} />
        ) : state === "used" && verified ? (
          <>
            <h1>{t("Your email is confirmed")}</h1>
            <p className="lead mt-4">{t("This link has already been used. There's nothing left to do.")}</p>
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
                ? t("For your safety, it only worked for a limited time.")
                : state === "used"
                  ? t("It was used already, or a newer one was sent.")
                  : t("It's incomplete or was altered. Open it from the email again.")
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
      <h1>{t("This link doesn't work")}</h1>
      <p className="lead mt-4">{text}</p>
      <p className="mt-8">
        <ButtonLink look="primary" size="lg" href={member ? "/account/profile/verify" : "/login"}>
          {member ? t("Send me a new link") : t("Log in for a new link")}
        </ButtonLink>
      </p>
    </>
  );
}
