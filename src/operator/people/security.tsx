import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { operatorPage } from "#ui/page.ts";
import { consoleCall, makePasskey } from "../console-call.ts";
import { consoleMeta } from "../console-meta.ts";
import { ConsolePage } from "../frame/top.tsx";
import { requireOperator, staffOf } from "../guard.ts";
import { When } from "../times.tsx";
import { useAction } from "../use-action.ts";
import type { Route } from "./+types/security";

export const handle = operatorPage();
export const meta = () => consoleMeta("Passkeys and sessions");

export async function loader(args: Route.LoaderArgs) {
  const operator = requireOperator(args, "own");
  return staffOf(args.context).security(operator);
}
type Data = Route.ComponentProps["loaderData"];

export default function Security({ loaderData: { ways, sessions } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const { busy, problem, run } = useAction();
  const send = async (path: string, json: object) => {
    await run(() => consoleCall(path, json));
    void revalidate();
  };
  async function onAdd(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "");
    await run(() => makePasskey("/api/console/passkeys", {}, name));
    void revalidate();
  }
  return (
    <ConsolePage title="Passkeys and sessions">
      <div className="con-body">
        {problem && <Note kind="bad">{problem}</Note>}
        <section className="panel" aria-labelledby="keys">
          <div className="panel-head">
            <h2 id="keys">Passkeys</h2>
          </div>
          {ways.passkeys.length < 2 && (
            <p className="con-nothing soon">One passkey is one lost device away from none. Add another.</p>
          )}
          <ul className="con-rows">
            {ways.passkeys.map((key) => (
              <li key={key.id}>
                <span>
                  <b>{key.name}</b>
                  <span className="con-what">
                    Added <When at={key.created_at} />
                    {key.last_used_at && (
                      <>
                        , last used <When at={key.last_used_at} />
                      </>
                    )}
                  </span>
                </span>
                <Button
                  size="sm"
                  disabled={busy || ways.passkeys.length === 1}
                  aria-label={`Remove ${key.name}`}
                  onClick={() => void send("/api/console/passkeys/remove", { id: key.id })}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
          <form className="con-inline" onSubmit={onAdd}>
            <Field label="What you call the new one" name="name" defaultValue="Security key" maxLength={60} />
            <Button type="submit" look="primary" busy={busy} busyText="Asking your device">
              Add a passkey
            </Button>
          </form>
        </section>
        {ways.passwords_allowed && <PasswordPart has={ways.has_password} onChanged={() => void revalidate()} />}
        <section className="panel" aria-labelledby="sessions">
          <div className="panel-head">
            <h2 id="sessions">Sessions</h2>
          </div>
          <ul className="con-rows">
            {sessions.map((session) => (
              <li key={session.id}>
                <span>
                  <b>{session.is_this ? "This one" : session.address || "Unknown address"}</b>
                  <span className="con-what">
                    Since <When at={session.created_at} />, seen <When at={session.seen_at} />. {session.user_agent}
                  </span>
                </span>
                {!session.is_this && (
                  <Button
                    size="sm"
                    disabled={busy}
                    onClick={() => void send("/api/console/sessions/end", { id: session.id })}
                  >
                    End
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </ConsolePage>
  );
}

/** Where the settings allow it: a password, and a code of an app with it every time. */
function PasswordPart({ has, onChanged }: { has: Data["ways"]["has_password"]; onChanged: () => void }) {
  const { busy, problem, run } = useAction();
  const [secret, setSecret] = useState<{ secret: string; address: string } | null>(null);
  function onPassword(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password"));
    void run(async () => setSecret(await consoleCall("/api/console/password/start", { password })));
  }
  async function onCode(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code"));
    if (await run(() => consoleCall("/api/console/password", { code }))) {
      setSecret(null);
      onChanged();
    }
  }
  async function onRemove() {
    if (await run(() => consoleCall("/api/console/password/remove"))) onChanged();
  }
  return (
    <section className="panel" aria-labelledby="password">
      <div className="panel-head">
        <h2 id="password">Password and code</h2>
      </div>
      <div className="con-pad">
        <p className="muted">For places where no passkey works. Both are asked for, every time.</p>
        {problem && <Note kind="bad">{problem}</Note>}
        {secret ? (
          <form className="stack" onSubmit={onCode}>
            <p>
              Enter this secret in your authenticator app, then the code that it shows:{" "}
              <b className="con-id">{secret.secret}</b>
            </p>
            <Field label="Code" name="code" inputMode="numeric" autoComplete="one-time-code" required />
            <Button type="submit" look="primary" busy={busy} busyText="Checking">
              Use it from now on
            </Button>
          </form>
        ) : (
          <form className="con-inline" onSubmit={onPassword}>
            <Field
              label={has ? "Another password" : "A password"}
              name="password"
              type="password"
              autoComplete="new-password"
              minLength={14}
              required
            />
            <Button type="submit" busy={busy} busyText="Keeping">
              Go on
            </Button>
            {has && (
              <Button look="brick" disabled={busy} onClick={() => void onRemove()}>
                Remove the password
              </Button>
            )}
          </form>
        )}
      </div>
    </section>
  );
}
