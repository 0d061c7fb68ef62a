/** The fields of log in and register, for the dialog and for the pages of their own. Without script the form is posted. */
import { type FormEvent, lazy, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { register, signIn } from "#client/auth.ts";
import { call } from "#client/call.ts";
import type { AuthPage } from "#client/viewer.ts";
import { Button } from "#ui/button.tsx";
import { CallError } from "#ui/call-error.ts";
import { Check } from "#ui/check.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { Field, FieldError } from "#ui/field.tsx";
import { LinkedText } from "#ui/linked-text.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { type Translate, useText } from "#ui/text.tsx";
import { failureOf } from "#ui/use-call.ts";
import { type AuthFailure, faultsOf } from "./form-faults.ts";
import { PasskeyButton } from "./passkey-button.tsx";

export type AuthFormProps = {
  page: AuthPage;
  /** The store that waits behind the sign-in, for the button's words. */
  store?: string | undefined;
  email: string;
  onEmail: (email: string) => void;
  name?: string;
  failures?: readonly AuthFailure[];
  onDone: () => void;
  form?: RefObject<HTMLFormElement | null>;
};

const PATHS = { "sm-login": "/login", "sm-register": "/register" } as const;
const NONE: readonly AuthFailure[] = [];
const FIELDS = new Set(["name", "email", "password", "terms"]);

export const swapPath = (page: AuthPage): string => (page === "sm-login" ? "/register" : "/login");

/** The field to begin with: what is known already needs no second look. */
export function firstEmpty(form: HTMLFormElement | null): HTMLInputElement | null {
  const fields = [...(form?.querySelectorAll<HTMLInputElement>("input.input") ?? [])];
  return fields.find((field) => field.value === "") ?? fields[0] ?? null;
}

/** Loaded only when the server asks for it. */
const CaptchaBox = lazy(() => import("./captcha-box.tsx"));

function failureIn(error: unknown, t: Translate): AuthFailure {
  const { field, text } = failureOf(error, t);
  const shown = field === "password_confirmation" ? "password" : field;
  return { field: shown && FIELDS.has(shown) ? shown : null, text };
}

export function AuthForm({
  page,
  store,
  email,
  onEmail,
  name = "",
  failures: given = NONE,
  onDone,
  form,
}: AuthFormProps) {
  const t = useText();
  const own = useRef<HTMLFormElement>(null);
  const element = form ?? own;
  const [busy, setBusy] = useState(false);
  /** Asked for after several tries; a token is good for one try. */
  const [captcha, setCaptcha] = useState({ round: 0, token: "" });
  const [hint, setHint] = useState<EmailHint>(null);
  const [failures, setFailures] = useState(given);
  const fresh = page === "sm-register";
  const errorOf = (field: string) => failures.find((failure) => failure.field === field)?.text;
  const whole = failures.find((failure) => !failure.field);

  useEffect(() => {
    const first = failures.find((failure) => failure.field)?.field;
    if (first) element.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  }, [failures, element]);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const fields = new FormData(event.currentTarget);
    const text = (field: string) => String(fields.get(field) ?? "");
    const faults = faultsOf(page, fields, t);
    setFailures(faults);
    if (faults.length > 0) return;
    setBusy(true);
    try {
      if (fresh) {
        // One password field that can be shown replaces typing it twice.
        const password = text("password");
        await register({
          name: text("name"),
          email: text("email"),
          password,
          password_confirmation: password,
          captcha: captcha.token,
        });
      } else await signIn({ email: text("email"), password: text("password"), captcha: captcha.token });
      onDone();
    } catch (error) {
      const asked = error instanceof CallError && error.code.startsWith("captcha_");
      if (asked || captcha.round > 0) setCaptcha({ round: captcha.round + 1, token: "" });
      setFailures([failureIn(error, t)]);
      setBusy(false);
    }
  }

  const passwordError = errorOf("password");
  return (
    <form ref={element} className="grid [--gap:1rem]" method="post" action={PATHS[page]} noValidate onSubmit={onSubmit}>
      {whole && (
        <div role="alert">
          <FieldError>{whole.text}</FieldError>
        </div>
      )}
      {fresh && <Field label={t("Name")} name="name" autoComplete="name" defaultValue={name} error={errorOf("name")} />}
      <EmailField
        login={!fresh}
        defaultValue={email}
        onInput={(event) => {
          onEmail(event.currentTarget.value);
          setHint(null);
        }}
        {...(fresh && { onBlur: (event) => askForHint(event.currentTarget.value, setHint) })}
        {...hintWords(hint, t)}
        error={errorOf("email")}
      />
      <PasswordField
        label={t("Password")}
        name="password"
        fresh={fresh}
        aside={fresh ? undefined : <a href="/password/reset">{t("Forgot it?")}</a>}
        {...(passwordError === undefined ? {} : { error: passwordError })}
      />
      {fresh && (
        <Check name="terms" value="1" error={errorOf("terms")}>
          <LinkedText text={t("I accept the [Terms & Conditions](/terms) and [Privacy policy](/privacy-policy).")} />
        </Check>
      )}
      {captcha.round > 0 && (
        <Suspense fallback={null}>
          <CaptchaBox
            key={captcha.round}
            onToken={(token) => setCaptcha((kept) => ({ ...kept, token }))}
            onFailure={() =>
              setFailures([
                {
                  field: null,
                  text: t(
                    "We couldn't load the human check. See whether something in your browser is blocking it, then try again.",
                  ),
                },
              ])
            }
          />
        </Suspense>
      )}
      <Button
        type="submit"
        look="primary"
        size="lg"
        block
        busy={busy}
        busyText={fresh ? t("Creating your account") : t("Logging in")}
      >
        {words(page, store, t)}
      </Button>
      {!fresh && <PasskeyButton onDone={onDone} onFailure={(said) => setFailures([{ field: null, text: said }])} />}
    </form>
  );
}

function words(page: AuthPage, store: string | undefined, t: Translate): string {
  if (page === "sm-login") return store ? t("Log in and go to {{store}}", { store }) : t("Log in");
  return store ? t("Create account and go to {{store}}", { store }) : t("Create account");
}

type EmailHint = { kind: "typo" | "disposable"; suggestion?: string } | null;

/** A hint, never a refusal: when it cannot be had, there is none. */
function askForHint(email: string, tell: (hint: EmailHint) => void) {
  if (!email.includes(".", email.indexOf("@") + 2) || !email.includes("@")) return;
  call<{ hint: EmailHint }>(`/api/web/email-hint?email=${encodeURIComponent(email)}`)
    .then(({ hint }) => tell(hint))
    .catch(() => {});
}

function hintWords(hint: EmailHint, t: Translate): { hint?: string } {
  if (!hint) return {};
  return {
    hint:
      hint.kind === "typo"
        ? t("Did you mean {{email}}?", { email: hint.suggestion ?? "" })
        : t("Temporary addresses often stop working within hours, and you'd miss news about your money."),
  };
}
