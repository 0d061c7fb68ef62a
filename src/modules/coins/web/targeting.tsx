/**
 * `/account/survey/targeting/{offer_id}`: before a survey or an offer, what its partner matches by and is not answered yet. Each
 * question may be left out, and so may all of them: the way on is never closed.
 */
import { data, Form, redirectDocument, useNavigation } from "react-router";
import { pageContext, servicesContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Check } from "#ui/check.tsx";
import { Note } from "#ui/note.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import { ANSWERS_CONSENT, PROFILE_QUESTIONS } from "../profile-questions.ts";
import type { Route } from "./+types/targeting";
import { noteSurvey } from "./note-survey.ts";
import { QuestionField, readAnswers } from "./question-field.tsx";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Before you start"),
    description: t("A few questions about you, each optional."),
    path: "/surveys",
    noindex: true,
  }));

/** What lies behind this page: a survey of a partner, as `partner.survey`, or an offer. */
const SURVEY = /^([a-z]{2,20})\.([\w.:-]{1,100})$/;

async function targetOf({ params, context, url }: Pick<Route.LoaderArgs, "params" | "context" | "url">) {
  const member = await requireMember(context, url);
  const { brand } = context.get(pageContext);
  const { coins } = context.get(servicesContext);
  const asked = params.offer_id.slice(0, 130);
  const survey = SURVEY.exec(asked);
  const offer = survey ? null : await coins.offer(brand, asked);
  const known = survey ? coins.connected().some(({ name, kind }) => name === survey[1] && kind === "surveys") : offer;
  if (!known) throw new Response("There is no such survey or offer.", { status: 404 });
  const onward = survey ? `/go/survey/${survey[1]}/${encodeURIComponent(survey[2] ?? "")}` : `/coins/offer/${asked}`;
  const profile = await coins.profile(member.user_id);
  const open = PROFILE_QUESTIONS.filter(({ id }) => profile.answers[id] === undefined);
  return { member, coins, onward, survey_id: survey ? asked : null, name: offer?.display_name ?? null, profile, open };
}

export async function loader(args: Route.LoaderArgs) {
  const { onward, survey_id, name, profile, open } = await targetOf(args);
  // Nothing is left to ask. The way to a survey is no page of ours: the browser goes there itself.
  if (open.length === 0) throw redirectDocument(onward);
  return { onward, survey_id, name, open: open.map(({ id }) => id), consent: profile.consent?.given ?? false };
}

export async function action({ request, ...args }: Route.ActionArgs) {
  const { member, coins, onward, open } = await targetOf(args);
  const form = await request.formData();
  const answers = readAnswers(form, open);
  const saved = await coins.saveProfile(member, { answers, consent: form.get("consent") === "on" });
  if (!saved.ok) return data({ answers, question: saved.detail?.question ?? "" }, 422);
  throw redirectDocument(onward, 303);
}

export default function Targeting({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const busy = useNavigation().state !== "idle";
  const { onward, survey_id, name, open, consent } = loaderData;
  // An offer's own page notes its visit.
  const note = () => {
    if (survey_id) noteSurvey({ offer_id: survey_id, click_url: onward });
  };
  return (
    <Frame current="earn">
      <div className="wrap wrap-narrow section-tight">
        <h1>{t("Before you start")}</h1>
        <p className="lead mt-2 mb-6">
          {name
            ? t("Partners match “{{name}}” to people. What you answer here saves you from being turned away.", { name })
            : t("Partners match surveys to people. What you answer here saves you from being turned away halfway.")}
        </p>
        {actionData && (
          <div className="mb-5">
            <Note kind="bad" live>
              {t("One answer could not be read. It is marked below.")}
            </Note>
          </div>
        )}
        <Form method="post" className="card grid p-5 [--gap:1.75rem]" onSubmit={note}>
          {PROFILE_QUESTIONS.filter(({ id }) => open.includes(id)).map((question) => (
            <QuestionField
              key={question.id}
              question={question}
              answer={actionData?.answers[question.id]}
              error={
                actionData?.question === question.id
                  ? t("Enter a year with four digits. Surveys are for people 18 and over.")
                  : undefined
              }
            />
          ))}
          <Check name="consent" defaultChecked={consent}>
            {ANSWERS_CONSENT[language]}
          </Check>
          <div className="row">
            <Button look="primary" size="lg" type="submit" busy={busy} busyText={t("Saving")}>
              {t("Save and go on")}
            </Button>
            <ButtonLink look="quiet" href={onward} rel="nofollow" onClick={note}>
              {t("Go on without answering")}
            </ButtonLink>
          </div>
        </Form>
        <p className="small muted mt-4">
          {t("You can change or delete your answers at any time.")}{" "}
          <a href="/account/survey/onboarding">{t("Your answers for surveys")}</a>
        </p>
      </div>
    </Frame>
  );
}
