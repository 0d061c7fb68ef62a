/** A picture of what the phone showed: sent when it is chosen; its id goes along with the question. */
import { useId, useRef, useState } from "react";
import { upload } from "#client/upload.ts";
import { FieldError, FieldLabel } from "#ui/field.tsx";
import { FileButton } from "#ui/file-button.tsx";
import { useText } from "#ui/text.tsx";
import { failureOf } from "#ui/use-call.ts";
import { SCREENSHOT_DAYS } from "../messages.ts";

const PICTURES = "image/jpeg,image/png,image/webp,image/heic,image/heif";

/** `onBusy` hears whether a picture is on its way: the question waits for it. */
export function ScreenshotField({ error, onBusy }: { error: string | undefined; onBusy: (busy: boolean) => void }) {
  const t = useText();
  const id = useId();
  const [kept, setKept] = useState("");
  const [state, setState] = useState<{ words: string; bad: boolean } | null>(null);
  const newest = useRef(0);
  const underWay = useRef(Promise.resolve());
  function choose(file: File | undefined): void {
    newest.current += 1;
    const turn = newest.current;
    setKept("");
    setState(null);
    onBusy(file !== undefined);
    // A member sends one at a time: what was chosen before is let in first, and counts no more.
    if (file) underWay.current = underWay.current.then(() => send(file, turn));
  }
  async function send(file: File, turn: number): Promise<void> {
    const ifNewest = (then: () => void) => turn === newest.current && then();
    if (turn !== newest.current) return;
    const form = new FormData();
    form.set("file", file);
    const onShare = (percent: number) =>
      ifNewest(() => setState({ words: t("{{percent}}% sent", { percent }), bad: false }));
    try {
      const { screenshot_id } = await upload<{ screenshot_id: string }>("/api/user/offer/screenshots", form, onShare);
      ifNewest(() => {
        setKept(screenshot_id);
        setState({ words: t("{{name}} is here.", { name: file.name }), bad: false });
      });
    } catch (caught) {
      ifNewest(() => setState({ words: failureOf(caught, t).text, bad: true }));
    } finally {
      ifNewest(() => onBusy(false));
    }
  }
  const said = state ? (state.bad ? state.words : undefined) : error;
  return (
    <div className={said ? "field has-error" : "field"}>
      <FieldLabel id={id} label={t("Screenshot")} optional />
      <FileButton id={id} accept={PICTURES} describedBy={`${id}-hint`} onFiles={(files) => choose(files[0])}>
        {t("Choose a file")}
      </FileButton>
      <input type="hidden" name="screenshot_id" value={kept} />
      <p className="hint" id={`${id}-hint`} aria-live="polite">
        {state && !state.bad
          ? state.words
          : t(
              "The step on your phone's screen. The partner sees it with your question, and we delete it {{count}} days after the answer.",
              { count: SCREENSHOT_DAYS },
            )}
      </p>
      {said && <FieldError>{said}</FieldError>}
    </div>
  );
}
