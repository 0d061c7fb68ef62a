/** The bones of every thing's page: facts, what happened with its causes, money, what belongs to it, what may be done. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { Note } from "#ui/note.tsx";
import { ActBar } from "../desk/act-bar.tsx";
import { DecisionLine } from "../desk/decision-line.tsx";
import { Personal } from "../desk/evidence-view.tsx";
import type { FoundLink } from "../find/find-everywhere.ts";
import { keysOf } from "../frame/keys.ts";
import { FactList, MoneyLines, numbered, Timeline, Words } from "../known-parts.tsx";
import { useLookAgain } from "../use-look-again.ts";
import { nameOf } from "../words.ts";
import { FileForm } from "./file-form.tsx";
import type { ShownObject } from "./read-object.ts";

export function ObjectFacts({ object }: { object: ShownObject }) {
  return (
    <section className="panel" aria-label="Facts">
      <div className="panel-head">
        <h2>{nameOf(object.kind)}</h2>
        <span className="con-id">{object.id}</span>
      </div>
      {object.picture && (
        <p className="con-picture">
          <img src={object.picture} alt="As readers see it" width={96} height={96} loading="lazy" />
        </p>
      )}
      <FactList facts={object.facts} />
      {object.views.length > 0 && (
        <ul className="con-links">
          {object.views.map(({ href, line }) => (
            <li key={href}>
              {/* Some lead to pages of the shop and to answers that are no page: the browser goes there, not the router. */}
              <a href={href} data-document="">
                {line}
              </a>
            </li>
          ))}
        </ul>
      )}
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
      <Timeline rows={object.timeline} />
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
      <MoneyLines rows={object.money} />
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
        <b>{nameOf(link.kind)}</b> <Words text={link.line} />
      </a>
    ) : (
      <span>
        <Words text={link.line} />
      </span>
    )}
    {link.personal && ` · ${link.personal}`}
  </>
);

/** What may be done; where a file may be taken, its form stands below. */
export function ObjectActs({ object }: { object: ShownObject }) {
  return (
    <>
      <ObjectDecisions object={object} />
      {object.acts.length + object.files.length > 0 && <Acts object={object} />}
    </>
  );
}

/** What was decided of it lately: what is about to be carried out is taken back here. */
function ObjectDecisions({ object: { decisions } }: { object: ShownObject }) {
  const { revalidate } = useRevalidator();
  useLookAgain(decisions);
  if (decisions.length === 0) return null;
  return (
    <section className="panel" aria-label="Decided">
      <div className="panel-head">
        <h2>Decided</h2>
      </div>
      <div className="con-decisions">
        {decisions.map((decision, at) => (
          <DecisionLine
            key={decision.id}
            decision={decision}
            onChanged={() => void revalidate()}
            isKeyed={at === 0 && decision.may_undo}
          />
        ))}
      </div>
    </section>
  );
}

function Acts({ object }: { object: ShownObject }) {
  const { revalidate } = useRevalidator();
  const [said, setSaid] = useState("");
  return (
    <section className="panel con-acts" aria-label="What may be done">
      <div className="panel-head">
        <h2>What may be done</h2>
      </div>
      <div role="status">{said && <Note kind="good">{said}</Note>}</div>
      {object.acts.length > 0 && (
        <ActBar
          place={{ place: "object", name: object.kind, item: object.id }}
          acts={object.acts}
          keys={keysOf(object.acts.map(({ name }) => name))}
          onDecided={(words) => {
            setSaid(words);
            void revalidate();
          }}
          onLate={() => void revalidate()}
        />
      )}
      {object.files.map((file) => (
        <FileForm key={file.name} file={file} of={object.id} />
      ))}
    </section>
  );
}
