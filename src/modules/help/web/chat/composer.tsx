/** Where words are written: Enter sends them, Shift and Enter begins a line. What was typed stays through a reload. */
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import type { ChatStanding } from "#help";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/text.tsx";
import { MAX_CHAT_CHARACTERS } from "../../chat/chat-rules.ts";
import { ReceiptFiles } from "../receipt-files.tsx";
import type { ChatState } from "./use-chat.ts";

const draftOf = (chat: string): string => `chat_draft_${chat}`;
function readDraft(chat: string): string {
  try {
    return sessionStorage.getItem(draftOf(chat)) ?? "";
  } catch {
    return "";
  }
}
function keepDraft(chat: string, words: string): void {
  try {
    sessionStorage.setItem(draftOf(chat), words);
  } catch {
    // Where nothing may be kept it is typed anew.
  }
}

export function Composer({ chat, live }: { chat: ChatState; live: ChatStanding }) {
  const t = useText();
  const [words, setWords] = useState(() => readDraft(live.id));
  const [attaches, setAttaches] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const files = new FormData(event.currentTarget).getAll("file_id").map(String);
    if (words.trim() === "" && files.length === 0) return field.current?.focus();
    void chat.say(words.trim(), files);
    setWords("");
    keepDraft(live.id, "");
    setAttaches(false);
    field.current?.focus();
  }
  function onKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    // While a letter is put together by several keys, Enter ends that.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }
  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      className="grid border-t border-(--tp-rule) px-4 pt-3 pb-[calc(.75rem+env(safe-area-inset-bottom))] [--gap:.625rem]"
    >
      {attaches && <ReceiptFiles />}
      <label className="sr-only" htmlFor="chat-words">
        {t("Your words")}
      </label>
      <textarea
        ref={field}
        id="chat-words"
        data-first=""
        className="input max-h-40 min-h-12 resize-none [field-sizing:content]"
        rows={2}
        maxLength={MAX_CHAT_CHARACTERS}
        value={words}
        placeholder={t("Write here")}
        aria-describedby="chat-keys"
        onKeyDown={onKey}
        onChange={(event) => {
          setWords(event.target.value);
          keepDraft(live.id, event.target.value);
          chat.tellTyping();
        }}
      />
      <div className="flex items-center justify-between gap-2">
        <span className="small faint max-md:sr-only" id="chat-keys">
          {t("Enter sends. Shift and Enter starts a new line.")}
        </span>
        <span className="ml-auto flex gap-2">
          <Button size="sm" aria-expanded={attaches} onClick={() => setAttaches(!attaches)}>
            {t("Attach")}
          </Button>
          <Button type="submit" look="primary" size="sm">
            {t("Send")}
          </Button>
        </span>
      </div>
    </form>
  );
}
