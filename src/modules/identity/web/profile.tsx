import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "#client/call.ts";
import { inDebug } from "#client/in-debug.ts";
import { refreshUser } from "#client/session.ts";
import { showToast } from "#client/toasts.ts";
import { servicesContext } from "#services";
import { Button } from "#ui/button.tsx";
import { RadioCard } from "#ui/check.tsx";
import { ConfirmField } from "#ui/confirm-field.tsx";
import { DateText } from "#ui/date.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { Field } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { FormFailure, Setting } from "#ui/setting.tsx";
import { Tag } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import { emptyOf, useFormCall } from "#ui/use-form-call.ts";
import { WithoutScript } from "#ui/without-script.tsx";
import type { Route } from "./+types/profile";
import { requireMember } from "./member.ts";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json"), import("./auth/es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Profile"),
    description: t("Your name, your email and your language."),
    path: "/account/profile",
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const { name, email, language, is_verified, has_password } = await requireMember(context, url);
  const returned = email ? await context.get(servicesContext).notifications.returns.read(email) : null;
  return {
    ...{ name, email, language, is_verified, has_password },
    /** Since when mail to the address comes back, and what was said of it. */
    returned: returned && { reason: returned.reason, detail: returned.detail, since: returned.since.toISOString() },
  };
}

type Person = Route.ComponentProps["loaderData"];

export default function Profile({ loaderData: person }: Route.ComponentProps) {
  const t = useText();
  return (
    <>
      <h1>{t("Profile")}</h1>
      <p className="muted mt-1">{t("Your name, your email and your language.")}</p>
      <WithoutScript />
      <div className="mt-6 grid max-w-[40rem] [--gap:1.25rem]">
        <Names person={person} />
        <Email person={person} />
      </div>
    </>
  );
}

function Names({ person }: { person: Person }) {
  const t = useText();
  const { form, busy, failure, send, errorOf } = useFormCall();
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const language = String(fields.get("language"));
    const ok = await send(emptyOf(fields, { name: t("Please enter your name") }), () =>
      call("/api/account/profile", { method: "PUT", json: { name: String(fields.get("name")), language } }),
    );
    if (!ok) return;
    await refreshUser();
    if (language === person.language) showToast("good", t("Saved"));
    // Another language is another document.
    else window.location.assign(inDebug(`/account/profile?lang=${language}`));
  }
  return (
    <Setting title={t("About you")} lead={t("Your name appears in emails and on your payouts.")}>
      <form ref={form} className="needs-script grid [--gap:1rem]" method="post" onSubmit={onSubmit} noValidate>
        <FormFailure failure={failure} fields={["name"]} />
        <Field label={t("Name")} name="name" autoComplete="name" defaultValue={person.name} {...errorOf("name")} />
        <fieldset className="grid [--gap:0.5rem]">
          <legend className="mb-2 font-medium">{t("Language for pages and emails")}</legend>
          {(
            [
              ["en", "English"],
              ["es", "Español"],
            ] as const
          ).map(([code, name]) => (
            <RadioCard key={code} name="language" value={code} defaultChecked={person.language === code}>
              <span lang={code}>{name}</span>
            </RadioCard>
          ))}
        </fieldset>
        <div>
          <Button type="submit" look="primary" busy={busy} busyText={t("Saving")}>
            {t("Save")}
          </Button>
        </div>
      </form>
    </Setting>
  );
}

function Email({ person }: { person: Person }) {
  const t = useText();
  const { form, busy, failure, send, errorOf } = useFormCall();
  const { revalidate } = useRevalidator();
  const [said, setSaid] = useState("");
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    const fields = new FormData(element);
    setSaid("");
    const empty = emptyOf(fields, { email: t("Invalid email address"), password: t("Enter your password.") });
    const ok = await send(empty, async () => {
      const answer = await call<{ message: string }>("/api/account/email", {
        json: { email: String(fields.get("email")), password: fields.get("password") || null },
      });
      setSaid(answer.message);
    });
    if (!ok) return;
    element.reset();
    revalidate();
  }
  return (
    <Setting title={t("Email")} lead={t("You log in with it, and emails about your money go here.")}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="break-all">{person.email ?? t("No email yet")}</b>
        {person.email &&
          (person.is_verified ? (
            <Tag tone="good">{t("Confirmed")}</Tag>
          ) : (
            <a href="/account/profile/verify">{t("Confirm it")}</a>
          ))}
      </p>
      {person.returned && <Returned {...person.returned} />}
      <form ref={form} className="needs-script mt-5 grid [--gap:1rem]" method="post" onSubmit={onSubmit} noValidate>
        <FormFailure failure={failure} fields={["email", "password"]} />
        {said && (
          <Note kind="good" live>
            {said}
          </Note>
        )}
        <EmailField label={t("New email")} {...errorOf("email")} />
        <ConfirmField hasPassword={person.has_password} {...errorOf("password")} />
        <div>
          <Button type="submit" busy={busy} busyText={t("Sending the link")}>
            {t("Change my email")}
          </Button>
        </div>
      </form>
    </Setting>
  );
}

/** Mail to them comes back: why, and the two ways out. */
function Returned({ reason, detail, since }: NonNullable<Person["returned"]>) {
  const t = useText();
  const { busy, failure, send } = useFormCall();
  const { revalidate } = useRevalidator();
  async function tryAgain() {
    const ok = await send([], () => call("/api/account/mails/try-again", { method: "POST" }));
    if (!ok) return;
    showToast("good", t("We'll email you again"));
    revalidate();
  }
  return (
    <div className="mt-3 grid [--gap:0.75rem]">
      <Note kind="bad">
        {reason === "bounce"
          ? t("Our emails to this address come back, so we send none.")
          : t("You marked one of our emails as spam, so we only send what your account needs.")}{" "}
        <span className="muted">
          <DateText value={since} /> · {detail}
        </span>
      </Note>
      <FormFailure failure={failure} fields={[]} />
      <div>
        <Button onClick={tryAgain} busy={busy} busyText={t("Saving")}>
          {t("Email me again")}
        </Button>
      </div>
    </div>
  );
}
