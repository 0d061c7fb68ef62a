/** How a conversation stands, in a word; and by when we answer. */
import type { ThreadLine } from "#help";
import { DateText } from "#ui/date.tsx";
import { Tag } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import { TOPIC_CHOICES } from "./topics.ts";

const STATES = {
  open: { tone: undefined, text: "With us" },
  pending_house: { tone: undefined, text: "With us" },
  asked: { tone: "info", text: "Network asked" },
  pending_member: { tone: "accent", text: "Answered" },
  resolved: { tone: "good", text: "Solved" },
  closed: { tone: undefined, text: "Closed" },
} as const;

export const topicText = (topic: string): string =>
  TOPIC_CHOICES.find(({ value }) => value === topic)?.text ?? "Something else";

export function ThreadState({ state, due }: Pick<ThreadLine, "state" | "due">) {
  const t = useText();
  const { tone, text } = STATES[state];
  return (
    <>
      <Tag {...(tone && { tone })}>{t(text)}</Tag>
      {due && (
        <span className="muted">
          {t("You'll hear from us by")} <DateText value={due} />
        </span>
      )}
    </>
  );
}
