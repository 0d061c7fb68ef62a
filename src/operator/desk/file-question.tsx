/** A file that an act asks for: sent as soon as it is chosen, so that what is wrong with it is said before anything is decided. */
import { useEffect, useRef, useState } from "react";
import { FieldError, FieldLabel, useFieldIds } from "#ui/field.tsx";
import { consoleSend, reasonOf } from "../console-call.ts";

type Chosen = { state: "none" | "sending" | "there"; id: string; line: string; problem: string; seen: string };
const NONE: Chosen = { state: "none", id: "", line: "", problem: "", seen: "" };

/** Pages load pictures of ours and those that stand in an address itself, and no others. */
const readPicture = (file: File): Promise<string> =>
  new Promise((settle) => {
    const reader = new FileReader();
    reader.onload = () => settle(String(reader.result));
    reader.onerror = () => settle("");
    reader.readAsDataURL(file);
  });

export function FileQuestion({
  label,
  hint,
  name,
  optional,
  take,
}: {
  label: string;
  hint: string;
  name: string;
  optional: boolean;
  take: { name: string; accept: string };
}) {
  const [chosen, setChosen] = useState(NONE);
  const { id, control } = useFieldIds(undefined, true, chosen.problem !== "");
  const input = useRef<HTMLInputElement>(null);
  // An answer that comes after another file was chosen is not about that one.
  const round = useRef(0);
  useEffect(() => {
    const why = chosen.state === "sending" ? "It is still being sent." : chosen.problem;
    input.current?.setCustomValidity(why);
  }, [chosen]);

  async function send(file: File | undefined) {
    const own = ++round.current;
    if (!file) return setChosen(NONE);
    setChosen({ ...NONE, state: "sending", line: "Sending" });
    const form = new FormData();
    form.set("file", file);
    try {
      const answer = await consoleSend<{ id: string; line: string }>(
        `/api/console/hand-in?take=${encodeURIComponent(take.name)}`,
        form,
      );
      const seen = await readPicture(file);
      if (own === round.current) setChosen({ ...NONE, state: "there", id: answer.id, line: answer.line, seen });
    } catch (error) {
      if (own === round.current) setChosen({ ...NONE, problem: reasonOf(error) });
    }
  }
  return (
    <div className={chosen.problem === "" ? "field" : "field has-error"}>
      <FieldLabel id={id} label={label} optional={optional} />
      <input
        {...control}
        ref={input}
        type="file"
        className="input con-file"
        accept={take.accept}
        required={!optional}
        onChange={(event) => void send(event.target.files?.[0])}
      />
      <input type="hidden" name={name} value={chosen.id} />
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <div role="status" className="con-handed small">
        {chosen.seen && <img src={chosen.seen} alt="What was chosen" width={96} height={96} />}
        {chosen.line}
      </div>
      {chosen.problem && <FieldError id={`${id}-error`}>{chosen.problem}</FieldError>}
    </div>
  );
}
