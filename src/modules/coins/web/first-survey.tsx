/** `/account/survey/onboarding`: our own questions, each optional, with what it is for; later the place to change or delete them. */
import { useEffect } from "react";
import { data, Form, redirect, useNavigation } from "react-router";
import { refreshSummary } from "#client/summary.ts";
import { pageContext, servicesContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Check } from "#ui/check.tsx";
import { ErrorState } from "#ui/empty.tsx";
import { Note } from "#ui/note.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useEarnKinds } from "#ui/shell/places.ts";
import { useLanguage, useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import { COIN_REFUSALS } from "../messages.ts";
import { ANSWERS_CONSENT, PROFILE_QUESTIONS } from "../profile-questions.ts";
import type { Route } from "./+types/first-survey";
import { QuestionField, readAnswers } from "./question-field.tsx";

const PATH = "/account/survey/onboarding";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Your first survey"),
    description: t("A few questions about you, each optional."),
    path: PATH,
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const { brand } = context.get(pageContext);
  const { coins } = context.get(servicesContext);
  const [first, profile] = await Promise.all([coins.onboarding(member.user_id, brand), coins.profile(member.user_id)]);
  return {
    first: first === "completed" ? null : first,
    profile,
    verified: member.is_verified,
    said: url.searchParams.get("said"),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const member = await requireMember(context, url);
  const { brand, language } = context.get(pageContext);
  const { coins } = context.get(servicesContext);
  const form = await request.formData();
  if (form.get("act") === "delete") {
    await coins.deleteProfile(member);
    throw redirect(`${PATH}?said=deleted`, 303);
  }
  const answers = readAnswers(form, PROFILE_QUESTIONS);
  const saved = await coins.saveProfile(member, { answers, consent: form.get("consent") === "on" });
  if (!saved.ok) return data({ answers, question: saved.detail?.question ?? "", fault: null }, 422);
  const done = await coins.finishOnboarding(member, brand);
  if (!done.ok)
    return data({ answers, question: "", fault: COIN_REFUSALS[done.code][language] }, COIN_REFUSALS[done.code].status);
  throw redirect(`${PATH}?said=saved`, 303);
}

export default function FirstSurvey({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const busy = useNavigation().state !== "idle";
  const { first, profile, said, verified } = loaderData;
  const answers = actionData?.answers ?? profile.answers;
  const finished = said === "saved";
  const surveys = useEarnKinds().includes("surveys");
  useEffect(() => {
    // Its coins show in the header.
    if (first === null) void refreshSummary();
  }, [first]);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{first ? t("Your first survey") : t("Your answers for surveys")}</h1>
          <p>
            {first
              ? t("Leave out whatever you like. {{count}} coins are yours at the end either way.", {
                  count: first.coins_advertised,
                })
              : t("Change or delete them at any time. They leave us only if you say so below.")}
          </p>
        </div>
      </div>
      <div className="grid max-w-[40rem] [--gap:1.5rem]">
        {finished && (
          <Note kind="good" live>
            {surveys ? (
              <>
                {t("Saved. Surveys that fit you are open now.")} <a href="/surveys">{t("See surveys")}</a>
              </>
            ) : (
              t("Saved.")
            )}
          </Note>
        )}
        {said === "deleted" && (
          <Note kind="good" live>
            {t("Your answers are deleted.")}
          </Note>
        )}
        {!verified && (
          <Note kind="wait">{t("Confirm your email address first. Offers and surveys start after that.")}</Note>
        )}
        {actionData?.fault && (
          <Note kind="bad" live>
            {actionData.fault}
          </Note>
        )}
        <Form method="post" className="card grid p-5 [--gap:1.75rem]" key={said ?? "form"}>
          {PROFILE_QUESTIONS.map((question) => (
            <QuestionField
              key={question.id}
              question={question}
              answer={answers[question.id]}
              error={
                actionData?.question === question.id
                  ? t("Enter a year with four digits. Surveys are for people 18 and over.")
                  : undefined
              }
            />
          ))}
          <Check name="consent" defaultChecked={profile.consent?.given ?? false}>
            {ANSWERS_CONSENT[language]}
          </Check>
          <div className="row row-wrap">
            <Button look="primary" size="lg" type="submit" busy={busy} busyText={t("Saving")}>
              {first ? t("Finish and get the coins") : t("Save")}
            </Button>
            {surveys && (
              <ButtonLink look="quiet" href="/surveys">
                {t("Not now")}
              </ButtonLink>
            )}
          </div>
        </Form>
        {!first && Object.keys(profile.answers).length > 0 && (
          <Form method="post">
            <input type="hidden" name="act" value="delete" />
            <Button look="quiet" type="submit">
              {t("Delete all answers")}
            </Button>
          </Form>
        )}
      </div>
    </>
  );
}

export function ErrorBoundary() {
  return <ErrorState retryHref={PATH} />;
}
