import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useText } from "#ui/text.tsx";

/** The second step. Posted as a document: the session's cookies are read when a page starts. */
export function CodeCard({ error }: { error: string | null }) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  return (
    <div className="wrap section-tight">
      <div className="card mx-auto w-full max-w-[27.5rem] p-6 sm:p-8">
        <h1 className="text-2xl">{t("One more step")}</h1>
        <p className="small muted mt-1 mb-5">
          {t("Enter the code your authenticator app shows now, or one of your recovery codes.")}
        </p>
        <form method="post" className="grid [--gap:1rem]" onSubmit={() => setBusy(true)}>
          <Field
            label={t("Code")}
            name="code"
            inputMode="text"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            required
            autoFocus
            {...(error === null ? {} : { error })}
          />
          <Button type="submit" look="primary" size="lg" block busy={busy} busyText={t("Logging in")}>
            {t("Log in")}
          </Button>
        </form>
        <p className="small muted mt-[1.125rem] text-center">
          <a href="/login">{t("Start again")}</a>
        </p>
      </div>
    </div>
  );
}
