import { useEffect, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { operatorPage } from "#ui/page.ts";
import { consoleMeta } from "../console-meta.ts";
import { keysOf, useKeys } from "../frame/keys.ts";
import { ConsolePage } from "../frame/top.tsx";
import { requireOperator, staffOf } from "../guard.ts";
import { useLookAgain } from "../use-look-again.ts";
import { nameOf } from "../words.ts";
import type { Route } from "./+types/desk";
import { ActBar } from "./act-bar.tsx";
import { DecisionLine } from "./decision-line.tsx";
import { DeskList, hrefOf } from "./desk-list.tsx";
import { EvidenceView } from "./evidence-view.tsx";
import { DeskRecord } from "./record.tsx";
import { TalkView } from "./talk-view.tsx";

export const handle = operatorPage();
export const meta = () => consoleMeta("Desk");

/** `?all`: the item is looked at among those of all queues, as they were come from. */
export async function loader(args: Route.LoaderArgs) {
  const operator = requireOperator(args);
  const { queue = null, id = null } = args.params;
  const all = queue === null || new URL(args.request.url).searchParams.has("all");
  const desk = await staffOf(args.context).desk(operator, { queue, id, all });
  const talk = desk.item && (await staffOf(args.context).talkOf(operator, desk.item.id));
  return {
    ...desk,
    talk,
    named: id !== null,
    all,
    asked: queue,
    may_see_people: operator.permissions.has("members.personal"),
  };
}
export type DeskData = Route.ComponentProps["loaderData"];

export default function Desk({ loaderData: desk }: Route.ComponentProps) {
  const { items, item, all, now } = desk;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [said, setSaid] = useState("");
  // What somebody else decided before us: the answer stays beside it, and what was typed.
  const [late, setLate] = useState<string | null>(null);
  const at = items.findIndex(({ id, queue }) => id === item?.id && queue === item?.queue.name);
  const step = (by: number) => {
    const next = items[at < 0 ? 0 : at + by];
    if (next) navigate(hrefOf(next, all), { preventScrollReset: true });
  };
  // Until it is done nothing else may be decided of it.
  useLookAgain(item?.decisions ?? []);
  const open = item?.decisions.find(({ state }) => state === "second" || state === "waiting" || state === "running");
  const listed = at < 0 ? null : items[at];
  // Whoever listens hears which item they have come to; the first one is heard with the page.
  const seen = useRef(item?.id);
  useEffect(() => {
    if (seen.current !== item?.id) {
      document.getElementById("item")?.focus({ preventScroll: true });
      setLate(null);
    }
    seen.current = item?.id;
  }, [item?.id]);
  const cameByItself = useRef(desk.named ? null : item?.id);
  // A chat stays where it is looked at, also once it does not wait any more.
  const talked = desk.talk && !desk.named ? listed : null;
  useEffect(() => {
    if (talked) navigate(hrefOf(talked, all), { replace: true, preventScrollReset: true });
  }, [talked, all, navigate]);
  const acts = item?.acts ?? [];
  const keys = keysOf(acts.map(({ name }) => name));
  useKeys({ j: () => step(1), k: () => step(-1) });

  /** To the next that nobody has decided; where there is none the page tells what became of this one. */
  function onDecided(words: string) {
    setSaid(words);
    setLate(null);
    const rest = [...items.slice(at + 1), ...items.slice(0, Math.max(0, at))].find(({ decision }) => !decision);
    if (rest) navigate(hrefOf(rest, all), { preventScrollReset: true });
    else void revalidate();
  }
  /** The list is read anew, and stays at this one, which may be in it no more. */
  function onLate() {
    if (!item) return;
    // Who has gone on meanwhile stays where they are.
    const isShown = seen.current === item.id;
    if (isShown) setLate(item.id);
    if (desk.named || !isShown) void revalidate();
    else navigate(hrefOf({ queue: item.queue.name, id: item.id }, all), { replace: true, preventScrollReset: true });
  }
  const hints = [
    { key: "j", text: "Next" },
    { key: "k", text: "Previous" },
    { key: "u", text: "Undo" },
    ...acts.map((act) => ({ key: keys.get(act.name) ?? "", text: nameOf(act.name) })),
  ];
  const today = desk.record.days.at(-1);
  return (
    <ConsolePage
      title="Desk"
      keys={hints}
      top={today && today.decided > 0 && <span className="muted con-today">{today.decided} decided today</span>}
    >
      <nav className="tabs con-tabs" aria-label="Queues">
        <a href="/console/desk" aria-current={all ? "page" : undefined}>
          All <span className="tag">{desk.queues.reduce((sum, queue) => sum + queue.waiting, 0)}</span>
        </a>
        {desk.queues.map((queue) => (
          <a
            key={queue.name}
            href={`/console/desk/${queue.name}`}
            aria-current={!all && desk.asked === queue.name ? "page" : undefined}
          >
            {nameOf(queue.name)}{" "}
            <span className={queue.late > 0 ? "tag tag-bad" : "tag"}>
              {queue.waiting}
              {queue.more ? "+" : ""}
            </span>
          </a>
        ))}
      </nav>
      <p className="sr" role="status">
        {said}
      </p>
      <div className="queue">
        <DeskList items={items} current={item?.id ?? null} all={all} now={now} />
        {item ? (
          <article className="q-detail" aria-label={`${nameOf(item.queue.name)}: ${listed?.line ?? item.id}`}>
            <EvidenceView
              item={item}
              listed={listed ?? null}
              now={now}
              mayPersonal={desk.may_see_people}
              wasChosen={item.id !== cameByItself.current}
            >
              {desk.talk && <TalkView key={item.id} kind={desk.talk.kind} id={item.id} act={desk.talk.act} />}
            </EvidenceView>
            {item.decisions.length > 0 && (
              <section className="con-decisions" aria-label="Decisions">
                {item.decisions.map((decision) => (
                  <DecisionLine
                    key={decision.id}
                    decision={decision}
                    onChanged={() => void revalidate()}
                    isKeyed={decision === open}
                  />
                ))}
              </section>
            )}
            {((listed && !open) || late === item.id) && (
              <ActBar
                key={item.id}
                place={{ place: "queue", name: item.queue.name, item: item.id }}
                acts={acts}
                keys={keys}
                onDecided={onDecided}
                onLate={onLate}
                onSkip={at < items.length - 1 ? () => step(1) : null}
              />
            )}
          </article>
        ) : (
          <div className="q-detail">
            <DeskRecord record={desk.record} onChanged={() => void revalidate()} isEmpty={items.length === 0} />
          </div>
        )}
      </div>
      {item && (
        <div className="con-body con-record">
          <DeskRecord record={desk.record} onChanged={() => void revalidate()} isEmpty={false} />
        </div>
      )}
    </ConsolePage>
  );
}
