/** Asks for an address; where it belongs to another account, asks for that account's password and makes the two one. */
import { type FormEvent, useState } from "react";
import { call } from "#client/call.ts";
import { refreshUser, renewed } from "#client/session.ts";
import { showToast } from "#client/toasts.ts";
import type { ViewerUser } from "#client/viewer.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { Field, FieldError } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { needSpanish, useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";

needSpanish(() => [import("../es.json")]);

/** SPEC §5: the basic pattern of this prompt; the server looks closer. */
const BASIC_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,24}$/;

export default function EmailDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [taken, setTaken] = useState<string | null>(null);
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={taken ? t("Is this other account yours?") : t("What is your email?")}
    >
      {taken === null ? (
        <AddressForm onTaken={setTaken} onClose={onClose} />
      ) : (
        <MergeForm email={taken} onBack={() => setTaken(null)} onClose={onClose} />
      )}
    </Dialog>
  );
}

function AddressForm({ onTaken, onClose }: { onTaken: (email: string) => void; onClose: () => void }) {
  const t = useText();
  const { busy, failure, run, errorOf, clear } = useCall();
  const [odd, setOdd] = useState(false);
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email")).trim();
    clear();
    setOdd(!BASIC_EMAIL.test(email));
    if (!BASIC_EMAIL.test(email)) return;
    let inUse = false;
    const ok = await run(async () => {
      try {
        await call("/api/set-email", { json: { email } });
        await refreshUser();
      } catch (error) {
        if ((error as { code?: string }).code !== "requires_authentication") throw error;
        inUse = true;
      }
    });
    if (!ok) return;
    if (inUse) return onTaken(email);
    showToast("good", t("Successfully set email."));
    onClose();
  }
  const error = odd ? t("You have entered an invalid email address!") : errorOf("email").error;
  return (
    <form className="grid [--gap:1rem]" onSubmit={onSubmit} noValidate>
      <p className="small muted">
        {t("We email you there when money comes in or goes out. First we'll send a link to make sure it's yours.")}
      </p>
      {failure && failure.field !== "email" && <Failure text={failure.text} />}
      <EmailField error={error} />
      <Button type="submit" look="primary" size="lg" block busy={busy} busyText={t("Saving")}>
        {t("Save email")}
      </Button>
      <Button look="quiet" block onClick={onClose}>
        {t("Later")}
      </Button>
    </form>
  );
}

function MergeForm({ email, onBack, onClose }: { email: string; onBack: () => void; onClose: () => void }) {
  const t = useText();
  const { busy, failure, run, errorOf, clear } = useCall();
  const [missing, setMissing] = useState(false);
  const [steps, setSteps] = useState(false);
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const code = String(form.get("code") ?? "").trim();
    const json = {
      email: String(form.get("email")).trim(),
      password: String(form.get("password")),
      ...(code ? { code } : {}),
    };
    clear();
    setMissing(!json.email || !json.password);
    if (!json.email || !json.password) return;
    const ok = await run(async () => {
      const data = await call<{ user: ViewerUser }>("/api/authenticate-and-merge", { json }).catch((error) => {
        if ((error as { field?: string }).field === "code") setSteps(true);
        throw error;
      });
      // Its token is the bearer's from now on; then the account is read anew (SPEC §4).
      renewed(data.user);
      await refreshUser();
    });
    if (!ok) return;
    showToast("good", t("Successfully merged accounts and logged in."));
    onClose();
  }
  const text = missing ? t("Please enter both email and password.") : failure?.text;
  return (
    <form className="grid [--gap:1rem]" onSubmit={onSubmit} noValidate>
      <Note kind="info" live>
        {t("Email already in use. Please authenticate.")}
      </Note>
      <p className="small muted">
        {t("Log in to it, and both accounts become one. Cash back, coins and history come along.")}
      </p>
      {text && failure?.field !== "code" && <Failure text={text} />}
      <EmailField login defaultValue={email} />
      <PasswordField
        label={t("Password")}
        name="password"
        aside={
          <a href="/password/reset" target="_blank" rel="noopener">
            {t("Forgot it?")}
          </a>
        }
      />
      {steps && (
        <Field
          label={t("Code of your authenticator app")}
          name="code"
          hint={t("Or one of your recovery codes.")}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          autoFocus
          {...(failure?.code === "second_step" ? {} : errorOf("code"))}
        />
      )}
      <Button type="submit" look="primary" size="lg" block busy={busy} busyText={t("Merging")}>
        {t("Log in and merge")}
      </Button>
      <Button look="quiet" block onClick={onBack}>
        {t("Use another address")}
      </Button>
    </form>
  );
}

function Failure({ text }: { text: string }) {
  return (
    <div role="alert">
      <FieldError>{text}</FieldError>
    </div>
  );
}
