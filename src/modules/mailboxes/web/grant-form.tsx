/** Links a mailbox by its provider's own sign-in: what is read and kept, the consent, and the way there. */
import { useState } from "react";
import { call } from "#client/call.ts";
import type { GrantName, LinksPage } from "#mailboxes";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FormFailure } from "#ui/setting.tsx";
import { useText } from "#ui/text.tsx";
import { useFormCall } from "#ui/use-form-call.ts";
import { ConsentWords, useConsent } from "./consent-words.tsx";

/** The mailbox, and at whose sign-in leave is given. */
export const GRANT_WORDS: Readonly<Record<GrantName, { mailbox: string; giver: string }>> = {
  gmail: { mailbox: "Gmail", giver: "Google" },
  microsoft: { mailbox: "Outlook", giver: "Microsoft" },
};

type Props = { page: LinksPage; provider: GrantName; open: boolean; onClose: () => void };
export function GrantDialog(props: Props) {
  const t = useText();
  const { mailbox } = GRANT_WORDS[props.provider];
  return (
    <Dialog open={props.open} onClose={props.onClose} title={t("Link {{mailbox}}", { mailbox })}>
      <GrantForm {...props} />
    </Dialog>
  );
}

function GrantForm({ page, provider }: Props) {
  const t = useText();
  const { giver } = GRANT_WORDS[provider];
  const { form, busy, failure, errorOf, send } = useFormCall();
  const { agreed, faults, box } = useConsent();
  const [leaving, setLeaving] = useState(false);

  async function submit() {
    const json = { provider, agreed, consent_version: page.consent.version };
    await send(faults, async () => {
      const { url } = await call<{ url: string }>("/api/user/mail-links/start", { json });
      setLeaving(true);
      window.location.assign(url);
    });
  }

  return (
    <form
      data-by-script=""
      ref={form}
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ConsentWords page={page} />
      <p className="small muted">
        {t("{{giver}} asks you next, on its own page. We never see your password there.", { giver })}
      </p>
      {box(errorOf("agreed").error)}
      <FormFailure failure={failure} fields={["agreed"]} />
      <div>
        <Button type="submit" look="primary" busy={busy || leaving} busyText={t("One moment")}>
          {t("Continue to {{giver}}", { giver })}
        </Button>
      </div>
    </form>
  );
}
