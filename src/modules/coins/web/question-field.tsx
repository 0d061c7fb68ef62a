/** One question for surveys, with what it is for; each may be left out. */
import { Check, RadioCard } from "#ui/check.tsx";
import { Field } from "#ui/field.tsx";
import { useLanguage } from "#ui/text.tsx";
import type { ProfileQuestion } from "../profile-questions.ts";

/** What a form says to these questions; a question that was not shown is not among them. */
export function readAnswers(form: FormData, questions: readonly ProfileQuestion[]): Record<string, string | string[]> {
  const answers: Record<string, string | string[]> = {};
  for (const question of questions) {
    const given = form.getAll(question.id).map((one) => String(one).slice(0, 60));
    answers[question.id] = question.type === "some" ? given : (given[0] ?? "");
  }
  return answers;
}

export function QuestionField({
  question,
  answer,
  error,
}: {
  question: ProfileQuestion;
  answer: string | string[] | undefined;
  error: string | undefined;
}) {
  const language = useLanguage();
  const chosen = [answer ?? []].flat();
  const why = <span className="small muted">{question.why[language]}</span>;
  if (question.type === "year")
    return (
      <div>
        <Field
          label={question.text[language]}
          name={question.id}
          inputMode="numeric"
          maxLength={4}
          autoComplete="bday-year"
          defaultValue={chosen[0] ?? ""}
          error={error}
        />
        {why}
      </div>
    );
  return (
    <fieldset className="grid [--gap:.5rem]">
      <legend className="mb-1 font-semibold">{question.text[language]}</legend>
      {why}
      <div className="grid sm:grid-cols-2 [--gap:.5rem]">
        {question.options.map(({ code, text }) =>
          question.type === "one" ? (
            <RadioCard key={code} name={question.id} value={code} defaultChecked={chosen.includes(code)}>
              {text[language]}
            </RadioCard>
          ) : (
            <Check key={code} name={question.id} value={code} defaultChecked={chosen.includes(code)}>
              {text[language]}
            </Check>
          ),
        )}
      </div>
    </fieldset>
  );
}
