/** Links a mailbox, or gives a linked one a new app password: what is read and kept, the consent, the address, the password. */
import { useNavigate } from "react-router";
import { call } from "#client/call.ts";
import { inDebug } from "#client/in-debug.ts";
import type { LinksPage } from "#mailboxes";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { FormFailure } from "#ui/setting.tsx";
import { useText } from "#ui/text.tsx";
import { emptyOf, useFormCall } from "#ui/use-form-call.ts";
import { ConsentWords, useConsent } from "./consent-words.tsx";

type Props = { page: LinksPage; address?: string; open: boolean; onClose: () => void };
export function LinkDialog(props: Props) {
  const t = useText();
  const title = props.address ? t("Enter a new app password") : t("Link a mailbox");
  return (
    <Dialog open={props.open} onClose={props.onClose} title={title}>
      <LinkForm {...props} />
    </Dialog>
  );
}

function LinkForm({ page, address }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const { form, busy, failure, errorOf, send } = useFormCall();
  const { agreed, faults: unticked, box } = useConsent();

  async function submit(fields: FormData) {
    const told = (name: string) => String(fields.get(name) ?? "");
    const faults = [
      ...emptyOf(fields, {
        address: t("Enter the mailbox's whole email address."),
        password: t("Enter the app password."),
      }),
      ...unticked,
    ];
    const json = {
      address: told("address"),
      password: told("password"),
      agreed,
      consent_version: page.consent.version,
    };
    const ok = await send(faults, () => call("/api/user/mail-links", { json }));
    if (ok) await navigate(inDebug("/order-protection-link?success=1"));
  }

  return (
    <form
      data-by-script=""
      ref={form}
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(new FormData(event.currentTarget));
      }}
    >
      <ConsentWords page={page} />
      <EmailField
        label={t("Email address of the mailbox")}
        name="address"
        autoComplete="off"
        readOnly={address !== undefined}
        defaultValue={address}
        {...errorOf("address")}
      />
      <PasswordField
        label={t("App password")}
        name="password"
        autoComplete="off"
        hint={t(
          "Not the password you sign in with: your provider makes an app password in its security settings, for one program alone.",
        )}
        {...errorOf("password")}
      />
      {box(errorOf("agreed").error)}
      <FormFailure failure={failure} fields={["address", "password", "agreed"]} />
      <div>
        <Button type="submit" look="primary" busy={busy} busyText={t("Checking the mailbox")}>
          {t("Link this mailbox")}
        </Button>
      </div>
    </form>
  );
}
