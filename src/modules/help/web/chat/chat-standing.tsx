/** Under the chat's name: whether somebody is there, or by when they answer. */
import type { ChatHours, ChatStanding } from "#help";
import { useDateWords } from "#ui/date.tsx";
import { type Translate, useLanguage, useText } from "#ui/text.tsx";
import { hoursText } from "./hours-words.ts";

type Shown = { hours: ChatHours; answer_days: number; chat: ChatStanding | null };

function standingText({ chat, hours }: Shown, t: Translate, day: (at: string) => string): string {
  if (!chat) return hours.there ? t("Somebody is here and answers within 3 minutes.") : "";
  if (chat.state === "waiting") return t("Somebody answers within 3 minutes.");
  if (chat.state === "open") return t("You're connected.");
  if (chat.state === "ticket" && chat.due)
    return t("Nobody is free right now. You'll hear from us by {{day}}, here and by email.", { day: day(chat.due) });
  if (chat.state === "idle") return t("It's quiet here. Write to continue.");
  return t("Number {{number}}", { number: chat.number });
}

export function ChatStandingLine({ shown }: { shown: Shown | null }) {
  const t = useText();
  const language = useLanguage();
  const day = useDateWords();
  if (!shown) return null;
  const text = standingText(shown, t, (at) => day(at));
  return (
    <p className="small muted mt-0.5" role="status">
      {text || t("Chat is open {{hours}}.", { hours: hoursText(shown.hours, t, language) })}
    </p>
  );
}
