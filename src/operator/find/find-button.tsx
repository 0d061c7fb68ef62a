/** The way to anything by a few letters: places and queues here; what a search finds stands below them. */
import { type FormEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { Kbd } from "../frame/kbd.tsx";
import { useKeys } from "../frame/keys.ts";
import { useShell } from "../frame/shell-data.ts";
import { nameOf } from "../words.ts";

export function FindButton() {
  const [open, setOpen] = useState(false);
  useKeys({ "/": () => setOpen(true) });
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      setOpen(true);
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)} aria-keyshortcuts="/ Control+K">
        <Icon name="search" size="sm" />
        Find <Kbd>/</Kbd>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Find">
        <FindForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function FindForm({ onDone }: { onDone: () => void }) {
  const shell = useShell();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const places = [
    ...(shell?.places ?? []).map(({ href, text }) => ({ href, text })),
    ...(shell?.queues ?? []).map(({ name }) => ({ href: `/console/desk/${name}`, text: `Desk: ${nameOf(name)}` })),
    { href: "/console/security", text: "Passkeys and sessions" },
  ];
  const found = places.filter(({ text }) => text.toLowerCase().includes(typed.trim().toLowerCase())).slice(0, 8);
  function go(href: string) {
    onDone();
    navigate(href);
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (found[0]) go(found[0].href);
  }
  return (
    <form onSubmit={onSubmit} className="stack">
      <Field
        label="A page or a queue"
        icon="search"
        autoFocus
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul className="con-found">
        {found.map(({ href, text }) => (
          <li key={href}>
            <button type="button" onClick={() => go(href)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="muted">Nothing has that name.</p>}
    </form>
  );
}
