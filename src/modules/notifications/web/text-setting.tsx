import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "#client/call.ts";
import type { ConsentView } from "#notifications";
import { Button } from "#ui/button.tsx";
import { Check } from "#ui/check.tsx";
import { useDateWords } from "#ui/date.tsx";
import { Field } from "#ui/field.tsx";
import { FormFailure, Setting } from "#ui/setting.tsx";
import { type Translate, useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";

/** Consent to texts: its words, the number once more, and how it ends. Never a condition of anything. */
export function TextSetting({ texts, confirmed }: { texts: ConsentView; confirmed: string | null }) {
  const t = useText();
  const dateWords = useDateWords();
  const { revalidate } = useRevalidator();
  const { busy, failure, run, errorOf } = useCall();
  const [agreed, setAgreed] = useState(false);
  if (!texts.offered) return null;
  const send = (act: () => Promise<unknown>) => run(async () => act().then(revalidate));
  return (
    <Setting id="texts" title={t("Text messages")} lead={t("Off until you agree, and nothing else depends on it.")}>
      {texts.given ? (
        <>
          <p role="status">
            {t("You agreed on {{date}} to texts to the number ending in {{last4}}.", {
              date: dateWords(texts.given.at),
              last4: texts.given.last4,
            })}
          </p>
          <details className="small mt-2">
            <summary>{t("What you agreed to")}</summary>
            <p className="muted mt-2">{texts.given.words}</p>
          </details>
          <FormFailure failure={failure} fields={[]} />
          <Button
            className="mt-4"
            busy={busy}
            busyText={t("Ending")}
            onClick={() => send(() => call("/api/account/texts", { method: "DELETE" }))}
          >
            {t("End all texts")}
          </Button>
          <p className="small muted mt-2">{t("Texting STOP to our number ends them too.")}</p>
        </>
      ) : confirmed ? (
        <form
          data-by-script=""
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            const phone = String(new FormData(event.currentTarget).get("phone") ?? "");
            void send(() => call("/api/account/texts", { json: { phone, agreed: true } }));
          }}
        >
          {texts.ended && <p role="status">{endedWords(texts.ended, t, dateWords)}</p>}
          <Field
            label={t("The number that you confirmed, ending in {{last4}}", { last4: confirmed })}
            name="phone"
            type="tel"
            autoComplete="tel"
            inputMode="tel"
            required
            {...errorOf("phone")}
          />
          <Check checked={agreed} onChange={(event) => setAgreed(event.currentTarget.checked)} required>
            {texts.words}
          </Check>
          <FormFailure failure={failure} fields={["phone"]} />
          <div>
            <Button type="submit" disabled={!agreed} busy={busy} busyText={t("Saving")}>
              {t("Agree to texts")}
            </Button>
          </div>
        </form>
      ) : (
        <p>
          {t("Texts go to a number that you confirmed with a code.")}{" "}
          <a href="/account/survey/smsVerify">{t("Confirm your number")}</a>
        </p>
      )}
    </Setting>
  );
}

function endedWords(
  ended: NonNullable<ConsentView["ended"]>,
  t: Translate,
  dateWords: ReturnType<typeof useDateWords>,
): string {
  const facts = { date: dateWords(ended.at), last4: ended.last4 };
  return ended.reason === "stop_word"
    ? t("You ended them on {{date}} with a text from the number ending in {{last4}}.", facts)
    : t("Texts to the number ending in {{last4}} ended on {{date}}.", facts);
}
