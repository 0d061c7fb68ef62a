/** Withdrawals that a person looks at: by when, what they found, and once the way to a second look. */
import { Form, useNavigation } from "react-router";
import type { HeldEntry } from "#payouts";
import { Button } from "#ui/button.tsx";
import { useDateWords } from "#ui/date.tsx";
import { TextArea } from "#ui/field.tsx";
import type { IconName } from "#ui/icon.tsx";
import { formatMoney } from "#ui/money.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useLanguage, useText } from "#ui/text.tsx";

const STATES: Readonly<Record<HeldEntry["state"], { tone: "wait" | "bad" | "good"; icon: IconName; text: string }>> = {
  waiting: { tone: "wait", icon: "hourglass", text: "We check it" },
  appealed: { tone: "wait", icon: "hourglass", text: "We look again" },
  released: { tone: "good", icon: "check", text: "You can withdraw there" },
  refused: { tone: "bad", icon: "x", text: "Refused" },
  upheld: { tone: "bad", icon: "x", text: "Refused a second time" },
};

export function HeldPayouts({ held }: { held: readonly HeldEntry[] }) {
  const t = useText();
  if (held.length === 0) return null;
  return (
    <section className="mt-12" id="held">
      <h2 className="mb-4">{t("Accounts that we check")}</h2>
      <ul className="stack">
        {held.map((entry) => (
          <li key={entry.id} className="card p-4">
            <Held entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Held({ entry }: { entry: HeldEntry }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const { tone, icon, text } = STATES[entry.state];
  return (
    <>
      <p>
        <b>{entry.method_name[language]}</b> {entry.to},{" "}
        <span className="money">{formatMoney(entry.amount_minor)}</span>{" "}
        <WordStamp tone={tone} icon={icon}>
          {t(text)}
        </WordStamp>
      </p>
      {entry.due && <p className="muted">{t("You'll hear from us by {{date}}.", { date: dateWords(entry.due) })}</p>}
      {entry.reason && <p className="muted">{entry.reason[language]}</p>}
      {entry.state === "refused" && <Appeal id={entry.id} />}
    </>
  );
}

function Appeal({ id }: { id: string }) {
  const t = useText();
  const busy = useNavigation().state === "submitting";
  return (
    <Form method="post" className="stack mt-3">
      <input type="hidden" name="appeal" value={id} />
      <TextArea
        label={t("What should we know?")}
        name="words"
        rows={3}
        maxLength={1_000}
        hint={t("You can ask once. Then somebody else takes a look.")}
      />
      <Button type="submit" busy={busy} busyText={t("Asking")}>
        {t("Ask for a second look")}
      </Button>
    </Form>
  );
}
