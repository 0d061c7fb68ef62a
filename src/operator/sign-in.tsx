import { type FormEvent, useState } from "react";
import { redirect } from "react-router";
import { call } from "#client/call.ts";
import { pageContext } from "#services";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { operatorPage } from "#ui/page.ts";
import type { Route } from "./+types/sign-in";
import { askPasskey } from "./console-call.ts";
import { consoleLinks, consoleMeta } from "./console-meta.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { placeBack, staffOf } from "./guard.ts";
import { useAction } from "./use-action.ts";

export const handle = operatorPage();
export const meta = () => consoleMeta("Sign in");
export const links = consoleLinks;

export async function loader({ context, request }: Route.LoaderArgs) {
  const to = placeBack(new URL(request.url).searchParams.get("to"));
  if (context.get(pageContext).operator) throw redirect(to);
  return { to, passwords: staffOf(context).passwordsAllowed };
}

export default function SignIn({ loaderData: { to, passwords } }: Route.ComponentProps) {
  const { busy, problem, run } = useAction();
  const [withPassword, setWithPassword] = useState(false);
  const goOn = async (sign: () => Promise<unknown>) => {
    // A document of its own: whatever stood in this window before is gone.
    if (await run(sign)) window.location.assign(to);
  };
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const json = Object.fromEntries(new FormData(event.currentTarget));
    void goOn(() => call("/api/console/sign-in/password", { json }));
  }
  return (
    <EntryFrame title="Sign in">
      {problem && <Note kind="bad">{problem}</Note>}
      {withPassword ? (
        <form className="stack" onSubmit={onSubmit}>
          <Field label="Email" name="email" type="email" autoComplete="username" required />
          <Field label="Password" name="password" type="password" autoComplete="current-password" required />
          <Field label="Code of your app" name="code" inputMode="numeric" autoComplete="one-time-code" required />
          <Button look="primary" type="submit" block busy={busy} busyText="Signing in">
            Sign in
          </Button>
        </form>
      ) : (
        <Button
          look="primary"
          size="lg"
          block
          busy={busy}
          busyText="Asking your device"
          onClick={() => void goOn(() => askPasskey("/api/console/sign-in"))}
        >
          Sign in with your passkey
        </Button>
      )}
      {passwords && (
        <Button look="quiet" block onClick={() => setWithPassword(!withPassword)}>
          {withPassword ? "Use a passkey" : "Use a password and a code"}
        </Button>
      )}
      <p className="small muted">
        No passkey any more? An owner can send you a new link; where there is no owner, whoever runs the server can make
        one.
      </p>
    </EntryFrame>
  );
}
