import { useEffect, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Note } from "#ui/note.tsx";
import { useText } from "#ui/text.tsx";

/** Every known code of `/msg/{msgCode}` (SPEC "Routes"); an unknown one is plain home. */
const MESSAGES: Readonly<Record<string, { title: string; text: string }>> = {
  welcome: {
    title: "Welcome",
    text: "Your passbook is open. Click through to any store and the first line appears within 24 hours of buying.",
  },
  "email-confirmed": {
    title: "Your email is confirmed",
    text: "Receipts and payout notices go to this address from now on.",
  },
  "password-set": {
    title: "Your new password is set",
    text: "You are signed in here. Every other device was signed out.",
  },
  "link-expired": {
    title: "This link has expired",
    text: "Links in our emails work once and for a limited time. Log in and ask for a new one.",
  },
  unsubscribed: {
    title: "You're unsubscribed",
    text: "We no longer send these emails. Receipts and notices about your money still arrive.",
  },
  "payment-updated": { title: "Your card is updated", text: "Your next charge and its date are under Billing." },
  "account-closed": {
    title: "Your account is closed",
    text: "What you earned was paid out as you asked. Nothing more is charged.",
  },
};

export function HomeMessage({ code }: { code: string }) {
  const t = useText();
  const message = MESSAGES[code];
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  if (!message) return null;
  return (
    <>
      <noscript>
        <div className="wrap pt-5">
          <Note kind="info">
            <b>{t(message.title)}.</b> {t(message.text)}
          </Note>
        </div>
      </noscript>
      <Dialog open={open} onClose={() => setOpen(false)} title={t(message.title)} size="sm">
        <p className="muted">{t(message.text)}</p>
        <div className="mt-5">
          <Button look="primary" block onClick={() => setOpen(false)}>
            {t("Go on")}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
