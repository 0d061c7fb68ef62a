/** What a member wrote to us, how it stands, and by when they hear from us; each leads to its conversation. */
import type { ThreadLine } from "#help";
import { DateText } from "#ui/date.tsx";
import { useText } from "#ui/text.tsx";
import { ThreadState, topicText } from "./thread-state.tsx";

export function OwnMessages({ threads }: { threads: readonly ThreadLine[] }) {
  const t = useText();
  if (threads.length === 0) return null;
  return (
    <section className="mt-10 max-w-[46rem]" aria-labelledby="own-messages">
      <h2 id="own-messages">{t("Your messages")}</h2>
      <ul className="mt-3 grid list-none p-0 [--gap:0.75rem]">
        {threads.map(({ id, number, topic, state, at, due }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <a href={`/account/contact?thread=${id}`} className="font-semibold">
              {t(topicText(topic))}
            </a>
            <span className="muted">
              {number} · <DateText value={at} />
            </span>
            <ThreadState state={state} due={due} />
          </li>
        ))}
      </ul>
    </section>
  );
}
