/** A file that is taken along: why is asked, the log keeps it, and it comes as a download. */
import { type FormEvent, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { consoleCall } from "../console-call.ts";
import { useAction } from "../use-action.ts";
import { nameOf } from "../words.ts";

type Taken = { name: string; type: string; text: string };

function save({ name, type, text }: Taken): void {
  const href = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
  URL.revokeObjectURL(href);
}

/** `of` null: what it is of is asked for (a month). */
export function FileForm({ file, of, ask }: { file: { name: string; what: string }; of: string | null; ask?: string }) {
  const { busy, problem, run } = useAction();
  const [done, setDone] = useState("");
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const asked = {
      name: file.name,
      of: of ?? String(typed.get("of") ?? ""),
      reason: String(typed.get("reason") ?? ""),
    };
    let name = "";
    const taken = await run(async () => {
      const answer = await consoleCall<{ file: Taken }>("/api/console/files", asked);
      name = answer.file.name;
      save(answer.file);
    });
    setDone(taken ? `${name} was saved. The log keeps that you took it.` : "");
  }
  return (
    <form className="con-act" onSubmit={(event) => void onSubmit(event)} aria-label={nameOf(file.name)}>
      <h3>{nameOf(file.name)}</h3>
      <p>{file.what}.</p>
      {problem && <Note kind="bad">{problem}</Note>}
      <div role="status">{done && <Note kind="good">{done}</Note>}</div>
      {ask && <Field label={ask} name="of" required maxLength={40} autoComplete="off" />}
      <Field label="Why" name="reason" required maxLength={500} autoComplete="off" hint="The log keeps it." />
      <div className="row">
        <Button type="submit" busy={busy} busyText="Writing it">
          Download
        </Button>
      </div>
    </form>
  );
}
