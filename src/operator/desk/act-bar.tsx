/** What may be done, one key each, with what follows from it; reasons and questions are asked before it is decided. */
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ShownAct, ShownDecision } from "#staff";
import { Button } from "#ui/button.tsx";
import { CallError } from "#ui/call-error.ts";
import { Field, TextArea } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { Select } from "#ui/select.tsx";
import { consoleCall } from "../console-call.ts";
import { Kbd } from "../frame/kbd.tsx";
import { useKeys } from "../frame/keys.ts";
import { useAction } from "../use-action.ts";
import { nameOf } from "../words.ts";
import { FileQuestion } from "./file-question.tsx";

/** What is said when somebody else was first. A thing of which nobody knows any more has no page to read anew. */
const LATE: Record<ActPlace["place"], ReadonlySet<string>> = {
  queue: new Set(["already_decided", "unknown_item"]),
  object: new Set(["already_decided"]),
};

export type ActPlace = { place: "queue" | "object"; name: string; item: string };

export function ActBar({
  place,
  acts,
  keys,
  onDecided,
  onLate,
  onSkip = null,
}: {
  place: ActPlace;
  acts: readonly ShownAct[];
  keys: ReadonlyMap<string, string>;
  /** With what is now true, in words. */
  onDecided: (words: string) => void;
  /** Somebody else was first, which the page does not show yet. Whoever uses this goes on drawing it: it says who, and holds what was typed. */
  onLate: () => void;
  onSkip?: (() => void) | null;
}) {
  const [chosen, setChosen] = useState<ShownAct | null>(null);
  const { busy, problem, run, clear } = useAction();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    // What must be told, then what is written, then what is chosen.
    const first = (fields: string) => form.current?.querySelector<HTMLElement>(fields);
    if (chosen)
      (first("[required]") ?? first("input:not([type=hidden]), textarea") ?? first("select, button"))?.focus();
  }, [chosen]);

  async function send(act: ShownAct, reason: string, values: Record<string, string>) {
    let words = "";
    const sent = await run(
      async () => {
        const { decision } = await consoleCall<{ decision: ShownDecision }>("/api/console/decisions", {
          ...place,
          act: act.name,
          reason,
          values,
        });
        words =
          decision.state === "second"
            ? `${nameOf(act.name)} waits for a second person.`
            : act.at_once
              ? `${nameOf(act.name)}: done at once.`
              : `${nameOf(act.name)} is decided, and carried out in ten minutes.`;
      },
      (error) => {
        if (error instanceof CallError && LATE[place.place].has(error.code)) onLate();
      },
    );
    if (sent) {
      setChosen(null);
      onDecided(words);
    }
  }
  const isPlain = (act: ShownAct) => !act.reason && act.asks.length === 0 && !act.at_once;
  function press(act: ShownAct) {
    if (act.barred) return;
    clear();
    if (isPlain(act)) void send(act, "", {});
    else setChosen(act);
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!chosen) return;
    const typed = new FormData(event.currentTarget);
    const values = Object.fromEntries(chosen.asks.map(({ name }) => [name, String(typed.get(`ask-${name}`) ?? "")]));
    void send(chosen, String(typed.get("reason") ?? ""), values);
  }
  useKeys({
    ...Object.fromEntries(acts.map((act) => [keys.get(act.name) ?? "", busy ? undefined : () => press(act)])),
    Escape: chosen ? () => setChosen(null) : undefined,
  });
  const leading = acts.find(({ barred }) => !barred);
  return (
    <div className="con-decide">
      {problem && (
        <Note kind="bad" live>
          {problem}
        </Note>
      )}
      {chosen && (
        <form
          ref={form}
          className="con-act"
          onSubmit={onSubmit}
          onKeyDown={(event) => {
            if (event.key === "Escape") setChosen(null);
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) form.current?.requestSubmit();
          }}
        >
          <h3>{nameOf(chosen.name)}</h3>
          <Follows act={chosen} />
          <Questions act={chosen} />
          <div className="row">
            <Button look="primary" type="submit" busy={busy} busyText="Deciding">
              {nameOf(chosen.name)}
            </Button>
            <Button onClick={() => setChosen(null)}>Not now</Button>
          </div>
        </form>
      )}
      {!chosen && (
        <dl className="con-follows">
          {acts.map((act) => (
            <div key={act.name} className={act.barred ? "barred" : undefined}>
              <dt>{nameOf(act.name)}</dt>
              <dd>{act.barred ? `Not now. ${act.barred}` : act.what}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="decide" role="toolbar" aria-label="Decide">
        {acts.map((act) => (
          <Button
            key={act.name}
            look={act === leading ? "primary" : "secondary"}
            aria-pressed={chosen ? chosen.name === act.name : undefined}
            aria-keyshortcuts={keys.get(act.name)}
            disabled={busy || act.barred !== null}
            onClick={() => press(act)}
          >
            {nameOf(act.name)}
            {!isPlain(act) && "…"} <Kbd>{keys.get(act.name)?.toUpperCase()}</Kbd>
          </Button>
        ))}
        {acts.length === 0 && <p className="muted">Your roles may look at this, and decide nothing of it.</p>}
        {onSkip && (
          <Button look="quiet" className="con-skip" aria-keyshortcuts="j" onClick={onSkip}>
            Skip <Kbd>J</Kbd>
          </Button>
        )}
      </div>
    </div>
  );
}

/** One of a list, words of several lines, or one line. */
function Question({ ask }: { ask: ShownAct["asks"][number] }) {
  const { name, what, optional, long, most, begin, choices } = ask;
  const told = { label: nameOf(name), hint: what, name: `ask-${name}`, required: !optional };
  if (ask.hidden) return <input type="hidden" name={told.name} value={begin} />;
  if (choices)
    return (
      <Select
        {...told}
        defaultValue={choices.some(({ code }) => code === begin) ? begin : ""}
        options={[
          { value: "", text: optional ? "None" : "Choose" },
          ...choices.map((one) => ({ value: one.code, text: one.what })),
        ]}
      />
    );
  if (ask.file)
    return <FileQuestion label={told.label} hint={what} name={told.name} optional={optional} take={ask.file} />;
  if (long)
    return (
      <TextArea
        {...told}
        hint={`${what}. ⌘ or Ctrl and Enter decides.`}
        rows={begin ? 16 : 5}
        optional={optional}
        maxLength={most}
        defaultValue={begin}
      />
    );
  return <Field {...told} optional={optional} maxLength={most} defaultValue={begin} autoComplete="off" />;
}

const Follows = ({ act }: { act: ShownAct }) => (
  <p>
    {act.what}{" "}
    {act.at_once
      ? "It is done at once and cannot be taken back."
      : "It is carried out in ten minutes; until then you can undo it."}
    {act.may_need_second && " A second person may have to agree."}
  </p>
);

function Questions({ act }: { act: ShownAct }) {
  return (
    <>
      {act.reasons ? (
        <fieldset className="con-reasons">
          <legend>Why</legend>
          {act.reasons.map(({ code, what }) => (
            <label key={code}>
              <input type="radio" name="reason" value={code} required />
              {what}
            </label>
          ))}
        </fieldset>
      ) : (
        act.reason && (
          <TextArea
            label="Why"
            name="reason"
            rows={2}
            required
            maxLength={2_000}
            hint="The record keeps it. ⌘ or Ctrl and Enter decides."
          />
        )
      )}
      {act.asks.map((ask) => (
        <Question key={ask.name} ask={ask} />
      ))}
    </>
  );
}
