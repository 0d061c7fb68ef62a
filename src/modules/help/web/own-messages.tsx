/** What a member wrote to us, how it stands, and by when they hear from us. */
import { DateText } from "#ui/date.tsx";
import { Tag } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import { TOPIC_CHOICES } from "./topics.ts";

type Own = {
  number: string;
  topic: string;
  state: "open" | "asked" | "answered" | "erased";
  at: string;
  due: string | null;
};

const STATES = {
  open: { tone: undefined, text: "With us" },
  asked: { tone: "info", text: "Network asked" },
  answered: { tone: "good", text: "Answered" },
} as const;

export function OwnMessages({ messages }: { messages: readonly Own[] }) {
  const t = useText();
  const shown = messages.flatMap((one) => (one.state === "erased" ? [] : [{ ...one, state: one.state }]));
  if (shown.length === 0) return null;
  return (
    <section className="mt-10 max-w-[46rem]" aria-labelledby="own-messages">
      <h2 id="own-messages">{t("Your messages")}</h2>
      <ul className="mt-3 grid [--gap:0.75rem]">
        {shown.map(({ number, topic, state, at, due }) => (
          <li key={number} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <b>{t(TOPIC_CHOICES.find(({ value }) => value === topic)?.text ?? "Something else")}</b>
            <span className="muted">
              {number} · <DateText value={at} />
            </span>
            <Tag {...(STATES[state].tone && { tone: STATES[state].tone })}>{t(STATES[state].text)}</Tag>
            {due && (
              <span className="muted">
                {t("You hear from us by")} <DateText value={due} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
