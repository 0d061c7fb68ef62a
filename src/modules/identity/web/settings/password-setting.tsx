import { type FormEvent, useState } from "react";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmField } from "#ui/confirm-field.tsx";
import { Note } from "#ui/note.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { FormFailure, Setting } from "#ui/setting.tsx";
import { useText } from "#ui/text.tsx";
import { emptyOf, useFormCall } from "#ui/use-form-call.ts";
import { PASSWORD_MINIMUM } from "../../messages.ts";

export function PasswordSetting({ hasPassword, onChanged }: { hasPassword: boolean; onChanged: () => void }) {
  const t = useText();
  const { form, busy, failure, send, errorOf } = useFormCall();
  const [said, setSaid] = useState("");
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    const fields = new FormData(element);
    const password = String(fields.get("new_password"));
    setSaid("");
    const faults = emptyOf(fields, { password: t("Enter your password.") });
    if ([...password].length < PASSWORD_MINIMUM)
      faults.push({ field: "new_password", text: t("Use at least 8 characters. Several words are best.") });
    const ok = await send(faults, async () => {
      const answer = await call<{ message: string }>("/api/account/password", {
        json: { current_password: fields.get("password") || null, password, password_confirmation: password },
      });
      setSaid(answer.message);
    });
    if (!ok) return;
    element.reset();
    onChanged();
  }
  // Both fields are the password's to the server; the code says which of the two is meant.
  const isNew = failure !== null && failure.code !== "password_wrong" && failure.code !== "sign_in_again";
  return (
    <Setting id="password" title={t("Password")} lead={t("Changing it signs you out on every other device.")}>
      <form ref={form} className="needs-script grid [--gap:1rem]" method="post" onSubmit={onSubmit} noValidate>
        <FormFailure failure={failure} fields={["password"]} />
        {said && (
          <Note kind="good" live>
            {said}
          </Note>
        )}
        <ConfirmField hasPassword={hasPassword} {...(isNew ? {} : errorOf("password"))} />
        <PasswordField
          label={t("New password")}
          name="new_password"
          fresh
          {...errorOf(isNew ? "password" : "new_password")}
        />
        <div>
          <Button type="submit" busy={busy} busyText={t("Saving")}>
            {hasPassword ? t("Change my password") : t("Set a password")}
          </Button>
        </div>
      </form>
    </Setting>
  );
}
