/** `/offer/incompleteCoinOffers`: what a member began, how far each is, and one question where coins are late. */
import { useState } from "react";
import { data, Form, redirect, useNavigation } from "react-router";
import type { Progress, ProgressStep } from "#coins";
import { pageContext, servicesContext } from "#services";
import { Button } from "#ui/button.tsx";
import { useDateWords } from "#ui/date.tsx";
import { Empty, ErrorState } from "#ui/empty.tsx";
import { Field } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useEarnKinds } from "#ui/shell/places.ts";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import { COIN_REFUSALS } from "../messages.ts";
import type { Route } from "./+types/begun";
import { BegunCard } from "./begun-card.tsx";
import { EarnHead } from "./earn-head.tsx";
import { ScreenshotField } from "./screenshot-field.tsx";

const PATH = "/offer/incompleteCoinOffers";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Offers you started"),
    description: t("Each step with its day and its coins."),
    path: PATH,
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const begun = await context.get(servicesContext).coins.progress(member.user_id);
  return { begun, asked: url.searchParams.get("asked") };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const member = await requireMember(context, url);
  const { language } = context.get(pageContext);
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 1_200);
  const { coins } = context.get(servicesContext);
  const [start_id, goal_id] = [text("start_id"), text("goal_id")];
  if (text("act") === "hide") {
    await coins.hide(member.user_id, start_id);
    throw redirect(PATH, 303);
  }
  const typed = { start_id, goal_id, reached_on: text("reached_on"), note: text("note") };
  const screenshot_id = text("screenshot_id").slice(0, 60) || null;
  const outcome = await coins.claim({ ...typed, screenshot_id, user_id: member.user_id });
  if (outcome.ok) throw redirect(`${PATH}?asked=${encodeURIComponent(start_id)}`, 303);
  const row = COIN_REFUSALS[outcome.code];
  const said = row[language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => outcome.detail?.[name] ?? "");
  return data({ typed, fault: { field: row.field ?? null, text: said } }, row.status);
}

function MissingForm({
  progress,
  step,
  returned,
}: {
  progress: Progress;
  step: ProgressStep;
  returned: Route.ComponentProps["actionData"];
}) {
  const t = useText();
  const busy = useNavigation().state !== "idle";
  const [sending, setSending] = useState(false);
  const mine =
    returned?.typed.start_id === progress.start_id && returned.typed.goal_id === step.goal_id ? returned : null;
  return (
    <details className="mt-4" open={mine !== null}>
      <summary>{t("Did you reach “{{step}}”?", { step: step.name })}</summary>
      <Form method="post" className="mt-3 grid max-w-[28rem] [--gap:1rem]" preventScrollReset>
        <input type="hidden" name="start_id" value={progress.start_id} />
        <input type="hidden" name="goal_id" value={step.goal_id} />
        <Field
          label={t("When did you reach it?")}
          name="reached_on"
          type="date"
          required
          min={progress.started_at.slice(0, 10)}
          defaultValue={mine?.typed.reached_on ?? ""}
          error={mine?.fault.field === "reached_on" ? mine.fault.text : undefined}
        />
        <Field
          label={t("Anything that helps the partner find it (optional)")}
          name="note"
          maxLength={1_000}
          defaultValue={mine?.typed.note ?? ""}
        />
        <ScreenshotField error={mine?.fault.field === "screenshot" ? mine.fault.text : undefined} onBusy={setSending} />
        {mine && mine.fault.field === null && (
          <Note kind="bad" live>
            {mine.fault.text}
          </Note>
        )}
        <Button look="primary" type="submit" busy={busy || sending} busyText={t("Sending")}>
          {t("Ask for the coins")}
        </Button>
        <p className="small muted">{t("We send it to the partner now and tell you the day they'll answer by.")}</p>
      </Form>
    </details>
  );
}

export default function Begun({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const dateWords = useDateWords();
  const { begun, asked } = loaderData;
  const kinds = useEarnKinds();
  const open = begun.filter(({ over }) => !over).length;
  return (
    <Frame current="earn">
      <div className="wrap section-tight">
        <EarnHead current="begun" counts={{ begun: open }} title={t("Offers you started")} />
        {asked && (
          <div className="mt-5">
            <Note kind="good" live>
              {t(
                "We asked the partner. The step shows the day they answer by, and you get an email when the coins come.",
              )}
            </Note>
          </div>
        )}
        {begun.length === 0 && (
          <div className="mt-6">
            <Empty
              level={2}
              title={t("You haven't started an offer yet")}
              action={
                kinds.includes("offers") && (
                  <a className="btn btn-primary btn-sm" href="/offers">
                    {t("See offers")}
                  </a>
                )
              }
            >
              {t("Offers you start show up here, with each step, its coins and its date.")}
            </Empty>
          </div>
        )}
        {begun.map((progress) => {
          const late = progress.steps.filter(({ state }) => state === "late");
          return (
            <BegunCard key={progress.start_id} progress={progress}>
              {late.map((step) => (
                <MissingForm key={step.goal_id} progress={progress} step={step} returned={actionData} />
              ))}
              {progress.steps.map(
                ({ claim, goal_id, name }) =>
                  claim && (
                    <p className="small mt-3" key={goal_id}>
                      {claim.state === "refused"
                        ? t("{{step}}: the partner refused.", { step: name })
                        : claim.state === "paid"
                          ? t("{{step}}: paid after you asked.", { step: name })
                          : t("{{step}}: the partner answers by {{day}}.", {
                              step: name,
                              day: dateWords(claim.answer_by),
                            })}
                    </p>
                  ),
              )}
              <details className="mt-4">
                <summary>{t("What was agreed")}</summary>
                <div className="small muted mt-2 whitespace-pre-line" lang="en">
                  {progress.description}
                  {progress.requirements && `\n\n${progress.requirements}`}
                </div>
                <p className="small muted mt-2">
                  {t("Kept as it stood on {{day}}.", { day: dateWords(progress.started_at) })}{" "}
                  <span className="mono break-all">{progress.terms_hash.slice(0, 16)}</span>
                </p>
              </details>
              {progress.over && (
                <Form method="post" className="mt-3">
                  <input type="hidden" name="act" value="hide" />
                  <input type="hidden" name="start_id" value={progress.start_id} />
                  <Button look="quiet" size="sm" type="submit">
                    {t("Take it off this list")}
                  </Button>
                </Form>
              )}
            </BegunCard>
          );
        })}
      </div>
    </Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame current="earn">
      <div className="wrap py-10">
        <ErrorState retryHref={PATH} />
      </div>
    </Frame>
  );
}
