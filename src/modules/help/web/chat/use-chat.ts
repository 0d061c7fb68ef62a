/** The chat that this window shows: asked for once, followed from there, and written to by calls. */
import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "#client/call.ts";
import type { ChatHours, ChatLine, ChatStanding } from "#help";
import { useText } from "#ui/text.tsx";
import { type CallFailure, failureOf } from "#ui/use-call.ts";
import { followChat, type Heard } from "./chat-wire.ts";

type Shown = {
  hours: ChatHours;
  asks_email: boolean;
  answer_days: number;
  chat: ChatStanding | null;
  lines: ChatLine[];
};
/** Words that are on their way, or did not get through. */
export type Pending = { form: string; words: string; files: string[]; failure: CallFailure | null };

const TYPING_SHOWN_MS = 5_000;
const TYPING_TOLD_MS = 3_000;

/** Unguessable: under it a chat begins, and words are there once. */
const newForm = (): string => crypto.randomUUID().replaceAll("-", "");

function merge(known: readonly ChatLine[], more: readonly ChatLine[]): ChatLine[] {
  const all = new Map([...known, ...more].map((line) => [line.place, line]));
  return [...all.values()].toSorted((one, other) => (BigInt(one.place) < BigInt(other.place) ? -1 : 1));
}

export function useChat() {
  const t = useText();
  const [shown, setShown] = useState<Shown | null>(null);
  const [failed, setFailed] = useState(false);
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const [isUp, setIsUp] = useState(true);
  const [typing, setTyping] = useState(false);
  const last = useRef("");
  last.current = shown?.lines.at(-1)?.place ?? "";
  const id = shown?.chat?.id ?? null;

  const take = useCallback((next: Shown) => {
    setFailed(false);
    setShown((now) =>
      now?.chat?.id === next.chat?.id ? { ...next, lines: merge(now?.lines ?? [], next.lines) } : next,
    );
  }, []);
  /** `chat`: one that ended is asked for by its name. */
  const ask = useCallback(
    async (chat: string | null) => {
      try {
        take(await call<Shown>(`/api/help/chat${chat ? `?chat=${chat}` : ""}`));
      } catch {
        setFailed(true);
      }
    },
    [take],
  );
  useEffect(() => void ask(null), [ask]);

  useEffect(() => {
    if (!id) return;
    let quiet: ReturnType<typeof setTimeout> | undefined;
    function hear({ event, data }: Heard) {
      if (event === "wire") return setIsUp(data.up);
      if (event === "typing") {
        setTyping(true);
        clearTimeout(quiet);
        quiet = setTimeout(() => setTyping(false), TYPING_SHOWN_MS);
        return;
      }
      if (event === "line" && data.from === "house") setTyping(false);
      setShown((now) => {
        if (!now) return now;
        return event === "line" ? { ...now, lines: merge(now.lines, [data]) } : { ...now, chat: data };
      });
    }
    const stop = followChat(id, { after: () => last.current, hear, joined: () => void ask(id) });
    return () => {
      clearTimeout(quiet);
      stop();
    };
  }, [id, ask]);

  async function send(one: Pending) {
    setPending((all) => [...all.filter(({ form }) => form !== one.form), { ...one, failure: null }]);
    try {
      await call("/api/help/chat/words", { json: { chat: id, form: one.form, words: one.words, files: one.files } });
      await ask(id);
      setPending((all) => all.filter(({ form }) => form !== one.form));
    } catch (error) {
      const failure = failureOf(error, t);
      setPending((all) => all.map((other) => (other.form === one.form ? { ...other, failure } : other)));
    }
  }
  const beginning = useRef(newForm());
  // A page may be younger than what is waited for between two tellings.
  const told = useRef(Number.NEGATIVE_INFINITY);
  return {
    ...{ shown, failed, pending, isUp, typing },
    again: () => ask(id),
    /** Pressed twice it is one chat. Throws what the server says. */
    async begin(words: string, email: string) {
      take(await call<Shown>("/api/help/chat", { json: { form: beginning.current, words, email } }));
      beginning.current = newForm();
    },
    say: (words: string, files: string[]) => send({ form: newForm(), words, files, failure: null }),
    sendAgain: send,
    drop: (form: string) => setPending((all) => all.filter((one) => one.form !== form)),
    tell: (what: "end" | "seen" | "code" | "verdict", more: object = {}) =>
      call(`/api/help/chat/${what}`, { json: { chat: id, ...more } }),
    tellTyping() {
      const now = performance.now();
      if (!id || now - told.current < TYPING_TOLD_MS) return;
      told.current = now;
      // Whoever answers does without it.
      void call("/api/help/chat/typing", { json: { chat: id } }).catch(() => null);
    },
    /** Ends what is shown, so that another can begin. */
    leave: () => ask(null),
  };
}
export type ChatState = ReturnType<typeof useChat>;
