/** What visitors are told on every page while something does not work: begun and ended here, in both languages at once. */
import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { Button } from "#ui/button.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { consoleCall } from "../console-call.ts";
import { When } from "../times.tsx";
import { useAction } from "../use-action.ts";

type Incident = { en: string; es: string; until: string } | null;

const decide = (act: string, values: Record<string, string>) =>
  consoleCall("/api/console/decisions", { place: "object", name: "service", item: "service", act, values });

export function IncidentPanel({ incident, maySet }: { incident: Incident; maySet: boolean }) {
  const { busy, problem, run } = useAction();
  const { revalidate } = useRevalidator();
  const [said, setSaid] = useState("");
  async function act(name: string, values: Record<string, string>, words: string) {
    setSaid("");
    if (!(await run(() => decide(name, values)))) return;
    setSaid(words);
    await revalidate();
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    void act("tell visitors", values, "Every page says so now.");
  }
  return (
    <section className="panel" aria-labelledby="incident">
      <div className="panel-head">
        <h2 id="incident">What visitors are told</h2>
        <span className="small muted">On top of every page, in their language</span>
      </div>
      <div className="con-form">
        {problem && (
          <Note kind="bad" live>
            {problem}
          </Note>
        )}
        {said && (
          <Note kind="good" live>
            {said}
          </Note>
        )}
        {incident ? (
          <>
            <p lang="en">{incident.en}</p>
            <p lang="es" className="muted">
              {incident.es}
            </p>
            <p className="small muted">
              Until <When at={incident.until} /> at the latest.
            </p>
            {maySet && (
              <div>
                <Button
                  busy={busy}
                  busyText="Ending"
                  onClick={() => void act("tell no more", {}, "No page says so any more.")}
                >
                  Tell no more
                </Button>
              </div>
            )}
          </>
        ) : maySet ? (
          <form className="con-form-rows" onSubmit={onSubmit}>
            <TextArea label="In English" name="english" rows={2} maxLength={300} required />
            <TextArea label="In Spanish" name="spanish" rows={2} maxLength={300} required lang="es" />
            <Field label="Hours at most" name="hours" type="number" min={1} max={72} defaultValue="4" required />
            <div>
              <Button type="submit" busy={busy} busyText="Telling">
                Tell visitors
              </Button>
            </div>
          </form>
        ) : (
          <p className="con-nothing">Nothing.</p>
        )}
      </div>
    </section>
  );
}
