/** After a chat: the one question, and the way to another. */
import { useEffect, useRef } from "react";
import type { ChatStanding } from "#help";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import type { ChatState } from "./use-chat.ts";

export function ChatEnd({ chat, live }: { chat: ChatState; live: ChatStanding }) {
  const t = useText();
  const { busy, run } = useCall();
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const { asked, solved } = live.verdict;
  const judge = (yes: boolean) =>
    void run(async () => {
      await chat.tell("verdict", { solved: yes });
      await chat.again();
    });
  return (
    <div className="grid border-t border-(--tp-rule) p-4 pb-[calc(1rem+env(safe-area-inset-bottom))] [--gap:.75rem]">
      <h3 ref={head} tabIndex={-1} className="text-base">
        {asked ? t("Was it solved?") : t("The chat is over")}
      </h3>
      {asked ? (
        <p className="row flex-wrap">
          {[true, false].map((yes) => (
            <Button
              key={String(yes)}
              size="sm"
              look={solved === yes ? "primary" : "secondary"}
              aria-pressed={solved === yes}
              disabled={busy}
              onClick={() => judge(yes)}
            >
              {yes ? t("Yes, solved") : t("No, not yet")}
            </Button>
          ))}
        </p>
      ) : (
        <p className="muted">{t("What you asked isn't forgotten: a person answers by email.")}</p>
      )}
      <p className="small muted" role="status">
        {solved === null ? "" : t("Thank you. You can change it whenever you like.")}
      </p>
      <div>
        <Button onClick={() => void chat.leave()}>{t("Start another chat")}</Button>
      </div>
    </div>
  );
}
