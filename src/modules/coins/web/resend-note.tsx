/** SPEC §4: an address that is not confirmed gets a prompt to send the link again. */
import { useState } from "react";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";

export function ResendNote() {
  const t = useText();
  const { busy, failure, run } = useCall();
  const [said, setSaid] = useState("");
  return (
    <Note kind={failure ? "bad" : said ? "good" : "wait"} live>
      {failure
        ? t("Something went wrong, please try again later.")
        : said || t("Confirm your email address first. Offers and surveys start after that.")}{" "}
      {!said && (
        <Button
          size="sm"
          busy={busy}
          busyText={t("Sending the link")}
          onClick={() =>
            run(async () => setSaid((await call<{ message: string }>("/api/verify/resend", { json: {} })).message))
          }
        >
          {t("Send the link again")}
        </Button>
      )}
    </Note>
  );
}
