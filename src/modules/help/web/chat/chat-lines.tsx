/** What was said, in its order, with what is on its way. Read aloud as it comes. */
import { useEffect, useRef } from "react";
import type { ChatLine } from "#help";
import { Button } from "#ui/button.tsx";
import { DateText } from "#ui/date.tsx";
import { FieldError } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { useText } from "#ui/text.tsx";
import type { ChatState } from "./use-chat.ts";

export function ChatLines({ chat, lines, brand }: { chat: ChatState; lines: readonly ChatLine[]; brand: string }) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const { pending, typing, isUp } = chat;
  const isAtEnd = useRef(true);
  // The newest is seen; whoever reads above is not pulled away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: moved by what comes.
  useEffect(() => {
    const box = place.current;
    if (box && isAtEnd.current) box.scrollTop = box.scrollHeight;
  }, [lines.length, pending.length, typing]);
  return (
    <div
      ref={place}
      onScroll={({ currentTarget: box }) => {
        isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 80;
      }}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3"
      // A place that scrolls is reached by keyboard, or nobody without a mouse reads what is above.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
      tabIndex={0}
      role="log"
      aria-label={t("Conversation")}
    >
      <ol className="grid list-none p-0 [--gap:.75rem]">
        {lines.map((line) => (
          <li key={line.id} className={line.from === "house" ? "mr-8" : "ml-8"}>
            <p className="small muted flex justify-between gap-3">
              <b>{line.from === "house" ? brand : t("You")}</b>
              <DateText value={line.at} style="time" />
            </p>
            <div className={`mt-1 px-3.5 py-2.5 ${line.from === "house" ? "card" : "well"}`}>
              {line.words && <p className="break-words whitespace-pre-line [overflow-wrap:anywhere]">{line.words}</p>}
              {line.files.map((file) => (
                <p key={file.href} className="row small">
                  <Icon name="file-text" size="sm" />
                  <a href={file.href} className="min-w-0 truncate">
                    {file.name}
                  </a>
                </p>
              ))}
            </div>
          </li>
        ))}
        {pending.map((one) => (
          <li key={one.form} className="ml-8">
            <p className="small muted">
              <b>{t("You")}</b> {one.failure ? "" : t("Sending")}
            </p>
            <div className="well mt-1 px-3.5 py-2.5">
              <p className="break-words whitespace-pre-line [overflow-wrap:anywhere]">{one.words}</p>
            </div>
            {one.failure && (
              <div className="mt-1 grid justify-items-start [--gap:.375rem]">
                <FieldError>{one.failure.text}</FieldError>
                <span className="row">
                  <Button size="sm" onClick={() => void chat.sendAgain(one)}>
                    {t("Send again")}
                  </Button>
                  <Button size="sm" look="quiet" onClick={() => chat.drop(one.form)}>
                    {t("Discard")}
                  </Button>
                </span>
              </div>
            )}
          </li>
        ))}
      </ol>
      <p className="small muted mt-3">
        {!isUp ? t("The connection was lost. It will come back on its own.") : typing ? t("Somebody is typing…") : ""}
      </p>
    </div>
  );
}
