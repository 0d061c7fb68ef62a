/** The press behind the letter to an address that a partner registered: who told us of it, and what is agreed to. */
import { Form, useNavigation } from "react-router";
import { Button } from "#ui/button.tsx";
import { Check } from "#ui/check.tsx";
import { LinkedText } from "#ui/linked-text.tsx";
import { useText } from "#ui/text.tsx";

export function InvitedForm({
  invitation: { email, partner_name },
  failure,
}: {
  invitation: { email: string; partner_name: string };
  failure: string | null;
}) {
  const t = useText();
  const busy = useNavigation().state === "submitting";
  return (
    <>
      <h1>{t("Open your account")}</h1>
      <p className="lead mt-4">
        {t("{{partner}} registered {{email}} with us. Nothing has been opened yet: that's your choice.", {
          partner: partner_name,
          email,
        })}
      </p>
      <p className="mt-3">{t("An account is free. You choose a password next.")}</p>
      <Form method="post" className="mt-8 grid max-w-[27.5rem] [--gap:1rem]">
        <Check name="terms" value="1" error={failure ?? undefined}>
          <LinkedText text={t("I accept the [Terms & Conditions](/terms) and [Privacy policy](/privacy-policy).")} />
        </Check>
        <div>
          <Button type="submit" name="what" value="open" look="primary" size="lg" busy={busy} busyText={t("Opening")}>
            {t("Open my account")}
          </Button>
        </div>
      </Form>
      <p className="small muted mt-4">
        {t("Not you, or not now? Do nothing: we delete the address when the link expires.")}
      </p>
    </>
  );
}
