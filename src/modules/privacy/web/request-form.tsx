/** The form by which anybody asks for what the law gives them. It works without script too. */
import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#ui/button.tsx";
import { RadioCard } from "#ui/check.tsx";
import { ConfirmField } from "#ui/confirm-field.tsx";
import { formatDate } from "#ui/date.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { FieldError, TextArea } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { MAX_WORDS, RIGHT_WORDS } from "../messages.ts";
import { RIGHTS, type Right } from "../privacy.types.ts";
import { AgentFields } from "./agent-fields.tsx";
import type { RequestData, sendRequest } from "./send-request.ts";

export type RequestResult = Awaited<ReturnType<typeof sendRequest>>["data"];

const NOTES: Readonly<Record<Right, { text: string }>> = {
  know: { text: "A copy of everything under your address" },
  delete: { text: "And your account with it, if you have one" },
  correct: { text: "What you can't change yourself in your profile" },
  opt_out: { text: "For this browser, and for your account if you have one" },
};

/** A style sheet reads an underscore in these as a blank. */
const ID: Readonly<Record<Right, string>> = { know: "know", delete: "delete", correct: "correct", opt_out: "opt-out" };

export function RequestForm({ facts, result }: { facts: RequestData; result: RequestResult | undefined }) {
  const t = useText();
  const language = useLanguage();
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && navigation.formData?.get("intent") === "ask";
  const form = useRef<HTMLFormElement>(null);
  const asked = result?.intent === "ask" ? result : undefined;
  const errorOf = (name: string) => asked?.failures.fields[name];
  const withError = (name: string) => {
    const error = errorOf(name);
    return error === undefined ? {} : { error };
  };
  // The first field that needs mending, so that nobody has to look for it.
  useEffect(() => {
    if (asked) form.current?.querySelector<HTMLElement>("[aria-invalid], [role=alert] a")?.focus();
  }, [asked]);
  return (
    <Form
      ref={form}
      method="post"
      action="/ccpa-privacy-rights#request"
      className="group/r grid [--gap:1.125rem]"
      noValidate
      preventScrollReset
    >
      <input type="hidden" name="intent" value="ask" />
      {asked?.failures.general && (
        <Note kind="bad" live>
          {asked.failures.general}
        </Note>
      )}
      <fieldset aria-describedby={errorOf("right") === undefined ? undefined : "right-error"}>
        <legend className="mb-3 p-0 font-semibold">{t("What are you asking for?")}</legend>
        <div className="grid [--gap:.625rem]">
          {RIGHTS.map((right) => (
            <RadioCard
              key={right}
              name="right"
              value={right}
              id={`right-${ID[right]}`}
              defaultChecked={(asked?.values.right ?? facts.right) === right}
              aria-invalid={errorOf("right") === undefined ? undefined : true}
              note={t(NOTES[right].text)}
            >
              <b>{RIGHT_WORDS[right][language]}</b>
            </RadioCard>
          ))}
        </div>
        <p className="small muted mt-3">
          {t("We answer by {{date}} at the latest. A no to sharing takes effect at once.", {
            date: formatDate(facts.answer_by, language),
          })}
        </p>
        {errorOf("right") !== undefined && (
          <div className="field has-error mt-2">
            <FieldError id="right-error">{errorOf("right")}</FieldError>
          </div>
        )}
      </fieldset>
      <div className="group-has-[#right-opt-out:checked]/r:hidden">
        <TextArea
          label={t("In your own words")}
          name="words"
          rows={4}
          maxLength={MAX_WORDS}
          hint={t("To correct something: what is wrong, and what is right. Otherwise you may leave it empty.")}
          defaultValue={asked?.values.words ?? ""}
          {...withError("words")}
        />
      </div>
      <div className="group-has-[#for-other:checked]/r:hidden">
        {facts.email === null ? (
          <EmailField
            hint={t(
              "We send a link there, so that nobody else asks in your name. Not needed to refuse sharing in this browser.",
            )}
            defaultValue={asked?.values.agent ? "" : (asked?.values.email ?? facts.typed_email)}
            {...withError("email")}
          />
        ) : (
          <p className="small muted">{t("We answer at {{email}}.", { email: facts.email })}</p>
        )}
      </div>
      <AgentFields values={asked?.values} errorOf={errorOf} />
      {errorOf("password") !== undefined && <ConfirmField hasPassword={facts.hasPassword} {...withError("password")} />}
      <div>
        <Button type="submit" look="primary" size="lg" busy={busy} busyText={t("Sending")}>
          {t("Send request")}
        </Button>
      </div>
    </Form>
  );
}
