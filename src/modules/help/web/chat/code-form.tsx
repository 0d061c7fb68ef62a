/** A visitor's address is theirs once they type the code that went there: before that, no word of the chat does. */
import { type FormEvent, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import type { ChatState } from "./use-chat.ts";

export function CodeForm({ chat, email }: { chat: ChatState; email: string }) {
  const t = useText();
  const { busy, failure, run } = useCall();
  const [sent, setSent] = useState(false);
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code") ?? "").trim();
    if (code !== "" && (await run(() => chat.tell("code", { code })))) await chat.again();
  }
  return (
    <details className="border-t border-(--tp-rule) px-4 py-2">
      <summary className="small cursor-pointer font-semibold">{t("Get our answers by email too")}</summary>
      <form onSubmit={(event) => void onSubmit(event)} className="grid pt-2 pb-1 [--gap:.625rem]" noValidate>
        <Field
          label={t("Code from the email to {{email}}", { email })}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          {...(failure && { error: failure.text })}
        />
        <span className="row flex-wrap">
          <Button type="submit" size="sm" look="primary" busy={busy} busyText={t("Confirming")}>
            {t("Confirm")}
          </Button>
          <Button
            size="sm"
            look="quiet"
            disabled={busy || sent}
            onClick={() => void run(() => chat.tell("code")).then((isSent) => setSent(isSent))}
          >
            {t("Send another code")}
          </Button>
          <span className="small muted" role="status">
            {sent ? t("It's on its way.") : ""}
          </span>
        </span>
      </form>
    </details>
  );
}
