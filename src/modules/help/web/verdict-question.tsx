/** Was it solved? One press, which can be changed; nothing follows from it but a figure. */
import { Form, useNavigation } from "react-router";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/text.tsx";

export function VerdictQuestion({ solved, level = 2 }: { solved: boolean | null; level?: 1 | 2 }) {
  const t = useText();
  const busy = useNavigation().state !== "idle";
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <Form method="post" aria-labelledby="verdict-head">
      <Heading id="verdict-head" className={level === 1 ? undefined : "text-xl"}>
        {t("Was it solved?")}
      </Heading>
      <p className="row mt-3 flex-wrap">
        {(["yes", "no"] as const).map((said) => (
          <Button
            key={said}
            type="submit"
            name="solved"
            value={said}
            look={solved === (said === "yes") ? "primary" : "secondary"}
            aria-pressed={solved === (said === "yes")}
            disabled={busy}
          >
            {said === "yes" ? t("Yes, solved") : t("No, not yet")}
          </Button>
        ))}
      </p>
      <p className="small muted mt-2" role="status">
        {solved === null ? "" : t("Thank you. You can change it whenever you like.")}
      </p>
    </Form>
  );
}
