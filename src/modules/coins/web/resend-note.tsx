/** SPEC §4: an address that is not confirmed gets a prompt to send the link again. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "#client/call.ts";
import { refreshSummary } from "#client/summary.ts";
import { Button } from "#ui/button.tsx";
import { CallError } from "#ui/call-error.ts";
import { Note } from "#ui/note.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";

export function ResendNote() {
  const t = useText();
  const { busy, failure, run } = useCall();
  const { revalidate } = useRevalidator();
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
            run(async () => {
              try {
                setSaid((await call<{ message: string }>("/api/verify/resend", { json: {} })).message);
              } catch (error) {
                // Confirmed elsewhere meanwhile: what waited for that is open, and nothing is to be sent.
                if (!(error instanceof CallError) || error.code !== "already_verified") throw error;
                await refreshSummary();
                revalidate();
              }
            })
          }
        >
          {t("Send the link again")}
        </Button>
      )}
    </Note>
  );
}
