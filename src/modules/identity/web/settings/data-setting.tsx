import { type FormEvent, useState } from "react";
import { call } from "#client/call.ts";
import { inDebug } from "#client/in-debug.ts";
import { Button } from "#ui/button.tsx";
import { Check } from "#ui/check.tsx";
import { ConfirmField } from "#ui/confirm-field.tsx";
import { Dialog, preloadDialog } from "#ui/dialog.tsx";
import { formatCount, formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { FormFailure, Setting } from "#ui/setting.tsx";
import { useText } from "#ui/text.tsx";
import { emptyOf, useFormCall } from "#ui/use-form-call.ts";

/** Amounts in cents as text, as bigint does not travel. */
export type LeftOverView = { available: string; pending: string; held: string; coins: string };

export function DataSetting({ hasPassword, left }: { hasPassword: boolean; left: LeftOverView }) {
  const t = useText();
  const { form, busy, failure, send, errorOf } = useFormCall();
  const [asking, setAsking] = useState(false);
  // Soon after a sign-in nothing more is asked for.
  const [confirms, setConfirms] = useState(false);
  async function download(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const password = fields.get("password") || null;
    const ok = await send(emptyOf(fields, { password: t("Enter your password.") }), async () => {
      const parts = await call<unknown>("/api/account/export", { json: { password } });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([JSON.stringify(parts, null, 2)], { type: "application/json" }));
      link.download = "tuppence-my-data.json";
      link.click();
      URL.revokeObjectURL(link.href);
    });
    setConfirms(!ok);
  }
  return (
    <Setting id="data" title={t("Your data")} lead={t("Download everything we know about you, or close your account.")}>
      <form ref={form} className="needs-script grid [--gap:1rem]" method="post" onSubmit={download} noValidate>
        <FormFailure failure={failure} fields={["password"]} />
        {confirms && <ConfirmField hasPassword={hasPassword} {...errorOf("password")} />}
        <div>
          <Button type="submit" busy={busy} busyText={t("Writing the copy")}>
            {t("Download my data")}
          </Button>
        </div>
      </form>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="quiet" onPointerEnter={preloadDialog} onFocus={preloadDialog} onClick={() => setAsking(true)}>
          {t("Delete my account")}
        </Button>
      </div>
      <Dialog open={asking} onClose={() => setAsking(false)} title={t("Delete your account?")}>
        <DeleteForm hasPassword={hasPassword} left={left} onKeep={() => setAsking(false)} />
      </Dialog>
    </Setting>
  );
}

function DeleteForm({ hasPassword, left, onKeep }: { hasPassword: boolean; left: LeftOverView; onKeep: () => void }) {
  const t = useText();
  const { form, busy, failure, send, errorOf } = useFormCall();
  const cash = BigInt(left.available) + BigInt(left.pending);
  const coins = BigInt(left.coins);
  const held = BigInt(left.held) > 0n;
  const asks = !held && (cash > 0n || coins > 0n);
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const gives = fields.get("give_up") !== null;
    const faults = emptyOf(fields, { password: t("Enter your password.") });
    if (asks && !gives) faults.unshift({ field: "give_up", text: t("Confirm that you give it up.") });
    const ok = await send(faults, () =>
      call("/api/account/delete", { json: { password: fields.get("password") || null, give_up: gives } }),
    );
    if (!ok) return;
    localStorage.removeItem("user");
    window.location.replace(inDebug("/msg/account-closed"));
  }
  const words = { amount: formatMoney(cash.toString()), coins: formatCount(coins) };
  return (
    <form ref={form} className="grid [--gap:1rem]" method="post" onSubmit={onSubmit} noValidate>
      <p>{t("Your name, email, sign-ins and favorites are erased right away. This can't be undone.")}</p>
      {held ? (
        <Note kind="wait">{t("A payout is on its way to you. You can close your account once it arrives.")}</Note>
      ) : asks ? (
        <>
          <Note kind="wait">
            {t("{{amount}} and {{coins}} coins are still yours.", words)}{" "}
            <a href="/account/withdrawal">{t("Withdraw first")}</a>
          </Note>
          <Check name="give_up" value="1" {...errorOf("give_up")}>
            {t("I give up {{amount}} and {{coins}} coins, including what's still pending.", words)}
          </Check>
        </>
      ) : null}
      <FormFailure failure={failure} fields={["password", "give_up"]} />
      <ConfirmField hasPassword={hasPassword} {...errorOf("password")} />
      <div className="flex flex-wrap gap-3">
        <Button onClick={onKeep}>{t("Keep my account")}</Button>
        <Button type="submit" look="brick" busy={busy} busyText={t("Deleting")}>
          {t("Delete for good")}
        </Button>
      </div>
    </form>
  );
}
