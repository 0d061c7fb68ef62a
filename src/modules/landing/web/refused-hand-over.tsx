/** A hand-over that is not taken: why, and the way home. */
import { ButtonLink } from "#ui/button.tsx";
import { useText } from "#ui/text.tsx";
import { FlowFrame } from "./flow-frame.tsx";

export function RefusedHandOver({ text, back }: { text: string; back: string | null }) {
  const t = useText();
  return (
    <FlowFrame>
      <div className="wrap flow">
        <div className="question">
          <h1>{t("This page can't be opened this way")}</h1>
          <p className="lead mt-3 [overflow-wrap:anywhere]">{text}</p>
          <div className="row row-wrap mt-7">
            <ButtonLink look="primary" href="/">
              {t("Go home")}
            </ButtonLink>
            {back && <ButtonLink href={back}>{t("Back to where you came from")}</ButtonLink>}
          </div>
        </div>
      </div>
    </FlowFrame>
  );
}
