/** The two presses behind a link of a mail: confirming an address, and taking a change of address back. */
import { Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "#ui/button.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { useText } from "#ui/text.tsx";

type Asks = { kind: string; own: boolean; has_password: boolean };

/** Signed in, one press is enough. Elsewhere the password says that the reader is who opened the account. */
export function VerifyForm({ asks, failure }: { asks: Asks; failure: string | null }) {
  const t = useText();
  const busy = useNavigation().state === "submitting";
  const first = asks.kind === "verify_email";
  const asksPassword = !asks.own && asks.has_password;
  return (
    <>
      <h1>{t("Confirm your email")}</h1>
      <p className="lead mt-4">{t("One click, and receipts and payout notices will reach you at this address.")}</p>
      {!asks.own && !asks.has_password && !first ? (
        <p className="mt-8">
          <ButtonLink look="primary" size="lg" href="/login">
            {t("Log in first")}
          </ButtonLink>
        </p>
      ) : (
        <Form method="post" className="mt-8 grid max-w-[27.5rem] [--gap:1rem]">
          {asksPassword && (
            <PasswordField
              label={t("Password of this account")}
              name="password"
              {...(failure === null ? {} : { error: failure })}
            />
          )}
          <div>
            <Button
              type="submit"
              name="what"
              value={asksPassword || asks.own ? "confirm" : "claim"}
              look="primary"
              size="lg"
              busy={busy}
              busyText={t("Confirming")}
            >
              {t("Confirm my email")}
            </Button>
          </div>
          {asksPassword && first && (
            <div>
              <p className="small muted mb-2">
                {t(
                  "Someone else set the password, or you lost it? The account becomes yours, and every other way in is removed.",
                )}
              </p>
              <Button type="submit" name="what" value="claim" look="quiet">
                {t("Confirm and choose a new password")}
              </Button>
            </div>
          )}
        </Form>
      )}
    </>
  );
}

export function UndoForm({ email }: { email: string }) {
  const t = useText();
  const busy = useNavigation().state === "submitting";
  return (
    <>
      <h1>{t("Undo your email change?")}</h1>
      <p className="lead mt-4">
        {t("Your account goes back to {{email}}. Every sign-in ends, and you choose a new password next.", { email })}
      </p>
      <p className="mt-3">
        {t(
          "Passkeys, the authenticator app and linked accounts are removed, because whoever changed the email may have added them.",
        )}
      </p>
      <Form method="post" className="mt-8">
        <Button
          type="submit"
          name="what"
          value="undo"
          look="primary"
          size="lg"
          busy={busy}
          busyText={t("Taking it back")}
        >
          {t("Take it back")}
        </Button>
      </Form>
    </>
  );
}
