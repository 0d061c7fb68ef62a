/** The receipt: a photo, a file or a drop. Each shows whether we can read it. */
import { type DragEvent, useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import { FieldError } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { Stamp, WordStamp } from "#ui/stamp.tsx";
import { type Translate, useText } from "#ui/text.tsx";
import { type Handed, MAX_RECEIPTS, type Receipts } from "./use-receipts.ts";

const FILES = "image/jpeg,image/png,image/webp,image/heic,image/heif,application/pdf";

/** Bytes as people read them: "1.8 MB", "640 KB". */
const sizeOf = (bytes: number): string =>
  bytes >= 1_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1_000))} KB`;

export function ReceiptField({ receipts, error }: { receipts: Receipts; error: string | undefined }) {
  const t = useText();
  const [over, setOver] = useState(false);
  const photo = useRef<HTMLInputElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const { handed } = receipts;
  const full = handed.length >= MAX_RECEIPTS;
  const said = receipts.error ?? error;

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    receipts.take([...event.dataTransfer.files]);
  }
  const input = (ref: typeof photo, name: string, capture: boolean) => (
    <input
      ref={ref}
      type="file"
      className="sr-only"
      tabIndex={-1}
      aria-hidden="true"
      data-receipt={name}
      accept={capture ? "image/*" : FILES}
      multiple={!capture}
      {...(capture && { capture: "environment" as const })}
      onChange={(event) => {
        receipts.take([...(event.target.files ?? [])]);
        event.target.value = "";
      }}
    />
  );

  return (
    <div className="grid [--gap:.75rem]">
      <ul className="grid list-none p-0 empty:hidden [--gap:.625rem]" aria-live="polite">
        {handed.map((one) => (
          <li key={one.key}>
            <HandedFile
              one={one}
              onRemove={() => {
                receipts.remove(one.key);
                file.current?.closest("div")?.querySelector<HTMLElement>("button")?.focus();
              }}
            />
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way beside the two buttons. */}
      <div
        className={over ? "needs-script dropzone is-over" : "needs-script dropzone"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="camera" size="lg" />
        <span className="row row-wrap justify-center [--gap:.5rem]">
          {input(photo, "photo", true)}
          <Button
            look="secondary"
            size="sm"
            name="receipt_ids"
            disabled={full}
            aria-describedby={said ? "receipt-error receipt-hint" : "receipt-hint"}
            onClick={() => photo.current?.click()}
          >
            {t("Take a photo")}
          </Button>
          {input(file, "file", false)}
          <Button look="secondary" size="sm" disabled={full} onClick={() => file.current?.click()}>
            {t("Choose a file")}
          </Button>
        </span>
        <span className="small pointer-coarse:hidden">{t("or drop it here")}</span>
        <span className="xs faint" id="receipt-hint">
          {t("JPG, PNG, HEIC or PDF, up to 10 MB each, 4 at most")}
        </span>
      </div>
      {said && <FieldError id="receipt-error">{said}</FieldError>}
    </div>
  );
}

function HandedFile({ one, onRemove }: { one: Handed; onRemove: () => void }) {
  const t = useText();
  return (
    <div className="upload">
      <span className="thumb" aria-hidden="true">
        {[1, 2, 3, 4, 5, 6, 7].map((line) => (
          <i key={line} />
        ))}
      </span>
      <div className="min-w-0">
        <b className="block truncate">{one.name}</b>
        <p className="small faint">
          {sizeOf(one.size)}. {stateWords(one, t)}
        </p>
        <p className="mt-1.5">
          <FileStamp state={one.state} />
        </p>
      </div>
      <button
        type="button"
        className="btn btn-quiet btn-icon"
        aria-label={t("Remove {{name}}", { name: one.name })}
        onClick={onRemove}
      >
        <Icon name="trash-2" />
      </button>
    </div>
  );
}

function FileStamp({ state }: { state: Handed["state"] }) {
  const t = useText();
  if (state === "sending") return <WordStamp tone="info">{t("Sending")}</WordStamp>;
  if (state === "read")
    return (
      <WordStamp tone="good" icon="check">
        {t("Readable")}
      </WordStamp>
    );
  if (state === "unreadable")
    return (
      <WordStamp tone="wait" icon="eye-off">
        {t("Hard to read")}
      </WordStamp>
    );
  return <Stamp state="checking" />;
}

function stateWords({ state, share, receipt }: Handed, t: Translate): string {
  if (state === "sending") return t("{{percent}}% sent", { percent: share });
  if (state === "reading") return t("We're reading it.");
  if (state === "late")
    return t("Reading is taking longer than usual. You don't have to wait: fill in the rest yourself.");
  if (state === "unreadable") return t("We can't read it. A sharper, straight photo in good light is answered sooner.");
  const read = receipt?.read;
  const found = [
    ...(read?.merchant ? [t("the store")] : []),
    ...(read?.date ? [t("the date")] : []),
    ...(read?.total || read?.shipping ? [t("the amount")] : []),
  ];
  return found.length > 0
    ? t("We can read {{fields}}.", { fields: found.join(", ") })
    : t("Fill in the rest yourself.");
}
