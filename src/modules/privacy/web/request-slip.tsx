/** How a request stands, on a slip: its number, what was asked, by when it is answered, and what was said. */
import { formatDate, useDateWords } from "#ui/date.tsx";
import { Receipt } from "#ui/receipt.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { RIGHT_WORDS } from "../messages.ts";
import type { RequestPage, RequestState } from "../privacy.types.ts";

const STATES = {
  unverified: { tone: "wait", icon: "mail", text: "Waiting for your click" },
  open: { tone: "info", icon: "hourglass", text: "With us" },
  extended: { tone: "wait", icon: "hourglass", text: "Takes longer" },
  answered: { tone: "good", icon: "check", text: "Done" },
  refused: { tone: "bad", icon: "x", text: "Not done" },
  withdrawn: { tone: "info", icon: "x", text: "Withdrawn" },
  expired: { tone: "bad", icon: "x", text: "Ended" },
} as const satisfies Record<RequestState, object>;

/** How the day of the end is named. */
function endOf(state: RequestState): { text: string } {
  if (state === "withdrawn") return { text: "Withdrawn on" };
  return state === "expired" ? { text: "Ended" } : { text: "Answered on" };
}

export function RequestStamp({ state, big = false }: { state: RequestState; big?: boolean }) {
  const t = useText();
  const { tone, icon, text } = STATES[state];
  return (
    <WordStamp tone={tone} icon={icon} big={big}>
      {t(text)}
    </WordStamp>
  );
}

export function RequestSlip({ request, level = 3 }: { request: RequestPage; level?: 2 | 3 }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const ends = endOf(request.state);
  const waits = request.state === "open" || request.state === "extended" || request.state === "unverified";
  return (
    <Receipt
      isPage
      className="max-w-[30rem]"
      level={level}
      title={RIGHT_WORDS[request.right][language]}
      meta={[request.number, dateWords(request.asked_at, "slip")]}
      lines={[
        ...(waits ? [{ term: t("Answered by"), value: formatDate(request.due_on, language) }] : []),
        ...(request.ended_at ? [{ term: t(ends.text), value: dateWords(request.ended_at) }] : []),
        ...(request.agent ? [{ term: t("Asked for you by"), value: request.agent.name }] : []),
      ]}
    >
      {request.reason && <p className="small muted mt-3">{request.reason[language]}</p>}
      <p className="mt-6 mb-1 text-center">
        <RequestStamp state={request.state} big />
      </p>
    </Receipt>
  );
}
