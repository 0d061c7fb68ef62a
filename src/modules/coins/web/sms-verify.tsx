/** `/account/survey/smsVerify`: a number confirmed by a code in a text. Each step is a form of its own, so that it works without script. */
import { data, Form, redirect, useNavigation } from "react-router";
import { pageContext, servicesContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { DateText } from "#ui/date.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useEarnKinds } from "#ui/shell/places.ts";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import { COIN_REFUSALS } from "../messages.ts";
import type { Route } from "./+types/sms-verify";

const PATH = "/account/survey/smsVerify";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Confirm your phone"),
    description: t("One number, one account: coins then wait less often."),
    path: PATH,
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const phone = await context.get(servicesContext).coins.phone(member.user_id);
  return { ...phone, step: url.searchParams.get("step") };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const member = await requireMember(context, url);
  const { brand, language, visit } = context.get(pageContext);
  const { coins } = context.get(servicesContext);
  const form = await request.formData();
  const text = (name: string, most: number) => String(form.get(name) ?? "").slice(0, most);
  const act = form.get("act");
  if (act === "remove") {
    await coins.removePhone(member.user_id);
    throw redirect(PATH, 303);
  }
  const phone = text("phone", 40);
  const outcome =
    act === "confirm"
      ? await coins.confirmPhone(member.user_id, text("code", 20))
      : await coins.sendPhoneCode({ user_id: member.user_id, language }, brand, { phone, address: visit.address });
  if (outcome.ok) throw redirect(act === "confirm" ? `${PATH}?step=done` : PATH, 303);
  const { status, field, ...words } = COIN_REFUSALS[outcome.code];
  return data({ act, phone, failure: { field: field ?? null, text: words[language] } }, status);
}

type Result = Route.ComponentProps["actionData"];

export default function SmsVerify({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const { texts, confirmed, asked, step } = loaderData;
  const other = step === "number";
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t("Confirm your phone")}</h1>
          <p>
            {t(
              "Nobody has to. But a number belongs to one account, so coins that others on your device or in your home also went for are yours without waiting for a person.",
            )}
          </p>
        </div>
      </div>
      <div className="grid max-w-[34rem] [--gap:1.25rem]">
        {actionData?.failure && actionData.failure.field === null && (
          <Note kind="bad" live>
            {actionData.failure.text}
          </Note>
        )}
        {confirmed && !other && !asked ? (
          <Confirmed {...confirmed} isNew={step === "done"} />
        ) : asked && !other ? (
          <CodeForm last4={asked.last4} result={actionData} />
        ) : texts ? (
          <NumberForm result={actionData} back={confirmed !== null || asked !== null} />
        ) : (
          <Note kind="info">{t("Texts can't be sent here at the moment. Nothing you earn depends on it.")}</Note>
        )}
        <p className="small muted">
          {t(
            "We keep the last four digits and a fingerprint of the number, nothing else. No offers, no reminders: only this code.",
          )}
        </p>
      </div>
    </>
  );
}

function Confirmed({ last4, at, isNew }: { last4: string; at: string; isNew: boolean }) {
  const t = useText();
  const busy = useNavigation().state !== "idle";
  const surveys = useEarnKinds().includes("surveys");
  return (
    <section className="card card-pad grid [--gap:1rem]" aria-labelledby="confirmed">
      {isNew && (
        <Note kind="good" live>
          {t("Your phone is confirmed.")}
        </Note>
      )}
      <div className="flex items-center gap-3">
        <span className="tile tile-40 tile-icon" aria-hidden="true">
          <Icon name="smartphone" />
        </span>
        <div>
          <h2 id="confirmed" className="text-lg">
            {t("Number ending in {{last4}}", { last4 })}
          </h2>
          <p className="small muted">
            {t("Confirmed")} <DateText value={at} />
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        {surveys && (
          <ButtonLink href="/surveys" look="primary">
            {t("Go to surveys")}
          </ButtonLink>
        )}
        <ButtonLink href={`${PATH}?step=number`}>{t("Use another number")}</ButtonLink>
        <Form method="post" action={PATH}>
          <input type="hidden" name="act" value="remove" />
          <Button type="submit" busy={busy} busyText={t("Removing")}>
            {t("Remove")}
          </Button>
        </Form>
      </div>
    </section>
  );
}

function NumberForm({ result, back }: { result: Result; back: boolean }) {
  const t = useText();
  const busy = useNavigation().state !== "idle";
  return (
    <Form method="post" action={PATH} className="card card-pad grid [--gap:1rem]" noValidate>
      <input type="hidden" name="act" value="send" />
      <Field
        label={t("Mobile number")}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        defaultValue={result?.phone ?? ""}
        {...(result?.failure.field === "phone" ? { error: result.failure.text } : {})}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" busy={busy} busyText={t("Sending")}>
          {t("Text me a code")}
        </Button>
        {back && <ButtonLink href={PATH}>{t("Go back")}</ButtonLink>}
      </div>
      <p className="xs faint">{t("One automated text to this number. Your carrier's rates may apply.")}</p>
    </Form>
  );
}

function CodeForm({ last4, result }: { last4: string; result: Result }) {
  const t = useText();
  const busy = useNavigation().state !== "idle";
  return (
    <Form method="post" action={PATH} className="card card-pad grid [--gap:1rem]" noValidate>
      <input type="hidden" name="act" value="confirm" />
      <p>{t("We sent a six-digit code to the number ending in {{last4}}. It works for 10 minutes.", { last4 })}</p>
      <Field
        label={t("Code")}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        {...(result?.failure.field === "code" ? { error: result.failure.text } : {})}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" busy={busy} busyText={t("Checking the code")}>
          {t("Confirm")}
        </Button>
        <ButtonLink href={`${PATH}?step=number`}>{t("New code or another number")}</ButtonLink>
      </div>
    </Form>
  );
}
