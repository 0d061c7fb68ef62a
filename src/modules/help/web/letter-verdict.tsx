/** What the link of a letter opens: the one question about a message, for whoever has the link. */
import { ButtonLink } from "#ui/button.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import { topicText } from "./thread-state.tsx";
import { VerdictQuestion } from "./verdict-question.tsx";

export type LetterVerdictFacts = { number: string; topic: string; solved: boolean | null };

export function LetterVerdict({ asked, error }: { asked: LetterVerdictFacts | null; error: string | null }) {
  const t = useText();
  if (!asked)
    return (
      <Frame>
        <div className="wrap wrap-narrow section-tight">
          <h1>{t("There's nothing to say here")}</h1>
          <p className="lead mt-4">
            {t("The link is incomplete, or the conversation is open again. Open it from the newest email.")}
          </p>
          <p className="mt-6">
            <ButtonLink href="/contact">{t("Write to us")}</ButtonLink>
          </p>
        </div>
      </Frame>
    );
  return (
    <Frame>
      <div className="wrap wrap-narrow section-tight">
        <p className="muted mb-2">
          {t(topicText(asked.topic))} · {asked.number}
        </p>
        <VerdictQuestion solved={asked.solved} level={1} />
        {error && (
          <p className="mt-4" role="alert">
            {error}
          </p>
        )}
        {asked.solved === false && (
          <p className="mt-6">
            <ButtonLink href="/account/contact">{t("Write back")}</ButtonLink>
          </p>
        )}
      </div>
    </Frame>
  );
}
