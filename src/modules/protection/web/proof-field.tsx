/** One receipt: sent when it is chosen; its id is what a claim or a watch is told. */
import { useId, useState } from "react";
import { upload } from "#client/upload.ts";
import { FieldError, FieldLabel } from "#ui/field.tsx";
import { FileButton } from "#ui/file-button.tsx";
import { useText } from "#ui/text.tsx";
import { failureOf } from "#ui/use-call.ts";

const FILES = "image/jpeg,image/png,image/webp,image/heic,image/heif,application/pdf";

export function ProofField({
  onChange,
  error,
  optional = false,
}: {
  onChange: (id: string | null) => void;
  error: string | undefined;
  optional?: boolean;
}) {
  const t = useText();
  const id = useId();
  const [state, setState] = useState<{ words: string; bad: boolean } | null>(null);
  async function send(file: File | undefined) {
    onChange(null);
    if (!file) return setState(null);
    const form = new FormData();
    form.set("file", file);
    try {
      const receipt = await upload<{ receipt_id: string }>("/api/user/receipts", form, (share) =>
        setState({ words: t("{{percent}}% sent", { percent: share }), bad: false }),
      );
      onChange(receipt.receipt_id);
      setState({ words: t("{{name}} is here.", { name: file.name }), bad: false });
    } catch (caught) {
      setState({ words: failureOf(caught, t).text, bad: true });
    }
  }
  const said = state?.bad ? state.words : error;
  return (
    <div className={said ? "field has-error" : "field"}>
      <FieldLabel id={id} label={t("Receipt")} optional={optional} />
      <FileButton
        id={id}
        name="receipt_ids"
        accept={FILES}
        describedBy={`${id}-hint`}
        onFiles={(files) => void send(files[0])}
      >
        {t("Choose a file")}
      </FileButton>
      <p className="hint" id={`${id}-hint`} aria-live="polite">
        {state && !state.bad
          ? state.words
          : t("A photo or PDF that says what you paid. Without an email signed by the store, a claim needs it.")}
      </p>
      {said && <FieldError>{said}</FieldError>}
    </div>
  );
}
