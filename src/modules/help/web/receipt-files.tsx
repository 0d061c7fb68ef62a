/** Files that go with a message: each is handed in when it is chosen, so that a slow line is seen while one still writes. */
import { useRef, useState } from "react";
import { call } from "#client/call.ts";
import { FieldError } from "#ui/field.tsx";
import { FileButton } from "#ui/file-button.tsx";
import { Icon } from "#ui/icon.tsx";
import { useText } from "#ui/text.tsx";
import { failureOf } from "#ui/use-call.ts";
import { FILE_TYPES, MAX_FILE_BYTES, MAX_FILES } from "../messages.ts";

type Chosen = { key: number; name: string; state: "sending" | "there"; file: string };

export function ReceiptFiles() {
  const t = useText();
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [error, setError] = useState<string | null>(null);
  const next = useRef(0);
  const input = useRef<HTMLInputElement>(null);

  async function take(files: readonly File[]) {
    setError(null);
    for (const file of files.slice(0, MAX_FILES - chosen.length)) {
      if (file.size > MAX_FILE_BYTES) {
        setError(t("{{name}} is larger than 8 MB. Choose a smaller one.", { name: file.name }));
        continue;
      }
      const key = ++next.current;
      setChosen((all) => [...all, { key, name: file.name, state: "sending", file: "" }]);
      const body = new FormData();
      body.set("file", file);
      try {
        const answer = await call<{ file: string }>("/api/help/files", { form: body });
        setChosen((all) => all.map((one) => (one.key === key ? { ...one, state: "there", file: answer.file } : one)));
      } catch (caught) {
        setChosen((all) => all.filter((one) => one.key !== key));
        setError(failureOf(caught, t).text);
      }
    }
  }

  return (
    <div className="field">
      <span className="label">
        {t("Receipt or picture")} <span className="opt">{t("optional")}</span>
      </span>
      <FileButton
        ref={input}
        id="receipt-file"
        accept={FILE_TYPES.join(",")}
        multiple
        describedBy={error ? "receipt-error" : "receipt-hint"}
        onFiles={(files, field) => {
          void take(files);
          field.value = "";
        }}
      >
        {t("Choose files")}
      </FileButton>
      <p className="hint" id="receipt-hint">
        {t("Up to 4 files: JPEG, PNG, WebP or PDF, 8 MB each.")}
      </p>
      {error && <FieldError id="receipt-error">{error}</FieldError>}
      <ul className="grid list-none p-0 [--gap:.375rem]" aria-live="polite">
        {chosen.map((one) => (
          <li key={one.key} className="row small">
            <Icon name={one.state === "there" ? "check" : "clock"} size="sm" />
            <span className="min-w-0 truncate">{one.name}</span>
            <span className="faint">{one.state === "there" ? t("Attached") : t("Sending")}</span>
            {one.file && <input type="hidden" name="file_id" value={one.file} />}
            <button
              type="button"
              className="btn btn-quiet btn-sm"
              onClick={() => {
                setChosen((all) => all.filter((other) => other.key !== one.key));
                input.current?.focus();
              }}
            >
              {t("Remove {{name}}", { name: one.name })}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
