/** Asks for the passkey again in front of whatever stands on the page, which stays as it is. */
import { type FormEvent, useEffect, useRef, useState } from "react";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { type AskAgain, askPasskey, door } from "../console-call.ts";
import { useAction } from "../use-action.ts";

const WORDS: Record<AskAgain, { title: string; text: string }> = {
  confirm: {
    title: "Confirm it is you",
    text: "Money, personal data, exports and roles ask for a sign-in of the last five minutes.",
  },
  "sign-in": {
    title: "Your session has ended",
    text: "Sign in again. What you typed stays where it is, and goes on from there.",
  },
};

export function DoorDialog({ passwords, email }: { passwords: boolean; email: string }) {
  const [why, setWhy] = useState<AskAgain | null>(null);
  const settle = useRef<((signedIn: boolean) => void) | null>(null);
  const { busy, problem, run, clear } = useAction();
  const [withPassword, setWithPassword] = useState(false);
  useEffect(() => {
    door.ask = (asked) => {
      settle.current?.(false);
      clear();
      setWhy(asked);
      return new Promise((done) => {
        settle.current = done;
      });
    };
    return () => {
      door.ask = async () => false;
    };
  });
  function end(signedIn: boolean) {
    settle.current?.(signedIn);
    settle.current = null;
    setWhy(null);
  }
  const path = why === "confirm" ? "/api/console/confirm" : "/api/console/sign-in";
  async function goOn(sign: () => Promise<unknown>) {
    if (await run(sign)) end(true);
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = Object.fromEntries(new FormData(event.currentTarget));
    const json = why === "confirm" ? typed : { ...typed, email };
    void goOn(() => call(`${path}/password`, { json }));
  }
  const words = WORDS[why ?? "confirm"];
  return (
    <Dialog open={why !== null} onClose={() => end(false)} title={words.title} size="sm">
      <div className="stack">
        <p>{words.text}</p>
        {problem && <Note kind="bad">{problem}</Note>}
        {withPassword ? (
          <form className="stack" onSubmit={onSubmit}>
            <Field label="Password" name="password" type="password" autoComplete="current-password" required />
            <Field label="Code of your app" name="code" inputMode="numeric" autoComplete="one-time-code" required />
            <Button look="primary" type="submit" block busy={busy} busyText="Checking">
              Go on
            </Button>
          </form>
        ) : (
          <Button
            look="primary"
            block
            autoFocus
            busy={busy}
            busyText="Asking your device"
            onClick={() => void goOn(() => askPasskey(path))}
          >
            Use your passkey
          </Button>
        )}
        {passwords && (
          <Button look="quiet" block onClick={() => setWithPassword(!withPassword)}>
            {withPassword ? "Use a passkey" : "Use a password and a code"}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
