/** The first words of a chat, and where an answer goes if nobody is there; a member's address is known. */
import { type FormEvent, useRef, useState } from "react";
import type { ChatHours } from "#help";
import { Button } from "#ui/button.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { TextArea } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import { MAX_CHAT_CHARACTERS } from "../../chat/chat-rules.ts";
import type { ChatState } from "./use-chat.ts";

type Shown = { hours: ChatHours; asks_email: boolean; answer_days: number };

export function BeginForm({ chat, shown }: { chat: ChatState; shown: Shown }) {
  const t = useText();
  const { busy, failure, run, errorOf } = useCall();
  const form = useRef<HTMLFormElement>(null);
  const [words, setWords] = useState("");
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email") ?? "");
    if (!(await run(() => chat.begin(words.trim(), email))))
      form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="grid content-start overflow-y-auto p-4 [--gap:1rem]"
    >
      {failure && failure.field === null && (
        <Note kind="bad" live>
          {failure.text}
        </Note>
      )}
      {!shown.hours.there && (
        <Note kind="info">
          {t("Nobody is here right now. Write, and a person answers within {{days}} working days, by email and here.", {
            days: shown.answer_days,
          })}
        </Note>
      )}
      {shown.asks_email && (
        <EmailField
          data-first=""
          hint={t("If you leave before we answer, we write to you here. You confirm it with a code first.")}
          {...errorOf("email")}
        />
      )}
      <TextArea
        label={t("How can we help?")}
        name="words"
        rows={4}
        maxLength={MAX_CHAT_CHARACTERS}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        {...(shown.asks_email ? {} : { "data-first": "" })}
        {...(errorOf("body").error || errorOf("words").error
          ? { error: errorOf("body").error ?? errorOf("words").error }
          : {})}
      />
      <div>
        <Button type="submit" look="primary" busy={busy} busyText={shown.hours.there ? t("Starting") : t("Sending")}>
          {shown.hours.there ? t("Start chat") : t("Send message")}
        </Button>
      </div>
      <p className="small muted">
        {t("Everything you write is kept with your conversation.")} <a href="/privacy-policy">{t("Privacy policy")}</a>
      </p>
    </form>
  );
}
