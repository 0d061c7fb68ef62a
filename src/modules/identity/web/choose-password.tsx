/** `/password/reset/{token}/{email?}` and `/password/set/{token}/{email}`: a new password by a link that works once. */
import { useState } from "react";
import { data, redirect } from "react-router";
import { pageContext, servicesContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { PasswordField } from "#ui/password-field.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import { IDENTITY_REFUSALS } from "../messages.ts";
import type { Route } from "./+types/choose-password";
import { refusalText, secondStep, sessionHeaders, typed, visitOf } from "./session-answer.ts";

export const handle = personalPage({ spanish: () => [import("./es.json")] });
export const headers = () => ({ "x-robots-tag": "noindex", "referrer-policy": "same-origin" });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Choose a password"),
    description: t("Several words that have nothing to do with you are best."),
    path: "/password/reset",
    noindex: true,
  }));

export async function loader({ params, context }: Route.LoaderArgs) {
  const { identity } = context.get(servicesContext);
  return {
    state: await identity.peekLink(params.token, ["reset_password", "set_password"]),
    email: params.email ?? "",
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { language } = context.get(pageContext);
  const form = await request.formData();
  const password = typed(form, "password", 500);
  const outcome = await context.get(servicesContext).identity.resetPassword({
    token: params.token,
    email: params.email ?? null,
    password,
    password_confirmation: password,
    ...visitOf(context),
  });
  if (outcome.ok)
    throw redirect("/msg/password-set", { status: 303, headers: sessionHeaders(context, request, outcome.value) });
  if (outcome.code === "second_step") throw secondStep(context, outcome);
  const row = IDENTITY_REFUSALS[outcome.code];
  return data({ field: row.field ?? null, text: refusalText(outcome, language) }, row.status);
}

const WORDS = {
  used: ["This link was already used", "Each link works once. Ask for a new one if you still need it."],
  expired: ["This link has expired", "For your safety, links like this work for a limited time."],
  unknown: ["This link doesn't work", "It's incomplete or was altered. Open it from the email again."],
} as const;

export default function ChoosePassword({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const { state, email } = loaderData;
  const words = state === "open" ? null : WORDS[state];
  return (
    <Frame>
      <div className="wrap section-tight">
        <div className="card mx-auto w-full max-w-[27.5rem] p-6 sm:p-8">
          {words ? (
            <>
              <h1 className="text-2xl">{t(words[0])}</h1>
              <p className="mt-2">{t(words[1])}</p>
              <div className="mt-6">
                <ButtonLink look="primary" block href="/password/reset">
                  {t("Ask for a new link")}
                </ButtonLink>
              </div>
            </>
          ) : (
            <>
              <h1 className="text-2xl">{t("Choose a password")}</h1>
              <p className="small muted mt-1 mb-5">
                {t("You're signed in here, and signed out on every other device.")}
              </p>
              {actionData && actionData.field !== "password" && (
                <div className="mb-4">
                  <Note kind="bad" live>
                    {actionData.text}
                  </Note>
                </div>
              )}
              {/* A whole new document afterwards: the session's cookies are read when a page starts. */}
              <form method="post" className="grid [--gap:1rem]" onSubmit={() => setBusy(true)}>
                {/* Password managers want to know whose password this is. */}
                <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
                <PasswordField
                  label={t("New password")}
                  name="password"
                  fresh
                  required
                  {...(actionData?.field === "password" ? { error: actionData.text } : {})}
                />
                <Button type="submit" look="primary" size="lg" block busy={busy} busyText={t("Saving")}>
                  {t("Save and sign in")}
                </Button>
              </form>
            </>
          )}
        </div>
      </div>
    </Frame>
  );
}
