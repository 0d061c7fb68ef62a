import { Note } from "./note.tsx";
import { PasswordField } from "./password-field.tsx";
import { useText } from "./text.tsx";

/** Who somebody is, asked once more: the password, or for members without one a sign-in of the last ten minutes. */
export function ConfirmField({ hasPassword, error, label }: { hasPassword: boolean; error?: string; label?: string }) {
  const t = useText();
  if (hasPassword)
    return (
      <PasswordField
        label={label ?? t("Your password")}
        name="password"
        aside={
          <a href="/password/reset" target="_blank" rel="noopener">
            {t("Forgot it?")}
          </a>
        }
        {...(error === undefined ? {} : { error })}
      />
    );
  return (
    <Note kind={error ? "bad" : "info"} live={error !== undefined}>
      {error ?? t("You don't have a password here, so this only works within ten minutes of signing in.")}{" "}
      <a href="/login?again=1" data-document="">
        {t("Sign in again")}
      </a>
    </Note>
  );
}
