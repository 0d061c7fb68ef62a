/** A conversation that goes on, followed while one looks: its lines as they come, and where one says the next. */
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { TalkLine, TalkPage } from "#platform/operator";
import type { ShownAct } from "#staff";
import { Button } from "#ui/button.tsx";
import { DateText } from "#ui/date.tsx";
import { Note } from "#ui/note.tsx";
import { consoleCall } from "../console-call.ts";
import { useAction } from "../use-action.ts";

type Standing = Omit<TalkPage, "lines">;

const STATES: Readonly<Record<string, string>> = {
  waiting: "Waiting: somebody was promised an answer within three minutes",
  open: "Open: both are there",
  ticket: "A ticket by now: what you say is seen here, or mailed in two minutes",
  idle: "Quiet: what you say is seen here, or mailed in two minutes",
  ended: "Ended: what you say is mailed in two minutes",
};
const TYPING_SHOWN_MS = 5_000;
const TYPING_TOLD_MS = 3_000;

function useTalk(kind: string, id: string) {
  const [lines, setLines] = useState<readonly TalkLine[]>([]);
  const [standing, setStanding] = useState<Standing | null>(null);
  const [typing, setTyping] = useState(false);
  const [isUp, setIsUp] = useState(true);
  useEffect(() => {
    const address = `/api/console/live?kind=${encodeURIComponent(kind)}&id=${encodeURIComponent(id)}`;
    let source: EventSource | null = null;
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const dataOf = (message: Event) => JSON.parse((message as MessageEvent<string>).data);
    function open() {
      source = new EventSource(address);
      source.onopen = () => setIsUp(true);
      source.onerror = () => setIsUp(false);
      source.addEventListener("line", (message) => {
        const line = dataOf(message) as TalkLine;
        setLines((all) => (all.some((one) => one.id === line.id) ? all : [...all, line]));
        if (line.from === "writer") setTyping(false);
      });
      source.addEventListener("talk", (message) => setStanding(dataOf(message) as Standing));
      source.addEventListener("typing", () => {
        setTyping(true);
        clearTimeout(quiet);
        quiet = setTimeout(() => setTyping(false), TYPING_SHOWN_MS);
      });
    }
    function close() {
      clearTimeout(quiet);
      source?.close();
      source = null;
    }
    // Tabs that nobody looks at hold no connection, of which a browser has six: they catch up when they are looked at.
    const follow = () => {
      if (document.visibilityState === "hidden") close();
      else if (!source) open();
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      close();
    };
  }, [kind, id]);
  return { lines, standing, typing, isUp };
}

/** `act`: what may be said by; absent for whose roles look alone. */
export function TalkView({
  kind,
  id,
  act,
  level = 3,
}: {
  kind: string;
  id: string;
  act: ShownAct | undefined;
  level?: 2 | 3;
}) {
  const Heading = level === 2 ? "h2" : "h3";
  const { lines, standing, typing, isUp } = useTalk(kind, id);
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: moved by what comes.
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines.length, typing]);
  if (!standing) return null;
  return (
    <section className="panel con-talk" aria-label="Chat">
      <div className="panel-head">
        <Heading>Chat</Heading>
        <span className="small muted" role="status">
          {STATES[standing.state] ?? standing.state}. {standing.here ? "They are here." : "They are not here."}
        </span>
      </div>
      <div
        ref={box}
        className="con-talk-lines"
        // A place that scrolls is reached by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
        tabIndex={0}
        role="log"
        aria-label="What was said"
      >
        {lines.map((line) => (
          <Line key={line.id} line={line} seen={BigInt(line.place) <= BigInt(standing.seen)} />
        ))}
        <p className="small muted">
          {!isUp ? "The connection was lost. It will come back on its own." : typing ? "They are typing…" : ""}
        </p>
      </div>
      {act && standing.may_say && <Say kind={kind} id={id} act={act} />}
    </section>
  );
}

function Line({ line, seen }: { line: TalkLine; seen: boolean }) {
  return (
    <article data-from={line.from}>
      <p className="small muted">
        <b>{line.from === "writer" ? "They" : line.from === "note" ? `Note, ${line.by}` : line.by}</b>{" "}
        <DateText value={line.at} style="time" />
        {line.from === "house" && (seen ? " · seen" : " · not seen yet")}
      </p>
      <p className="con-talk-words">{line.words}</p>
      {line.files.map((file) => (
        <p key={file.href} className="small">
          <a href={file.href}>{file.name}</a>
        </p>
      ))}
    </article>
  );
}

function Say({ kind, id, act }: { kind: string; id: string; act: ShownAct }) {
  const [words, setWords] = useState("");
  const [canned, setCanned] = useState("");
  const { busy, problem, run } = useAction();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  // A page may be younger than what is waited for between two tellings.
  const told = useRef(Number.NEGATIVE_INFINITY);
  const choices = act.asks.find(({ name }) => name === "canned")?.choices ?? [];

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (words.trim() === "" && canned === "") return field.current?.focus();
    const said = await run(() =>
      consoleCall("/api/console/decisions", {
        ...{ place: "object", name: kind, item: id, act: act.name, reason: "" },
        values: { words: words.trim(), canned },
      }),
    );
    if (!said) return;
    setWords("");
    setCanned("");
    field.current?.focus();
  }
  function onKey(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }
  function tellTyping() {
    const now = performance.now();
    if (now - told.current < TYPING_TOLD_MS) return;
    told.current = now;
    // Whoever chats does without it.
    void consoleCall("/api/console/typing", { kind, id }).catch(() => null);
  }
  return (
    <form ref={form} className="con-talk-say" onSubmit={(event) => void onSubmit(event)}>
      {problem && <Note kind="bad">{problem}</Note>}
      <label className="sr" htmlFor="talk-words">
        Say in the chat
      </label>
      <textarea
        ref={field}
        id="talk-words"
        className="input"
        rows={2}
        maxLength={4_000}
        value={words}
        placeholder="In their language. Enter says it, Shift and Enter begins a line."
        onKeyDown={onKey}
        onChange={(event) => {
          setWords(event.target.value);
          tellTyping();
        }}
      />
      <div className="row">
        {choices.length > 0 && (
          <select
            className="input"
            aria-label="Canned answer"
            value={canned}
            onChange={(event) => setCanned(event.target.value)}
          >
            <option value="">No canned answer</option>
            {choices.map(({ code, what }) => (
              <option key={code} value={code}>
                {what}
              </option>
            ))}
          </select>
        )}
        <Button type="submit" look="primary" busy={busy} busyText="Saying">
          Say
        </Button>
      </div>
    </form>
  );
}
