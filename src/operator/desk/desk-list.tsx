/** What waits, oldest promise first. */
import { useEffect, useRef } from "react";
import type { DeskItem } from "#staff";
import { ageWords, DueWords } from "../times.tsx";
import { nameOf, wordsOf } from "../words.ts";

export const hrefOf = (item: Pick<DeskItem, "queue" | "id">, all: boolean): string =>
  `/console/desk/${item.queue}/${encodeURIComponent(item.id)}${all ? "?all" : ""}`;

const STATES = { second: "Second person", waiting: "Decided", running: "Being done" } as const;

export function DeskList({
  items,
  current,
  all,
  now,
}: {
  items: readonly DeskItem[];
  current: string | null;
  all: boolean;
  now: string;
}) {
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item is brought into view.
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <nav className="q-list" aria-label="Waiting, oldest promise first" ref={list}>
      {items.map((item) => (
        <a
          key={`${item.queue} ${item.id}`}
          className="q-item"
          href={hrefOf(item, all)}
          data-keep-scroll=""
          data-decided={item.decision ? "" : undefined}
          aria-current={item.id === current ? "true" : undefined}
        >
          <b>{wordsOf(item.line)}</b>
          <span className="s end">
            {item.decision ? (
              <span className="tag tag-good">{STATES[item.decision.state as keyof typeof STATES] ?? "Decided"}</span>
            ) : (
              <DueWords due={item.due} now={now} promised={item.promised} />
            )}
          </span>
          <span className="s">
            {nameOf(item.queue)}, {item.id.length > 16 ? `${item.id.slice(0, 12)}…` : item.id}
          </span>
          <span className="s end">{ageWords(item.since, now)} ago</span>
        </a>
      ))}
      {items.length === 0 && <p className="con-nothing">Nothing waits here.</p>}
    </nav>
  );
}
