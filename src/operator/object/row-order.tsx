/**
 * Rows that stand in an order of their own: dragged to another place, or moved by the two keys of each. Each move is an act of its
 * own, done at once; until the list is read anew its rows stand as they were put.
 */
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { ShownDecision } from "#staff";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { consoleCall } from "../console-call.ts";
import { useAction } from "../use-action.ts";

export type Ordered = { act: string; ask: string };
type Row = { key: string; link: { kind: string; id: string; line: string } | undefined };

/** What is done at once is carried out by a job: the list is read until it tells of it. */
const READ_AFTER_MS = [600, 1_500, 3_000, 6_000];

export function useRowOrder<One extends Row>(rows: readonly One[], ordered: Ordered | null) {
  const { revalidate } = useRevalidator();
  const { busy, problem, run } = useAction();
  const [put, setPut] = useState<readonly One[] | null>(null);
  const [said, setSaid] = useState("");
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const nameOf = (row: One) => row.link?.id ?? row.key;
  const asRead = rows.map(nameOf).join(" ");
  const asPut = put?.map(nameOf).join(" ") ?? null;

  useEffect(() => {
    if (asPut === asRead) setPut(null);
  }, [asPut, asRead]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);

  async function move(row: One, place: number) {
    const { link } = row;
    if (!ordered || !link || place < 1 || place > rows.length) return;
    const others = (put ?? rows).filter((one) => one !== row);
    const next = [...others.slice(0, place - 1), row, ...others.slice(place - 1)];
    setPut(next);
    const sent = await run(() =>
      consoleCall<{ decision: ShownDecision }>("/api/console/decisions", {
        ...{ place: "object", name: link.kind, item: link.id, act: ordered.act, reason: "" },
        values: { [ordered.ask]: String(place) },
      }),
    );
    if (!sent) return setPut(null);
    setSaid(`${link.line}: place ${place} of ${rows.length}.`);
    timers.current.forEach(clearTimeout);
    timers.current = [
      ...READ_AFTER_MS.map((ms) => setTimeout(() => void revalidate(), ms)),
      // What was refused after all stands where it stood.
      setTimeout(() => setPut(null), (READ_AFTER_MS.at(-1) ?? 0) + 2_000),
    ];
  }
  return { rows: put ?? rows, move, isWaiting: busy || put !== null, problem, said };
}

/** The keys of a row, and what it is taken by. */
export function RowKeys({
  row,
  place,
  of,
  isWaiting,
  onMove,
}: {
  row: Row;
  place: number;
  of: number;
  isWaiting: boolean;
  onMove: (place: number) => void;
}) {
  const name = row.link?.line ?? row.key;
  // Who presses keeps the key under their finger: it is told as off, and does nothing.
  const key = (text: string, to: number) => {
    const off = isWaiting || to < 1 || to > of;
    return { "aria-label": text, "aria-disabled": off || undefined, onClick: () => !off && onMove(to) };
  };
  return (
    <span className="con-order">
      <span className="con-grip" aria-hidden="true">
        <Icon name="menu" />
      </span>
      <Button size="sm" square {...key(`Move ${name} up`, place - 1)}>
        <Icon name="arrow-up" />
      </Button>
      <Button size="sm" square {...key(`Move ${name} down`, place + 1)}>
        <Icon name="arrow-down" />
      </Button>
    </span>
  );
}
