/** What modules show of a member beside what that member wrote: asked for once the conversation stands, and folded on narrow screens. */
import { useEffect, useRef, useState } from "react";
import type { BesidePlan, ShownBeside } from "#staff";
import { Button } from "#ui/button.tsx";
import { DateText } from "#ui/date.tsx";
import { Icon } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { consoleCall } from "../console-call.ts";
import { hrefOf } from "../find/find-everywhere.ts";
import { numbered } from "../known-parts.tsx";
import { useAction } from "../use-action.ts";
import { nameOf } from "../words.ts";

/** Where the style sheet puts it beside; below that it stands folded after the conversation. */
const BESIDE = "(min-width: 1280px)";
/** Whoever only steps past a conversation looks at nobody's money. */
const STAYED_MS = 500;

/** `folded`: also on wide screens, where nobody chose what it stands beside. */
export function BesidePanels({
  id,
  beside,
  level = 3,
  folded = false,
}: {
  id: string;
  beside: BesidePlan | null;
  level?: 2 | 3;
  folded?: boolean;
}) {
  if (!beside) return null;
  return (
    <div className="con-beside">
      {beside.sections.map(({ name }) => (
        <BesidePanel
          key={`${id} ${name}`}
          id={id}
          section={name}
          member={beside.member}
          level={level}
          folded={folded}
        />
      ))}
    </div>
  );
}

function useBeside(id: string, section: string, isOpen: boolean) {
  const [shown, setShown] = useState<ShownBeside | null>(null);
  const [failed, setFailed] = useState(false);
  const { busy, problem, run } = useAction();
  async function load(): Promise<boolean> {
    const came = await run(async () =>
      setShown(await consoleCall<ShownBeside>("/api/console/beside", { id, section })),
    );
    if (!came) setFailed(true);
    return came;
  }
  const isWanted = isOpen && !shown && !failed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked for once, whenever it is first seen.
  useEffect(() => {
    if (!isWanted) return;
    const soon = setTimeout(() => void load(), STAYED_MS);
    return () => clearTimeout(soon);
  }, [isWanted]);
  return { shown, failed, busy, problem, load };
}

type PanelOf = { id: string; section: string; member: string; level: 2 | 3; folded: boolean };
function BesidePanel({ id, section, member, level, folded }: PanelOf) {
  const [isOpen, setOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  // Somebody may have opened it before the page came alive.
  useEffect(() => setOpen(details.current?.open || (!folded && window.matchMedia(BESIDE).matches)), [folded]);
  const { shown, failed, busy, problem, load } = useBeside(id, section, isOpen);
  const summary = useRef<HTMLElement>(null);
  const name = nameOf(section);
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className="panel" aria-label={name} aria-busy={isOpen && !shown && !failed}>
      <details ref={details} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary ref={summary} className="panel-head">
          <Heading>{name}</Heading>
          <Icon name="chevron-down" size="sm" />
        </summary>
        {shown ? (
          <Shown shown={shown} name={name} />
        ) : failed ? (
          <div className="con-pad con-beside-failed">
            {problem && <Note kind="bad">{problem}</Note>}
            {/* Once it came the button is gone: whoever pressed it stays in the panel. */}
            <Button
              size="sm"
              busy={busy}
              busyText="Asking"
              onClick={() => void load().then((came) => came && summary.current?.focus())}
            >
              Try again
            </Button>
          </div>
        ) : (
          <Waiting />
        )}
        <p className="con-beside-foot small">
          <a href={hrefOf("member", member)}>The member's page</a>
          <span className="faint">The log keeps that you looked, and so does their activity.</span>
        </p>
      </details>
      <p className="sr" role="status">
        {!isOpen ? "" : shown ? toldOf(name, shown) : problem ? `${name}: ${problem}` : ""}
      </p>
    </section>
  );
}

/** In a sentence, for whoever listens: the sums, and how much there is to read. */
const toldOf = (name: string, { facts, rows }: ShownBeside): string =>
  `${name}: ${Object.entries(facts)
    .map(([fact, value]) => `${fact} ${value}`)
    .join(", ")}. ${rows.length === 0 ? "No entries yet" : rows.length === 1 ? "1 entry" : `${rows.length} entries`}.`;

const Waiting = () => (
  <div className="con-pad" data-waiting="">
    <Skeleton width="70%" />
    <Skeleton width="40%" />
    <Skeleton />
    <Skeleton />
    <Skeleton width="60%" />
  </div>
);

const ICONS = { good: "check", wait: "hourglass", bad: "undo-2" } as const;

function Shown({ shown: { facts, rows }, name }: { shown: ShownBeside; name: string }) {
  return (
    <>
      <dl className="con-beside-facts">
        {Object.entries(facts).map(([fact, value]) => (
          <div key={fact}>
            <dt>{nameOf(fact)}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {rows.length === 0 && <p className="con-nothing">No entries yet.</p>}
      {rows.length > 0 && (
        <ol className="con-beside-rows" aria-label={`${name}, newest first`}>
          {numbered(rows).map((row) => (
            <li key={row.key}>
              {row.opens ? <a href={hrefOf(row.kind, row.id)}>{row.line}</a> : <span>{row.line}</span>}
              <b className={row.amount.startsWith("(") ? "money money-neg" : "money"}>{row.amount}</b>
              <span className="small faint">
                <DateText value={row.at} />
              </span>
              <WordStamp tone={row.tone} icon={ICONS[row.tone]}>
                {row.state}
              </WordStamp>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
