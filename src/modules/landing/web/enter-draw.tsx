/** The entry form of the monthly draw. The age is asked neutrally, as in the offer. */
import { Form, useLocation, useNavigation } from "react-router";
import { Button } from "#ui/button.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { Note } from "#ui/note.tsx";
import { useText } from "#ui/text.tsx";
import { BirthFields } from "./birth-fields.tsx";
import { CountryField } from "./country-field.tsx";

type Result = { sent: boolean; email: string; failure: { field: string | null; text: string } | null } | undefined;

export function EnterDraw({ year, result }: { year: number; result: Result }) {
  const t = useText();
  const { search } = useLocation();
  const busy = useNavigation().state === "submitting";
  const failure = result?.failure ?? null;
  const errorOf = (field: string) => (failure?.field === field ? failure.text : undefined);
  const email = errorOf("email");
  return (
    <section id="enter" aria-labelledby="enter-head" className="card card-pad">
      <h2 id="enter-head" className="mb-4">
        {t("Enter free")}
      </h2>
      {result?.sent ? (
        <Note kind="good" live>
          {t("Check {{email}}. Your entry counts once you press the button in that email.", { email: result.email })}
        </Note>
      ) : (
        <Form method="post" action={`?${search.slice(1)}#enter`} className="grid [--gap:1rem]" noValidate>
          {failure && failure.field === null && (
            <Note kind="bad" live>
              {failure.text}
            </Note>
          )}
          <EmailField defaultValue={result?.email ?? ""} {...(email ? { error: email } : {})} />
          <BirthFields year={year} error={errorOf("month")} />
          <CountryField error={errorOf("country")} />
          <Button type="submit" look="primary" size="lg" block busy={busy} busyText={t("Sending")}>
            {t("Send me the confirmation email")}
          </Button>
        </Form>
      )}
    </section>
  );
}
