/** Forgets every mail that was read, with its facts. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, preloadDialog } from "#ui/dialog.tsx";
import { Note } from "#ui/note.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";

export function ForgetMails() {
  const t = useText();
  const { revalidate } = useRevalidator();
  const { busy, failure, run } = useCall();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  async function forget() {
    if (!(await run(() => call("/api/user/order-mails/forget", { json: {} })))) return;
    close();
    await revalidate();
  }
  return (
    <section className="card card-pad">
      <p className="small muted mb-3">{t("You can have us forget everything we read in your emails.")}</p>
      <Button size="sm" onPointerEnter={preloadDialog} onFocus={preloadDialog} onClick={() => setAsking(true)}>
        {t("Forget all emails")}
      </Button>
      <Dialog open={asking} onClose={close} title={t("Forget all emails?")} size="sm">
        <p>{t("All emails we read and everything we found in them are deleted now. Claims that you sent stay.")}</p>
        {failure && (
          <Note kind="bad" live>
            {failure.text}
          </Note>
        )}
        <div className="row row-wrap mt-5">
          <Button look="primary" busy={busy} busyText={t("Deleting")} onClick={forget}>
            {t("Forget all emails")}
          </Button>
          <Button onClick={close}>{t("Keep them")}</Button>
        </div>
      </Dialog>
    </section>
  );
}
