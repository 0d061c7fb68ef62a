import { type FormEvent, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { operatorPage } from "#ui/page.ts";
import type { Route } from "./+types/enrol";
import { makePasskey } from "./console-call.ts";
import { consoleLinks, consoleMeta } from "./console-meta.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { staffOf } from "./guard.ts";
import { useAction } from "./use-action.ts";

export const handle = operatorPage();
export const meta = () => consoleMeta("Set up your passkey");
export const links = consoleLinks;

export async function loader({ context, request }: Route.LoaderArgs) {
  const link = new URL(request.url).searchParams.get("link") ?? "";
  return { link, person: await staffOf(context).readLink(link) };
}

export default function Enrol({ loaderData: { link, person } }: Route.ComponentProps) {
  const { busy, problem, run } = useAction();
  const [made, setMade] = useState(false);
  if (!person && !made)
    return (
      <EntryFrame title="This link opens nothing">
        <p>It was used, or its time is over. Ask an owner of the console for a new one.</p>
      </EntryFrame>
    );
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "");
    if (await run(() => makePasskey("/api/console/enrol", { link }, name))) setMade(true);
  }
  if (made)
    return (
      <EntryFrame title="You are in">
        <p>Add a second passkey on another device soon: with one alone, a lost device locks you out.</p>
        <a className="btn btn-primary btn-block" href="/console" data-document="">
          Open the console
        </a>
        <a className="btn btn-secondary btn-block" href="/console/security" data-document="">
          Add a second passkey
        </a>
      </EntryFrame>
    );
  return (
    <EntryFrame title={`Welcome, ${person?.name ?? ""}`}>
      <p>
        Your passkey signs you in as <b>{person?.email}</b>: this device asks for your finger, face or PIN, and nothing
        can be typed into a wrong page.
      </p>
      {problem && <Note kind="bad">{problem}</Note>}
      <form className="stack" onSubmit={onSubmit}>
        {/* Sent before the page listens, the form comes back here, with the link that works once. */}
        <input type="hidden" name="link" value={link} />
        <Field label="What you call this device" name="name" defaultValue="My laptop" maxLength={60} />
        <Button look="primary" size="lg" type="submit" block busy={busy} busyText="Asking your device">
          Set up your passkey
        </Button>
      </form>
    </EntryFrame>
  );
}
