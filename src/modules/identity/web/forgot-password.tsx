import { useState } from "react";
import { data, Form, useNavigation } from "react-router";
import { pageContext, servicesContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { Note } from "#ui/note.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import { IDENTITY_REFUSALS, RESET_SENT } from "../messages.ts";
import type { Route } from "./+types/forgot-password";
import { refusalText, typed, visitOf } from "./session-answer.ts";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Set a new password"),
    description: t("We send you a link that works once, for 60 minutes."),
    path: "/password/reset",
    noindex: true,
  }));

export async function loader({ context }: Route.LoaderArgs) {
  return { email: context.get(pageContext).member?.email ?? "" };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { language } = context.get(pageContext);
  const email = typed(await request.formData(), "email", 300);
  const outcome = await context.get(servicesContext).identity.requestReset({ email, ...visitOf(context) });
  if (outcome.ok) return { email, sent: RESET_SENT[language], failure: null };
  const failure = { field: IDENTITY_REFUSALS[outcome.code].field ?? null, text: refusalText(outcome, language) };
  return data({ email, sent: null, failure }, IDENTITY_REFUSALS[outcome.code].status);
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const busy = useNavigation().state === "submitting";
  const [again, setAgain] = useState(false);
  const failure = actionData?.failure ?? null;
  const sent = actionData?.sent && !again;
  return (
    <Frame>
      <div className="wrap section-tight">
        <div className="card mx-auto w-full max-w-[27.5rem] p-6 sm:p-8">
          {sent ? (
            <div aria-live="polite">
              <h1 className="text-2xl">{t("Check your inbox")}</h1>
              <p className="mt-2">{actionData.sent}</p>
              <p className="small muted mt-2">{t("The link works once, for 60 minutes.")}</p>
              <div className="mt-6 grid [--gap:0.75rem]">
                <Button block onClick={() => setAgain(true)}>
                  {t("Use another address")}
                </Button>
                <ButtonLink block look="quiet" href="/login">
                  {t("Back to log in")}
                </ButtonLink>
              </div>
            </div>
          ) : (
            <>
              <h1 className="text-2xl">{t("Set a new password")}</h1>
              <p className="small muted mt-1 mb-5">{t("We send you a link that works once, for 60 minutes.")}</p>
              {failure && failure.field === null && (
                <div className="mb-4">
                  <Note kind="bad" live>
                    {failure.text}
                  </Note>
                </div>
              )}
              <Form method="post" className="grid [--gap:1rem]" noValidate onSubmit={() => setAgain(false)}>
                <EmailField
                  login
                  defaultValue={actionData?.email ?? loaderData.email}
                  {...(failure?.field === "email" ? { error: failure.text } : {})}
                />
                <Button type="submit" look="primary" size="lg" block busy={busy} busyText={t("Sending the link")}>
                  {t("Send me the link")}
                </Button>
              </Form>
              <p className="small muted mt-[1.125rem] text-center">
                {t("Remembered it?")} <a href="/login">{t("Log in")}</a>
              </p>
            </>
          )}
        </div>
      </div>
    </Frame>
  );
}
