/** The member's own link: to copy, to share, to let somebody scan. Without script it can still be selected. */
import { useEffect, useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { useText } from "#ui/text.tsx";

export function OwnLink({ link, code, qr }: { link: string; code: string; qr: { size: number; path: string } }) {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<"idle" | "copied" | "select">("idle");
  const [sharing, setSharing] = useState(false);
  useEffect(() => setSharing(typeof navigator.share === "function"), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      setState("copied");
    } catch {
      // Where the clipboard is refused the link is selected, so that one key copies it.
      field.current?.select();
      setState("select");
    }
  }
  // Closing the share sheet is no error.
  const share = () => navigator.share({ title: t("Bring a friend"), url: link }).catch(() => {});

  return (
    <section className="card grid gap-6 p-5 sm:grid-cols-[1fr_auto] sm:p-6" aria-label={t("Your own link")}>
      <div className="field">
        <label htmlFor="own-link">{t("Your own link")}</label>
        <input
          ref={field}
          id="own-link"
          className="input mono"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="row row-wrap mt-2">
          <Button look="primary" onClick={copy}>
            <Icon name={state === "copied" ? "check" : "copy"} size="sm" />
            {state === "copied" ? t("Copied") : t("Copy the link")}
          </Button>
          {sharing && (
            <Button onClick={share}>
              <Icon name="share-2" size="sm" />
              {t("Share")}
            </Button>
          )}
        </div>
        <p className="hint" role="status">
          {state === "select" ? t("The link is selected: copy it with your keyboard.") : ""}
        </p>
        <p className="small muted">
          {t("Or tell them the code")} <b className="mono">{code}</b>
        </p>
      </div>
      <figure className="grid justify-items-center gap-2">
        <svg
          className="h-36 w-36 rounded-[6px] bg-white"
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label={t("QR code of your link")}
        >
          <path fill="#1C1B17" d={qr.path} />
        </svg>
        <figcaption className="small muted">{t("To scan with a phone")}</figcaption>
      </figure>
    </section>
  );
}
