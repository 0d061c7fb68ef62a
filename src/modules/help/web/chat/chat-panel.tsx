/** The chat's window: beside the page where there is space, over it on a phone. It is no dialog: whoever chats may go on reading. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { useBrand } from "#ui/shell/brand.tsx";
import { needSpanish, useText } from "#ui/text.tsx";
import { BeginForm } from "./begin-form.tsx";
import { ChatEnd } from "./chat-end.tsx";
import { ChatLines } from "./chat-lines.tsx";
import { ChatStandingLine } from "./chat-standing.tsx";
import { CodeForm } from "./code-form.tsx";
import { Composer } from "./composer.tsx";
import { useChat } from "./use-chat.ts";

needSpanish(() => [import("./es.json")]);

/** Where its window covers the page. */
const isNarrow = () => matchMedia("(max-width: 47.99rem)").matches;
const isReload = () =>
  performance.getEntriesByType("navigation").some((entry) => "type" in entry && entry.type === "reload");
const wasTurned = (asked: number) => asked < 0 && isNarrow() && !isReload() && window.location.hash !== "#chat";

/** How often its reader went on to another page, which it would cover there. */
function useTurned(asked: number): number {
  const { pathname } = useLocation();
  const [turned, setTurned] = useState(() => (wasTurned(asked) ? 1 : 0));
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (isNarrow()) setTurned((times) => times + 1);
  }, [pathname]);
  return turned;
}

export default function ChatPanel({ asked, onClose }: { asked: number; onClose: () => void }) {
  const t = useText();
  const brand = useBrand();
  const chat = useChat();
  const { shown } = chat;
  const turned = useTurned(asked);
  const [small, setSmall] = useState(turned > 0);
  const panel = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const live = shown?.chat ?? null;
  const unseen = useUnseen(chat, small);

  // Opened, or asked for again, it is where one writes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press asks anew.
  useEffect(() => {
    const before = document.activeElement;
    if (before instanceof HTMLElement && !panel.current?.contains(before)) opener.current = before;
    setSmall(false);
  }, [asked]);
  const isThere = shown !== null;
  const isQuiet = isThere && live === null;
  // Put away where it would cover the next page, and closed when nothing was said.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that is gone on to, and not what is said meanwhile.
  useEffect(() => {
    if (turned === 0) return;
    setSmall(true);
    if (isQuiet) onClose();
  }, [turned, isThere]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one writes changes with these.
  useEffect(() => {
    if (small) return;
    (panel.current?.querySelector<HTMLElement>("[data-first]") ?? panel.current)?.focus();
  }, [asked, small, isThere, live?.id]);

  const leave = () => {
    onClose();
    opener.current?.focus();
  };
  function onKey(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (live) setSmall(true);
    else leave();
  }
  if (small)
    return (
      <div className="fixed right-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-(--tp-z-menu) max-md:bottom-[calc(5rem+env(safe-area-inset-bottom))]">
        <Button look="primary" onClick={() => setSmall(false)}>
          <Icon name="message-circle" size="sm" />
          {unseen > 0 ? t("Chat, new: {{number}}", { number: unseen }) : t("Open the chat")}
        </Button>
        <p className="sr-only" role="status">
          {unseen > 0 ? t("Chat, new: {{number}}", { number: unseen }) : ""}
        </p>
      </div>
    );
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby="chat-head"
      onKeyDown={onKey}
      className="fixed inset-0 z-(--tp-z-menu) flex flex-col bg-(--tp-sheet) outline-none md:inset-auto md:right-5 md:bottom-5 md:h-[min(40rem,calc(100dvh-2.5rem))] md:w-[25rem] md:rounded-(--tp-radius-lg) md:border md:border-(--tp-rule-strong) md:shadow-(--tp-shadow-2)"
    >
      <header className="flex items-start gap-2 border-b-3 border-double border-(--tp-rule-strong) px-4 py-3">
        <div className="min-w-0 flex-1">
          <h2 id="chat-head" className="text-xl">
            {t("Chat with {{brand}}", { brand: brand.name })}
          </h2>
          <ChatStandingLine shown={shown} />
        </div>
        {live && (
          <Button look="quiet" size="sm" square aria-label={t("Minimize the chat")} onClick={() => setSmall(true)}>
            <Icon name="minus" />
          </Button>
        )}
        <CloseButton live={live !== null && live.state !== "ended"} chat={chat} onClose={leave} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col">
        {!shown && !chat.failed && (
          <p className="muted p-4" role="status">
            {t("One moment")}
          </p>
        )}
        {!shown && chat.failed && (
          <div className="grid justify-items-start p-4 [--gap:.75rem]">
            <Note kind="bad" live>
              {t("The chat can't be reached right now.")}
            </Note>
            <Button onClick={() => void chat.again()}>{t("Try again")}</Button>
          </div>
        )}
        {shown && !live && <BeginForm chat={chat} shown={shown} />}
        {shown && live && (
          <>
            <ChatLines chat={chat} lines={shown.lines} brand={brand.name} />
            {!live.is_proven && shown.asks_email && live.state !== "ended" && (
              <CodeForm chat={chat} email={live.email} />
            )}
            {live.state === "ended" || !live.may_say ? (
              <ChatEnd chat={chat} live={live} />
            ) : (
              <Composer key={live.id} chat={chat} live={live} />
            )}
          </>
        )}
      </div>
    </section>
  );
}

/** Who leaves a chat that goes on is asked whether it is over; what they wrote is answered either way. */
function CloseButton({
  live,
  chat,
  onClose,
}: {
  live: boolean;
  chat: ReturnType<typeof useChat>;
  onClose: () => void;
}) {
  const t = useText();
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asks) first.current?.focus();
  }, [asks]);
  async function end() {
    setBusy(true);
    // What does not get through ends by itself, and is mailed then.
    await chat.tell("end").catch(() => null);
    await chat.again();
    setBusy(false);
    setAsks(false);
  }
  if (!asks)
    return (
      <Button
        look="quiet"
        size="sm"
        square
        aria-label={live ? t("End the chat") : t("Close")}
        onClick={() => (live ? setAsks(true) : onClose())}
      >
        <Icon name="x" />
      </Button>
    );
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">{t("End the chat?")}</legend>
      <Button ref={first} look="primary" size="sm" busy={busy} busyText={t("Ending")} onClick={() => void end()}>
        {t("End the chat")}
      </Button>
      <Button look="quiet" size="sm" onClick={() => setAsks(false)}>
        {t("Keep chatting")}
      </Button>
    </fieldset>
  );
}

/** How much of ours came while it was small; what is looked at is told, so that nobody is mailed what they have read. */
function useUnseen({ shown, tell }: ReturnType<typeof useChat>, small: boolean): number {
  const ours = shown?.lines.filter(({ from }) => from === "house") ?? [];
  const last = ours.at(-1)?.place ?? null;
  const [seen, setSeen] = useState<string | null>(null);
  const [visible, setVisible] = useState(() => document.visibilityState === "visible");
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each line.
  useEffect(() => {
    if (small || !visible || last === null || last === seen) return;
    setSeen(last);
    void tell("seen", { place: last }).catch(() => null);
  }, [small, visible, last]);
  return ours.filter(({ place }) => BigInt(place) > BigInt(seen ?? 0)).length;
}
