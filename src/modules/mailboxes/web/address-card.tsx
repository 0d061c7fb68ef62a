/** The member's private address: to copy, and to replace when strangers write to it. */
import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, preloadDialog } from "#ui/dialog.tsx";
import { Icon } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";

/** `select`: the browser keeps its clipboard shut; the address is selected, so that one key copies it. */
type Copy = "idle" | "copied" | "select";

export function AddressCard({ address }: { address: string }) {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<Copy>("idle");
  const [asking, setAsking] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      setState("copied");
    } catch {
      field.current?.select();
      setState("select");
    }
  }

  return (
    <section className="card card-pad" aria-labelledby="own-address">
      <h2 id="own-address" className="text-xl">
        {t("Your forwarding address")}
      </h2>
      <p className="muted mt-1 mb-4">
        {t("Forward order emails here, and we follow your orders, packages and bookings automatically.")}
      </p>
      <div className="field">
        <label htmlFor="forward-address">{t("Only you know this address")}</label>
        <input
          ref={field}
          id="forward-address"
          className="input mono"
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="row row-wrap mt-2">
          <Button look="primary" onClick={copy}>
            <Icon name={state === "copied" ? "check" : "copy"} size="sm" />
            {state === "copied" ? t("Copied") : t("Copy address")}
          </Button>
          <Button onPointerEnter={preloadDialog} onFocus={preloadDialog} onClick={() => setAsking(true)}>
            <Icon name="refresh-cw" size="sm" />
            {t("Replace address")}
          </Button>
        </div>
        <p className="hint" role="status">
          {state === "select" ? t("The address is selected: copy it with your keyboard.") : ""}
          {state === "copied" && <span className="sr">{t("The address was copied.")}</span>}
        </p>
      </div>
      <RenewDialog open={asking} onClose={() => setAsking(false)} />
    </section>
  );
}

function RenewDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const { revalidate } = useRevalidator();
  const { busy, failure, run } = useCall();
  async function renew() {
    if (!(await run(() => call("/api/user/mail-address/renew", { json: {} })))) return;
    onClose();
    await revalidate();
  }
  return (
    <Dialog open={open} onClose={onClose} title={t("Replace your address?")} size="sm">
      <p>
        {t("You get a new one. Emails to the old address are refused from then on, so change your forwarding too.")}
      </p>
      {failure && (
        <Note kind="bad" live>
          {failure.text}
        </Note>
      )}
      <div className="row row-wrap mt-5">
        <Button look="primary" busy={busy} busyText={t("Replacing")} onClick={renew}>
          {t("Replace address")}
        </Button>
        <Button onClick={onClose}>{t("Keep this address")}</Button>
      </div>
    </Dialog>
  );
}
