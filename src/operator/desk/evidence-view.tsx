/** What is known of the thing that waits: facts, what happened to it, its money, what belongs to it. */
import { type ReactNode, useState } from "react";
import type { BesidePlan, DeskItem, Evidence } from "#staff";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { consoleCall } from "../console-call.ts";
import { FactList, MoneyLines, Timeline } from "../known-parts.tsx";
import { DueWords } from "../times.tsx";
import { useAction } from "../use-action.ts";
import { nameOf, wordsOf } from "../words.ts";
import { BesidePanels } from "./beside.tsx";

type Item = {
  queue: { name: string; what: string };
  id: string;
  evidence: Evidence | null;
  beside: BesidePlan | null;
};

export function EvidenceView({
  item,
  listed,
  now,
  mayPersonal,
  wasChosen,
  children,
}: {
  item: Item;
  listed: DeskItem | null;
  now: string;
  mayPersonal: boolean;
  /** The first of the desk comes by itself: nobody has asked for what else is known of its member. */
  wasChosen: boolean;
  /** What goes on of it now, before what is known. */
  children?: ReactNode;
}) {
  const { evidence } = item;
  const known = evidence ? (
    <EvidenceParts evidence={evidence} id={item.id} mayPersonal={mayPersonal} />
  ) : (
    <p className="con-nothing muted">No more is kept of this than the line above, or it is not for your roles.</p>
  );
  const beside = <BesidePanels id={item.id} beside={item.beside} folded={!wasChosen} />;
  return (
    <>
      <div className="con-item-head">
        <div>
          <h2 id="item" tabIndex={-1}>
            {listed ? wordsOf(listed.line) : item.id}
          </h2>
          <p className="muted">
            {nameOf(item.queue.name)}: {item.queue.what}. <span className="con-id">{item.id}</span>
          </p>
        </div>
        {listed && (
          <div className="end">
            <p className="small faint">{listed.promised ? "Promised" : "House promise"}</p>
            <p className="con-due">
              <DueWords due={listed.due} now={now} />
            </p>
          </div>
        )}
      </div>
      {!listed && <Note kind="info">This does not wait any more. What became of it stands below.</Note>}
      {item.beside ? (
        <div className="con-with-beside">
          {/* Where nothing stands beside anything, it follows the conversation: the chat, or what is known with its words. */}
          {children && <div>{children}</div>}
          {children && beside}
          <div>{known}</div>
          {!children && beside}
        </div>
      ) : (
        <>
          {children}
          {known}
        </>
      )}
    </>
  );
}

export function EvidenceParts({ evidence, id, mayPersonal }: { evidence: Evidence; id: string; mayPersonal: boolean }) {
  const { page } = evidence;
  return (
    <div className="con-evidence">
      <section className="panel" aria-label="Facts">
        <div className="panel-head">
          <h3>{nameOf(evidence.kind)}</h3>
        </div>
        <FactList facts={page.facts} />
      </section>
      {evidence.has_personal && mayPersonal && (
        <section className="panel" aria-label="Names, addresses, papers">
          <div className="panel-head">
            <h3>Names, addresses, papers</h3>
          </div>
          <Personal key={id} kind={evidence.kind} id={id} />
        </section>
      )}
      <section className="panel" aria-label="What happened">
        <div className="panel-head">
          <h3>What happened</h3>
        </div>
        <Timeline rows={page.timeline} />
      </section>
      {page.money.length > 0 && (
        <section className="panel" aria-label="Money">
          <div className="panel-head">
            <h3>Money</h3>
          </div>
          <MoneyLines rows={page.money} />
        </section>
      )}
      {page.links && page.links.length > 0 && (
        <section className="panel" aria-label="Belongs to it">
          <div className="panel-head">
            <h3>Belongs to it</h3>
          </div>
          <ul className="con-links">
            {page.links.map((link) => (
              <li key={link.id}>
                <a href={`/console/o/${encodeURIComponent(link.kind)}/${encodeURIComponent(link.id)}`}>
                  <b>{nameOf(link.kind)}</b> {wordsOf(link.line)}
                </a>{" "}
                <span className="con-id">{link.id}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Names and addresses are shown at a press, which the log keeps. */
export function Personal({ kind, id }: { kind: string; id: string }) {
  const [facts, setFacts] = useState<Record<string, string> | null>(null);
  const { busy, problem, run } = useAction();
  if (facts) return <FactList facts={facts} />;
  const look = () =>
    run(async () =>
      setFacts((await consoleCall<{ facts: Record<string, string> }>("/api/console/personal", { kind, id })).facts),
    );
  return (
    <div className="con-personal">
      <Button size="sm" busy={busy} busyText="Asking" onClick={() => void look()}>
        Show them
      </Button>
      <span className="small faint">The log keeps that you looked.</span>
      {problem && <Note kind="bad">{problem}</Note>}
    </div>
  );
}
