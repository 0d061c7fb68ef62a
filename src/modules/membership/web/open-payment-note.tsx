import { Form } from "react-router";
import type { MembershipView } from "#membership";
import { Button } from "#ui/button.tsx";
import { useDateWords } from "#ui/date.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { useLanguage, useText } from "#ui/text.tsx";

/** A charge that did not go through: why, what happens next by itself, and the way to stop that (SPEC §4). */
export function OpenPaymentNote({ membership, optedOut }: { membership: MembershipView; optedOut: boolean }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const open = membership.open_payment;
  if (!open) return null;
  return (
    <section className="grid [--gap:0.75rem]">
      <Note kind="bad">
        <b>
          {t("The {{amount}} charge from {{date}} wasn't paid.", {
            amount: formatMoney(open.amount_minor),
            date: dateWords(open.due_on),
          })}
        </b>{" "}
        {open.reason[language]}{" "}
        {open.next_try_at && !optedOut
          ? t("We'll try the card again on {{date}}.", { date: dateWords(open.next_try_at) })
          : t("We won't try the card again automatically.")}{" "}
        {t("Benefits stay until {{access}}; without a payment the membership ends on {{end}}.", {
          access: dateWords(open.access_until),
          end: dateWords(open.ends_on),
        })}
      </Note>
      {!optedOut && open.next_try_at && (
        <Form method="post">
          <input type="hidden" name="membership_id" value={membership.membership_id} />
          <Button type="submit" name="intent" value="no_retries" size="sm">
            {t("Don't try my card again")}
          </Button>
        </Form>
      )}
    </section>
  );
}
