/** Step 4: an account. Members who are signed in never see it; whoever has one signs in and comes back. */
import { useEffect, useRef, useState } from "react";
import type { OfferTerms } from "#landing";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Check } from "#ui/check.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { LinkedText } from "#ui/linked-text.tsx";
import { Note } from "#ui/note.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { useText } from "#ui/text.tsx";
import { BonusSlip, type ShownPrize } from "./bonus-slip.tsx";
import type { Failure } from "./flow-request.ts";
import { TermsSlip } from "./terms-slip.tsx";

export type KeptForm = { name: string; email: string; phone: string; texts: boolean };

export function StepAccount({
  terms,
  prize,
  kept,
  failures,
}: {
  terms: OfferTerms;
  prize: ShownPrize | null;
  kept: KeptForm | null;
  /** In the order of the form. */
  failures: readonly Failure[];
}) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const textOf = (field: string) => failures.find((failure) => failure.field === field)?.text;
  const errorOf = (field: string) => {
    const error = textOf(field);
    return error === undefined ? {} : { error };
  };
  const whole = failures.find((failure) => !failure.field);
  const first = failures.find((failure) => failure.field)?.field;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer leads to its own first field.
  useEffect(() => {
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  }, [failures]);
  return (
    <div className="wrap flow">
      <div className="pay-grid">
        <div>
          <h1>{t("Open your passbook")}</h1>
          <p className="muted mt-2">
            {t("This is where we track your cash back. Payment comes next, and you can still leave then.")}
          </p>
          <form method="post" className="row small mt-4">
            <span className="muted">{t("Have an account?")}</span>
            <button className="linklike min-h-6" type="submit" name="intent" value="login">
              {t("Log in")}
            </button>
          </form>
          {whole && (
            <div className="mt-4">
              <Note kind="bad" live>
                {whole.text}
              </Note>
            </div>
          )}
          <form
            ref={form}
            method="post"
            className="mt-6 grid [--gap:1.25rem]"
            noValidate
            onSubmit={(event) => {
              if (busy) event.preventDefault();
              setBusy(true);
            }}
          >
            <Field
              label={t("Name")}
              name="name"
              autoComplete="name"
              defaultValue={kept?.name ?? ""}
              maxLength={120}
              {...errorOf("name")}
            />
            <EmailField defaultValue={kept?.email ?? ""} {...errorOf("email")} />
            <PasswordField label={t("Password")} name="password" fresh {...errorOf("password")} />
            <div className="grid [--gap:.625rem]">
              <Field
                label={t("Phone")}
                name="phone"
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                optional
                defaultValue={kept?.phone ?? ""}
                {...errorOf("phone")}
              />
              <Check name="texts" value="1" defaultChecked={kept?.texts ?? false}>
                {t("Text me about my orders and offers. Consent is not a condition of purchase.")}
              </Check>
            </div>
            <Check name="terms" value="1" error={textOf("terms")}>
              <LinkedText
                text={t("I accept the [Terms & Conditions](/terms) and [Privacy policy](/privacy-policy).")}
              />
            </Check>
            <div className="row between row-wrap">
              <ButtonLink look="quiet" href="/spl/spt/3">
                <Icon name="arrow-left" size="sm" />
                {t("Go back")}
              </ButtonLink>
              <Button type="submit" look="primary" size="lg" busy={busy} busyText={t("Creating your account")}>
                {t("Continue to payment")}
              </Button>
            </div>
          </form>
        </div>
        <aside aria-label={t("What you agree to")}>
          <TermsSlip terms={terms} />
          <div className="mt-7">
            <BonusSlip prize={prize} />
          </div>
        </aside>
      </div>
    </div>
  );
}
