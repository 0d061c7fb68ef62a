/** The bones of every thing's page: facts, what happened with its causes, money, what belongs to it, what may be done. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { Note } from "#ui/note.tsx";
import { ActBar } from "../desk/act-bar.tsx";
import { Personal } from "../desk/evidence-view.tsx";
import type { FoundLink } from "../find/find-everywhere.ts";
import { keysOf } from "../frame/keys.ts";
import { When } from "../times.tsx";
import { nameOf } from "../words.ts";
import { FileForm } from "./file-form.tsx";
import type { ShownObject } from "./read-object.ts";

/** Two rows may say the same at the same instant: only their place tells them apart. */
const numbered = <Row,>(rows: readonly Row[]) => rows.map((row, at) => ({ ...row, key: `row-${at}` }));

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Instants are kept to the millisecond and read by people. */
export const Value = ({ value }: { value: string }) => (INSTANT.test(value) ? <When at={value} /> : value);

const Facts = ({ facts }: { facts: Readonly<Record<string, string>> }) => (
  <dl className="con-facts">
    {Object.entries(facts).map(([name, value]) => (
      <div key={name}>
        <dt>{nameOf(name)}</dt>
        <dd>
          <Value value={value} />
        </dd>
      </div>
    ))}
  </dl>
);

export function ObjectFacts({ object }: { object: ShownObject }) {
  return (
    <section className="panel" aria-label="Facts">
      <div className="panel-head">
        <h2>{nameOf(object.kind)}</h2>
        <span className="con-id">{object.id}</span>
      </div>
      <Facts facts={object.facts} />
      {object.has_personal && <Personal key={object.id} kind={object.kind} id={object.id} />}
    </section>
  );
}

export function ObjectTimeline({ object }: { object: ShownObject }) {
  return (
    <section className="panel" aria-label="What happened">
      <div className="panel-head">
        <h2>What happened</h2>
        <span className="small muted">newest first</span>
      </div>
      <ol className="con-timeline">
        {numbered(object.timeline).map((row) => (
          <li key={row.key}>
            <When at={row.at} />
            <span>{row.what}</span>
            <span className="faint">{row.by}</span>
          </li>
        ))}
        {object.timeline.length === 0 && <li>Nothing yet.</li>}
      </ol>
    </section>
  );
}

export function ObjectMoney({ object }: { object: ShownObject }) {
  if (object.money.length === 0) return null;
  return (
    <section className="panel" aria-label="Money">
      <div className="panel-head">
        <h2>Money</h2>
        <span className="small muted">as the ledger holds it, oldest first</span>
      </div>
      <ol className="con-timeline">
        {numbered(object.money).map((row) => (
          <li key={row.key}>
            <When at={row.at} />
            <span>{row.what}</span>
            <b className="num">{row.amount}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function LinkList({ title, links }: { title: string; links: readonly FoundLink[] }) {
  if (links.length === 0) return null;
  return (
    <section className="panel" aria-label={title}>
      <div className="panel-head">
        <h2>{title}</h2>
      </div>
      <ul className="con-links">
        {numbered(links).map((link) => (
          <li key={link.key}>
            <LinkLine link={link} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export const LinkLine = ({ link }: { link: FoundLink }) => (
  <>
    {link.href ? (
      <a href={link.href}>
        <b>{nameOf(link.kind)}</b> {link.line}
      </a>
    ) : (
      <span>{link.line}</span>
    )}
    {link.personal && ` · ${link.personal}`}
  </>
);

/** What may be done; where a file may be taken, its form stands below. */
export function ObjectActs({ object }: { object: ShownObject }) {
  const { revalidate } = useRevalidator();
  const [said, setSaid] = useState("");
  if (object.acts.length === 0 && object.files.length === 0) return null;
  return (
    <section className="panel con-acts" aria-label="What may be done">
      <div className="panel-head">
        <h2>What may be done</h2>
      </div>
      <div role="status">
        {said && (
          <Note kind="good">
            {said} <a href="/console/desk">See it at the desk</a>, where it can be taken back until then.
          </Note>
        )}
      </div>
      {object.acts.length > 0 && (
        <ActBar
          place={{ place: "object", name: object.kind, item: object.id }}
          acts={object.acts}
          keys={keysOf(object.acts.map(({ name }) => name))}
          onDecided={(words) => {
            setSaid(words);
            void revalidate();
          }}
        />
      )}
      {object.files.map((file) => (
        <FileForm key={file.name} file={file} of={object.id} />
      ))}
    </section>
  );
}
