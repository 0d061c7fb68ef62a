/**
 * Whether an answer helped. The vote has a word of its own that this browser makes up and keeps for this question alone, so
 * that it can be changed and is counted once; nothing ties it to a person or to another vote.
 */
import { type FormEvent, useEffect, useId, useState } from "react";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";

type Kept = { vote: string; helpful: boolean };
const placeOf = (question: string): string => `faq_vote:${question}`;

function readKept(question: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(placeOf(question)) ?? "null") as Partial<Kept> | null;
    return typeof kept?.vote === "string" && typeof kept.helpful === "boolean"
      ? { vote: kept.vote, helpful: kept.helpful }
      : null;
  } catch {
    // What cannot be read or may not be kept is as if nothing was said.
    return null;
  }
}

function keep(question: string, kept: Kept): void {
  try {
    localStorage.setItem(placeOf(question), JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing votes all the same.
  }
}

const newWord = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export function FaqVote({ question }: { question: string }) {
  const t = useText();
  const language = useLanguage();
  const head = useId();
  const { busy, failure, run } = useCall();
  const [kept, setKept] = useState<Kept | null>(null);
  const [told, setTold] = useState(false);
  useEffect(() => setKept(readKept(question)), [question]);

  async function send(helpful: boolean, missing = "") {
    const vote = kept?.vote ?? newWord();
    const sent = await run(() => call("/api/help/faq-votes", { json: { vote, question, language, helpful, missing } }));
    if (!sent) return false;
    keep(question, { vote, helpful });
    setKept({ vote, helpful });
    return true;
  }
  async function tell(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const missing = String(new FormData(event.currentTarget).get("missing") ?? "").trim();
    if (missing && (await send(false, missing))) setTold(true);
  }
  const vote = async (helpful: boolean) => {
    if (await send(helpful)) setTold(false);
  };
  return (
    <div className="faq-vote">
      <fieldset aria-labelledby={head} className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span id={head} className="small muted">
          {t("Was this helpful?")}
        </span>
        {([true, false] as const).map((helpful) => (
          <Button
            key={String(helpful)}
            size="sm"
            look={kept?.helpful === helpful ? "primary" : "secondary"}
            aria-pressed={kept?.helpful === helpful}
            disabled={busy}
            onClick={() => void vote(helpful)}
          >
            {helpful ? t("Yes") : t("No")}
          </Button>
        ))}
      </fieldset>
      {kept?.helpful === false && !told && (
        <form className="mt-3 grid max-w-[28rem] [--gap:.75rem]" onSubmit={(event) => void tell(event)}>
          <Field label={t("What was missing?")} name="missing" maxLength={300} autoComplete="off" optional />
          <div>
            <Button type="submit" size="sm" disabled={busy}>
              {t("Send")}
            </Button>
          </div>
        </form>
      )}
      <p className="small mt-2" role="status">
        {failure ? failure.text : told || kept?.helpful ? t("Thank you. We read every one.") : ""}
      </p>
    </div>
  );
}
