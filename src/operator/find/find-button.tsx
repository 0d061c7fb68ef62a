/** The way to anything by a few letters: places and queues at once, and what a search finds below them. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { Kbd } from "../frame/kbd.tsx";
import { useKeys } from "../frame/keys.ts";
import { useShell } from "../frame/shell-data.ts";
import { nameOf } from "../words.ts";
import type { Found } from "./find-everywhere.ts";

export function FindButton() {
  const [open, setOpen] = useState(false);
  const [heard, setHeard] = useState(false);
  useKeys({ "/": () => setOpen(true) });
  useEffect(() => {
    function onKey(event: globalThis.KeyboardEvent) {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      setOpen(true);
    }
    window.addEventListener("keydown", onKey);
    setHeard(true);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <Button
        size="sm"
        className="con-find"
        onClick={() => setOpen(true)}
        aria-keyshortcuts={heard ? "/ Control+K" : undefined}
      >
        <Icon name="search" size="sm" />
        Find <Kbd>/</Kbd>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Find">
        <FindForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

/** Typing rests so long before anything is asked for. */
const REST_MS = 180;
const MAX_PLACES = 6;

type Line = { group: string; href: string; text: string; id: string };

function usePlaces(typed: string): Line[] {
  const shell = useShell();
  const text = typed.trim().toLowerCase();
  return [
    ...(shell?.places ?? []).map(({ href, text: words }) => ({ href, text: words })),
    ...(shell?.queues ?? []).map(({ name }) => ({ href: `/console/desk/${name}`, text: `Desk: ${nameOf(name)}` })),
    { href: "/console/security", text: "Passkeys and sessions" },
  ]
    .filter(({ text: words }) => words.toLowerCase().includes(text))
    .slice(0, MAX_PLACES)
    .map((place) => ({ ...place, group: "Go to", id: place.href }));
}

/** What was found for the newest text; what an older one found stays until then, and is not `known`. */
function useFound(typed: string): { lines: Line[]; busy: boolean; known: boolean } {
  const fetcher = useFetcher<{ typed: string; found: Found }>();
  const load = useRef(fetcher.load);
  load.current = fetcher.load;
  const text = typed.trim();
  useEffect(() => {
    if (text.length < 2) return;
    const timer = setTimeout(() => void load.current(`/console/find?q=${encodeURIComponent(text)}`), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const found = text.length < 2 ? [] : (fetcher.data?.found ?? []);
  const lines = found.flatMap(({ kind, links }) =>
    links.map((link) => ({
      group: nameOf(kind),
      href: link.href,
      text: link.personal ?? link.line,
      id: `${kind} ${link.id}`,
    })),
  );
  return { lines, busy: fetcher.state !== "idle", known: text.length < 2 || fetcher.data?.typed.trim() === text };
}

function FindForm({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const [hurried, setHurried] = useState(false);
  const places = usePlaces(typed);
  const { lines: found, busy, known } = useFound(typed);
  // What is found stands first once something was typed that is no name of a place.
  const lines = [...places, ...found];
  const chosen = Math.min(at, Math.max(0, lines.length - 1));
  function go(href: string) {
    onDone();
    navigate(href);
  }
  function goToChosen() {
    const line = lines[chosen];
    if (line) go(line.href);
    else if (typed.trim().length > 1) go(`/console/find?q=${encodeURIComponent(typed.trim())}`);
  }
  // Who types and presses Enter means what was typed, and not what stood there of the letters before.
  useEffect(() => {
    if (hurried && known) goToChosen();
  });
  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((chosen + step + lines.length) % Math.max(1, lines.length));
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (known || chosen < places.length) goToChosen();
    // Pressed once more, it does not wait: all that is found has a page of its own.
    else if (hurried) go(`/console/find?q=${encodeURIComponent(typed.trim())}`);
    else setHurried(true);
  }
  return (
    <div className="stack">
      <Field
        label="A page or a queue, an id, address, number, amount or name"
        icon="search"
        autoFocus
        autoComplete="off"
        role="combobox"
        aria-expanded={lines.length > 0}
        aria-controls="console-found"
        aria-activedescendant={lines[chosen] ? `found-${chosen}` : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
          setHurried(false);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id="console-found"
        role="listbox"
        aria-label="What was found"
        aria-busy={!known}
        className="con-found"
        tabIndex={-1}
      >
        {lines.map((line, place) => (
          <div key={line.id}>
            {lines[place - 1]?.group !== line.group && (
              <p className="small muted" aria-hidden="true">
                {line.group}
              </p>
            )}
            <button
              id={`found-${place}`}
              type="button"
              role="option"
              aria-selected={place === chosen}
              tabIndex={-1}
              onClick={() => go(line.href)}
            >
              {line.text}
              <span className="sr">, {line.group}</span>
            </button>
          </div>
        ))}
      </div>
      <p className="small muted" role="status">
        {busy ? "Looking…" : lines.length === 0 && known && typed.trim() ? "Nothing is known by that." : ""}
      </p>
    </div>
  );
}
