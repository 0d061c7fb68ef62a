/** Every page's head: its name, how to find something, the keys, and who is signed in. */
import { type ReactNode, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Icon } from "#ui/icon.tsx";
import { consoleCall } from "../console-call.ts";
import { FindButton } from "../find/find-button.tsx";
import { Kbd } from "./kbd.tsx";
import { switchKeys, useKeys, useKeysOn } from "./keys.ts";
import { type ShellData, useShell } from "./shell-data.ts";

export type KeyHint = { key: string; text: string };
const EVERYWHERE: readonly KeyHint[] = [
  { key: "/", text: "Find (⌘K or Ctrl K as well)" },
  { key: "?", text: "These keys" },
  { key: "g", text: "The dashboard" },
];

export function Top({
  title,
  keys = [],
  children,
}: {
  title: string;
  keys?: readonly KeyHint[];
  children?: ReactNode;
}) {
  const shell = useShell();
  const [shown, setShown] = useState(false);
  const on = useKeysOn();
  useKeys({ "?": () => setShown(true), g: () => window.location.assign("/console") });
  return (
    <header className="con-top">
      <h1>{title}</h1>
      <div className="end">
        {children}
        <FindButton />
        <Button size="sm" className="con-keys" onClick={() => setShown(true)} aria-keyshortcuts="?">
          <Icon name="keyboard" size="sm" />
          Shortcuts <Kbd>?</Kbd>
        </Button>
        {shell && <PersonMenu shell={shell} />}
      </div>
      <Dialog open={shown} onClose={() => setShown(false)} title="Keys" size="sm">
        <dl className="con-keylist">
          {[...keys, ...EVERYWHERE].map((hint) => (
            <div key={hint.key}>
              <dt>
                <span className="kbd">{hint.key}</span>
              </dt>
              <dd>{hint.text}</dd>
            </div>
          ))}
        </dl>
        <Button block onClick={() => switchKeys(!on)}>
          {on ? "Switch the keys off here" : "Switch the keys on"}
        </Button>
      </Dialog>
    </header>
  );
}

function PersonMenu({ shell }: { shell: ShellData }) {
  async function leave() {
    await consoleCall("/api/console/sign-out").catch(() => null);
    window.location.assign("/console/sign-in");
  }
  return (
    <details className="con-person">
      <summary>
        <span className="avatar" aria-hidden="true" data-initials={shell.me.initials} />
        <span className="sr">Signed in as {shell.me.name}</span>
      </summary>
      <div className="con-person-menu">
        <p>
          <b>{shell.me.name}</b>
          <br />
          <span className="small muted">{shell.me.roles.join(", ")}</span>
        </p>
        <a href="/console/security">Passkeys and sessions</a>
        <button type="button" onClick={() => void leave()}>
          Sign out
        </button>
      </div>
    </details>
  );
}

/** A page inside of the shell. */
export function ConsolePage({
  title,
  keys,
  top,
  children,
}: {
  title: string;
  keys?: readonly KeyHint[];
  top?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className="con-main" id="main" tabIndex={-1}>
      <Top title={title} {...(keys && { keys })}>
        {top}
      </Top>
      {children}
    </main>
  );
}
