/** Step 2: three questions, one a screen. An answer is kept on back; number keys choose, each question can be skipped. */
import { useEffect, useRef, useState } from "react";
import { Button, ButtonLink } from "#ui/button.tsx";
import { FieldError } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { useText } from "#ui/text.tsx";
import { SURVEY_QUESTIONS } from "../messages.ts";
import { BonusSlip, type ShownPrize } from "./bonus-slip.tsx";

const WORDS = [
  {
    title: "How often do you shop online?",
    answers: [
      { value: "weekly", text: "Every week" },
      { value: "often", text: "A few times a month" },
      { value: "monthly", text: "About once a month" },
      { value: "rarely", text: "A few times a year" },
    ],
  },
  {
    title: "Where do you buy most things?",
    answers: [
      { value: "online", text: "Online" },
      { value: "more_online", text: "Mostly online, some in stores" },
      { value: "more_store", text: "Mostly in stores, some online" },
      { value: "store", text: "In stores" },
    ],
  },
  {
    title: "What will you do with your cash back?",
    answers: [
      { value: "save", text: "Save it" },
      { value: "bills", text: "Pay bills with it" },
      { value: "treat", text: "Treat myself" },
      { value: "gifts", text: "Buy gifts" },
    ],
  },
] as const;

export function StepQuestion({
  question,
  given,
  prize,
  failure,
}: {
  question: number;
  given: string | null;
  prize: ShownPrize | null;
  failure: string | null;
}) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const words = WORDS[question - 1] ?? WORDS[0];

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.metaKey || event.ctrlKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
      const radios = form.current?.querySelectorAll<HTMLInputElement>("input[type=radio]");
      const radio = radios?.[Number(event.key) - 1];
      if (!radio) return;
      radio.checked = true;
      radio.focus();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <div className="wrap flow">
      <div className="question">
        <BonusSlip prize={prize} />
        {/* A form of its own: Enter inside of the answers must not skip. */}
        <form method="post" className="row between small mt-8 mb-3" onSubmit={() => setBusy(true)}>
          <input type="hidden" name="question" value={question} />
          <b>{t("Question {{question}} of {{questions}}", { question, questions: SURVEY_QUESTIONS })}</b>
          <button className="linklike min-h-6" type="submit" name="skip" value="1">
            {t("Skip this question")}
          </button>
        </form>
        <form ref={form} method="post" key={question} onSubmit={() => setBusy(true)}>
          <input type="hidden" name="question" value={question} />
          <div
            className="bar"
            role="progressbar"
            aria-label={t("Questions")}
            aria-valuemin={0}
            aria-valuemax={SURVEY_QUESTIONS}
            aria-valuenow={question}
          >
            {WORDS.map(({ title }, at) => (
              <i key={title} className={at < question ? "on" : undefined} />
            ))}
          </div>
          <fieldset className="mt-8" aria-describedby={failure ? "question-error" : undefined}>
            <legend className="p-0">
              <h1>{t(words.title)}</h1>
            </legend>
            <p className="muted">
              {t("Your answer stays with this offer. It doesn't change the price or your bonus.")}
            </p>
            <div className="answers">
              {words.answers.map((answer, at) => (
                <label className="radio" key={answer.value}>
                  <input type="radio" name="answer" value={answer.value} defaultChecked={given === answer.value} />
                  <span>{t(answer.text)}</span>
                  <kbd>{at + 1}</kbd>
                </label>
              ))}
            </div>
          </fieldset>
          {failure && (
            <div role="alert" className="mt-4">
              <FieldError id="question-error">{failure}</FieldError>
            </div>
          )}
          <div className="row between mt-8">
            <ButtonLink look="quiet" href={question === 1 ? "/spl/spt/1" : `/spl/spt/2?q=${question - 1}`}>
              <Icon name="arrow-left" size="sm" />
              {t("Go back")}
            </ButtonLink>
            <Button type="submit" look="primary" size="lg" busy={busy} busyText={t("Keeping")}>
              {question < SURVEY_QUESTIONS ? t("Next question") : t("Continue")}
            </Button>
          </div>
        </form>
      </div>
    </div>
  );
}
