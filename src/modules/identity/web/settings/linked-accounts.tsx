/** Accounts elsewhere that sign in here: which there are, linking another, taking one away. */
import { type FormEvent, useState } from "react";
import { call } from "#client/call.ts";
import { refreshSummary } from "#client/summary.ts";
import type { LinkedAccount, LinkedAccountsData } from "#identity";
import { Button, ButtonLink } from "#ui/button.tsx";
import { ConfirmField } from "#ui/confirm-field.tsx";
import { DateText } from "#ui/date.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ServiceIcon } from "#ui/icon.tsx";
import { FormFailure, Setting } from "#ui/setting.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import { PROVIDER_NAMES } from "../auth/social-row.tsx";

const HERE = "/account/pss#linked-accounts";

export function LinkedAccounts({ data, onChanged }: { data: LinkedAccountsData; onChanged: () => void }) {
  const t = useText();
  const [leaving, setLeaving] = useState<LinkedAccount | null>(null);
  const { accounts, providers, has_password } = data;
  const free = providers.filter((provider) => !accounts.some((account) => account.provider === provider));
  if (providers.length === 0 && accounts.length === 0) return null;
  const last = accounts.length === 1 && !has_password;
  return (
    <Setting
      id="linked-accounts"
      title={t("Linked accounts")}
      lead={t("Sign in with an account you have elsewhere. We only see its name and email.")}
    >
      <ul className="grid [--gap:0.75rem]">
        {accounts.map((account) => (
          <li key={account.id} className="row flex-wrap justify-between [--gap:0.75rem]">
            <span className="row min-w-0">
              <ServiceIcon name={account.provider} />
              <span className="min-w-0">
                <b>{PROVIDER_NAMES[account.provider]}</b>
                <span className="small muted block [overflow-wrap:anywhere]">
                  <Address account={account} />
                  {t("Linked on")} <DateText value={account.linked_at} />
                </span>
              </span>
            </span>
            {last ? (
              <span className="small muted">{t("Your only way to sign in")}</span>
            ) : (
              <Button
                size="sm"
                aria-label={t("Unlink {{provider}}", { provider: PROVIDER_NAMES[account.provider] })}
                onClick={() => setLeaving(account)}
              >
                {t("Unlink")}
              </Button>
            )}
          </li>
        ))}
        {accounts.length === 0 && <li className="small muted">{t("None yet.")}</li>}
      </ul>
      {free.length > 0 && (
        <div className="row mt-4 flex-wrap">
          {free.map((provider) => (
            <ButtonLink
              key={provider}
              size="sm"
              href={`/oauth/${provider}?link=1&to=${encodeURIComponent(HERE)}`}
              data-document=""
            >
              <ServiceIcon name={provider} />
              {t("Link {{provider}}", { provider: PROVIDER_NAMES[provider] })}
            </ButtonLink>
          ))}
        </div>
      )}
      <Dialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        size="sm"
        title={leaving ? t("Unlink {{provider}}", { provider: PROVIDER_NAMES[leaving.provider] }) : ""}
      >
        {leaving && (
          <UnlinkForm
            account={leaving}
            hasPassword={has_password}
            onDone={() => {
              setLeaving(null);
              onChanged();
              void refreshSummary();
            }}
          />
        )}
      </Dialog>
    </Setting>
  );
}

function Address({ account }: { account: LinkedAccount }) {
  const t = useText();
  if (!account.email) return null;
  return (
    <>
      {account.email}
      {account.is_private_email && ` (${t("hidden address")})`}
      {!account.email_works && <b> {t("It no longer forwards email.")}</b>}
      <br />
    </>
  );
}

function UnlinkForm({
  account,
  hasPassword,
  onDone,
}: {
  account: LinkedAccount;
  hasPassword: boolean;
  onDone: () => void;
}) {
  const t = useText();
  const { busy, failure, run, errorOf } = useCall();
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get("password");
    const ok = await run(() =>
      call(`/api/linked-accounts/accounts/${account.id}/unlink`, { json: password ? { password } : {} }),
    );
    if (ok) onDone();
  }
  const asks = failure?.code === "sign_in_again" ? { error: failure.text } : errorOf("password");
  return (
    <form className="grid [--gap:1rem]" method="post" onSubmit={onSubmit} noValidate>
      <p className="small muted">{t("You can no longer sign in with it. Your account here stays as it is.")}</p>
      {failure?.code !== "sign_in_again" && <FormFailure failure={failure} fields={["password"]} />}
      <ConfirmField hasPassword={hasPassword} {...asks} />
      <Button type="submit" look="brick" busy={busy} busyText={t("Unlinking")}>
        {t("Unlink")}
      </Button>
    </form>
  );
}
