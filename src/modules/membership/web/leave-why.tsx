import { Form, useNavigation } from "react-router";
import { Button } from "#ui/button.tsx";
import { Check } from "#ui/check.tsx";
import { Note } from "#ui/note.tsx";
import { useText } from "#ui/text.tsx";
import type { LeavingReason } from "../rules.ts";

const REASONS: readonly { reason: LeavingReason; text: string }[] = [
  { reason: "price", text: "It costs too much" },
  { reason: "unused", text: "I didn't use it" },
  { reason: "missing", text: "It's missing something I wanted" },
  { reason: "other", text: "Something else" },
];

/** Asked when it is done, so that no answer stands between anybody and the way out. */
export function LeaveWhy({ membershipId, path, told }: { membershipId: string; path: string; told: boolean }) {
  const t = useText();
  const busy = useNavigation().state === "submitting";
  return (
    <section className="card card-pad">
      <h3>{t("Tell us why, if you like")}</h3>
      {told ? (
        <div className="mt-3">
          <Note kind="good" live>
            {t("Thanks for telling us. Nothing changes for you.")}
          </Note>
        </div>
      ) : (
        <>
          <p className="small muted my-3">{t("Optional. Nothing changes either way.")}</p>
          <Form method="post" action={path} className="grid [--gap:0.75rem]">
            <input type="hidden" name="membership_id" value={membershipId} />
            <input type="hidden" name="intent" value="why" />
            {REASONS.map(({ reason, text }) => (
              <Check key={reason} name="reason" value={reason}>
                {t(text)}
              </Check>
            ))}
            <div>
              <Button type="submit" size="sm" busy={busy} busyText={t("Sending")}>
                {t("Send")}
              </Button>
            </div>
          </Form>
        </>
      )}
    </section>
  );
}
